import { describe, expect, test } from 'vitest';
import type { ScanLevel, ScanResult } from '#providers/scanner/port.ts';
import { compareWithKnown, trulyFixed, undecided, type KnownIssue } from './lifecycle.ts';
import { aFinding, aResult } from '../testing/world.ts';

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
  decision: null,
  secondLook: false,
  ...changes,
});
const compare = (issues: KnownIssue[], level: ScanLevel, changes: Partial<ScanResult> = {}) =>
  compareWithKnown(issues, aResult({ url: 'https://shop.acme-widgets.com', level }, changes), now);
const fixedIds = (...given: Parameters<typeof compare>) => compare(...given).fixed.map((issue) => issue.id);

describe('an issue that a scan finds', () => {
  test.each([
    ['for the first time is new', [], 'new', now],
    ['again is open, first seen when it was', [known()], 'open', before],
    [
      'after it was fixed is reopened, first seen when it was',
      [known({ state: 'fixed' })],
      'reopened',
      before,
    ],
  ] as const)('%s', (_what, issues, state, firstSeen) => {
    expect(compare([...issues], 'safe', { findings: [aFinding('a')] })).toMatchObject({
      seen: [{ state, firstSeen }],
      fixed: [],
    });
  });

  test('twice in one result counts once', () => {
    expect(compare([], 'safe', { findings: [aFinding('a'), aFinding('a')] }).seen).toHaveLength(1);
  });

  test('is from then on judged by the deepest level that saw it', () => {
    expect(
      compare([known({ seenAtLevel: 'safe' })], 'lightning', { findings: [aFinding('a')] }).seen[0]
        ?.seenAtLevel,
    ).toBe('safe');
    expect(
      compare([known({ seenAtLevel: 'lightning' })], 'normal', { findings: [aFinding('a')] }).seen[0]
        ?.seenAtLevel,
    ).toBe('normal');
    expect(
      compare([known({ state: 'fixed', seenAtLevel: 'full' })], 'safe', { findings: [aFinding('a')] }).seen[0]
        ?.seenAtLevel,
    ).toBe('safe');
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
    [
      'the site let nobody in',
      known(),
      'safe',
      { ...passed, coverage: { blocked: ['A firewall answered.'], timedOut: [], skipped: [] } },
    ],
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
      fixedIds([known()], 'safe', {
        ...passed,
        coverage: { blocked: [], timedOut: ['https://shop.acme-widgets.com/b'], skipped: [] },
      }),
    ).toEqual(['a']);
  });
});

describe('an issue that the scanner was asked about', () => {
  const passed = { passed: ['rule.a'] };
  test('is fixed when its place was tried again or is gone, whatever its check found elsewhere', () => {
    expect(fixedIds([known()], 'safe', { ...passed, revisited: { a: 'tried' } })).toEqual(['a']);
    expect(fixedIds([known()], 'safe', { revisited: { a: 'gone' } })).toEqual(['a']);
  });

  test('stays open when its place was not tried, although its check passed', () => {
    expect(fixedIds([known()], 'safe', { ...passed, revisited: { a: 'not-tried' } })).toEqual([]);
    expect(fixedIds([known()], 'safe', { ...passed, revisited: {} })).toEqual([]);
  });

  test('stays open when the scan ended early', () => {
    const coverage = {
      blocked: [],
      timedOut: [],
      skipped: [],
      incomplete: 'The website went into maintenance.',
    };
    expect(fixedIds([known()], 'safe', { ...passed, revisited: { a: 'tried' }, coverage })).toEqual([]);
  });
});

describe('a decision about an issue', () => {
  const accepted = {
    kind: 'accepted',
    reason: 'Behind a wall',
    by: 'ada@acme-widgets.com',
    at: '2026-01-02T00:00:00Z',
    until: '2026-03-01T07:59:59Z',
  } as const;
  const falseAlarm = { ...accepted, kind: 'false-positive', until: null } as const;
  test.each([
    [
      'an acceptance holds until its date',
      { decision: { ...accepted, severity: 'medium' } },
      'medium',
      { decision: accepted, raised: false },
    ],
    [
      'an acceptance holds though it is more severe now',
      { decision: { ...accepted, severity: 'low' } },
      'high',
      { decision: accepted, raised: false },
    ],
    [
      'an acceptance is over after its date',
      { decision: { ...accepted, until: '2026-01-31T07:59:59Z', severity: 'medium' } },
      'medium',
      { decision: null, raised: false },
    ],
    [
      'a false alarm stays one',
      { decision: { ...falseAlarm, severity: 'medium' } },
      'medium',
      { decision: falseAlarm, raised: false },
    ],
    [
      'a false alarm stays one when it is less severe',
      { decision: { ...falseAlarm, severity: 'medium' } },
      'low',
      { decision: falseAlarm, raised: false },
    ],
    [
      'a false alarm that is more severe comes up again',
      { decision: { ...falseAlarm, severity: 'medium' } },
      'high',
      { decision: null, raised: true },
    ],
    [
      'it comes up once, until somebody decides',
      { decision: { ...falseAlarm, severity: 'medium' }, secondLook: true },
      'high',
      { decision: null, raised: false },
    ],
    [
      'it still holds when the issue comes back',
      { state: 'fixed', decision: { ...accepted, severity: 'medium' } },
      'medium',
      { decision: accepted, state: 'reopened' },
    ],
  ] as const)('%s', (_what, before, severity, expected) => {
    expect(compare([known(before)], 'safe', { findings: [aFinding('a', { severity })] }).seen).toMatchObject([
      expected,
    ]);
  });

  test('keeps an issue out of what is open; a false alarm that is gone was not fixed', () => {
    const found = compare([known({ decision: { ...accepted, severity: 'medium' } })], 'safe', {
      findings: [aFinding('a'), aFinding('b')],
    });
    expect(undecided(found.seen).map(({ finding }) => finding.id)).toEqual(['b']);
    const gone = compare(
      [
        known({ decision: { ...falseAlarm, severity: 'medium' } }),
        known({ id: 'b', decision: { ...accepted, severity: 'low' } }),
      ],
      'safe',
      { passed: ['rule.a'] },
    );
    expect(gone.fixed.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(trulyFixed(gone.fixed).map(({ id }) => id)).toEqual(['b']);
  });
});
