import { expect, test } from 'vitest';
import { shownDay, shownTime, newYorkTimeOf } from './dates.ts';

test.each([
  ['2026-03-02T17:00:00Z', 'Mar 2, 2026'],
  ['2026-03-02T07:59:59Z', 'Mar 1, 2026'],
  ['2026-07-01T06:59:59Z', 'Jun 30, 2026'],
  ['2026-07-01T07:00:00Z', 'Jul 1, 2026'],
])('%s is %s in Pacific time', (at, day) => {
  expect(shownDay(at)).toBe(day);
  expect(shownDay(new Date(at))).toBe(day);
});

test.each([
  ['2026-03-02T17:00:00Z', 'Mar 2, 2026, 9:00 AM PST'],
  ['2026-07-01T06:59:59Z', 'Jun 30, 2026, 11:59 PM PDT'],
])('%s is %s to the minute', (at, time) => {
  expect(shownTime(at)).toBe(time);
  expect(shownTime(new Date(at))).toBe(time);
});

test.each([
  ['2026-03-02T17:00:00Z', 'Mar 2, 2026, 12:00 PM EST'],
  // the day changes three hours earlier than in Pacific time, and summer time begins three hours earlier
  ['2026-03-03T05:30:00Z', 'Mar 3, 2026, 12:30 AM EST'],
  ['2026-03-08T07:30:00Z', 'Mar 8, 2026, 3:30 AM EDT'],
  ['2026-11-01T05:30:00Z', 'Nov 1, 2026, 1:30 AM EDT'],
])('%s is %s in New York', (at, said) => {
  expect(newYorkTimeOf(at)).toBe(said);
  expect(newYorkTimeOf(new Date(at))).toBe(said);
});
