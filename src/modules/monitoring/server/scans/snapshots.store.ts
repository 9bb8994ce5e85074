import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { Finding, FindingSeverity, ScanCoverage, TriedCount } from '#providers/scanner/port.ts';
import type { Decision } from './lifecycle.ts';
import type { UntestedCheck } from './scanResults.store.ts';

export type SnapshotRow = {
  id: string;
  state: 'new' | 'open' | 'reopened' | 'fixed';
  severity: FindingSeverity;
  firstSeen: Date;
  lastSeen: Date;
  details: Finding;
  hasScreenshot: boolean;
  decision: Decision | null;
};

/**
 * What a scan said about each issue: what counts first and worst first, then what was decided about, fixed ones last; all
 * of it with pictures, or one page without.
 */
export async function selectSnapshot(
  db: OrgDb,
  scanId: string,
  part?: { limit: number; offset: number },
): Promise<SnapshotRow[]> {
  const details = part ? sql`f.details - 'screenshot'` : sql`f.details`;
  const { rows } = await sql<SnapshotRow>`
    select f.finding_id as id, f.state, f.severity, f.first_seen, f.last_seen, ${details} as details, f.details ? 'screenshot' as has_screenshot, f.decision
    from scan_finding f where f.scan_id = ${scanId}
    order by (f.state = 'fixed'), (f.decision is not null), case f.severity when 'high' then 3 when 'medium' then 2 else 1 end desc,
      (f.details->'cvss'->>'score')::numeric desc, f.details->>'title', f.finding_id
    limit ${part?.limit ?? null} offset ${part?.offset ?? 0}`.execute(db);
  return rows;
}

export async function countSnapshot(db: OrgDb, scanId: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from scan_finding where scan_id = ${scanId}`.execute(db);
  return rows[0]!.n;
}

export type ScanNotes = {
  passed: { rule: string; title: string; owasp: string; pci: string; cwe?: string }[];
  coverage: ScanCoverage;
  /** By rule; null for scans that did not record it. */
  tried: Record<string, TriedCount> | null;
  notTested: UntestedCheck[] | null;
};

export async function selectScanNotes(db: OrgDb, scanId: string): Promise<ScanNotes | null> {
  const row = await db
    .selectFrom('scan')
    .select(['passed', 'coverage', 'tried', 'notTested'])
    .where('id', '=', scanId)
    .executeTakeFirst();
  return (row as ScanNotes | undefined) ?? null;
}
