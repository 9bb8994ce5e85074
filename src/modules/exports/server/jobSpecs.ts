import { z } from 'zod';
import { jobSpec } from '#platform/server/jobs/jobs.ts';

export const makeExportSpec = jobSpec({
  name: 'make-export',
  data: z.object({ orgId: z.uuid(), id: z.uuid() }),
  retries: 2,
  retryDelaySeconds: 30,
  oneAtATimePerKey: true,
  timeLimitSeconds: 7200,
});
