import type { BaseCtx } from '#platform/server/ctx.ts';
import type { JobHandler } from '#platform/server/jobs.ts';
import { remindOfReviewsJob } from './reviewReminders.ts';
import { remindOfSignaturesJob } from './signReminders.ts';
import { sendSigningLinksJob } from './signRequests.ts';

/** The module's background work. */
export const policiesJobs: JobHandler<BaseCtx>[] = [
  sendSigningLinksJob,
  remindOfSignaturesJob,
  remindOfReviewsJob,
];
