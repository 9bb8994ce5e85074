import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';
import { websitePlace } from './problems.ts';
import { summaryPart } from '#platform/server/database/summaryPart.ts';
import type { FindingSeverity } from '#providers/scanner/port.ts';

type ProblemIssue = {
  targetId: string;
  findingId: string;
  website: string;
  title: string;
  severity: FindingSeverity;
  status: 'open' | 'fixed' | 'accepted' | 'false-positive';
};

const most = 20;

/** Issues that are one problem at one place: those that are open first, and the gravest of them. */
export async function issuesOfProblem(
  db: OrgDb,
  rules: readonly string[],
  place: string,
): Promise<ProblemIssue[]> {
  if (rules.length === 0) return [];
  const websites = (await db.selectFrom('website').select(['id', 'url']).execute()).filter(
    ({ url }) => websitePlace(url) === place,
  );
  if (websites.length === 0) return [];
  const { rows } = await sql<ProblemIssue>`
    select f.website_id as "targetId", f.id as "findingId", w.name as website, f.title, f.severity, f.status
    from finding f join website w on w.org_id = f.org_id and w.id = f.website_id
    where f.website_id = any(${websites.map(({ id }) => id)}::uuid[]) and f.rule = any(${[...rules]})
    order by f.status <> 'open', array_position(array['high', 'medium', 'low'], f.severity), f.last_seen desc, f.id limit ${most}`.execute(
    db,
  );
  return rows;
}

/** A rule with an open issue on a website. */
type OpenProblem = { rule: string; url: string };

/**
 * For the dashboard: which rules have an open issue. The index is asked for one rule after the other, so that it costs the same
 * however many issues there are.
 */
export const openProblemsPart = summaryPart({
  value: () => sql<OpenProblem[]>`(
    with recursive seen (org_id, website_id, url, rule) as (
      select w.org_id, w.id, w.url, (select min(f.rule) from finding f where f.org_id = w.org_id and f.website_id = w.id and f.status = 'open')
      from website w
      union all
      select s.org_id, s.website_id, s.url,
        (select min(f.rule) from finding f where f.org_id = s.org_id and f.website_id = s.website_id and f.status = 'open' and f.rule > s.rule)
      from seen s where s.rule is not null
    )
    select coalesce(jsonb_agg(jsonb_build_object('rule', rule, 'url', url)), '[]') from seen where rule is not null)`,
  read: (problems): OpenProblem[] => problems,
});
