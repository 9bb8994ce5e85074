import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database.ts';
import type { Finding, FindingSeverity } from '#providers/scanner/port.ts';
import { issuesPerPage } from '../rules.ts';

export type Counts = { highs: number; mediums: number; lows: number };

const countBySeverity = sql`count(*) filter (where severity = 'high') as highs, count(*) filter (where severity = 'medium') as mediums, count(*) filter (where severity = 'low') as lows`;

export async function countOpenIssues(db: OrgDb, websiteId: string): Promise<Counts> {
  const { rows } = await sql<Counts>`select ${countBySeverity} from finding where website_id = ${websiteId} and state = 'open'`.execute(db);
  return rows[0]!;
}

export async function countFixedIssues(db: OrgDb, websiteId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from finding where website_id = ${websiteId} and state = 'fixed'`.execute(
    db,
  );
  return rows[0]!.n;
}

export type IssueRow = {
  id: string;
  /** As the newest scan that saw it said. */
  snapshot_state: 'new' | 'open' | 'reopened';
  state: 'open' | 'fixed';
  severity: FindingSeverity;
  first_seen: Date;
  last_seen: Date;
  fixed_at: Date | null;
  times_reopened: number;
  details: Finding;
};

export type IssueFilter = {
  websiteId: string;
  state: 'open' | 'fixed' | 'all';
  severity?: FindingSeverity | undefined;
  search: string;
  sort: 'severity' | 'title' | 'firstSeen' | 'lastSeen';
  descending: boolean;
  page: number;
};

const severityRank = sql`case f.severity when 'high' then 3 when 'medium' then 2 else 1 end`;
const sortKeys = { severity: severityRank, title: sql`lower(f.title)`, firstSeen: sql`f.first_seen`, lastSeen: sql`f.last_seen` };
/** A person's text is looked for as it stands; `%` and `_` mean nothing special. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** One page of a website's lasting issues, each with the details of the scan that saw it last. */
export async function selectIssues(db: OrgDb, filter: IssueFilter): Promise<{ issues: IssueRow[]; total: number }> {
  const search = containing(filter.search);
  const where = sql`f.website_id = ${filter.websiteId}
    and (${filter.state} = 'all' or f.state = ${filter.state})
    and (${filter.severity ?? null}::text is null or f.severity = ${filter.severity ?? null})
    and (${filter.search} = '' or f.title ilike ${search} or f.rule ilike ${search} or sf.details->>'cwe' ilike ${search}
      or exists (select from jsonb_array_elements(sf.details->'places') p where p->>'url' ilike ${search}))`;
  const from = sql`from finding f join scan_finding sf on sf.org_id = f.org_id and sf.scan_id = f.last_scan_id and sf.finding_id = f.id`;
  const direction = sql.raw(filter.descending ? 'desc' : 'asc');
  const { rows: issues } = await sql<IssueRow>`
    select f.id, f.state, sf.state as snapshot_state, f.severity, f.first_seen, f.last_seen, f.fixed_at, f.times_reopened, sf.details
    ${from} where ${where}
    order by ${sortKeys[filter.sort]} ${direction}, ${severityRank} desc, (sf.details->'cvss'->>'score')::numeric desc, lower(f.title), f.id
    limit ${issuesPerPage} offset ${(filter.page - 1) * issuesPerPage}`.execute(db);
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n ${from} where ${where}`.execute(db);
  return { issues, total: counted[0]!.n };
}

export type SnapshotRow = {
  id: string;
  state: 'new' | 'open' | 'reopened' | 'fixed';
  severity: FindingSeverity;
  first_seen: Date;
  last_seen: Date;
  details: Finding;
};

/** What a scan said about each issue, worst first and fixed ones last; all of it, or one page. */
export async function selectSnapshot(db: OrgDb, scanId: string, part?: { limit: number; offset: number }): Promise<SnapshotRow[]> {
  const { rows } = await sql<SnapshotRow>`
    select f.finding_id as id, f.state, f.severity, f.first_seen, f.last_seen, f.details
    from scan_finding f where f.scan_id = ${scanId}
    order by (f.state = 'fixed'), ${severityRank} desc, (f.details->'cvss'->>'score')::numeric desc, f.details->>'title', f.finding_id
    limit ${part?.limit ?? null} offset ${part?.offset ?? 0}`.execute(db);
  return rows;
}

export async function countSnapshot(db: OrgDb, scanId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from scan_finding where scan_id = ${scanId}`.execute(db);
  return rows[0]!.n;
}

export type ScanNotes = {
  passed: { rule: string; title: string; owasp: string; pci: string }[];
  coverage: { blocked: string[]; timedOut: string[]; skipped: string[] };
};

export async function selectScanNotes(db: OrgDb, scanId: string): Promise<ScanNotes | null> {
  const row = await db.selectFrom('scan').select(['passed', 'coverage']).where('id', '=', scanId).executeTakeFirst();
  return (row as ScanNotes | undefined) ?? null;
}
