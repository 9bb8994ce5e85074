import { describe, expect, it } from 'vitest';
import { sampleReport } from '../testing/reportPdf.ts';
import { isDenialOfServiceOnly, pciStatusOf, requirementsOf } from './reportPdf.standards.ts';
import {
  changesOf,
  count,
  day,
  duration,
  firstSentence,
  historyOf,
  joined,
  moment,
  ranked,
  whoFixes,
} from './reportPdf.wording.ts';

describe('words', () => {
  it('shows dates in Pacific time, summer and winter', () => {
    expect(day('2026-11-20T06:54:00Z')).toBe('Nov 19, 2026');
    expect(moment('2026-11-20T20:05:00Z')).toBe('Nov 20, 2026, 12:05 PM PT');
    expect(moment('2026-07-01T06:30:00Z')).toBe('Jun 30, 2026, 11:30 PM PT');
    expect(day('never')).toBe('–');
  });
  it.each([
    [0, 'no issues'],
    [1, '1 issue'],
    [1200, '1,200 issues'],
  ])('counts %d', (value, words) => {
    expect(count(value, 'issue')).toBe(words);
  });
  it.each([
    [0.2, '1 minute'],
    [42, '42 minutes'],
    [60, '1 hour'],
    [135, '2 hours 15 minutes'],
  ])('says %d minutes', (minutes, words) => {
    expect(duration(minutes)).toBe(words);
  });
  it('joins parts and takes first sentences', () => {
    expect(joined(['a', 'b', 'c'])).toBe('a, b and c');
    expect(firstSentence('Version 1.2 is old. It is weak.')).toBe('Version 1.2 is old.');
    expect(firstSentence('No end')).toBe('No end');
  });
  it.each([
    [
      { rule: 'tls.expired', owasp: 'A07:2021 Identification and Authentication Failures' },
      /hosting provider, or the person who manages the certificate/u,
    ],
    [
      { rule: 'library.known-weakness', owasp: 'A06:2021 Vulnerable and Outdated Components' },
      /ordinary update/u,
    ],
    [{ rule: 'injection.sql', owasp: 'A03:2021 Injection' }, /^your website developer$/u],
    [
      { rule: 'headers.csp-missing', owasp: 'A05:2021 Security Misconfiguration' },
      /hosting provider or website developer/u,
    ],
    [{ rule: 'else', owasp: '' }, /developer or hosting/u],
  ])('names who fixes %j', (finding, words) => {
    expect(whoFixes(finding)).toMatch(words);
  });
});

describe('the picture of the past', () => {
  it('ends with this scan, once, and holds at most twelve', () => {
    const input = sampleReport();
    const again = {
      ...input,
      history: [...input.history, { finishedAt: input.scan.finishedAt, highs: 9, mediums: 9, lows: 9 }],
    };
    expect(historyOf(again)).toEqual(historyOf(input));
    expect(historyOf(input).at(-1)).toEqual({
      finishedAt: input.scan.finishedAt,
      highs: 1,
      mediums: 1,
      lows: 1,
    });
    const long = {
      ...input,
      history: Array.from({ length: 12 }, (_, index) => ({
        finishedAt: `2025-${String(index + 1).padStart(2, '0')}-01T00:00:00Z`,
        highs: 0,
        mediums: 0,
        lows: 0,
      })),
    };
    expect(historyOf(long)).toHaveLength(12);
    expect(historyOf(long)[0]?.finishedAt).toContain('2025-02');
  });
  it('says when nothing changed', () => {
    expect(changesOf(sampleReport({ findings: [], fixed: [] }))).toMatch(/nothing has changed/u);
  });
  it('puts the worst first and never shuffles equals', () => {
    const { findings } = sampleReport();
    const order = ranked(findings).map((finding) => finding.id);
    expect(order).toEqual(['f-sqli', 'f-lib', 'f-csp']);
    expect(ranked(findings.toReversed()).map((finding) => finding.id)).toEqual(order);
  });
});

describe('PCI rules', () => {
  it.each([
    ['AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H', true],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:L', true],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:H/SC:N/SI:N/SA:N', true],
    ['AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:H', false],
    ['AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', false],
    ['', false],
  ])('%j harms availability only: %s', (vector, expected) => {
    expect(isDenialOfServiceOnly(vector)).toBe(expected);
  });
  it.each([
    [3.9, false, 'pass'],
    [4, false, 'fail'],
    [0, true, 'fail'],
  ] as const)('score %d, always failing %s: %s', (score, pciAutoFail, status) => {
    expect(pciStatusOf({ cvss: { vector: 'C:L/I:L/A:L', score }, pciAutoFail })).toBe(status);
  });
  it('reads requirement numbers out of a field', () => {
    expect(requirementsOf('6.2.4, 6.4.3')).toEqual(['6.2.4', '6.4.3']);
    expect(requirementsOf('')).toEqual([]);
  });
});
