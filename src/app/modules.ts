import type { BaseCtx } from '#platform/server/ctx.ts';
import type { JobHandler, JobSpec } from '#platform/server/jobs.ts';
import type { Routes } from '#platform/server/serve.ts';

/** Every module's calls, by the name that the API's description groups them under. */
export const moduleRoutes: Record<string, Routes> = {};

/** Every module's background work. */
export const jobHandlers: JobHandler<BaseCtx>[] = [];

export const jobSpecs: JobSpec<any>[] = jobHandlers.map((handler) => handler.spec);
