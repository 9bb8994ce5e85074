import type { BaseCtx } from '#platform/server/ctx.ts';
import type { JobHandler } from '#platform/server/jobs.ts';
import { tellHeldJob } from './tellHeld.ts';
import { tellNoticeJob } from './tellNotice.ts';

/** The module's background work. */
export const notifyJobs: JobHandler<BaseCtx>[] = [tellNoticeJob, tellHeldJob];
