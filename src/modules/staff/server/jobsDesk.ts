import { failureDays } from '#platform/server/mail/outbox.ts';
import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import type { StaffCtx } from '#platform/server/ctx.ts';
import { isDuplicate } from '#platform/server/database.ts';
import * as records from '#platform/server/jobRecords.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { oneLine } from '#platform/text.ts';
import type { QueueRow, staffJobsContract } from '../jobsContract.ts';
import { pageSize } from '../rules.ts';
import { pageOf, requireEveryBrand } from './everyBrand.ts';
import * as store from './jobsDesk.store.ts';
import { recordStaffAct } from './staffActs.ts';

type Contract = typeof staffJobsContract;
type Body<K extends keyof Contract> = BodyOf<Contract[K]>;
type Reply<K extends keyof Contract> = Promise<ReplyOf<Contract[K]>>;

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000);
/** The queue keeps finished work so long. */
const failedDays = 7;

export async function readQueues(ctx: StaffCtx): Reply<'staffQueues'> {
  await requireEveryBrand(ctx);
  const now = ctx.now();
  const rows = await records.selectQueues(ctx.global, { since: daysBefore(now, failedDays), now });
  return {
    data: rows.map(({ cron, oldestWaiting, lastRun, ...row }): QueueRow => ({
      ...row,
      oldestWaiting: oldestWaiting?.toISOString() ?? null,
      schedule: cron,
      nextRun: cron === null ? null : (records.nextRun(cron, now)?.toISOString() ?? null),
      lastRun: lastRun?.toISOString() ?? null,
    })),
  };
}

/**
 * Work of which a second run would do nothing: a scan that failed is closed, and its website is scanned again from its page;
 * what runs on a schedule comes round by itself.
 */
const notRetried = (queue: string, scheduled: boolean): boolean => scheduled || queue === 'run-scan';

export async function listFailedJobs(
  ctx: StaffCtx,
  { search, queue, page }: Body<'failedJobs'>,
): Reply<'failedJobs'> {
  await requireEveryBrand(ctx);
  const orgIds = search ? await store.selectOrganizationsNamed(ctx.global, search) : [];
  const since = daysBefore(ctx.now(), failedDays);
  const found = await pageOf(page, pageSize, (atMost, skip) =>
    records.selectFailedJobs(ctx.global, { since, queue, search, orgIds, atMost, skip }),
  );
  const names = await store.selectNames(
    ctx.global,
    found.rows.flatMap(({ orgId }) => (orgId ? [orgId] : [])),
  );
  const rows = found.rows.map(({ at, orgId, message, scheduled, ...row }) => ({
    ...row,
    at: at.toISOString(),
    message: oneLine(message),
    organization: orgId ? { orgId, name: names.get(orgId.toLowerCase()) ?? null } : null,
    mayRetry: !notRetried(row.queue, scheduled),
  }));
  return { data: { ...found, rows } };
}

export async function listFailedScans(
  ctx: StaffCtx,
  { search, page }: Body<'failedScans'>,
): Reply<'failedScans'> {
  await requireEveryBrand(ctx);
  const since = daysBefore(ctx.now(), 30);
  const found = await pageOf(page, pageSize, (atMost, skip) =>
    store.selectFailedScans(ctx.global, { since, search, atMost, skip }),
  );
  return { data: { ...found, rows: found.rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })) } };
}

export async function listFailedMails(
  ctx: StaffCtx,
  { search, page }: Body<'failedMails'>,
): Reply<'failedMails'> {
  await requireEveryBrand(ctx);
  const since = daysBefore(ctx.now(), failureDays);
  const found = await pageOf(page, pageSize, (atMost, skip) =>
    store.selectFailedMails(ctx.global, { since, search, atMost, skip }),
  );
  return { data: { ...found, rows: found.rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })) } };
}

/** Gives a failed job one more try. Refuses with `no-such-job`, also where somebody else was first, and `not-retried`. */
export async function retryJob(
  ctx: StaffCtx,
  { queue, id }: Body<'retryJob'>,
): Promise<Record<string, never>> {
  await requireEveryBrand(ctx);
  try {
    await ctx.global.transaction().execute(async (db) => {
      const job = await records.holdFailedJob(db, queue, id);
      if (!job) throw new Refusal('no-such-job');
      if (notRetried(queue, job.scheduled) || !(await records.retryFailedJob(db, queue, id)))
        throw new Refusal('not-retried');
      await recordStaffAct(db, ctx, {
        kind: 'job',
        subjectId: id,
        what: `Tried the job ${queue} again`,
        after: { queue, failure: job.message },
      });
    });
  } catch (error) {
    if (isDuplicate(error)) throw new Refusal('not-retried', {}, error);
    throw error;
  }
  return {};
}
