import { z } from 'zod';
import type { BaseCtx } from '#platform/server/ctx.ts';
import { handles, jobSpec, type JobHandler } from '#platform/server/jobs/jobs.ts';
import { endSupportSessionsDue } from '#platform/server/session.ts';

/** Each minute, so that the log of an organisation tells the end of a support session that nobody ended. */
const endSupportSessionsSpec = jobSpec({
  name: 'end-support-sessions',
  data: z.object({}),
  retries: 1,
  retryDelaySeconds: 10,
  timeLimitSeconds: 60,
  dropWhileQueued: true,
  cron: '* * * * *',
});

export const staffJobs: JobHandler<BaseCtx>[] = [
  handles<BaseCtx, typeof endSupportSessionsSpec.data>(endSupportSessionsSpec, (ctx) =>
    endSupportSessionsDue(ctx),
  ),
];
