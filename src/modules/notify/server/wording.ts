import { typedBy } from '#platform/server/mail/blocks.ts';

const number = (n: number): string => n.toLocaleString('en-US');
/** `1 issue`, `2,000 issues`. */
export const counted = (n: number, one: string, many = `${one}s`): string =>
  `${number(n)} ${n === 1 ? one : many}`;

/** `3 high, 2 medium and 1 low`; null where there is nothing. */
export function severities(counts: { highs: number; mediums: number; lows: number }): string | null {
  const parts = [
    counts.highs > 0 && `${number(counts.highs)} high`,
    counts.mediums > 0 && `${number(counts.mediums)} medium`,
    counts.lows > 0 && `${number(counts.lows)} low`,
  ].filter((part) => part !== false);
  return parts.length === 0
    ? null
    : parts.length === 1
      ? parts[0]!
      : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** A website as its owner calls it, and where it is. */
export const siteName = (name: string): string => typedBy(name, 80);
