import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { Finding, FindingSeverity } from '#providers/scanner/port.ts';
import type { IssueFilter } from '../../issueFilter.ts';
import { decisionJson } from './decisions.store.ts';
import type { Decision } from '../scans/lifecycle.ts';

export type Counts = { highs: number; mediums: number; lows: number };

const countBySeverity = sql`count(*) filter (where severity = 'high') as highs, count(*) filter (where severity = 'medium') as mediums, count(*) filter (where severity = 'low') as lows`;

/** Issues that are there and that nobody decided about. */
export async function countOpenIssues(db: OrgDb, websiteId: string): Promise<Counts> {
  const { rows } =
    await sql<Counts>`select ${countBySeverity} from finding where website_id = ${websiteId} and status = 'open'`.execute(
      db,
    );
  return rows[0]!;
}

export async function countOtherIssues(
  db: OrgDb,
  websiteId: string,
): Promise<{ fixed: number; accepted: number; falsePositive: number }> {
  const { rows } = await sql<{ fixed: number; accepted: number; falsePositive: number }>`
    select count(*) filter (where status = 'fixed') as fixed, count(*) filter (where status = 'accepted') as accepted,
      count(*) filter (where status = 'false-positive') as "falsePositive" from finding where website_id = ${websiteId}`.execute(
    db,
  );
  return rows[0]!;
}

/** A finding as lists show it: its picture stays in the database. */
export type ShownFinding = Omit<Finding, 'screenshot'> & { placesTotal?: number };

export type RetestRow = {
  id: string;
  status: 'waiting' | 'running' | 'gone' | 'still-there' | 'unchecked';
  requestedBy: string;
  requestedAt: string;
  endedAt: string | null;
  percent: number;
  activity: string;
  requests: number;
  reason: string;
};

export type IssueRow = {
  id: string;
  /** As the newest scan that saw it said. */
  snapshotState: 'new' | 'open' | 'reopened';
  status: 'open' | 'fixed' | 'accepted' | 'false-positive';
  severity: FindingSeverity;
  firstSeen: Date;
  lastSeen: Date;
  fixedAt: Date | null;
  timesReopened: number;
  details: ShownFinding;
  hasScreenshot: boolean;
  decision: Decision | null;
  secondLook: boolean;
  acceptanceEndedAt: Date | null;
  retest: RetestRow | null;
  ofRule: number;
};

const severityRank = sql`case f.severity when 'high' then 3 when 'medium' then 2 else 1 end`;
const sortKeys = {
  severity: severityRank,
  title: sql`lower(f.title)`,
  firstSeen: sql`f.first_seen`,
  lastSeen: sql`f.last_seen`,
};
/** A person's text is looked for as it stands; `%` and `_` mean nothing special. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

const from = sql`from finding f join scan_finding sf on sf.org_id = f.org_id and sf.scan_id = f.last_scan_id and sf.finding_id = f.id and sf.last_seen = f.last_seen`;
const equal = (column: string, value: string | undefined) =>
  sql`(${value ?? null}::text is null or ${sql.raw(column)} = ${value ?? null})`;

function whereOf(websiteId: string, filter: IssueFilter) {
  const search = containing(filter.search);
  return sql`f.website_id = ${websiteId}
    and (${filter.state} = 'all' or f.status = ${filter.state})
    and ${equal('f.severity', filter.severity)} and ${equal('f.confidence', filter.confidence)}
    and ${equal('f.owasp', filter.owasp)} and ${equal('f.folder', filter.folder)}
    and (${filter.search} = '' or f.title ilike ${search} or f.rule ilike ${search} or sf.details->>'cwe' ilike ${search}
      or exists (select from jsonb_array_elements(sf.details->'places') p where p->>'url' ilike ${search} or p->>'parameter' ilike ${search}))`;
}

const columns = sql`f.id, f.status, sf.state as snapshot_state, f.severity, f.first_seen, f.last_seen, f.fixed_at, f.times_reopened,
  f.second_look, f.acceptance_ended_at, ${decisionJson} as decision, sf.details - 'screenshot' as details, sf.details ? 'screenshot' as has_screenshot,
  (select jsonb_build_object('id', r.id, 'status', r.status, 'requestedBy', r.requested_by, 'requestedAt', r.requested_at,
      'endedAt', r.ended_at, 'percent', r.percent, 'activity', r.activity, 'requests', r.requests, 'reason', r.reason)
    from finding_retest r where r.org_id = f.org_id and r.website_id = f.website_id and r.finding_id = f.id
    order by r.requested_at desc, r.id limit 1) as retest`;

export type Part = { limit: number; offset: number };

/** Lasting issues of a website that a filter finds, each with the details of the scan that saw it last. */
export async function selectIssues(
  db: OrgDb,
  websiteId: string,
  filter: IssueFilter & { descending: boolean; grouped: boolean },
  part: Part,
): Promise<{ issues: IssueRow[]; total: number }> {
  const where = whereOf(websiteId, filter);
  const direction = sql.raw(filter.descending ? 'desc' : 'asc');
  const groups = filter.grouped ? sql`worst desc, rule,` : sql``;
  const { rows: issues } = await sql<IssueRow>`
    with found as (
      select f.*, count(*) over by_rule as of_rule, max(${severityRank}) over by_rule as worst
      ${from} where ${where} window by_rule as (partition by f.rule)
    ), met as (
      select org_id, website_id, id, of_rule,
        row_number() over (order by ${groups} ${sortKeys[filter.sort]} ${direction}, ${severityRank} desc, f.score desc, lower(f.title), f.id) as place
      from found f
    )
    select ${columns}, m.of_rule from met m
    join finding f on f.org_id = m.org_id and f.website_id = m.website_id and f.id = m.id
    join scan_finding sf on sf.org_id = f.org_id and sf.scan_id = f.last_scan_id and sf.finding_id = f.id and sf.last_seen = f.last_seen
    where m.place > ${part.offset} and m.place <= ${part.offset + part.limit} order by m.place`.execute(db);
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n ${from} where ${where}`.execute(db);
  return { issues, total: counted[0]!.n };
}

export type Facets = {
  owasp: { code: string; count: number }[];
  folders: { folder: string; count: number }[];
};
const mostFolders = 50;

/** What the issues of one state can be narrowed by. */
export async function selectFacets(
  db: OrgDb,
  websiteId: string,
  state: IssueFilter['state'],
): Promise<Facets> {
  const where = sql`website_id = ${websiteId} and (${state} = 'all' or status = ${state})`;
  const { rows: owasp } = await sql<{ code: string; count: number }>`
    select owasp as code, count(*) as count from finding where ${where} and owasp <> '' group by 1 order by 1`.execute(
    db,
  );
  const { rows: folders } = await sql<{ folder: string; count: number }>`
    select folder, count(*) as count from finding where ${where} group by 1 order by 2 desc, 1 limit ${mostFolders}`.execute(
    db,
  );
  return { owasp, folders };
}

/** One lasting issue, or null. */
export async function selectIssue(db: OrgDb, websiteId: string, id: string): Promise<IssueRow | null> {
  const { rows } =
    await sql<IssueRow>`select ${columns}, 1 as of_rule ${from} where f.website_id = ${websiteId} and f.id = ${id}`.execute(
      db,
    );
  return rows[0] ?? null;
}

/** The picture that a scan kept as proof; of the newest scan that saw the issue where none is named. */
export async function selectScreenshot(
  db: OrgDb,
  websiteId: string,
  id: string,
  scanId?: string,
): Promise<string | null> {
  const { rows } = await sql<{ screenshot: string | null }>`
    select sf.details ->> 'screenshot' as screenshot from finding f
    join scan_finding sf on sf.org_id = f.org_id and sf.scan_id = coalesce(${scanId ?? null}::uuid, f.last_scan_id) and sf.finding_id = f.id
    where f.website_id = ${websiteId} and f.id = ${id}`.execute(db);
  return rows[0]?.screenshot ?? null;
}
