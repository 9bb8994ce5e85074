import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FindingGrade, MeasuredVector } from '../port.ts';
import type { VectorId } from '../vectors.ts';
import { score } from './score/score.ts';
import { ago, finding, now, vector, weighing } from './testing/findings.ts';

describe('whatever is found', () => {
  const anyFinding = (id: VectorId) =>
    fc
      .record({
        level: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
        minus: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }),
        cap: fc.option(fc.constantFrom(630, 730), { nil: undefined }),
        part: fc.constantFrom({ name: 'web', weight: 1 }, { name: 'mail', weight: 0.5 }),
        days: fc.integer({ min: 0, max: 100 }),
        asset: fc.constantFrom('a', 'b', 'c'),
        grade: fc.constantFrom<FindingGrade>('BAD', 'WARN'),
      })
      .map(({ days, asset, grade, ...effect }) =>
        finding(id, effect, { asset, grade, firstSeen: ago(days), lastSeen: ago(days) }),
      );
  /** Each part is looked at, as the engine tells it, so that it stays when nothing is against it. */
  const looked = (id: VectorId) =>
    (['web', 'mail'] as const).map((name, index) =>
      finding(
        id,
        { level: 100, part: { name, weight: 1 - index / 2 } },
        { fact: name, grade: 'NEUTRAL', firstSeen: ago(100) },
      ),
    );
  const anyVectors = fc
    .record(
      Object.fromEntries(
        weighing.map((id) => [
          id,
          fc.array(anyFinding(id), { maxLength: 4 }).map((bad) => vector(...looked(id), ...bad)),
        ]),
      ) as Record<string, fc.Arbitrary<MeasuredVector>>,
      { requiredKeys: [] },
    )
    .map((vectors) => vectors as Record<string, MeasuredVector>);

  test('the rating is none, or 250 to 900 in steps of 10', () =>
    fc.assert(
      fc.property(anyVectors, (vectors) => {
        const { rating } = score(vectors, now);
        expect(rating === null || (rating >= 250 && rating <= 900 && rating % 10 === 0)).toBe(true);
      }),
      { numRuns: 60 },
    ));
  test('mending a finding never lowers the rating', () =>
    fc.assert(
      fc.property(anyVectors, fc.nat(), (vectors, pick) => {
        const before = score(vectors, now).rating;
        const bad = Object.entries(vectors).flatMap(([id, { findings }]) =>
          findings.filter(({ grade }) => grade !== 'NEUTRAL').map((one) => ({ id, one })),
        );
        if (before === null || bad.length === 0) return;
        const { id, one } = bad[pick % bad.length]!;
        const mended = {
          ...vectors,
          [id]: vector(...vectors[id]!.findings.filter((finding_) => finding_ !== one)),
        };
        expect(score(mended, now).rating).toBeGreaterThanOrEqual(before);
      }),
      { numRuns: 100 },
    ));
});
