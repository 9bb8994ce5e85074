import { expect, test } from 'vitest';
import { countTicks } from './countTicks.ts';

test.each([
  [0, [0, 1, 2, 3, 4]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6, 8]],
  [9, [0, 5, 10, 15, 20]],
  [41, [0, 20, 40, 60, 80]],
  [100, [0, 25, 50, 75, 100]],
  [101, [0, 50, 100, 150, 200]],
])('an axis for %i counts in whole numbers up to what holds it', (largest, ticks) =>
  expect(countTicks(largest)).toEqual(ticks),
);
