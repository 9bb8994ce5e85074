import { z } from 'zod';
import type { BaseCtx } from '#platform/server/ctx.ts';
import { handles, jobSpec, type JobHandler } from '#platform/server/jobs.ts';

const sweepFilesSpec = jobSpec({
  name: 'sweep-files',
  data: z.object({}),
  retries: 2,
  retryDelaySeconds: 60,
  timeLimitSeconds: 900,
  cron: '41 3 * * *',
});

export const resourcesJobs: JobHandler<BaseCtx>[] = [
  handles<BaseCtx, typeof sweepFilesSpec.data>(sweepFilesSpec, async (ctx) => ctx.providers.files.sweep?.()),
];
