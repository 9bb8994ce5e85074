import type { Handlers } from '#platform/server/http/serve.ts';
import { failureDays } from '#platform/server/mail/outbox.ts';
import { isDuplicate } from '#platform/server/database/database.ts';
import * as records from '#platform/server/jobs/jobRecords.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { oneLine } from '#platform/text.ts';
import type { QueueRow, staffJobsContract } from '../jobsContract.ts';
import { pageSize } from '../rules.ts';
import { pageOf, requireEveryBrand } from './everyBrand.ts';
import * as store from './jobsDesk.store.ts';
import { recordStaffAct } from './staffActs.ts';

type Calls = Handlers<typeof staffJobsContract>;

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000);
/** The queue keeps finished work so long. */
const failedDays = 7;

export const readQueues: Calls['staffQueues'] = async (ctx) => {
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
};

/**
 * Work of which a second run would do nothing: a scan that failed is closed, and its website is scanned again from its page;
 * what runs on a schedule comes round by itself.
 */
const notRetried = (queue: string, scheduled: boolean): boolean => scheduled || queue === 'run-scan';

export const listFailedJobs: Calls['failedJobs'] = async (ctx, { search, queue, page }) => {
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
};

export const listFailedScans: Calls['failedScans'] = async (ctx, { search, page }) => {
  await requireEveryBrand(ctx);
  const since = daysBefore(ctx.now(), 30);
  const found = await pageOf(page, pageSize, (atMost, skip) =>
    store.selectFailedScans(ctx.global, { since, search, atMost, skip }),
  );
  return { data: { ...found, rows: found.rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })) } };
};

export const listFailedMails: Calls['failedMails'] = async (ctx, { search, page }) => {
  await requireEveryBrand(ctx);
  const since = daysBefore(ctx.now(), failureDays);
  const found = await pageOf(page, pageSize, (atMost, skip) =>
    store.selectFailedMails(ctx.global, { since, search, atMost, skip }),
  );
  return { data: { ...found, rows: found.rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })) } };
};

/** Gives a failed job one more try. Refuses with `no-such-job`, also where somebody else was first, and `not-retried`. */
export const retryJob: Calls['retryJob'] = async (ctx, { queue, id }) => {
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
};
