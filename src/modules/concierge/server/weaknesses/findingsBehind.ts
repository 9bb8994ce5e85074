import type { OrgScope } from '#platform/server/ctx.ts';
import { moduleIsActive } from '#modules/plans/server/public.ts';
import { issuesOfProblem, placeKey, problems } from '#modules/monitoring/server/public.ts';
import { ratingCandidates } from '#modules/ratings/server/public.ts';
import type { WeaknessDetails } from '../../entities.ts';

type Subject = { type: string; asset: string };

const mostFacts = 20;

/** What a weakness follows from: issues of scans, and what the rating saw there; of modules that are in use. */
export async function findingsBehind(
  scope: OrgScope,
  { type, asset }: Subject,
): Promise<Pick<WeaknessDetails, 'issues' | 'ratingFindings'>> {
  const problem = problems().find(({ id }) => id === type);
  if (!problem) return { issues: [], ratingFindings: [] };
  const issues = (await moduleIsActive(scope, 'monitoring'))
    ? await scope.inOrg((db) => issuesOfProblem(db, problem.rules, asset))
    : [];
  const rated =
    Object.keys(problem.facts).length > 0 && (await moduleIsActive(scope, 'ratings'))
      ? await ratingCandidates(scope)
      : [];
  return {
    issues,
    ratingFindings: rated
      .filter(
        (one) =>
          one.goneBecause === null && Object.hasOwn(problem.facts, one.fact) && placeKey(one.asset) === asset,
      )
      .slice(0, mostFacts)
      .map(({ title, vector, asset: seenAt }) => ({ title, vector, asset: seenAt })),
  };
}
