import { z } from 'zod';
import { jobSpec } from '#platform/server/jobs/jobs.ts';

export const sendResetLinkSpec = jobSpec({
  name: 'send-reset-link',
  data: z.object({ email: z.string(), host: z.string().optional(), subscriptionId: z.string().optional() }),
  retries: 4,
  retryDelaySeconds: 10,
  retryBackoff: true,
  timeLimitSeconds: 60,
});

export const mailOpenInvitesSpec = jobSpec({
  name: 'mail-open-invites',
  data: z.object({ email: z.string() }),
  retries: 2,
  retryDelaySeconds: 10,
  retryBackoff: true,
  timeLimitSeconds: 60,
});

export const noteNewPasswordSpec = jobSpec({
  name: 'note-new-password',
  data: z.object({
    cognitoId: z.string(),
    email: z.string(),
    how: z.enum(['reset-link', 'reset-code', 'own-password', 'temporary-password']),
    ip: z.string(),
    userAgent: z.string(),
    at: z.iso.datetime(),
  }),
  retries: 4,
  retryDelaySeconds: 10,
  retryBackoff: true,
  timeLimitSeconds: 60,
});

export const noteFailedSignInsSpec = jobSpec({
  name: 'note-failed-sign-ins',
  data: z.object({}),
  retries: 2,
  retryDelaySeconds: 60,
  timeLimitSeconds: 120,
  cron: '*/5 * * * *',
});
