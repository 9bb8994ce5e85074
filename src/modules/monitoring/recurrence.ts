import { DateTime } from 'luxon';
import { portalZone, type Recurrence } from './rules.ts';

export type WeekOfMonth = 'first' | 'second' | 'third' | 'fourth' | 'last';

/** When a website is scanned again and again. Wall-clock time is Pacific and stays the same over daylight saving. */
export type Repeat = {
  recurrence: Recurrence;
  /** No scan before this day; its time of day is the time of every scan. */
  first: Date;
  /** For `m` and `q`: 31 means the last day of shorter months. Ignored where `weekday` is set. */
  dayOfMonth: number;
  /** For `m` and `q`: the first Monday, the last Friday; 1 Monday to 7 Sunday. */
  weekday: { index: WeekOfMonth; day: number } | null;
};

const local = (date: Date) => DateTime.fromJSDate(date, { zone: portalZone });
const weekNumber = { first: 0, second: 1, third: 2, fourth: 3 } as const;

/** Days that a month has. */
export const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();
/** The same day in a month that may be shorter (modules.md 5). */
export const clampDay = (day: number, year: number, month: number): number =>
  Math.min(day, daysInMonth(year, month));

/** Day of the month of the second Tuesday, the last Sunday … */
export function weekdayOfMonth(year: number, month: number, index: WeekOfMonth, day: number): number {
  const firstIsOn = DateTime.utc(year, month, 1).weekday;
  const earliest = 1 + ((day - firstIsOn + 7) % 7);
  if (index !== 'last') return earliest + 7 * weekNumber[index];
  return earliest + 7 * Math.floor((daysInMonth(year, month) - earliest) / 7);
}

/** A Pacific wall-clock time as an instant: one that is skipped moves forward, one that happens twice is the earlier. */
export function pacificInstant(year: number, month: number, day: number, hour: number, minute: number): Date {
  const found = DateTime.fromObject({ year, month, day, hour, minute }, { zone: portalZone });
  const earlier = found.minus({ hours: 1 });
  const happensTwice = earlier.hour === found.hour && earlier.minute === found.minute;
  return (happensTwice ? earlier : found).toJSDate();
}

type MonthCount = number; // months since the year 0
const monthOf = (count: MonthCount) => ({ year: Math.floor(count / 12), month: (count % 12) + 1 });

function dayIn(repeat: Repeat, year: number, month: number): number {
  return repeat.weekday
    ? weekdayOfMonth(year, month, repeat.weekday.index, repeat.weekday.day)
    : clampDay(repeat.dayOfMonth, year, month);
}

function nextByMonths(repeat: Repeat, step: number, after: Date): Date {
  const first = local(repeat.first);
  const count = first.year * 12 + first.month - 1;
  // the first day that fits may be in the month after; quarters count from there
  const start = dayIn(repeat, first.year, first.month) >= first.day ? count : count + 1;
  const from = local(after);
  const passed = from.year * 12 + from.month - 1 - start;
  for (let n = Math.max(0, Math.floor(passed / step)); ; n++) {
    const { year, month } = monthOf(start + n * step);
    const at = pacificInstant(year, month, dayIn(repeat, year, month), first.hour, first.minute);
    if (at > after) return at;
  }
}

function nextByDays(repeat: Repeat, step: number, after: Date): Date {
  const first = local(repeat.first);
  const passed = local(after).startOf('day').diff(first.startOf('day'), 'days').days;
  for (let n = Math.max(0, Math.floor(passed / step)); ; n++) {
    const day = first.startOf('day').plus({ days: n * step });
    const at = pacificInstant(day.year, day.month, day.day, first.hour, first.minute);
    if (at > after) return at;
  }
}

/** The first scan that is later than `after`. */
export function nextRun(repeat: Repeat, after: Date): Date {
  switch (repeat.recurrence) {
    case 'd':
      return nextByDays(repeat, 1, after);
    case 'w':
      return nextByDays(repeat, 7, after);
    case 'm':
      return nextByMonths(repeat, 1, after);
    case 'q':
      return nextByMonths(repeat, 3, after);
  }
}

/** Next day at 1:00 AM (modules.md 4). */
export function defaultFirstScan(now: Date): Date {
  const tomorrow = local(now).startOf('day').plus({ days: 1 });
  return pacificInstant(tomorrow.year, tomorrow.month, tomorrow.day, 1, 0);
}

/** Not before today, and at most until the end of the year five years ahead (modules.md 5, 9), in Pacific time. */
export function isScheduleDateAllowed(date: Date, now: Date): boolean {
  const day = local(date);
  const today = local(now);
  return day.startOf('day') >= today.startOf('day') && day.year <= today.year + 5;
}

/** Day and time on the Pacific wall clock: `2026-11-21` and `01:00`. */
export function pacificParts(date: Date): {
  date: string;
  time: string;
  dayOfMonth: number;
  dayOfWeek: number;
} {
  const at = local(date);
  return {
    date: at.toFormat('yyyy-MM-dd'),
    time: at.toFormat('HH:mm'),
    dayOfMonth: at.day,
    dayOfWeek: at.weekday,
  };
}
