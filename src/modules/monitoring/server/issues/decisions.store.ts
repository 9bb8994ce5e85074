import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';
import type { Decision } from '../scans/lifecycle.ts';

/** An instant of the database as JSON carries it. */
const iso = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);

/** What was decided about the issue `f`, as a `Decision`; null where nothing is. */
export const decisionJson = sql<Decision | null>`case when f.decision is not null then jsonb_build_object('kind', f.decision,
  'reason', f.decision_reason, 'by', f.decided_by, 'at', ${iso('f.decided_at')}, 'until', ${iso('f.accepted_until')}) end`;

type Which = { websiteId: string; ids: readonly string[] };

/** Which of these ids are issues of the website. */
export async function selectExisting(
  db: OrgDb,
  { websiteId, ids }: Which,
): Promise<{ id: string; title: string; decision: string | null }[]> {
  return db
    .selectFrom('finding')
    .select(['id', 'title', 'decision'])
    .where('websiteId', '=', websiteId)
    .where('id', 'in', [...ids])
    .execute();
}

export async function saveDecision(
  db: OrgDb,
  { websiteId, ids }: Which,
  given: { kind: Decision['kind']; reason: string; by: string; at: Date; until: Date | null },
): Promise<void> {
  await db
    .updateTable('finding')
    .set((e) => ({
      decision: given.kind,
      decisionReason: given.reason,
      decidedBy: given.by,
      decidedAt: given.at,
      decidedSeverity: e.ref('severity'),
      acceptedUntil: given.until,
      secondLook: false,
      acceptanceEndedAt: null,
    }))
    .where('websiteId', '=', websiteId)
    .where('id', 'in', [...ids])
    .execute();
  await bringReportUpToDate(db, { websiteId, ids });
}

const nothing = {
  decision: null,
  decisionReason: '',
  decidedBy: null,
  decidedAt: null,
  decidedSeverity: null,
  acceptedUntil: null,
  secondLook: false,
};

export async function clearDecision(db: OrgDb, { websiteId, ids }: Which): Promise<void> {
  await db
    .updateTable('finding')
    .set({ ...nothing, acceptanceEndedAt: null })
    .where('websiteId', '=', websiteId)
    .where('id', 'in', [...ids])
    .execute();
  await bringReportUpToDate(db, { websiteId, ids });
}

/** Ends the acceptances whose date is over; the issues that were accepted, the worst first. */
export async function endAcceptances(
  db: OrgDb,
  websiteId: string,
  now: Date,
): Promise<{ id: string; title: string; state: string; score: number }[]> {
  const rows = await db
    .updateTable('finding')
    .set((e) => ({ ...nothing, acceptanceEndedAt: e.ref('acceptedUntil') }))
    .where('websiteId', '=', websiteId)
    .where('decision', '=', 'accepted')
    .where('acceptedUntil', '<=', now)
    .returning(['id', 'title', 'state', 'score'])
    .execute();
  await bringReportUpToDate(db, { websiteId, ids: rows.map(({ id }) => id) });
  return rows.toSorted((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1));
}

/**
 * The newest report tells decisions as they are now, with counts that fit; every older one as they were when the next scan
 * was completed.
 */
async function bringReportUpToDate(db: OrgDb, { websiteId, ids }: Which): Promise<void> {
  if (ids.length === 0) return;
  const newest = sql`(select id from scan where website_id = ${websiteId} and status = 'completed' order by completed_at desc limit 1)`;
  await sql`update scan_finding sf set decision = case when f.second_look then null else ${decisionJson} end
    from finding f where f.org_id = sf.org_id and f.website_id = ${websiteId} and f.id = sf.finding_id
      and sf.finding_id = any(${[...ids]}) and sf.scan_id = ${newest}`.execute(db);
  await sql`update scan s set highs = c.highs, mediums = c.mediums, lows = c.lows, decided_issues = c.decided,
      new_issues = c.new, open_issues = c.open, reopened_issues = c.reopened, fixed_issues = c.fixed
    from (select
        count(*) filter (where counts and severity = 'high') as highs, count(*) filter (where counts and severity = 'medium') as mediums,
        count(*) filter (where counts and severity = 'low') as lows, count(*) filter (where state <> 'fixed' and not counts) as decided,
        count(*) filter (where counts and state = 'new') as new, count(*) filter (where counts and state = 'open') as open,
        count(*) filter (where counts and state = 'reopened') as reopened,
        count(*) filter (where state = 'fixed' and coalesce(decision ->> 'kind', '') <> 'false-positive') as fixed
      from (select *, state <> 'fixed' and decision is null as counts from scan_finding where scan_id = ${newest}) x) c
    where s.id = ${newest}`.execute(db);
}

/** Websites with acceptances whose date is over, of all organizations. */
export async function selectEndedAcceptances(
  db: GlobalDb,
  now: Date,
  atMost: number,
): Promise<{ orgId: string; websiteId: string }[]> {
  const { rows } = await sql<{
    orgId: string;
    websiteId: string;
  }>`select org_id, website_id from ended_acceptances(${now}, ${atMost})`.execute(db);
  return rows;
}
