import { describe, expect, test } from 'vitest';
import { noEventsText, type RatingFinding } from '../../port.ts';
import type { VectorId } from '../../vectors.ts';
import { gradeOf, score } from './score.ts';
import { ago, allAt, finding, level, now, vector } from '../testing/findings.ts';

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
