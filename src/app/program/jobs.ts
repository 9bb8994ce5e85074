import type { BaseCtx } from '#platform/server/ctx.ts';
import type { JobHandler, JobSpec } from '#platform/server/jobs/jobs.ts';
import { sendMailJob, sendUrgentMailJob } from '#platform/server/mail/outbox.ts';
import { keepPartitionsJob } from '#platform/server/database/partitions.ts';
import { modules } from '../modules.ts';
import { applyRetentionJob } from '../database/retention.ts';

/** All background work: what the platform does itself, and each module's. */
export const jobHandlers: readonly JobHandler<BaseCtx>[] = [
  sendMailJob,
  sendUrgentMailJob,
  keepPartitionsJob,
  applyRetentionJob,
  ...modules.flatMap(({ jobs = [] }) => jobs),
];

export const jobSpecs: readonly JobSpec<any>[] = jobHandlers.map(({ spec }) => spec);
