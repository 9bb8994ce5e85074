import type { BaseCtx } from '#platform/server/ctx.ts';
import type { JobHandler } from '#platform/server/jobs.ts';
import { tellDigestJob } from './digest.ts';
import { tellDueJob } from './due.ts';

/** The module's background work. */
export const digestJobs: JobHandler<BaseCtx>[] = [tellDueJob, tellDigestJob];
