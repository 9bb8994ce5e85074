import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '../log/tracing.ts';

/** On whose behalf something runs: the request that asked for it, and the job that does it. Logs, jobs and traces name it. */
export type CallScope = {
  requestId?: string | undefined;
  job?: { name: string; id: string; attempt: number };
  span?: Span | null;
};

const scopes = new AsyncLocalStorage<CallScope>();

/** Runs work, and all that it waits for, within a scope. */
export const inScope = <T>(scope: CallScope, work: () => T): T => scopes.run(scope, work);

export const currentScope = (): CallScope | undefined => scopes.getStore();
