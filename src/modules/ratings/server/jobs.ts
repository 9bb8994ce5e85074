import type { BaseCtx } from '#platform/server/ctx.ts';
import type { JobHandler } from '#platform/server/jobs.ts';
import { averageIndustriesJob, startDueRatingsJob } from './dueRatings.ts';
import { checkProofsJob } from './ownership.ts';
import { rateCompanyJob } from './rateCompany.ts';
import { removeRatingFilesJob } from './reportFiles.ts';

/** The module's background work. */
export const ratingsJobs: JobHandler<BaseCtx>[] = [
  rateCompanyJob,
  startDueRatingsJob,
  checkProofsJob,
  averageIndustriesJob,
  removeRatingFilesJob,
];
