import type { MeasuredVector, RatingFinding } from '../../port.ts';
import { vectorIds, vectorInfo, type VectorId } from '../../vectors.ts';

/** Findings for tests, seen today. */

export const now = new Date('2026-11-20T00:00:00Z');
export const ago = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

export function finding(
  id: VectorId,
  effect: RatingFinding['effect'],
  more: Partial<RatingFinding> = {},
): RatingFinding {
  const fact = more.fact ?? 'any-fact';
  const asset = more.asset ?? 'shop.test';
  return {
    key: `${id}|${asset}|${fact}`,
    fact,
    asset,
    evidence: '',
    grade: 'WARN',
    effect,
    firstSeen: ago(0),
    lastSeen: ago(0),
    ...more,
  };
}
export const vector = (...findings: RatingFinding[]): MeasuredVector => ({ measured: true, findings });
export const level = (id: VectorId, value: number): MeasuredVector => vector(finding(id, { level: value }));

/** Everything that weighs something, each at the same score. */
export const weighing = vectorIds.filter((id) => vectorInfo[id].weight > 0 && id !== 'patching_cadence');
export const allAt = (value: number): Record<string, MeasuredVector> =>
  Object.fromEntries(weighing.map((id) => [id, level(id, value)]));
