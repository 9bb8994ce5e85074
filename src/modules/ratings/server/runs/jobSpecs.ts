import { z } from 'zod';
import { jobSpec } from '#platform/server/jobs/jobs.ts';

/** Measures one company; one at a time for each organisation. */
export const rateCompanySpec = jobSpec({
  name: 'rate-company',
  data: z.object({ orgId: z.uuid(), domain: z.string().min(1).max(253) }),
  retries: 3,
  retryDelaySeconds: 20,
  retryBackoff: true,
  oneAtATimePerKey: true,
  timeLimitSeconds: 300,
});

/** Begins what is due today, and takes up measurements whose worker was lost. */
export const startDueRatingsSpec = jobSpec({
  name: 'start-due-ratings',
  data: z.object({}),
  retries: 0,
  timeLimitSeconds: 280,
  cron: '*/5 * * * *',
});

/** Looks whether proofs of ownership are still there. */
export const checkProofsSpec = jobSpec({
  name: 'check-rating-proofs',
  data: z.object({}),
  retries: 0,
  timeLimitSeconds: 1800,
  cron: '20 * * * *',
});

/** Works the averages of industries out. */
export const averageIndustriesSpec = jobSpec({
  name: 'average-industries',
  data: z.object({}),
  retries: 2,
  retryDelaySeconds: 300,
  timeLimitSeconds: 600,
  cron: '40 11 * * *',
});

/** Removes the reports of an organisation that was taken back to how it began. */
export const removeRatingFilesSpec = jobSpec({
  name: 'remove-rating-files',
  data: z.object({ orgId: z.uuid() }),
  retries: 3,
  retryDelaySeconds: 60,
  timeLimitSeconds: 300,
});
