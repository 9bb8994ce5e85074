import { CronExpressionParser } from 'cron-parser';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { GlobalDb } from '../database/database.ts';

// What the queue (pg-boss, in schema pgboss) shows an operator. A job's data stays in there: it may hold
// addresses and sealed mails.

export type QueueRow = {
  name: string;
  waiting: number;
  running: number;
  failed: number;
  oldestWaiting: Date | null;
  lastRun: Date | null;
  cron: string | null;
};

/** Every queue; failures since a moment. */
export async function selectQueues(
  db: GlobalDb,
  { since, now }: { since: Date; now: Date },
): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select q.name, coalesce(j.waiting, 0) as waiting, coalesce(j.running, 0) as running, coalesce(j.failed, 0) as failed,
      j.oldest_waiting as "oldestWaiting", j.last_run as "lastRun", s.cron
    from pgboss.queue q
    left join lateral (select cron from pgboss.schedule s where s.name = q.name and s.key = '') s on true
    left join (
      select name, count(*) filter (where state < 'active')::int as waiting, count(*) filter (where state = 'active')::int as running,
        count(*) filter (where state = 'failed' and completed_on >= ${since})::int as failed,
        min(created_on) filter (where state < 'active' and start_after <= ${now}) as oldest_waiting,
        max(completed_on) filter (where state = 'completed') as last_run
      from pgboss.job group by name) j on j.name = q.name
    where q.name not like '\\_\\_pgboss%'
    order by q.name`.execute(db);
  return rows;
}

/** How much of one kind of work there is at this moment. */
export type QueueDepth = {
  name: string;
  waiting: number;
  deferred: number;
  running: number;
  oldestSeconds: number;
};

/**
 * How much work there is of each kind. Jobs that are over, which are most, are not looked at: those that wait come out of the
 * index that workers fetch by, and those in hand are what a worker's own look counted a moment ago.
 */
export async function selectQueueDepths(db: Pick<Pool, 'query'>): Promise<QueueDepth[]> {
  const { rows } = await db.query<QueueDepth>(`
    select q.name, coalesce(w.waiting, 0) as waiting, coalesce(w.deferred, 0) as deferred, q.active_count as running,
      coalesce(extract(epoch from now() - w.due), 0)::float8 as "oldestSeconds"
    from pgboss.queue q
    left join (
      select name, count(*) filter (where start_after <= now())::int as waiting, count(*) filter (where start_after > now())::int as deferred,
        min(start_after) filter (where start_after <= now()) as due
      from pgboss.job where state < 'active' and not blocked group by name) w on w.name = q.name`);
  return rows;
}

/** The next time that a cron expression (UTC) comes round; null for one that cannot be read. */
export function nextRun(cron: string, now: Date): Date | null {
  try {
    return CronExpressionParser.parse(cron, { tz: 'UTC', currentDate: now }).next().toDate();
  } catch {
    return null;
  }
}

export type FailedJobRow = {
  id: string;
  queue: string;
  at: Date;
  tries: number;
  message: string;
  orgId: string | null;
  ids: { name: string; id: string }[];
  /** It runs by itself on a schedule. */
  scheduled: boolean;
};

export type FailedJobPage = {
  since: Date;
  /** Empty: every queue. */
  queue: string;
  /** Found in queue, message and ids; empty: everything. */
  search: string;
  /** Jobs of these organisations are found as well. */
  orgIds: readonly string[];
  atMost: number;
  skip: number;
};

/** Jobs that failed for good, newest first, and how many there are. Of their data only ids come along. */
export async function selectFailedJobs(
  db: GlobalDb,
  page: FailedJobPage,
): Promise<{ rows: FailedJobRow[]; total: number }> {
  const { rows } = await sql<
    Omit<FailedJobRow, 'ids'> & { ids: { name: string; id: string }[] | null; total: number }
  >`
    with failed as (
      select j.id, j.name, j.completed_on, j.retry_count, coalesce(j.output ->> 'message', j.output ->> 'value', '') as message,
        case when j.data ->> 'orgId' ~* '^[0-9a-f-]{36}$' then j.data ->> 'orgId' end as org_id,
        (select jsonb_agg(jsonb_build_object('name', d.key, 'id', d.value) order by d.key)
          from jsonb_each_text(case when jsonb_typeof(j.data) = 'object' then j.data else '{}' end) d
          where d.key ~ 'Id$' and d.key <> 'orgId' and d.value ~ '^[0-9A-Za-z-]{1,64}$') as ids,
        exists (select from pgboss.schedule s where s.name = j.name) as scheduled
      from pgboss.job j
      where j.state = 'failed' and j.completed_on >= ${page.since} and (${page.queue} = '' or j.name = ${page.queue})
    )
    select id, name as queue, completed_on as at, retry_count + 1 as tries, left(message, 500) as message, org_id as "orgId", ids, scheduled,
      count(*) over ()::int as total
    from failed
    where ${page.search} = '' or position(lower(${page.search}) in lower(concat_ws(' ', name, message, id::text, org_id, ids::text))) > 0
      or org_id = any (${page.orgIds}::text[])
    order by completed_on desc, id limit ${page.atMost} offset ${page.skip}`.execute(db);
  return {
    rows: rows.map(({ total: _total, ids, ...row }) => ({ ...row, ids: ids ?? [] })),
    total: rows[0]?.total ?? 0,
  };
}

/** A failed job, held until the transaction ends, or undefined. */
export async function holdFailedJob(
  db: GlobalDb,
  queue: string,
  id: string,
): Promise<{ message: string; scheduled: boolean } | undefined> {
  const { rows } = await sql<{ message: string; scheduled: boolean }>`
    select left(coalesce(j.output ->> 'message', j.output ->> 'value', ''), 500) as message,
      exists (select from pgboss.schedule s where s.name = j.name) as scheduled
    from pgboss.job j where j.name = ${queue} and j.id = ${id}::uuid and j.state = 'failed' for update`.execute(
    db,
  );
  return rows[0];
}

/**
 * Gives a failed job one more try, as pg-boss does (`PgBoss.retry`).
 * @returns false when another one with its key waits already
 */
export async function retryFailedJob(db: GlobalDb, queue: string, id: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from pgboss.job o where o.name = j.name and o.id <> j.id and o.state in ('created', 'retry', 'active')
      and coalesce(o.singleton_key, '') = coalesce(j.singleton_key, '') and j.policy in ('short', 'singleton', 'stately', 'exclusive')) as taken
    from pgboss.job j where j.name = ${queue} and j.id = ${id}::uuid`.execute(db);
  if (rows[0]?.taken !== false) return false;
  await sql`update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = pgboss.job_now(),
    keep_until = greatest(keep_until, pgboss.job_now() + interval '1 day')
    where name = ${queue} and id = ${id}::uuid and state = 'failed'`.execute(db);
  return true;
}

/** Removes what the queue holds about an organization that is gone; work in hand, and jobs of one queue, stay. */
export async function forgetJobsOf(db: GlobalDb, orgId: string, exceptQueue: string): Promise<void> {
  await sql`delete from pgboss.job where state <> 'active' and name <> ${exceptQueue}
    and (group_id = ${orgId} or position(${orgId} in coalesce(singleton_key, '')) > 0 or position(${orgId} in data::text) > 0)`.execute(
    db,
  );
}
