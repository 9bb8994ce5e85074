import type { MeasuredVector, Ratings, RatingFinding, Scored } from '#providers/ratings/port.ts';
import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { ratingsContract } from '../contract.ts';
import { countedVectors, isHarmful, type Known } from './runs/known.ts';
import { selectKnown } from './runs/known.store.ts';
import { requireDomain } from './company/ownUrl.ts';
import { selectNewest } from './runs/snapshots.store.ts';

type Calls = typeof ratingsContract;
type Score = NonNullable<Ratings['score']>;
type Vectors = Record<string, MeasuredVector>;

/** Whether somebody can do something about an observation; a breach of the past stays what it was. */
export const isMendable = (finding: RatingFinding): boolean =>
  isHarmful(finding) && finding.effect.penalty === undefined;

/** The observation as it would be, mended: nothing speaks against its part of the vector any more. */
const mended = (finding: RatingFinding): RatingFinding => ({
  ...finding,
  fact: 'mended',
  grade: 'GOOD',
  effect: { level: 100, ...(finding.effect.part ? { part: finding.effect.part } : {}) },
});

/** The same vectors with some observations mended. */
export function withMended(vectors: Vectors, keys: ReadonlySet<string>): Vectors {
  return Object.fromEntries(
    Object.entries(vectors).map(([id, vector]): [string, MeasuredVector] => {
      if (!vector.findings.some(({ key }) => keys.has(key))) return [id, vector];
      const findings = vector.findings.map((finding) =>
        keys.has(finding.key) && isMendable(finding) ? mended(finding) : finding,
      );
      return [id, { ...vector, findings }];
    }),
  );
}

/** Observations of a vector that are alike in this are alike in what mending one of them brings. */
const kindOf = ({ fact, grade, effect, firstSeen }: RatingFinding): string =>
  JSON.stringify([fact, grade, effect, firstSeen.slice(0, 10)]);

/** What mending each observation alone would bring, in points of the rating, by key. */
export function gainsOf(score: Score, vectors: Vectors, at: Date, rating: number): Map<string, number> {
  const gains = new Map<string, number>();
  for (const [id, vector] of Object.entries(vectors)) {
    // a company of a hundred hosts has the same thing a hundred times: it is worked out once
    const ofKind = new Map<string, number>();
    for (const finding of vector.findings) {
      if (!isMendable(finding)) continue;
      const kind = kindOf(finding);
      let gain = ofKind.get(kind);
      if (gain === undefined) {
        const findings = vector.findings.map((one) => (one === finding ? mended(one) : one));
        const alone = score({ ...vectors, [id]: { ...vector, findings } }, at).rating;
        gain = Math.max(0, (alone ?? rating) - rating);
        ofKind.set(kind, gain);
      }
      gains.set(finding.key, gain);
    }
  }
  return gains;
}

export type Plan = ReplyOf<Calls['planRatings']>['data'];

/** What the rating would be with some observations mended. Keys that are not open any more change nothing. */
export function planOf(score: Score, known: Known, at: Date, fixed: readonly string[]): Plan | null {
  const vectors = countedVectors(known, at);
  const now = score(vectors, at);
  const planned = withMended(vectors, new Set(fixed));
  const then = score(planned, at);
  if (now.rating === null || then.rating === null) return null;
  return {
    rating: now.rating,
    projected: then.rating,
    capReason: then.capReason,
    grades: movedGrades(now, then),
    gains: Object.fromEntries(gainsOf(score, planned, at, then.rating)),
  };
}

const movedGrades = (now: Scored, then: Scored): Plan['grades'] =>
  Object.entries(then.vectors).flatMap(([vector, { grade }]) => {
    const from = now.vectors[vector]?.grade ?? 'N/A';
    return from === grade ? [] : [{ vector, from, to: grade }];
  });

/** Refuses with `no-rating`, or with `cannot-plan` where the arithmetic is an agency's own. */
export async function planRatings(
  ctx: OrgScope,
  { fixed }: BodyOf<Calls['planRatings']>,
): Promise<{ data: Plan }> {
  const { score, source } = ctx.providers.ratings;
  if (!score) throw new Refusal('cannot-plan');
  const { known, snapshot } = await ctx.inOrg(async (db) => {
    const domain = await requireDomain(db, 'no-rating');
    return { known: await selectKnown(db, domain), snapshot: await selectNewest(db, domain, source.id) };
  });
  const data = snapshot && planOf(score, known, snapshot.writtenAt, fixed);
  if (!data) throw new Refusal('no-rating');
  return { data };
}
