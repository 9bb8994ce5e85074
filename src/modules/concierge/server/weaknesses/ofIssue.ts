import { problemOfRule, weaknessOfIssue, websitePlace } from '#modules/monitoring/server/public.ts';
import { moduleIsActive } from '#modules/plans/server/public.ts';
import { selectShownWeakness } from './weaknesses.store.ts';

weaknessOfIssue.provide(async (scope, { rule, url }) => {
  const problem = problemOfRule(rule);
  if (!problem || !(await moduleIsActive(scope, 'cyberconcierge'))) return null;
  const shown = await scope.inOrg((db) => selectShownWeakness(db, problem.id, websitePlace(url)));
  return shown ?? null;
});
