import { problemOfRule, weaknessOfIssue, websitePlace } from '#modules/monitoring/server/public.ts';
import { moduleIsActive } from '#modules/plans/server/public.ts';

/** The one that the customer sees. */
weaknessOfIssue.provide(async (scope, { rule, url }) => {
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
});
