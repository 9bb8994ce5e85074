import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { FindingSeverity, KnownPlaces } from '#providers/scanner/port.ts';
import type { Decision, KnownIssue } from '../scans/lifecycle.ts';
import { decisionJson } from './decisions.store.ts';

/** As many as one scan looks for again. */
const mostKnown = 3000;

/** Open issues of a website with the places where the newest scan saw them. */
export async function selectKnownPlaces(db: OrgDb, websiteId: string): Promise<KnownPlaces[]> {
  const { rows } = await sql<KnownPlaces>`
    select f.id, f.rule, seen.places
    from finding f cross join lateral (
      select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('method', p->'method', 'url', p->'url', 'parameter', p->'parameter', 'foundOn', p->'foundOn'))) as places
      from scan_finding sf, jsonb_array_elements(sf.details->'places') p
      where sf.org_id = f.org_id and sf.scan_id = f.last_scan_id and sf.finding_id = f.id and sf.last_seen = f.last_seen) seen
    where f.website_id = ${websiteId} and f.state = 'open' and seen.places is not null
    order by f.score desc, f.id limit ${mostKnown}`.execute(db);
  return rows;
}

/** Every issue that was ever seen on a website. */
export async function selectKnownIssues(db: OrgDb, websiteId: string): Promise<KnownIssue[]> {
  const { rows } = await sql<
    Omit<KnownIssue, 'urls' | 'decision'> & {
      urls: string[] | null;
      decision: Decision | null;
      decidedSeverity: FindingSeverity | null;
    }
  >`
    select f.id, f.rule, f.state, f.severity, f.first_seen, f.seen_at_level, f.decided_severity, f.second_look, ${decisionJson} as decision,
      (select jsonb_agg(p->>'url') from scan_finding sf, jsonb_array_elements(sf.details->'places') p
        where sf.org_id = f.org_id and sf.scan_id = f.last_scan_id and sf.finding_id = f.id and sf.last_seen = f.last_seen and f.state = 'open') as urls
    from finding f where f.website_id = ${websiteId}`.execute(db);
  return rows.map(({ urls, decision, decidedSeverity, ...row }) => ({
    ...row,
    urls: urls ?? [],
    decision: decision && { ...decision, severity: decidedSeverity ?? row.severity },
  }));
}
