import type { RatingFinding } from '../../port.ts';
import { breachDays, daysSince } from './life.ts';

/** What a breach takes halves so often (modules.md 2). */
const halfLifeDays = 120;
const mostTogether = 250;

/** Points that breaches take from the rating on a day. */
export function penaltyOf(findings: readonly RatingFinding[], at: Date): number {
  let points = 0;
  for (const { effect, firstSeen } of findings) {
    const days = daysSince(firstSeen, at);
    if (effect.penalty && days < breachDays) points += effect.penalty * 0.5 ** (days / halfLifeDays);
  }
  return Math.min(mostTogether, points);
}
