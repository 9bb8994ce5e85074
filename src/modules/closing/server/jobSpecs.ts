import { z } from 'zod';
import { jobSpec } from '#platform/server/jobs/jobs.ts';

const orgId = z.uuid();

/** Ends or resumes the plan at the billing provider, as the closing wants it by then. */
export const settlePlanSpec = jobSpec({
  name: 'settle-plan-of-closing',
  data: z.object({ orgId }),
  retries: 12,
  retryDelaySeconds: 15,
  retryBackoff: true,
  oneAtATimePerKey: true,
  timeLimitSeconds: 120,
});

export const tendClosingsSpec = jobSpec({
  name: 'tend-closings',
  data: z.object({}),
  retries: 1,
  retryDelaySeconds: 60,
  timeLimitSeconds: 600,
  cron: '* * * * *',
});

export const eraseOrganizationSpec = jobSpec({
  name: 'erase-organization',
  data: z.object({ orgId, again: z.boolean().default(false) }),
  retries: 6,
  retryDelaySeconds: 30,
  retryBackoff: true,
  oneAtATimePerKey: true,
  dropWhileQueued: true,
  timeLimitSeconds: 3600,
});
