import type { RatingFinding } from '../../port.ts';

export const dayMs = 86_400_000;

/** Days between two instants, with fractions; never negative. */
export const daysSince = (instant: string, at: Date) =>
  Math.max(0, (at.getTime() - Date.parse(instant)) / dayMs);

/** What was last seen longer ago says nothing any more (modules.md 2). */
export const liveDays = 60;
/** A breach fades over two years instead. */
export const breachDays = 730;

/** Whether a finding counts on a day. */
export function isAlive(finding: RatingFinding, at: Date): boolean {
  if (finding.effect.penalty !== undefined) return daysSince(finding.firstSeen, at) < breachDays;
  // Whole days: of a report only its day is known.
  return Math.floor(daysSince(finding.lastSeen, at)) <= liveDays;
}
