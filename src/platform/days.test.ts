import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shownDay, shownTime } from './dates.ts';
import {
  addDays,
  addMonths,
  dayNumber,
  dayWords,
  isDay,
  monthOf,
  monthWords,
  pacificDay,
  shortMonthWords,
  toDay,
  type Day,
} from './days.ts';
import { day } from './daySchema.ts';

const zones = [
  'Pacific/Kiritimati',
  'Pacific/Apia',
  'Asia/Kolkata',
  'Europe/Berlin',
  'UTC',
  'America/Sao_Paulo',
  'America/Los_Angeles',
  'Pacific/Pago_Pago',
];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const anyDay = fc
  .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2090-12-31T00:00:00Z'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));

/** Made of the digits alone, so that no clock and no zone has a part in it. */
const expected = (text: string): string =>
  `${months[Number(text.slice(5, 7)) - 1]} ${Number(text.slice(8))}, ${text.slice(0, 4)}`;

// the way of a day: what the database sends, the driver, a reply of the wire, the screen
const travel = `
  import pg from 'pg';
  import '#platform/server/database/database.ts';
  import { z } from 'zod';
  import { day } from '#platform/daySchema.ts';
  import { dayWords } from '#platform/days.ts';
  const fromSql = pg.types.getTypeParser(pg.types.builtins.DATE);
  const reply = z.object({ day });
  let text = '';
  for await (const part of process.stdin) text += part;
  const shown = JSON.parse(text).map((sent) => dayWords(reply.parse(JSON.parse(JSON.stringify({ day: fromSql(sent) }))).day));
  process.stdout.write(JSON.stringify({ zone: new Date(0).getTimezoneOffset(), shown }));
`;

describe('days', () => {
  test('a day is shown as the same day, whatever zone the process runs in', () => {
    // nights on which clocks change, and the day that Samoa left out
    const edges = [
      '2026-03-08',
      '2026-11-01',
      '2026-03-29',
      '2026-10-25',
      '2011-12-30',
      '2028-02-29',
      '2026-01-01',
      '2026-12-31',
    ];
    const days = [...fc.sample(anyDay, 400), ...edges];
    const offsets = zones.map((zone) => {
      const child = spawnSync(process.execPath, ['--input-type=module', '-e', travel], {
        input: JSON.stringify(days),
        env: { ...process.env, TZ: zone },
        encoding: 'utf8',
      });
      expect(child.stderr).toBe('');
      const { zone: offset, shown } = JSON.parse(child.stdout) as { zone: number; shown: string[] };
      expect(shown).toEqual(days.map(expected));
      return offset;
    });
    expect(new Set(offsets).size).toBeGreaterThan(5);
  });

  test('a day cannot be shown as an instant: neither by its type nor as plain text', () => {
    const given: Day = toDay('2026-10-12');
    // @ts-expect-error a day is no instant
    expect(() => shownDay(given)).toThrow(/dayWords/);
    // @ts-expect-error nor to the minute
    expect(() => shownTime(given)).toThrow(/dayWords/);
    expect(() => shownDay('2026-10-12')).toThrow(/dayWords/);
    expect(shownDay('2026-10-12T12:00:00Z')).toBe(dayWords(given));
  });

  test.each([
    '2026-02-30',
    '2026-13-01',
    '2026-1-1',
    '2026-10-12T00:00:00Z',
    '',
    ' 2026-10-12',
    '10/12/2026',
  ])('is not %j', (text) => {
    expect(isDay(text)).toBe(false);
    expect(() => toDay(text)).toThrow(RangeError);
    expect(day.safeParse(text).success).toBe(false);
  });

  test('a day counts on and back through leap years and the ends of months', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -4000, max: 4000 }), (text, days) => {
        const one = toDay(text);
        const other = addDays(one, days);
        expect(dayNumber(other) - dayNumber(one)).toBe(days);
        expect(addDays(other, -days)).toBe(one);
        expect(one < other).toBe(days > 0);
      }),
    );
    expect(addMonths(toDay('2026-11-30'), 3)).toBe('2027-02-01');
    expect(monthOf(toDay('2026-11-30'))).toBe('2026-11-01');
    expect(monthWords(toDay('2026-11-30'))).toBe('November 2026');
    expect(shortMonthWords(toDay('2026-11-30'))).toBe('Nov 2026');
  });

  test.each([
    ['2026-03-02T07:59:59Z', '2026-03-01'],
    ['2026-07-01T07:00:00Z', '2026-07-01'],
  ])('of the instant %s is %s in Pacific time', (at, text) => expect(pacificDay(new Date(at))).toBe(text));
});
