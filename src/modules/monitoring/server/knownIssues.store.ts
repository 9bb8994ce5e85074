import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database.ts';
import type { FindingSeverity, ScanLevel } from '#providers/scanner/port.ts';
import type { Decision, KnownIssue } from './lifecycle.ts';
import { decisionJson } from './decisions.store.ts';

/** Every issue that was ever seen on a website. */
export async function selectKnownIssues(db: OrgDb, websiteId: string): Promise<KnownIssue[]> {
  const { rows } = await sql<{
    id: string;
    rule: string;
    state: 'open' | 'fixed';
    severity: FindingSeverity;
    first_seen: Date;
    seen_at_level: ScanLevel;
    urls: string[] | null;
    decision: Decision | null;
    decided_severity: FindingSeverity | null;
    second_look: boolean;
  }>`
    select f.id, f.rule, f.state, f.severity, f.first_seen, f.seen_at_level, f.decided_severity, f.second_look, ${decisionJson} as decision,
      (select jsonb_agg(p->>'url') from scan_finding sf, jsonb_array_elements(sf.details->'places') p
        where sf.org_id = f.org_id and sf.scan_id = f.last_scan_id and sf.finding_id = f.id and f.state = 'open') as urls
    from finding f where f.website_id = ${websiteId}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    rule: row.rule,
    state: row.state,
    severity: row.severity,
    firstSeen: row.first_seen,
    seenAtLevel: row.seen_at_level,
    urls: row.urls ?? [],
    decision: row.decision && { ...row.decision, severity: row.decided_severity ?? row.severity },
    secondLook: row.second_look,
  }));
}
