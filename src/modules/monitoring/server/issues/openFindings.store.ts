import { sql } from 'kysely';
import type { OrgScope } from '#platform/server/ctx.ts';
import type { FindingSeverity } from '#providers/scanner/port.ts';

/** An issue that is open now. Place and evidence quote a website that nobody vouches for. */
export type OpenFinding = {
  rule: string;
  title: string;
  severity: FindingSeverity;
  /** Of the website. */
  url: string;
  /** The first place where it was seen: the address without its query, in which secrets may stand. */
  place: string;
  evidence: string;
};

/** As many as anybody looks through. */
const most = 5000;

/** Issues that are open now and the websites that are scanned, gravest first. */
export async function openFindings(
  ctx: OrgScope,
): Promise<{ findings: OpenFinding[]; websites: { url: string }[] }> {
  return ctx.inOrg(async (db) => {
    const { rows: findings } = await sql<OpenFinding>`
      select f.rule, f.title, f.severity, w.url, coalesce(split_part(sf.details #>> '{places,0,url}', '?', 1), '') as place,
        coalesce(sf.details #>> '{places,0,evidence}', '') as evidence
      from finding f join website w on w.org_id = f.org_id and w.id = f.website_id
        join scan_finding sf on sf.org_id = f.org_id and sf.scan_id = f.last_scan_id and sf.finding_id = f.id and sf.last_seen = f.last_seen
      where f.status = 'open' order by array_position(array['high', 'medium', 'low'], f.severity), f.first_seen, f.id limit ${most}`.execute(
      db,
    );
    const websites = await db.selectFrom('website').select('url').execute();
    return { findings, websites };
  });
}
