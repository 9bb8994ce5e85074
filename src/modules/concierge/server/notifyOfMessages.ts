import { z } from 'zod';
import { jobSpec } from '#platform/server/jobs/jobs.ts';

/** When a message comes out whose author wants administrators to be notified; also those that were dated for later. */
export const notifyOfMessagesSpec = jobSpec({
  name: 'tell-letters',
  data: z.object({}),
  retries: 3,
  retryDelaySeconds: 60,
  timeLimitSeconds: 3600,
  dropWhileQueued: true,
  cron: '*/10 * * * *',
});
