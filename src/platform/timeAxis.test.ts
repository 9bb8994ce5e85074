import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { axisLabels, beyondScale, fittingLabels, keptApart, labelStart, timeShares } from './timeAxis.ts';

const day = (text: string) => Date.parse(`${text}T00:00:00Z`);

describe('time along an axis', () => {
  test('is to scale: three months are wider than two weeks', () => {
    const [, first, second] = timeShares(['2026-11-10', '2026-11-24', '2027-02-23'].map(day));
    expect((1 - first!) / first!).toBeCloseTo(91 / 14);
    expect(second).toBe(1);
    expect(timeShares([day('2026-11-10')])).toEqual([0.5]);
  });

  test('keeps neighbors apart and everything else in its place', () => {
    expect(keptApart([0, 0.5, 0.51, 1], 0.1, [0, 1]).map((one) => Number(one.toFixed(3)))).toEqual([
      0, 0.455, 0.555, 1,
    ]);
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 }),
        (some) => {
          const places = some.toSorted((a, b) => a - b);
          const kept = keptApart(places, 0.06, [0, 1]);
          expect(kept.every((one) => one >= -1e-9 && one <= 1 + 1e-9)).toBe(true);
          expect(kept.slice(1).every((one, at) => one - kept[at]! >= 0.06 - 1e-9)).toBe(true);
          const isWide = places.slice(1).every((one, at) => one - places[at]! >= 0.06);
          if (isWide) kept.forEach((one, at) => expect(one).toBeCloseTo(places[at]!)); // oxlint-disable-line vitest/no-conditional-expect
        },
      ),
    );
  });
});

describe('labels', () => {
  test('name the year as soon as the days are of two', () => {
    expect(axisLabels(['Nov 2, 2026', 'Nov 9, 2026'])).toEqual(['Nov 2', 'Nov 9']);
    expect(axisLabels(['Nov 2, 2025', 'Nov 2, 2026'])).toEqual(['Nov 2, 2025', 'Nov 2, 2026']);
    expect(axisLabels(['Oct 2026', 'Nov 2026'])).toEqual(['Oct', 'Nov']);
    expect(axisLabels(['Nov 2025', 'Nov 2026'])).toEqual(['Nov 2025', 'Nov 2026']);
  });

  test('never touch one another nor leave the axis, and the last one is always there', () => {
    const label = fc.record({
      middle: fc.integer({ min: 0, max: 300 }),
      width: fc.integer({ min: 20, max: 80 }),
    });
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 60 }), (some) => {
        const labels = some.toSorted((a, b) => a.middle - b.middle);
        const shown = [...fittingLabels(labels, 300, 8)].toSorted(
          (a, b) => labelStart(labels[a]!, 300) - labelStart(labels[b]!, 300),
        );
        expect(shown).toContain(labels.length - 1);
        const spans = shown.map(
          (at) => [labelStart(labels[at]!, 300), labelStart(labels[at]!, 300) + labels[at]!.width] as const,
        );
        expect(spans.every(([from, to]) => from >= 0 && to <= 300)).toBe(true);
        expect(spans.slice(1).every(([from], at) => from - spans[at]![1] >= 8)).toBe(true);
      }),
    );
  });
});

test('values outside the scale are found once for each run, by the one farthest out', () => {
  expect(beyondScale([860, 880, 870, 700, 290, 300, 860], { from: 300, to: 850 })).toEqual([
    { index: 1, above: true },
    { index: 4, above: false },
    { index: 6, above: true },
  ]);
  expect(beyondScale([300, 850], { from: 300, to: 850 })).toEqual([]);
});
