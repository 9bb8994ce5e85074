import { z } from 'zod';
import { jobSpec } from '#platform/server/jobs/jobs.ts';

export const endAccessSpec = jobSpec({
  name: 'end-access',
  data: z.object({ cognitoId: z.string() }),
  retries: 8,
  retryDelaySeconds: 5,
  retryBackoff: true,
  timeLimitSeconds: 60,
});
