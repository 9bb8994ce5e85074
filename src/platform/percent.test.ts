import fc from 'fast-check';
import { expect, test } from 'vitest';
import { percentOf } from './percent.ts';

test.each([
  [199, 250, 80],
  [1, 3, 33],
  [2, 3, 67],
  [1, 1000, 1],
  [999, 1000, 99],
  [0, 7, 0],
  [7, 7, 100],
  [0, 0, 0],
  [9, 7, 100],
])('%i of %i is %i%', (part, whole, percent) => expect(percentOf(part, whole)).toBe(percent));

test('a percentage is 100 only for the whole, 0 only for none, at most one away from the truth, and never falls as more is done', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), fc.nat(100_000), (whole, some) => {
      const part = some % (whole + 1);
      const percent = percentOf(part, whole);
      expect(percent === 100).toBe(part === whole);
      expect(percent === 0).toBe(part === 0);
      expect(Math.abs(percent - (100 * part) / whole)).toBeLessThan(1);
      expect(percentOf(Math.max(0, part - 1), whole)).toBeLessThanOrEqual(percent);
    }),
  );
});
