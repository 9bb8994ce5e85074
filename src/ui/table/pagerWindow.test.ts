import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pagerWindow } from './pagerWindow.ts';

describe('page numbers offered', () => {
  it.each([
    [1, 1, [1]],
    [2, 4, [1, 2, 3, 4]],
    [1, 23, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    [7, 23, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
    [23, 23, [14, 15, 16, 17, 18, 19, 20, 21, 22, 23]],
    [1, 0, []],
  ])('on page %i of %i', (page, pages, numbers) => expect(pagerWindow(page, pages)).toEqual(numbers));

  it('are ten at most, in order, and hold the current page', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }), (one, other) => {
        const [page, pages] = [Math.min(one, other), Math.max(one, other)];
        const numbers = pagerWindow(page, pages);
        expect(numbers).toHaveLength(Math.min(10, pages));
        expect(numbers).toContain(page);
        expect(numbers.every((number, index) => number === (numbers[0] ?? 0) + index)).toBe(true);
        expect(numbers.at(0)).toBeGreaterThanOrEqual(1);
        expect(numbers.at(-1)).toBeLessThanOrEqual(pages);
      }),
    ));
});
