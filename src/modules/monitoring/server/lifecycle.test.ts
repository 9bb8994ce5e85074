import { describe, expect, test } from 'vitest';
import type { ScanLevel, ScanResult } from '#providers/scanner/port.ts';
import { compareWithKnown, type KnownIssue } from './lifecycle.ts';
import { aFinding, aResult } from './testWorld.ts';

const before = new Date('2026-01-01T00:00:00Z');
const now = new Date('2026-02-01T00:00:00Z');
const known = (changes: Partial<KnownIssue> = {}): KnownIssue => ({
  id: 'a',
  rule: 'rule.a',
  state: 'open',
  severity: 'medium',
  firstSeen: before,
  seenAtLevel: 'safe',
  urls: ['https://shop.acme-widgets.com/a'],
  ...changes,
});
const compare = (issues: KnownIssue[], level: ScanLevel, changes: Partial<ScanResult> = {}) =>
  compareWithKnown(issues, aResult({ url: 'https://shop.acme-widgets.com', level }, changes), now);
const fixedIds = (...given: Parameters<typeof compare>) => compare(...given).fixed.map((issue) => issue.id);

describe('an issue that a scan finds', () => {
  test.each([
    ['for the first time is new', [], 'new', now],
    ['again is open, first seen when it was', [known()], 'open', before],
    ['after it was fixed is reopened, first seen when it was', [known({ state: 'fixed' })], 'reopened', before],
  ] as const)('%s', (_what, issues, state, firstSeen) => {
    expect(compare([...issues], 'safe', { findings: [aFinding('a')] })).toMatchObject({ seen: [{ state, firstSeen }], fixed: [] });
  });

  test('twice in one result counts once', () => {
    expect(compare([], 'safe', { findings: [aFinding('a'), aFinding('a')] }).seen).toHaveLength(1);
  });

  test('is from then on judged by the deepest level that saw it', () => {
    expect(compare([known({ seenAtLevel: 'safe' })], 'lightning', { findings: [aFinding('a')] }).seen[0]?.seenAtLevel).toBe('safe');
    expect(compare([known({ seenAtLevel: 'lightning' })], 'normal', { findings: [aFinding('a')] }).seen[0]?.seenAtLevel).toBe('normal');
    expect(compare([known({ state: 'fixed', seenAtLevel: 'full' })], 'safe', { findings: [aFinding('a')] }).seen[0]?.seenAtLevel).toBe(
      'safe',
    );
  });
});

describe('an issue that a scan does not find', () => {
  const passed = { passed: ['rule.a'] };
  test('is fixed when its check was carried out at the same level or a deeper one', () => {
    expect(fixedIds([known()], 'safe', passed)).toEqual(['a']);
    expect(fixedIds([known()], 'normal', passed)).toEqual(['a']);
  });

  test('is fixed when its check found something else only', () => {
    expect(fixedIds([known()], 'safe', { findings: [aFinding('a2', { rule: 'rule.a' })] })).toEqual(['a']);
  });

  test.each([
    ['the scan was shallower', known(), 'lightning', passed],
    ['its check was not carried out', known(), 'safe', { passed: ['rule.b'] }],
    ['the site let nobody in', known(), 'safe', { ...passed, coverage: { blocked: ['A firewall answered.'], timedOut: [], skipped: [] } }],
    [
      'its address did not answer',
      known(),
      'safe',
      { ...passed, coverage: { blocked: [], timedOut: ['https://shop.acme-widgets.com/a'], skipped: [] } },
    ],
    ['only the log4j check ran', known(), 'log4shell', passed],
    ['a log4j issue met a normal scan', known({ seenAtLevel: 'log4shell' }), 'normal', passed],
    ['it was fixed before', known({ state: 'fixed' }), 'safe', passed],
  ] as const)('is left as it is when %s', (_what, issue, level, changes) => {
    expect(fixedIds([issue], level, changes as Partial<ScanResult>)).toEqual([]);
  });

  test('is fixed though another address did not answer', () => {
    expect(
      fixedIds([known()], 'safe', { ...passed, coverage: { blocked: [], timedOut: ['https://shop.acme-widgets.com/b'], skipped: [] } }),
    ).toEqual(['a']);
  });
});
