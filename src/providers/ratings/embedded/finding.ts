import type { MeasuredVector, RatingFinding } from '../port.ts';
import { facts, type Fact, type FactId } from './facts.ts';

const maxEvidence = 300;
const maxAsset = 300;

/** Text of strangers as one plain line: no control or formatting characters, not endless. */
export function plain(text: string, length = maxEvidence): string {
  const line = text
    .slice(0, length * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

/** An observation made now, with the worth that its fact has. */
export function makeFinding(
  id: FactId,
  asset: string,
  evidence: string,
  now: Date,
  effect: RatingFinding['effect'] = {},
): RatingFinding {
  const fact: Fact = facts[id];
  const seen = now.toISOString();
  const at = plain(asset, maxAsset);
  return {
    key: `${fact.vector}|${at}|${id}`,
    fact: id,
    asset: at,
    evidence: plain(evidence),
    grade: fact.grade,
    effect: {
      ...(fact.level !== undefined && { level: fact.level }),
      ...(fact.minus !== undefined && { minus: fact.minus }),
      ...(fact.group && { group: fact.group }),
      ...(fact.cap !== undefined && { cap: fact.cap }),
      ...effect,
    },
    firstSeen: seen,
    lastSeen: seen,
  };
}

export const notMeasured = (note: string): MeasuredVector => ({
  measured: false,
  note: plain(note),
  findings: [],
});

/** A hostile server could give rise to thousands. */
const maxFindings = 60;
const order = ['BAD', 'WARN', 'FAIR', 'NEUTRAL', 'GOOD'];

/** Measured, each observation once; of very many the worst. */
export function measured(findings: readonly RatingFinding[], note?: string): MeasuredVector {
  const unique = [...new Map(findings.map((finding) => [finding.key, finding])).values()];
  if (unique.length > maxFindings)
    unique.sort((one, other) => order.indexOf(one.grade) - order.indexOf(other.grade)).splice(maxFindings);
  return { measured: true, ...(note !== undefined && { note: plain(note) }), findings: unique };
}
