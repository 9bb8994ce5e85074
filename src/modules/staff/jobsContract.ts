import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import { dataOf, everyBrandOnly, get, page, pageOf, post, search } from './callParts.ts';

const queue = z.object({
  name: z.string(),
  waiting: z.number(),
  running: z.number(),
  /** In the last seven days. */
  failed: z.number(),
  oldestWaiting: z.string().nullable(),
  /** Cron expression in UTC, of work that runs by itself. */
  schedule: z.string().nullable(),
  nextRun: z.string().nullable(),
  lastRun: z.string().nullable(),
});
export type QueueRow = z.infer<typeof queue>;

const failedJob = z.object({
  id: z.string(),
  queue: z.string(),
  at: z.string(),
  tries: z.number(),
  message: z.string(),
  /** Whose work it was; null where the job names no organisation. */
  organization: z
    .object({ orgId: z.string(), /** Null where it is gone. */ name: z.string().nullable() })
    .nullable(),
  /** Ids that the job was told; nothing else of it is shown. */
  ids: z.array(z.object({ name: z.string(), id: z.string() })),
  mayRetry: z.boolean(),
});
export type FailedJob = z.infer<typeof failedJob>;

const failedScan = z.object({
  orgId: z.string(),
  scanId: z.string(),
  companyName: z.string(),
  website: z.string(),
  level: z.string(),
  at: z.string(),
  tries: z.number(),
  reason: z.string(),
});
export type FailedScan = z.infer<typeof failedScan>;

const failedMail = z.object({
  id: z.string(),
  at: z.string(),
  recipient: z.string(),
  sender: z.string(),
  reason: z.string(),
});
export type FailedMail = z.infer<typeof failedMail>;

const asked = { search, page };

/** For staff of every brand alone. */
export const staffJobsContract = {
  staffQueues: endpoint({
    ...get,
    path: '/staff/jobs/queues',
    summary: 'Every queue: what waits, runs and failed, and when scheduled work comes next.',
    body: z.object({}),
    reply: dataOf(z.array(queue)),
    refusals: everyBrandOnly,
    background: true,
  }),
  failedJobs: endpoint({
    ...get,
    path: '/staff/jobs/failed',
    summary: 'Jobs that failed for good in the last seven days, newest first, page by page.',
    body: z.object({ ...asked, queue: z.string().max(100).default('') }),
    reply: pageOf(failedJob),
    refusals: everyBrandOnly,
  }),
  failedScans: endpoint({
    ...get,
    path: '/staff/jobs/scans',
    summary: 'Scans that failed in the last thirty days, newest first, page by page.',
    body: z.object(asked),
    reply: pageOf(failedScan),
    refusals: everyBrandOnly,
  }),
  failedMails: endpoint({
    ...get,
    path: '/staff/jobs/mails',
    summary: 'Mails that were given up in the last thirty days, newest first, page by page.',
    body: z.object(asked),
    reply: pageOf(failedMail),
    refusals: everyBrandOnly,
  }),
  retryJob: endpoint({
    ...post,
    path: '/staff/jobs/retry',
    summary: 'Puts a failed job back into its queue for one more try.',
    body: z.object({ queue: z.string().min(1).max(100), id: z.uuid() }),
    reply: z.object({}),
    refusals: { ...everyBrandOnly, 'no-such-job': 404, 'not-retried': 409 },
    rate: { max: 60, perSeconds: 60 },
  }),
};
