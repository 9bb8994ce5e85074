import { describe, expect, test } from 'vitest';
import type { RatingFinding } from '../../port.ts';
import { withHistory } from './history.ts';
import { score } from './score.ts';
import { ago, finding, now, vector } from '../testing/findings.ts';

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
