import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noEventsText, type FindingGrade, type MeasuredVector, type RatingFinding } from '../port.ts';
import { vectorIds, vectorInfo, type VectorId } from '../vectors.ts';
import { makeFinding } from './finding.ts';
import { withHistory } from './history.ts';
import { gradeOf, score } from './score.ts';

const now = new Date('2026-11-20T00:00:00Z');
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

function finding(
  id: VectorId,
  effect: RatingFinding['effect'],
  more: Partial<RatingFinding> = {},
): RatingFinding {
  const fact = more.fact ?? 'any-fact';
  const asset = more.asset ?? 'shop.test';
  return {
    key: `${id}|${asset}|${fact}`,
    fact,
    asset,
    evidence: '',
    grade: 'WARN',
    effect,
    firstSeen: ago(0),
    lastSeen: ago(0),
    ...more,
  };
}
const vector = (...findings: RatingFinding[]): MeasuredVector => ({ measured: true, findings });
const level = (id: VectorId, value: number): MeasuredVector => vector(finding(id, { level: value }));

/** Everything that weighs something, each at the same score. */
const weighing = vectorIds.filter((id) => vectorInfo[id].weight > 0 && id !== 'patching_cadence');
const allAt = (value: number): Record<string, MeasuredVector> =>
  Object.fromEntries(weighing.map((id) => [id, level(id, value)]));

describe('the scale', () => {
  test.each([
    [100, 'A'],
    [90, 'A'],
    [89, 'B'],
    [76, 'B'],
    [75, 'C'],
    [60, 'C'],
    [59, 'D'],
    [40, 'D'],
    [39, 'F'],
    [0, 'F'],
    [null, 'N/A'],
  ] as const)('a score of %s is %s', (value, grade) => expect(gradeOf(value)).toBe(grade));

  test.each([
    [0, 250],
    [1, 250],
    [2, 260],
    [39, 500],
    [40, 510],
    [59, 630],
    [60, 640],
    [75, 730],
    [76, 740],
    [90, 830],
    [100, 900],
  ])('everything at %i gives %i: all C is 640 to 730, all B begins at 740', (value, rating) => {
    const scored = score(allAt(value), now);
    expect(scored).toMatchObject({ rating, capReason: null, error: null });
    expect(scored.vectors['spf']).toMatchObject({ score: value, rating, weight: 4 });
  });
});

describe('a vector', () => {
  const spf = (...findings: RatingFinding[]) =>
    score({ spf: vector(...findings) }, now).vectors['spf']!.score;
  const web = { name: 'web', weight: 1 };
  const mail = { name: 'mail', weight: 0.5 };
  test('has its lowest level less all deductions', () =>
    expect(
      spf(
        finding('spf', { level: 80 }),
        finding('spf', { level: 65 }),
        finding('spf', { minus: 20 }),
        finding('spf', { minus: 5 }),
      ),
    ).toBe(40));
  test('never falls below zero', () =>
    expect(spf(finding('spf', { level: 20 }), finding('spf', { minus: 45 }))).toBe(0));
  test('loses to a group no more than its limit', () =>
    expect(
      spf(...[25, 25, 15].map((minus) => finding('spf', { minus, group: { name: 'libraries', most: 40 } }))),
    ).toBe(60));
  test('weighs its parts: a mail server half as much as the website', () => {
    expect(spf(finding('spf', { level: 100, part: web }), finding('spf', { level: 30, part: mail }))).toBe(
      77,
    );
    expect(spf(finding('spf', { level: 0, part: web }), finding('spf', { level: 100, part: mail }))).toBe(33);
  });
  test('rounds half up', () => expect(spf(finding('spf', { minus: 12.5 }))).toBe(88));
  test('with nothing against it has 100', () => expect(spf()).toBe(100));
  test('that was not measured is N/A', () =>
    expect(score({ spf: { measured: false, findings: [] } }, now).vectors['spf']).toMatchObject({
      score: null,
      grade: 'N/A',
      rating: null,
    }));
});

describe('what weighs', () => {
  test('vectors without a measurement are left out of the mean', () => {
    const { spf: _, ...rest } = allAt(80);
    expect(score({ ...rest, spf: { measured: false, findings: [] } }, now).rating).toBe(
      score(allAt(80), now).rating,
    );
  });
  test('the five compromised vectors are one of 20, of which the worst counts', () => {
    const vectors = {
      ...allAt(100),
      botnet_infections: level('botnet_infections', 40),
      spam_propagation: level('spam_propagation', 70),
    };
    const scored = score(vectors, now);
    // 90 of 90 measured points without patching: (70 × 100 + 20 × 40) ÷ 90 = 86.67
    expect(scored.rating).toBe(810);
    expect(scored.categories[0]).toMatchObject({ score: 40, grade: 'D', weight: 20 });
  });
  test('beta vectors weigh nothing and stand last in their category', () => {
    const { dnssec, ...without } = { ...allAt(100), dnssec: level('dnssec', 0) };
    expect(score({ ...without, dnssec }, now).rating).toBe(score(without, now).rating);
    const diligence = Object.values(score({}, now).vectors).filter(
      ({ category }) => category === 'Diligence',
    );
    expect(diligence.map(({ beta }) => beta)).toEqual(diligence.map(({ beta }) => beta).toSorted());
  });
  test.each([
    [['ssl_configurations', 'open_ports', 'ssl_certificates', 'application_security'], 47, null],
    [['ssl_configurations', 'open_ports', 'ssl_certificates', 'application_security', 'dkim'], 50, 900],
  ] as const)('%j are %i points: rating %s', (ids, _points, rating) => {
    const scored = score(Object.fromEntries(ids.map((id) => [id, level(id, 100)])), now);
    expect(scored.rating).toBe(rating);
    expect(scored.error).toBe(rating === null ? noEventsText : null);
  });
  test('a category is the weighted mean of what was measured in it', () => {
    const scored = score({ spf: level('spf', 50), dmarc: level('dmarc', 100) }, now);
    expect(scored.categories.map(({ score: value, grade }) => [value, grade])).toEqual([
      [null, 'N/A'],
      [80, 'B'],
      [null, 'N/A'],
      [null, 'N/A'],
    ]);
  });
});

describe('limits of the rating', () => {
  const bad = (asset: string) =>
    finding('open_ports', { minus: 45, cap: 730 }, { grade: 'BAD', fact: 'port-rdp', asset });
  const limited = (id: VectorId, ...findings: RatingFinding[]) =>
    score({ ...allAt(100), [id]: vector(...findings) }, now);
  test.each([
    [
      'a live compromise',
      limited('malware_servers', finding('malware_servers', { minus: 1, cap: 630 })),
      630,
      /compromised.*630/,
    ],
    [
      'no HTTPS',
      limited('ssl_configurations', finding('ssl_configurations', { cap: 630 })),
      630,
      /HTTPS.*630/,
    ],
    [
      'an invalid certificate',
      limited('ssl_certificates', finding('ssl_certificates', { cap: 730 })),
      730,
      /certificate.*730/,
    ],
    ['one bad port', limited('open_ports', bad('shop.test:3389')), 730, /port.*730/],
    [
      'two bad ports',
      limited('open_ports', bad('shop.test:3389'), bad('mail.shop.test:3389')),
      630,
      /ports.*630/,
    ],
  ])('%s', (_what, scored, rating, reason) => {
    expect(scored.rating).toBe(rating);
    expect(scored.capReason).toMatch(reason);
  });
  test('end with the finding', () =>
    expect(
      limited('malware_servers', finding('malware_servers', { minus: 60, cap: 630 }, { lastSeen: ago(61) }))
        .capReason,
    ).toBeNull());
});

describe('time', () => {
  const aged = (days: number) => ({
    ...allAt(100),
    spf: vector(finding('spf', { level: 0 }, { lastSeen: ago(days) })),
  });
  test('a finding counts up to 60 days after it was last seen, and a vector with none left is N/A', () => {
    expect(score(aged(60), now).vectors['spf']!.score).toBe(0);
    expect(score(aged(61), now).vectors['spf']).toMatchObject({ score: null, grade: 'N/A' });
    expect(score(aged(61), now).rating).toBe(900);
  });

  const breached = (...breaches: [penalty: number, days: number][]) =>
    score(
      {
        ...allAt(100),
        data_breaches: vector(
          ...breaches.map(([penalty, days], index) =>
            finding(
              'data_breaches',
              { penalty },
              { asset: `b${index}`, firstSeen: ago(days), lastSeen: ago(days) },
            ),
          ),
        ),
      },
      now,
    );
  test.each([
    ['today', [[150, 0]], 750, 0],
    ['after a half-life', [[150, 120]], 820, 25],
    ['after two', [[80, 240]], 880, 80],
    ['on its last day', [[150, 729]], 890, 98],
    ['over', [[150, 730]], 900, null],
    [
      'two add up',
      [
        [110, 0],
        [110, 120],
      ],
      730,
      0,
    ],
    [
      'never more than 250 together',
      [
        [150, 0],
        [150, 0],
        [150, 0],
      ],
      650,
      0,
    ],
  ] as [string, [number, number][], number, number | null][])(
    'a breach: %s',
    (_when, breaches, rating, value) => {
      const scored = breached(...breaches);
      expect(scored.rating).toBe(rating);
      expect(scored.vectors['data_breaches']!.score).toBe(value);
    },
  );
});

describe('patching cadence', () => {
  const library = (grade: 'high' | 'medium' | 'low', days: number) =>
    finding(
      'application_security',
      { minus: 5 },
      { fact: `library-${grade}`, asset: grade, firstSeen: ago(days) },
    );
  const header = (days: number) =>
    finding('application_security', {}, { fact: 'web-headers-good', grade: 'GOOD', firstSeen: ago(days) });
  const cadence = (...findings: RatingFinding[]) =>
    score({ application_security: vector(...findings) }, now).vectors['patching_cadence']!.score;
  test.each([
    ['without a past it is unknown', [library('high', 0), header(0)], null],
    ['two weeks are free', [library('high', 14), header(14)], null],
    ['nothing vulnerable in a longer past', [header(40)], 100],
    ['a new flaw in a longer past', [library('high', 3), header(40)], 100],
    ['15 days of a high one', [library('high', 15), header(40)], 93],
    ['30 days', [library('high', 30)], 85],
    ['60 days and more count twice', [library('high', 200)], 70],
    ['medium and low ones', [library('medium', 30), library('low', 30)], 89],
  ])('%s', (_what, findings, value) => expect(cadence(...findings)).toBe(value));
  test('the findings are told, with their own past', () => {
    const { patching_cadence: patching } = withHistory(
      { application_security: vector(library('high', 30)) },
      now,
    );
    expect(patching!.findings).toMatchObject([
      { fact: 'patch-overdue', effect: { minus: 15 }, firstSeen: ago(30) },
    ]);
  });
  test('what a plan leaves out of the website is left out here too', () => {
    const vectors = withHistory({ application_security: vector(library('high', 30), header(40)) }, now);
    const planned = { ...vectors, application_security: vector(header(40)) };
    expect(score(planned, now).vectors['patching_cadence']!.score).toBe(100);
    expect(score({ ...vectors, patching_cadence: vector() }, now).vectors['patching_cadence']!.score).toBe(
      100,
    );
    expect(
      score({ ...vectors, application_security: vector(header(0)) }, now).vectors['patching_cadence']!.score,
    ).toBe(100);
  });
});

describe('always', () => {
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

test('what strangers write stays one plain line', () => {
  const hostile = makeFinding(
    'spf-invalid',
    `a\u202e\n<b>${'x'.repeat(400)}`,
    `1\u0000\r\n2\u200b ${'y'.repeat(1000)}`,
    now,
  );
  expect(hostile.asset).toHaveLength(300);
  expect(hostile.evidence.slice(0, 4)).toBe('1 2 ');
  expect(hostile.evidence).toHaveLength(300);
});
