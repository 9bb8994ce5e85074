import { addDays, pacificDay, type Day } from '#platform/days.ts';

/** The first instant of a Pacific day. */
export function dayBegins(day: Day): Date {
  const eight = new Date(`${day}T08:00:00Z`);
  // an hour earlier in summer time
  const seven = new Date(`${day}T07:00:00Z`);
  return pacificDay(seven) === day ? seven : eight;
}

/** Its last second. */
export const dayEnds = (day: Day): Date => new Date(dayBegins(addDays(day, 1)).getTime() - 1000);

/**
 * What a field of a form stands for: the instant that was kept where its day is still the same one.
 * @param day Pacific, or empty for none
 */
export const instantOf = (day: Day | '', kept: Date | null, of: (day: Day) => Date): Date | null =>
  day === '' ? null : kept !== null && pacificDay(kept) === day ? kept : of(day);

export const dayOf = (at: Date | null): Day | '' => (at === null ? '' : pacificDay(at));
