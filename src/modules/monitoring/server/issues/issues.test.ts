import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { listIssues, listScanFindings } from './issues.ts';
import { monitoringSummary } from '../public.ts';
import { startScan } from '../scans/scans.ts';
import { scheduleScan } from '../schedules/schedules.ts';
import { openIssues } from '../testing/issues.ts';
import { aFinding } from '../testing/world.ts';

describe('issues over many scans', () => {
  test('are new, open, fixed and reopened, with their dates', async () => {
    const { scan, issues, states } = await openIssues();
    await scan([aFinding('a'), aFinding('b')]);
    expect(await states()).toEqual({ a: 'new', b: 'new' });
    await scan([aFinding('a')]);
    expect(await states()).toEqual({ a: 'open', b: 'fixed' });
    await scan([aFinding('a'), aFinding('b'), aFinding('c')]);
    expect(await states()).toEqual({ a: 'open', b: 'reopened', c: 'new' });
    const { issues: all } = await issues();
    expect(
      all.map(({ findingId, firstSeen, lastSeen, fixedAt, timesReopened }) => ({
        findingId,
        firstSeen,
        lastSeen,
        fixedAt,
        timesReopened,
      })),
    ).toEqual([
      {
        findingId: 'a',
        firstSeen: '2026-03-02T17:00:00Z',
        lastSeen: '2026-03-04T17:00:00Z',
        fixedAt: null,
        timesReopened: 0,
      },
      {
        findingId: 'b',
        firstSeen: '2026-03-02T17:00:00Z',
        lastSeen: '2026-03-04T17:00:00Z',
        fixedAt: null,
        timesReopened: 1,
      },
      {
        findingId: 'c',
        firstSeen: '2026-03-04T17:00:00Z',
        lastSeen: '2026-03-04T17:00:00Z',
        fixedAt: null,
        timesReopened: 0,
      },
    ]);
  });

  test('old reports stay as they were, word for word', async () => {
    const { scan, report, ctx } = await openIssues();
    const first = await scan([aFinding('a'), aFinding('b')]);
    const asItWas = await listScanFindings(ctx, { scanId: first, page: 1 });
    const second = await scan([aFinding('a', { title: 'Renamed', severity: 'high' })]);
    const third = await scan([aFinding('b')]);
    expect(await listScanFindings(ctx, { scanId: first, page: 1 })).toEqual(asItWas);
    expect([await report(first), await report(second), await report(third)]).toEqual([
      { a: 'new', b: 'new' },
      { a: 'open', b: 'fixed' },
      { b: 'reopened', a: 'fixed' },
    ]);
    const fixed = (await listScanFindings(ctx, { scanId: third, page: 1 })).findings.find(
      (finding) => finding.state === 'fixed',
    );
    expect(fixed).toMatchObject({ title: 'Renamed', severity: 'high', lastSeen: '2026-03-03T17:00:00Z' });
  });

  test('of a safe scan are not fixed by a lightning one', async () => {
    const { scan, states, report } = await openIssues();
    await scan([aFinding('a')], 'safe');
    const lightning = await scan([], 'lightning');
    expect(await states()).toEqual({ a: 'new' });
    expect(await report(lightning)).toEqual({});
    await scan([], 'safe');
    expect(await states()).toEqual({ a: 'fixed' });
  });

  test('are not fixed by a scan that was kept out', async () => {
    const { scan, states } = await openIssues();
    await scan([aFinding('a')]);
    await scan([], 'safe', { coverage: { blocked: ['A firewall answered.'], timedOut: [], skipped: [] } });
    expect(await states()).toEqual({ a: 'new' });
  });

  test('many in one scan are all kept', async () => {
    const { scan, issues, ctx } = await openIssues();
    const scanId = await scan(Array.from({ length: 1203 }, (_, i) => aFinding(`n${i}`, { rule: 'rule.a' })));
    expect((await issues()).total).toBe(1203);
    expect(await listScanFindings(ctx, { scanId, page: 49 })).toMatchObject({
      total: 1203,
      pageSize: 25,
      findings: expect.objectContaining({ length: 3 }),
    });
  });
});

describe('the list of issues', () => {
  test('is filtered, searched, sorted and paged by the database', async () => {
    const { scan, issues } = await openIssues();
    await scan([
      aFinding('a', { severity: 'low', title: 'Cookie without Secure' }),
      aFinding('b', { severity: 'high', title: 'SQL 100% injection' }),
      aFinding('c', { severity: 'medium', title: 'Old_library' }),
    ]);
    await scan([
      aFinding('b', { severity: 'high', title: 'SQL 100% injection' }),
      aFinding('c', { severity: 'medium', title: 'Old_library' }),
    ]);
    const ids = async (filter: Parameters<typeof issues>[0]) =>
      (await issues(filter)).issues.map((issue) => issue.findingId);
    expect(await ids({ state: 'open', sort: 'severity', descending: true })).toEqual(['b', 'c']);
    expect(await ids({ state: 'fixed' })).toEqual(['a']);
    expect(await ids({ severity: 'medium' })).toEqual(['c']);
    expect(await ids({ sort: 'title', descending: false })).toEqual(['a', 'c', 'b']);
    expect(await ids({ search: 'sql' })).toEqual(['b']);
    expect(
      await ids({
        confidence: 'firm',
        owasp: 'A05',
        folder: '/',
        state: 'open',
        sort: 'severity',
        descending: true,
      }),
    ).toEqual(['b', 'c']);
    expect(await ids({ owasp: 'A03' })).toEqual([]);
    expect(await ids({ search: '100%' })).toEqual(['b']);
    expect(await ids({ search: '_' })).toEqual(['c']);
    expect(await ids({ search: 'acme-widgets.com/b' })).toEqual(['b']);
    expect(await ids({ page: 2 })).toEqual([]);
    expect(await issues({ state: 'open' })).toMatchObject({
      total: 2,
      page: 1,
      pageSize: 10,
      counts: { open: { highs: 1, mediums: 1, lows: 0 }, fixed: 1, accepted: 0, falsePositive: 0 },
    });
  });

  test('is grouped by rule, the worst rule first, with how many there are of each', async () => {
    const { scan, issues } = await openIssues();
    await scan([
      aFinding('a1', { rule: 'rule.a', severity: 'low' }),
      aFinding('b', { severity: 'medium' }),
      aFinding('a2', { rule: 'rule.a', severity: 'high' }),
    ]);
    const { issues: grouped, facets } = await issues({ grouped: true, sort: 'severity', descending: true });
    expect(grouped.map(({ findingId, ofRule }) => [findingId, ofRule])).toEqual([
      ['a2', 2],
      ['a1', 2],
      ['b', 1],
    ]);
    expect(facets).toEqual({ owasp: [{ code: 'A05', count: 3 }], folders: [{ folder: '/', count: 3 }] });
  });

  test('names every place but carries the traffic of the first three only', async () => {
    const { scan, issues } = await openIssues();
    const [place] = aFinding('a').places;
    await scan([
      aFinding('a', {
        places: Array.from({ length: 6 }, (_, i) => ({
          ...place!,
          url: `https://shop.acme-widgets.com/${i}`,
        })),
      }),
    ]);
    const [issue] = (await issues()).issues;
    expect(issue?.placesTotal).toBe(6);
    expect(issue?.places.map((one) => one.response !== '')).toEqual([true, true, true, false, false, false]);
  });

  test('of another organisation is like a missing one', async () => {
    const { world, scan, targetId } = await openIssues();
    const scanId = await scan([aFinding('a')]);
    const other = (await world.organization()).ctx;
    for (const id of [targetId, randomUUID()])
      await expect(
        listIssues(other, {
          targetId: id,
          state: 'all',
          search: '',
          sort: 'title',
          descending: false,
          grouped: false,
          page: 1,
        }),
      ).rejects.toMatchObject({ code: 'no-such-website' });
    for (const id of [scanId, randomUUID()])
      await expect(listScanFindings(other, { scanId: id, page: 1 })).rejects.toMatchObject({
        code: 'no-such-scan',
      });
  });
});

describe('the dashboard', () => {
  test('sums up what is open now, and nothing of others', async () => {
    const { world, ctx, scan, targetId } = await openIssues();
    const empty = {
      webAppsScanned: 0,
      scansScheduled: 0,
      isScanInProgress: false,
      lastScanDate: null,
      targetList: [],
      webAppsIssues: { highs: 0, mediums: 0, lows: 0 },
      websitesWith: { noScan: [], noSchedule: [], highs: [], mediums: [], lows: [] },
    };
    const untouched = { ...empty.websitesWith, noScan: ['Shop'], noSchedule: ['Shop'] };
    expect(await monitoringSummary(ctx)).toEqual({
      ...empty,
      websitesWith: untouched,
      targetList: [{ name: 'Shop', url: 'https://shop.acme-widgets.com' }],
    });
    await scan([aFinding('a', { severity: 'high' }), aFinding('b')]);
    await scan([aFinding('b')]);
    await scheduleScan(ctx, { targetId, recurrence: 'q', dateTime: '2026-03-20T09:00:00Z' });
    await startScan(ctx, { targetId });
    expect(await monitoringSummary(ctx)).toEqual({
      webAppsScanned: 1,
      scansScheduled: 1,
      isScanInProgress: true,
      lastScanDate: '2026-03-03T17:00:00Z',
      targetList: [{ name: 'Shop', url: 'https://shop.acme-widgets.com' }],
      webAppsIssues: { highs: 0, mediums: 1, lows: 0 },
      websitesWith: { noScan: [], noSchedule: [], highs: [], mediums: ['Shop'], lows: [] },
    });
    expect(await monitoringSummary((await world.organization()).ctx)).toEqual(empty);
  });
});
