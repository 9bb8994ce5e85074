import type { MeasuredVector, RatedAsset, RatingFinding } from '#providers/ratings/port.ts';
import { findingDays, isAbout } from '../../rules.ts';

/** What is known of a domain from all its measurements together; instants are ISO text. */

export type KnownVector = {
  vector: string;
  /** When something was last learned; null for never. */
  measuredAt: string | null;
  triedAt: string;
  /** Why nothing was learned when it was last tried. */
  note: string | null;
};
export type KnownFinding = RatingFinding & { vector: string };
export type NotOurs = { reason: string; by: string; at: string };
export type KnownAsset = RatedAsset & { lastSeen: string; notOurs: NotOurs | null };
/** Findings are those that are open. */
export type Known = {
  vectors: readonly KnownVector[];
  findings: readonly KnownFinding[];
  assets: readonly KnownAsset[];
};

const dayMs = 86_400_000;
/** A penalty of a breach ends by itself. */
const penaltyDays = 730;

const isOlderThan = (seen: string, days: number, at: Date): boolean =>
  at.getTime() - Date.parse(seen) > days * dayMs;

/** Whether an observation is too old to count. */
export const isAged = ({ effect, firstSeen, lastSeen }: RatingFinding, at: Date): boolean =>
  effect.penalty === undefined
    ? isOlderThan(lastSeen, findingDays, at)
    : isOlderThan(firstSeen, penaltyDays, at);

/** Whether an observation says that something could be better. */
export const isHarmful = ({ grade }: Pick<RatingFinding, 'grade'>): boolean =>
  grade === 'BAD' || grade === 'WARN' || grade === 'FAIR';

export const disownedOf = (assets: readonly KnownAsset[]): string[] =>
  assets.filter(({ notOurs }) => notOurs !== null).map(({ asset }) => asset);

export const isDisowned = ({ asset }: Pick<RatingFinding, 'asset'>, disowned: readonly string[]): boolean =>
  disowned.some((other) => isAbout(asset, other));

/**
 * What counts at a moment: nothing older than 60 days, nothing of assets that are not the company's. A vector of which
 * nothing but that is known counts as not measured.
 */
export function countedVectors(known: Known, at: Date): Record<string, MeasuredVector> {
  const disowned = disownedOf(known.assets);
  return Object.fromEntries(
    known.vectors.map(({ vector, measuredAt, note }): [string, MeasuredVector] => {
      const all = known.findings.filter((finding) => finding.vector === vector);
      const findings = all.filter((finding) => !isAged(finding, at) && !isDisowned(finding, disowned));
      const isFresh = measuredAt !== null && !isOlderThan(measuredAt, findingDays, at);
      const measured = isFresh && (findings.length > 0 || all.length === 0);
      return [
        vector,
        { measured, ...(note === null || measured ? {} : { note }), findings: measured ? findings : [] },
      ];
    }),
  );
}
