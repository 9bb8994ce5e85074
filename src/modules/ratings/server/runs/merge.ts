import { createHash } from 'node:crypto';
import type { Measurement, RatingFinding } from '#providers/ratings/port.ts';
import { storable } from '#platform/storable.ts';
import { isAged, isHarmful, type Known, type KnownFinding, type KnownVector } from './known.ts';

/** Only a company that proved its domain is asked at its doors. */
export const provedVectors: readonly string[] = ['open_ports'];

export type Closed = { key: string; because: 'fixed' | 'aged' | 'unverified' };
export type Merged = { vectors: KnownVector[]; seen: KnownFinding[]; closed: Closed[] };

/** Findings of one vector that are kept; who observes more has a flood, not a list. */
const mostOfVector = 200;
const longest = { key: 400, asset: 300, evidence: 2000, fact: 120, note: 600 } as const;

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
const keyOf = (key: string): string =>
  key.length <= longest.key ? key : createHash('sha256').update(key).digest('hex');

/** An observation fit for the database, whatever a server made it say. */
const kept = (finding: RatingFinding, vector: string): KnownFinding => ({
  ...storable(finding),
  vector,
  key: keyOf(storable(finding.key)),
  fact: cut(storable(finding.fact), longest.fact),
  asset: cut(storable(finding.asset), longest.asset),
  evidence: cut(storable(finding.evidence), longest.evidence),
});

const worstFirst = ['BAD', 'WARN', 'FAIR', 'NEUTRAL', 'GOOD'];

const earlier = (a: string, b: string): string => (Date.parse(a) <= Date.parse(b) ? a : b);
const later = (a: string, b: string): string => (Date.parse(a) >= Date.parse(b) ? a : b);

/**
 * Sets a measurement against what was known. What a vector that was measured does not show any more is fixed at once; a
 * vector that could not be measured keeps its findings until they are 60 days old. An observation that goes on keeps the
 * day of its beginning.
 * @param verified whether the company proved the domain: without it nothing is kept of its doors
 */
export function mergeMeasurement(
  known: Known,
  measurement: Measurement,
  { at, verified }: { at: Date; verified: boolean },
): Merged {
  const now = at.toISOString();
  const merged: Merged = { vectors: [], seen: [], closed: [] };
  const before = new Map(known.findings.map((finding) => [finding.key, finding]));
  const measured = new Set<string>();
  const seen = new Set<string>();
  const allows = (vector: string): boolean => verified || !provedVectors.includes(vector);

  for (const [vector, outcome] of Object.entries(measurement.vectors)) {
    const old = known.vectors.find((one) => one.vector === vector);
    if (!outcome.measured || !allows(vector)) {
      const note = outcome.note === undefined ? null : cut(storable(outcome.note), longest.note);
      merged.vectors.push({
        vector,
        measuredAt: allows(vector) ? (old?.measuredAt ?? null) : null,
        triedAt: now,
        note,
      });
      continue;
    }
    measured.add(vector);
    merged.vectors.push({ vector, measuredAt: now, triedAt: now, note: null });
    const findings = outcome.findings.map((finding) => kept(finding, vector));
    findings.sort((a, b) => worstFirst.indexOf(a.grade) - worstFirst.indexOf(b.grade));
    for (const finding of findings.slice(0, mostOfVector)) {
      if (seen.has(finding.key)) continue;
      seen.add(finding.key);
      const open = before.get(finding.key);
      merged.seen.push({
        ...finding,
        firstSeen: open ? earlier(open.firstSeen, finding.firstSeen) : finding.firstSeen,
        lastSeen: open ? later(open.lastSeen, finding.lastSeen) : finding.lastSeen,
      });
    }
  }
  for (const finding of known.findings) {
    if (seen.has(finding.key)) continue;
    if (isAged(finding, at)) merged.closed.push({ key: finding.key, because: 'aged' });
    else if (!allows(finding.vector)) merged.closed.push({ key: finding.key, because: 'unverified' });
    else if (measured.has(finding.vector)) merged.closed.push({ key: finding.key, because: 'fixed' });
  }
  return merged;
}

/** How many harmful observations there are, by asset. */
export const harmfulAt = (
  findings: readonly KnownFinding[],
  isIt: (finding: KnownFinding) => boolean,
): number => findings.filter((finding) => isHarmful(finding) && isIt(finding)).length;
