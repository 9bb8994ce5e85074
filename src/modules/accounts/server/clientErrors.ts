import type { PublicCtx } from '#platform/server/ctx.ts';
import { countUse } from '#platform/server/http/rateLimit.ts';
import { withoutSecrets } from '../rules.ts';
import { insertClientError } from './clientErrors.store.ts';

type Report = {
  level: string;
  message: string;
  endpoint?: string | null;
  filename?: string | null;
  stack?: string | null;
};

/** Further reports of all browsers in one minute, or day, are dropped: a flood must not fill the disk. */
const mostPerMinute = 600;
const mostPerDay = 10_000;

const levels = ['error', 'warn', 'info'] as const;

/** Keeps a failure that happened in a browser, in the table and the log, without what opens doors. */
export async function keepClientError(ctx: PublicCtx, report: Report): Promise<Record<string, never>> {
  const level = levels.find((known) => known === report.level) ?? 'error';
  const text = (value: string | null | undefined, max: number) => (value ? withoutSecrets(value, max) : null);
  const error = {
    level,
    message: text(report.message, 1000) ?? '',
    endpoint: text(report.endpoint, 500),
    filename: text(report.filename, 500),
    stack: text(report.stack, 4000),
  };
  if ((await countUse(ctx.global, 'client-errors', mostPerMinute, 60, ctx.now())) !== null) return {};
  if ((await countUse(ctx.global, 'client-errors-day', mostPerDay, 86_400, ctx.now())) !== null) return {};
  ctx.log.warn({ clientError: error }, 'failure in a browser');
  await insertClientError(ctx.global, {
    ...error,
    at: ctx.now(),
    cognitoId: ctx.session?.cognitoId ?? null,
    userAgent: ctx.client.userAgent,
  });
  return {};
}
