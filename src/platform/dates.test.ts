import { expect, test } from 'vitest';
import { shownDay, shownTime } from './dates.ts';

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
