import {
  problemKey,
  problemOfFact,
  problemOfRule,
  placeKey,
  websitePlace,
} from '#modules/monitoring/server/public.ts';

type Issue = { rule: string; url: string };
type Weakness = { type: string; asset: string; urgent: boolean };
type Fix = { fact: string; asset: string };

const keysOfIssues = (issues: readonly Issue[]): Set<string> =>
  new Set(
    issues.flatMap(({ rule, url }) => {
      const problem = problemOfRule(rule);
      return problem ? [problemKey({ type: problem.id, asset: websitePlace(url) })] : [];
    }),
  );

/** Open weaknesses that are open issues as well: one problem, which the issues count. */
export function sameAsIssues(
  weaknesses: readonly Weakness[],
  issues: readonly Issue[],
): { weaknesses: number; urgent: number } {
  const known = keysOfIssues(issues);
  const same = weaknesses.filter((weakness) => known.has(problemKey(weakness)));
  return { weaknesses: same.length, urgent: same.filter(({ urgent }) => urgent).length };
}

/** Fixes of the rating that are neither an open issue nor an open weakness, which are proposed by themselves. */
export function fixesOfTheirOwn<F extends Fix>(
  fixes: readonly F[],
  weaknesses: readonly Weakness[],
  issues: readonly Issue[],
): F[] {
  const known = new Set([...keysOfIssues(issues), ...weaknesses.map(problemKey)]);
  return fixes.filter(({ fact, asset }) => {
    const problem = problemOfFact(fact);
    return !problem || !known.has(problemKey({ type: problem.id, asset: placeKey(asset) }));
  });
}
