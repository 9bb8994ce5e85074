import type { $brand } from 'zod';

/**
 * A day of the calendar, `2026-03-02`, without a time and without a zone. `daySchema.ts` parses it at the boundaries; the
 * database driver returns it for `date` columns.
 */
export type Day = string & $brand<'Day'>;

/** Text of an instant: any text but a `Day`, which would move by a zone's offset. */
export type InstantText = string & { readonly [$brand]?: never };

const shape = /^\d{4}-\d\d-\d\d$/;
const dayMs = 86_400_000;
const midnight = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const dayAt = (utc: number): Day => new Date(utc).toISOString().slice(0, 10) as Day;

/** Whether a text is a day that the calendar has. */
export function isDay(text: string): text is Day {
  if (!shape.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && dayAt(at) === text;
}

/** A day out of text that must be one. */
export function toDay(text: string): Day {
  if (!isDay(text)) throw new RangeError(`Not a day written as 2026-12-31: ${text}`);
  return text;
}

const written = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});

/** A day as people read it: `Mar 2, 2026` (platform.md 9). It is the same day in every zone. */
export const dayWords = (day: Day): string => written.format(midnight(toDay(day)));

const longMonth = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** The month of a day where there is little room: `Mar 2026`. */
export const shortMonthWords = (day: Day): string => dayWords(day).replace(/ \d+,/, '');

/** The month of a day: `March 2026`. */
export const monthWords = (day: Day): string => longMonth.format(midnight(toDay(day)));

const pacific = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Los_Angeles',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The day that it is in Pacific time (platform.md 9). */
export const pacificDay = (at: Date): Day => pacific.format(at) as Day;

/** Days since January 1, 1970, a Thursday. */
export const dayNumber = (day: Day): number => midnight(day) / dayMs;

export const addDays = (day: Day, days: number): Day => dayAt(midnight(day) + days * dayMs);

/** The first day of its month. */
export const monthOf = (day: Day): Day => `${day.slice(0, 7)}-01` as Day;

/** The first day of the month so many months later. */
export function addMonths(day: Day, months: number): Day {
  const count = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}-01` as Day;
}
