import type { OrgScope } from '#platform/server/ctx.ts';
import { problemOfRule, websitePlace } from '#platform/server/problems.ts';
import { moduleIsActive } from '#modules/plans/server/public.ts';

/** The weakness that is the same problem as an issue of a scan; null where there is none that the customer sees. */
export async function weaknessOfIssue(
  scope: OrgScope,
  { rule, url }: { rule: string; url: string },
): Promise<{ weaknessId: string; title: string } | null> {
  const problem = problemOfRule(rule);
  if (!problem || !(await moduleIsActive(scope, 'cyberconcierge'))) return null;
  const row = await scope.inOrg((db) =>
    db
      .selectFrom('weakness')
      .select(['id', 'title'])
      .where('type', '=', problem.id)
      .where('asset', '=', websitePlace(url))
      .where('status', '<>', 'Not Relevant')
      .executeTakeFirst(),
  );
  return row ? { weaknessId: row.id, title: row.title } : null;
}
