import type { BaseCtx } from '#platform/server/ctx.ts';
import type { JobHandler } from '#platform/server/jobs.ts';
import { tellDigestJob } from './digest.ts';
import { tellDueJob } from './due.ts';
import { tellHeldJob } from './tellHeld.ts';
import { tellNoticeJob } from './tellNotice.ts';

/** The module's background work. */
export const notificationsJobs: JobHandler<BaseCtx>[] = [
  tellNoticeJob,
  tellHeldJob,
  tellDueJob,
  tellDigestJob,
];
