import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  clampDay,
  defaultFirstScan,
  isScheduleDateAllowed,
  nextRun,
  pacificInstant,
  pacificParts,
  weekdayOfMonth,
  type Repeat,
  type WeekOfMonth,
} from './recurrence.ts';
import { portalZone, toWire, type Recurrence } from './rules.ts';

const zoned = (date: Date) =>
  Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(portalZone);
const instant = (day: Temporal.PlainDate, time: Temporal.PlainTime) =>
  new Date(day.toZonedDateTime({ timeZone: portalZone, plainTime: time }).epochMilliseconds);
const pacific = (text: string) =>
  new Date(Temporal.PlainDateTime.from(text).toZonedDateTime(portalZone).epochMilliseconds);

/** A second, slower way to the same answer: look at each day in turn and keep those that the words of the rule name. */
function slowNextRun(repeat: Repeat, after: Date): Date {
  const first = zoned(repeat.first);
  const time = Temporal.PlainTime.from({ hour: first.hour, minute: first.minute });
  const fits = (day: Temporal.PlainDate) => {
    if (repeat.recurrence === 'd') return true;
    if (repeat.recurrence === 'w') return day.dayOfWeek === first.dayOfWeek;
    if (!repeat.weekday) return day.day === Math.min(repeat.dayOfMonth, day.daysInMonth);
    if (day.dayOfWeek !== repeat.weekday.day) return false;
    if (repeat.weekday.index === 'last') return day.day + 7 > day.daysInMonth;
    return (
      Math.ceil(day.day / 7) === ['first', 'second', 'third', 'fourth'].indexOf(repeat.weekday.index) + 1
    );
  };
  let anchor: Temporal.PlainDate | null = null;
  for (let day = first.toPlainDate(); ; day = day.add({ days: 1 })) {
    if (!fits(day)) continue;
    anchor ??= day;
    const months = (day.year - anchor.year) * 12 + day.month - anchor.month;
    if (repeat.recurrence === 'q' && months % 3 !== 0) continue;
    const at = instant(day, time);
    if (at > after) return at;
  }
}

const aRepeat = fc
  .record({
    recurrence: fc.constantFrom<Recurrence>('d', 'w', 'm', 'q'),
    minutes: fc.integer({ min: Date.UTC(2023, 10, 1) / 60_000, max: Date.UTC(2029, 0, 1) / 60_000 }),
    dayOfMonth: fc.integer({ min: 1, max: 31 }),
    weekday: fc.option(
      fc.record({
        index: fc.constantFrom<WeekOfMonth>('first', 'second', 'third', 'fourth', 'last'),
        day: fc.integer({ min: 1, max: 7 }),
      }),
      { nil: null },
    ),
  })
  .map(({ minutes, ...rest }): Repeat => ({ ...rest, first: new Date(minutes * 60_000) }));
const minutesAfterStart = fc.integer({ min: -90 * 1440, max: 900 * 1440 });
const cases = [aRepeat, minutesAfterStart] as const;
const afterOf = (repeat: Repeat, minutes: number) => new Date(repeat.first.getTime() + minutes * 60_000);
const longest = { d: 2, w: 8, m: 63, q: 125 } as const;

describe('the next scan', () => {
  test('is the one that a day-by-day search finds', () => {
    fc.assert(
      fc.property(...cases, (repeat, minutes) => {
        const after = afterOf(repeat, minutes);
        expect(toWire(nextRun(repeat, after))).toBe(toWire(slowNextRun(repeat, after)));
      }),
      { numRuns: 300 },
    );
  });

  test('is strictly later than the moment asked about, and no other scan lies between', () => {
    fc.assert(
      fc.property(...cases, (repeat, minutes) => {
        const after = afterOf(repeat, minutes);
        const next = nextRun(repeat, after);
        expect(next.getTime()).toBeGreaterThan(after.getTime());
        expect(nextRun(repeat, new Date(next.getTime() - 1))).toEqual(next);
      }),
    );
  });

  test('comes within one turn of the first day or of the moment asked about', () => {
    fc.assert(
      fc.property(...cases, (repeat, minutes) => {
        const after = afterOf(repeat, minutes);
        const from = Math.max(after.getTime(), repeat.first.getTime());
        expect(nextRun(repeat, after).getTime() - from).toBeLessThanOrEqual(
          longest[repeat.recurrence] * 86_400_000,
        );
      }),
    );
  });

  test('keeps its time on the wall clock through every season, save where the clock skips it', () => {
    fc.assert(
      fc.property(...cases, (repeat, minutes) => {
        const wanted = pacificParts(repeat.first).time;
        const next = nextRun(repeat, afterOf(repeat, minutes));
        const skipped = zoned(next).offset !== zoned(new Date(next.getTime() - 3 * 3_600_000)).offset;
        expect(skipped || pacificParts(next).time === wanted).toBe(true);
      }),
    );
  });
});

describe('by day of the month', () => {
  const monthly = (first: string, dayOfMonth: number): Repeat => ({
    recurrence: 'm',
    first: pacific(first),
    dayOfMonth,
    weekday: null,
  });
  const run = (repeat: Repeat, times: number) => {
    const days: string[] = [];
    for (let at = new Date(repeat.first.getTime() - 1); days.length < times;) {
      at = nextRun(repeat, at);
      days.push(pacificParts(at).date);
    }
    return days;
  };

  test('the 31st is the last day of shorter months and comes back in longer ones', () => {
    expect(run(monthly('2027-12-31T01:00', 31), 5)).toEqual([
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
    ]);
    expect(run(monthly('2027-01-31T01:00', 31), 3)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
  });

  test('a day that the first month has passed begins in the next month', () => {
    expect(run(monthly('2026-11-20T01:00', 5), 2)).toEqual(['2026-12-05', '2027-01-05']);
  });

  test('quarters count three months from the first scan, over the end of the year', () => {
    expect(run({ ...monthly('2026-11-30T01:00', 30), recurrence: 'q' }, 4)).toEqual([
      '2026-11-30',
      '2027-02-28',
      '2027-05-30',
      '2027-08-30',
    ]);
    expect(run({ ...monthly('2026-11-20T01:00', 5), recurrence: 'q' }, 3)).toEqual([
      '2026-12-05',
      '2027-03-05',
      '2027-06-05',
    ]);
  });

  test('a day is clamped to the days of its month', () => {
    expect([
      clampDay(31, 2026, 2),
      clampDay(29, 2028, 2),
      clampDay(31, 2100, 2),
      clampDay(31, 2026, 4),
      clampDay(15, 2026, 4),
    ]).toEqual([28, 29, 28, 30, 15]);
  });
});

describe('by weekday of the month', () => {
  test.each([
    [2026, 11, 'first', 1, 2],
    [2026, 11, 'first', 7, 1],
    [2026, 11, 'fourth', 5, 27],
    [2026, 11, 'last', 1, 30],
    [2027, 2, 'last', 7, 28],
    [2028, 2, 'last', 2, 29],
  ] as const)('%d-%d %s %d is day %d', (year, month, index, day, expected) => {
    expect(weekdayOfMonth(year, month, index, day)).toBe(expected);
  });
});

describe('when clocks change', () => {
  const daily = (first: string): Repeat => ({
    recurrence: 'd',
    first: pacific(first),
    dayOfMonth: 1,
    weekday: null,
  });

  test('2:30 AM, which spring skips, is 3:30 AM that day and 2:30 AM the day after', () => {
    const repeat = daily('2027-03-01T02:30');
    expect(toWire(nextRun(repeat, pacific('2027-03-13T12:00')))).toBe('2027-03-14T10:30:00Z');
    expect(toWire(nextRun(repeat, pacific('2027-03-14T12:00')))).toBe('2027-03-15T09:30:00Z');
  });

  test('1:30 AM, which autumn has twice, is scanned at the first of the two and not again', () => {
    const repeat = daily('2026-10-20T01:30');
    const first = nextRun(repeat, pacific('2026-10-31T12:00'));
    expect(toWire(first)).toBe('2026-11-01T08:30:00Z');
    expect(toWire(nextRun(repeat, first))).toBe('2026-11-02T09:30:00Z');
  });

  test('any wall-clock time of a year is the instant that a second implementation finds', () => {
    for (
      let at = Temporal.PlainDateTime.from('2026-02-25T00:00');
      at.year < 2027;
      at = at.add({ minutes: 30 })
    ) {
      expect(pacificInstant(at.year, at.month, at.day, at.hour, at.minute)).toEqual(pacific(at.toString()));
    }
  });
});

describe('dates that a schedule may begin on', () => {
  // half past eleven at night in California, already tomorrow in UTC
  const now = new Date('2026-11-21T07:30:00Z');

  test('the default is the next day at 1:00 AM Pacific time', () => {
    expect(toWire(defaultFirstScan(now))).toBe('2026-11-21T09:00:00Z');
    expect(toWire(defaultFirstScan(new Date('2027-03-13T20:00:00Z')))).toBe('2027-03-14T09:00:00Z');
  });

  test.each([
    ['2026-11-20T08:00:00Z', true],
    ['2026-11-20T07:59:59Z', false],
    ['2031-12-31T20:00:00Z', true],
    ['2032-01-01T07:59:59Z', true],
    ['2032-01-01T08:00:00Z', false],
  ])('%s: %s', (date, allowed) => {
    expect(isScheduleDateAllowed(new Date(date), now)).toBe(allowed);
  });
});
