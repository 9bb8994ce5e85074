import { sql } from 'kysely';
import { percentOf } from '#platform/percent.ts';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';
import type { Finding, ScanLevel, ScanProgress } from '#providers/scanner/port.ts';
import type { RetestRow, ShownFinding } from './issues.store.ts';

export type Asked = { id: string; title: string; state: 'open' | 'fixed' };

/** Which of these ids are issues of the website, with whether they are there. */
export async function selectAsked(db: OrgDb, websiteId: string, ids: readonly string[]): Promise<Asked[]> {
  const rows = await db
    .selectFrom('finding')
    .select(['id', 'title', 'state'])
    .where('websiteId', '=', websiteId)
    .where('id', 'in', [...ids])
    .execute();
  return rows as Asked[];
}

/** When looks at issues of a website were asked for since then, oldest first. */
export async function selectRetestTimes(
  db: OrgDb,
  websiteId: string,
  since: Date,
): Promise<{ findingId: string; at: Date }[]> {
  const rows = await db
    .selectFrom('findingRetest')
    .select(['findingId', 'requestedAt'])
    .where('websiteId', '=', websiteId)
    .where('requestedAt', '>', since)
    .orderBy('requestedAt')
    .execute();
  return rows.map((row) => ({ findingId: row.findingId, at: row.requestedAt }));
}

/** Asks for a look at an issue; one that waits or runs already serves this one too. */
export async function insertRetest(
  db: OrgDb,
  given: { orgId: string; websiteId: string; findingId: string; id: string; by: string; now: Date },
): Promise<void> {
  await db
    .insertInto('findingRetest')
    .values({
      orgId: given.orgId,
      websiteId: given.websiteId,
      findingId: given.findingId,
      id: given.id,
      status: 'waiting',
      requestedBy: given.by,
      requestedAt: given.now,
      beatAt: given.now,
    })
    .onConflict((conflict) =>
      // literals: a prepared statement finds the partial index by them
      conflict
        .columns(['orgId', 'websiteId', 'findingId'])
        .where(sql<boolean>`status in ('waiting', 'running')`)
        .doNothing(),
    )
    .execute();
}

/** The newest look at each of these issues. */
export async function selectNewest(
  db: OrgDb,
  websiteId: string,
  ids: readonly string[],
): Promise<(RetestRow & { findingId: string })[]> {
  const { rows } = await sql<RetestRow & { findingId: string }>`
    select distinct on (finding_id) finding_id, id, status, requested_by, requested_at, ended_at, percent, activity, requests, reason
    from finding_retest where website_id = ${websiteId} and finding_id = any(${[...ids]}) order by finding_id, requested_at desc, id`.execute(
    db,
  );
  return rows;
}

export type RetestInHand = {
  id: string;
  findingId: string;
  requestedBy: string;
  begunAt: Date;
  tries: number;
  url: string;
  level: ScanLevel;
  finding: ShownFinding;
};

/**
 * Takes the look that waits longest in hand, or one that its worker left; null when none is there or when a scan of the
 * website runs, which comes first.
 */
export async function beginRetest(
  db: OrgDb,
  websiteId: string,
  now: Date,
  lostSince: Date,
): Promise<RetestInHand | null> {
  const { rows } = await sql<Omit<RetestInHand, 'begunAt'>>`
    with next as (
      select r.org_id, r.id from finding_retest r
      where r.website_id = ${websiteId} and (r.status = 'waiting' or (r.status = 'running' and r.beat_at <= ${lostSince}))
        and not exists (select from scan s where s.org_id = r.org_id and s.website_id = r.website_id and s.status = 'started')
      order by r.requested_at, r.id limit 1 for update skip locked
    ), begun as (
      update finding_retest r set status = 'running', tries = r.tries + 1, beat_at = ${now}, percent = 0, activity = 'Starting'
      from next n where r.org_id = n.org_id and r.id = n.id
      returning r.org_id, r.website_id, r.id, r.finding_id, r.requested_by, r.tries
    )
    select b.id, b.finding_id as "findingId", b.requested_by as "requestedBy", b.tries, w.url, f.seen_at_level as level, sf.details - 'screenshot' as finding
    from begun b
    join website w on w.org_id = b.org_id and w.id = b.website_id
    join finding f on f.org_id = b.org_id and f.website_id = b.website_id and f.id = b.finding_id
    join scan_finding sf on sf.org_id = f.org_id and sf.scan_id = f.last_scan_id and sf.finding_id = f.id and sf.last_seen = f.last_seen`.execute(
    db,
  );
  return rows[0] ? { ...rows[0], begunAt: now } : null;
}

/** Notes a sign of life, with news if there is any; false when the look is over, or its website gone. */
export async function saveRetestBeat(
  db: OrgDb,
  id: string,
  progress: ScanProgress | null,
  now: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('findingRetest')
    .set({
      beatAt: now,
      ...(progress && {
        percent: percentOf(progress.percent, 100),
        activity: progress.activity,
        requests: progress.requests,
      }),
    })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export type RetestEnd = {
  status: 'gone' | 'still-there' | 'unchecked';
  reason: string;
  requests: number;
  seen: Finding | null;
};

/** Ends a look; false when it was over before. */
export async function endRetest(db: OrgDb, id: string, end: RetestEnd, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('findingRetest')
    .set({
      status: end.status,
      reason: end.reason,
      requests: end.requests,
      seen: end.seen && JSON.stringify(end.seen),
      percent: 100,
      activity: '',
      endedAt: now,
      beatAt: now,
    })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** An issue that a look did not find any more is fixed; false when it was before, or when a scan saw it since the look began. */
export async function markFixed(
  db: OrgDb,
  websiteId: string,
  findingId: string,
  { begunAt, now }: { begunAt: Date; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('finding')
    .set({ state: 'fixed', fixedAt: now, acceptanceEndedAt: null })
    .where('websiteId', '=', websiteId)
    .where('id', '=', findingId)
    .where('state', '=', 'open')
    .where('lastSeen', '<=', begunAt)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** What a look that found the issue saw. */
export async function selectSeen(db: OrgDb, retestId: string): Promise<Finding | null> {
  const row = await db
    .selectFrom('findingRetest')
    .select('seen')
    .where('id', '=', retestId)
    .executeTakeFirst();
  return (row?.seen as Finding | null | undefined) ?? null;
}

export async function hasWaiting(db: OrgDb, websiteId: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('findingRetest')
      .select('id')
      .where('websiteId', '=', websiteId)
      .where('status', '=', 'waiting')
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}

/** Websites of all organizations with retests that no worker has taken care of since a moment. */
export async function selectSilent(
  db: GlobalDb,
  since: Date,
  atMost: number,
): Promise<{ orgId: string; websiteId: string }[]> {
  const { rows } = await sql<{
    orgId: string;
    websiteId: string;
  }>`select org_id, website_id from silent_retests(${since}, ${atMost})`.execute(db);
  return rows;
}
