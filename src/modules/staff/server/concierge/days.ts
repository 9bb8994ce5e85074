import { pacificDay } from '#modules/brand/server/public.ts';

/** The first instant of a Pacific day, written as 2026-12-31. */
export function dayBegins(day: string): Date {
  const eight = new Date(`${day}T08:00:00Z`);
  // an hour earlier in summer time
  const seven = new Date(`${day}T07:00:00Z`);
  return pacificDay(seven) === day ? seven : eight;
}

/** Its last second. */
export function dayEnds(day: string): Date {
  const noon = Date.parse(`${day}T12:00:00Z`);
  return new Date(dayBegins(new Date(noon + 86_400_000).toISOString().slice(0, 10)).getTime() - 1000);
}

/**
 * What a field of a form stands for: the instant that was kept where its day is still the same one.
 * @param day Pacific, or empty for none
 */
export const instantOf = (day: string, kept: Date | null, of: (day: string) => Date): Date | null =>
  day === '' ? null : kept !== null && pacificDay(kept) === day ? kept : of(day);

export const dayOf = (at: Date | null): string => (at === null ? '' : pacificDay(at));
