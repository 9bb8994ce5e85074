import { expect, test } from 'vitest';
import { shownDay } from './dates.ts';

test.each([
  ['2026-03-02T17:00:00Z', 'Mar 2, 2026'],
  ['2026-03-02T07:59:59Z', 'Mar 1, 2026'],
  ['2026-07-01T06:59:59Z', 'Jun 30, 2026'],
  ['2026-07-01T07:00:00Z', 'Jul 1, 2026'],
])('%s is %s in Pacific time', (at, day) => {
  expect(shownDay(at)).toBe(day);
  expect(shownDay(new Date(at))).toBe(day);
});
