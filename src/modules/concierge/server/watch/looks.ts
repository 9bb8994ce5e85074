import type { OrgScope } from '#platform/server/ctx.ts';
import { maturityElements, maturitySummary } from '#modules/maturity/server/public.ts';
import { openFindings, placeKey, severityOfIssue, websitePlace } from '#modules/monitoring/server/public.ts';
import { ratingCandidates } from '#modules/ratings/server/public.ts';
import type { Look, Observation } from './sightings.ts';

/** What the scans of websites leave open. A fixed finding was looked for and not found: monitoring says fixed of no other. */
export async function lookAtScans(scope: OrgScope): Promise<Look> {
  const { findings, websites } = await openFindings(scope);
  const watched = new Set(websites.map(({ url }) => websitePlace(url)));
  return {
    observations: findings.map((finding): Observation => ({
      source: 'scan',
      name: finding.rule,
      asset: websitePlace(finding.url),
      // what lies open may be a secret itself: where it lies is enough
      evidence: [
        finding.title,
        finding.place,
        /^(exposure|leaks)\./.test(finding.rule) ? '' : finding.evidence,
      ]
        .filter(Boolean)
        .join('\n'),
      severity: severityOfIssue[finding.severity],
    })),
    absent: ({ asset }) => (watched.has(asset) ? 'clean' : 'unwatched'),
  };
}

/**
 * What the rating knows. Only what a later measurement proved to be fixed counts as clean: what it has not seen for long, may
 * not look at any more or was told to leave out is no longer watched.
 */
export async function lookAtRating(scope: OrgScope): Promise<Look> {
  const candidates = await ratingCandidates(scope);
  const over = new Map(
    candidates.flatMap(({ fact, asset, goneBecause }) =>
      goneBecause ? [[`${fact} ${placeKey(asset)}`, goneBecause]] : [],
    ),
  );
  return {
    observations: candidates.flatMap(({ fact, asset, evidence, goneBecause }): Observation[] =>
      goneBecause ? [] : [{ source: 'rating', name: fact, asset, evidence }],
    ),
    absent: ({ type, asset }) => {
      const reasons = Object.keys(type.facts)
        .map((fact) => over.get(`${fact} ${asset}`))
        .filter((reason) => reason !== undefined);
      if (reasons.length === 0) return 'unknown';
      return reasons.includes('fixed') ? 'clean' : 'unwatched';
    },
  };
}

/** Elements of the assessment that stand at level 0. What is not answered now says nothing. */
export async function lookAtAssessment(scope: OrgScope): Promise<Look> {
  const { levels, weakest } = await maturitySummary(scope);
  const idOf = new Map(maturityElements().map(({ id, title }) => [title, id]));
  return {
    observations: weakest
      .filter(({ id }) => levels[id] === 0)
      .map(({ title }): Observation => ({ source: 'assessment', name: '', asset: title, evidence: '' })),
    absent: ({ asset }) => {
      const id = idOf.get(asset);
      return id !== undefined && (levels[id] ?? 0) > 0 ? 'clean' : 'unknown';
    },
  };
}
