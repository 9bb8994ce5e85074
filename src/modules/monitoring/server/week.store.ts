import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';

/** What happened to issues of websites since a moment, and what is open now; what was decided about is neither. */
export type IssuesSince = {
  scans: number;
  fresh: number;
  fixed: number;
  highs: number;
  mediums: number;
  lows: number;
};

export async function issuesSince(db: OrgDb, since: Date): Promise<IssuesSince> {
  const { rows } = await sql<IssuesSince>`
    select (select count(*)::int from scan where status = 'completed' and completed_at >= ${since}) as scans,
      count(*) filter (where status = 'open' and first_seen >= ${since})::int as fresh,
      count(*) filter (where status = 'fixed' and fixed_at >= ${since})::int as fixed,
      count(*) filter (where status = 'open' and severity = 'high')::int as highs,
      count(*) filter (where status = 'open' and severity = 'medium')::int as mediums,
      count(*) filter (where status = 'open' and severity = 'low')::int as lows
    from finding`.execute(db);
  return rows[0]!;
}
