import { pacificDay } from '#platform/days.ts';
import type { Measurement, Ratings, Scored } from '#providers/ratings/port.ts';
import type { RatingsData } from '../entities.ts';
import { composeData } from './data.ts';
import type { KnownAsset, KnownFinding } from './runs/known.ts';
import { gainsOf } from './plan.ts';

/** A single measurement as the answer of the portal, without a past; null where too little was measured. */
export function ratingOf(
  ratings: Ratings,
  measurement: Measurement,
  how: { at: Date; verified: boolean },
): { data: RatingsData | null; scored: Scored } {
  const { domain, measuredAt, assets, vectors } = measurement;
  if (!ratings.score) throw new Error('Only observations can be rated.');
  const scored = ratings.score(vectors, how.at);
  const { rating } = scored;
  if (rating === null) return { data: null, scored };
  const shown = ratings.withHistory?.(vectors, how.at) ?? vectors;
  const findings = Object.entries(vectors).flatMap(([vector, one]) =>
    one.findings.map((finding): KnownFinding => ({ ...finding, vector })),
  );
  const gains = gainsOf(ratings.score, vectors, how.at, rating);
  const counted = findings.map(({ key, vector, fact, asset, grade, firstSeen }) => ({
    key,
    vector,
    fact,
    asset,
    grade,
    firstSeen,
    gain: gains.get(key) ?? null,
  }));
  const data = composeData({
    domain,
    source: ratings.source,
    snapshot: {
      measuredAt: new Date(measuredAt),
      writtenAt: how.at,
      detail: { scored, counted, disowned: [], past: [], industry: null, hasReport: false },
    },
    points: [{ day: pacificDay(new Date(measuredAt)), rating, change: null }],
    known: {
      vectors: Object.entries(vectors).map(([vector, { measured, note }]) => ({
        vector,
        measuredAt: measured ? measuredAt : null,
        triedAt: measuredAt,
        note: note ?? null,
      })),
      findings,
      assets: assets.map((asset): KnownAsset => ({ ...asset, lastSeen: measuredAt, notOurs: null })),
    },
    vectors: shown,
    industry: null,
    verified: how.verified,
    dkimSelectors: [],
    canPlan: true,
  });
  return { data, scored };
}
