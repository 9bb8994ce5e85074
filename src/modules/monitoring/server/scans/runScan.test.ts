import { describe, expect, test } from 'vitest';
import { ScanFailure } from '#providers/scanner/port.ts';
import { startDue } from '../schedules/dueScans.ts';
import { listScanFindings } from '../issues/issues.ts';
import { mostTries } from './runScan.ts';
import { startScan, syncScans } from './scans.ts';
import { scheduleScan } from '../schedules/schedules.ts';
import { openShop } from '../testing/shop.ts';
import { aFinding, aResult } from '../testing/world.ts';

describe('starting a scan by hand', () => {
  test('puts it at the head of the list, running, with its job', async () => {
    const { world, ctx, orgId, targetId, scans } = await openShop();
    const { scan } = await startScan(ctx, { targetId });
    expect(scan).toMatchObject({
      targetId,
      status: 'started',
      completeTime: null,
      durationMinutes: null,
      startedBy: 'administrator',
      scanProfile: 'safe',
      percent: 0,
      changes: null,
    });
    expect(world.queued).toEqual([{ name: 'run-scan', data: { orgId, websiteId: targetId }, key: targetId }]);
    expect(await scans()).toMatchObject({
      total: 1,
      running: { scanId: scan.scanId },
      scans: [{ scanId: scan.scanId }],
      history: [],
    });
  });

  test('is refused while one runs, also when many ask at once', async () => {
    const { world, ctx, targetId } = await openShop();
    const outcomes = await Promise.allSettled([
      startScan(ctx, { targetId }),
      startScan(ctx, { targetId }),
      startScan(ctx, { targetId }),
    ]);
    expect(
      outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : [])),
    ).toEqual(['scan-running', 'scan-running']);
    expect(world.queued).toHaveLength(1);
  });

  test('takes the place of one of the schedule that still waits, and is refused while that one runs', async () => {
    const { world, ctx, orgId, targetId, scans } = await openShop();
    await scheduleScan(ctx, { targetId, recurrence: 'd', dateTime: '2026-03-03T09:00:00Z' });
    world.clock.set('2026-03-03T09:00:00Z');
    await startDue(world.base.forOrg(orgId), targetId, true);
    const { scans: waiting } = await scans();
    world.clock.advance(60);
    const { scan } = await startScan(ctx, { targetId });
    expect(scan).toMatchObject({
      scanId: waiting[0]!.scanId,
      startedBy: 'administrator',
      startTime: '2026-03-03T09:01:00Z',
    });
    expect((await scans()).total).toBe(1);
    await expect(startScan(ctx, { targetId })).rejects.toMatchObject({ code: 'scan-running' });
    await ctx.inOrg((db) =>
      db.updateTable('scan').set({ startedBy: 'schedule', begunAt: world.clock.now() }).execute(),
    );
    await expect(startScan(ctx, { targetId })).rejects.toMatchObject({ code: 'scan-running' });
  });

  test('is possible three times in 24 hours, and the refusal names the next time', async () => {
    const { world, ctx, targetId, run } = await openShop();
    for (let i = 0; i < 3; i++) {
      await startScan(ctx, { targetId });
      await run();
      world.clock.advance(3600);
    }
    await expect(startScan(ctx, { targetId })).rejects.toMatchObject({
      code: 'start-limit-reached',
      detail: { startsPerDay: 3, nextAllowed: '2026-03-03T17:00:00Z' },
    });
    world.clock.set('2026-03-03T17:00:00Z');
    await expect(startScan(ctx, { targetId })).resolves.toBeDefined();
  });
});

describe('a scan that runs to its end', () => {
  test.each([
    ['direct', 'https://portal.cyber-safety-portal.com/scanner'],
    ['harborline', 'https://shield.localhost/scanner'],
  ])(
    'tells the website who asks, at the address of the brand of the channel %s',
    async (channelId, contactUrl) => {
      const { world, ctx, run, targetId } = await openShop();
      await ctx.inOrg((db) => db.updateTable('organization').set({ channelId }).execute());
      await startScan(ctx, { targetId });
      await run();
      expect(world.scanner.requests).toMatchObject([{ contactUrl }]);
    },
  );

  test('is completed with its counts, duration and what was passed', async () => {
    const { world, ctx, run, scans, targetId } = await openShop();
    const { scan } = await startScan(ctx, { targetId });
    world.scanner.script(async (request) => {
      world.clock.advance(250);
      return aResult(request, {
        findings: [aFinding('a', { severity: 'high' }), aFinding('b'), aFinding('c', { severity: 'low' })],
        passed: ['rule.b'],
        tried: { 'rule.b': { places: 7, requests: 40 } },
        notTested: [{ rule: 'rule.c', reason: 'blocked' }],
        coverage: { blocked: [], timedOut: ['https://x.test/slow'], skipped: [] },
      });
    });
    await run();
    expect((await scans()).scans).toEqual([
      expect.objectContaining({
        scanId: scan.scanId,
        status: 'completed',
        startTime: '2026-03-02T17:00:00Z',
        completeTime: '2026-03-02T17:04:10Z',
        durationMinutes: 4,
        highs: 1,
        mediums: 1,
        lows: 1,
        percent: 100,
        requests: 120,
        pages: 12,
        limited: true,
        changes: { new: 3, open: 0, reopened: 0, fixed: 0 },
      }),
    ]);
    const details = await listScanFindings(ctx, { scanId: scan.scanId, page: 1 });
    expect(details.findings.map((finding) => finding.findingId)).toEqual(['a', 'b', 'c']);
    expect(details.passed).toEqual([
      { rule: 'rule.b', title: 'Check b', tried: { places: 7, requests: 40 } },
    ]);
    expect(details.notTested).toEqual([
      {
        rule: 'rule.c',
        title: 'Check c',
        reason: 'The website, or a firewall in front of it, refused most of its requests.',
      },
    ]);
    expect(details.coverage.timedOut).toEqual(['https://x.test/slow']);
  });

  test('keeps whatever a hostile website answered', async () => {
    const { world, ctx, run, scans, targetId } = await openShop();
    const { scan } = await startScan(ctx, { targetId });
    const evil = 'a\u0000b\ud800c<script>alert(1)</script>';
    world.scanner.script(async (request) =>
      aResult(request, {
        findings: [
          aFinding('a', {
            title: evil,
            places: [
              { method: 'GET', url: evil, parameter: evil, evidence: evil, request: evil, response: evil },
            ],
          }),
        ],
        coverage: { blocked: [evil], timedOut: [], skipped: [] },
      }),
    );
    await run();
    expect((await scans()).scans[0]?.status).toBe('completed');
    const { findings } = await listScanFindings(ctx, { scanId: scan.scanId, page: 1 });
    expect(findings[0]?.title).toBe('ab\ufffdc<script>alert(1)</script>');
  });
});

describe('a scan at work', () => {
  test('shows what it does meanwhile, to those who ask again and again', async () => {
    const { world, ctx, run, targetId } = await openShop();
    await startScan(ctx, { targetId });
    const release = Promise.withResolvers<void>();
    world.scanner.script(async (request, { onProgress }) => {
      onProgress({ percent: 41.6, activity: 'Reading pages (12 of 40)', requests: 77, pages: 12 });
      await release.promise;
      return aResult(request);
    });
    const running = run();
    await expect
      .poll(async () => (await syncScans(ctx, { targetId, page: 1 })).scans.running, { timeout: 10_000 })
      .toMatchObject({ percent: 42, activity: 'Reading pages (12 of 40)', requests: 77, pages: 12 });
    release.resolve();
    await running;
    expect((await syncScans(ctx, { targetId, page: 1 })).scans).toMatchObject({
      running: null,
      scans: [{ status: 'completed' }],
    });
  });
});

describe('a scan that cannot be carried out', () => {
  test('is failed with the scanner’s reason and is not tried again', async () => {
    const { world, ctx, run, scans, targetId } = await openShop();
    await startScan(ctx, { targetId });
    world.scanner.script(() =>
      Promise.reject(new ScanFailure('unreachable', 'The website did not answer. Check that it is online.')),
    );
    await run();
    expect((await scans()).scans[0]).toMatchObject({
      status: 'failed',
      failureReason: 'The website did not answer. Check that it is online.',
      completeTime: '2026-03-02T17:00:00Z',
    });
  });

  test('because the address became restricted is failed before anything is sent', async () => {
    const { world, ctx, run, scans, targetId } = await openShop();
    await startScan(ctx, { targetId });
    world.scanner.forbid({ allowed: false, code: 'restricted', reason: 'private' });
    await run();
    expect(world.scanner.requests).toEqual([]);
    expect((await scans()).scans[0]).toMatchObject({
      status: 'failed',
      failureReason: expect.stringContaining('restricted'),
    });
  });

  test('through a fault of ours is tried again, and failed after the last try in words for people', async () => {
    const { world, ctx, run, scans, targetId } = await openShop();
    await startScan(ctx, { targetId });
    world.scanner.script(() => Promise.reject(new TypeError('undefined is not a function')));
    await expect(run()).rejects.toThrow('undefined is not a function');
    expect((await scans()).scans[0]?.status).toBe('started');
    await expect(run({ attempt: 2, lastAttempt: true })).rejects.toThrow('undefined is not a function');
    const [scan] = (await scans()).scans;
    expect(scan).toMatchObject({ status: 'failed', failureReason: expect.stringContaining('on our side') });
    expect(scan?.failureReason).not.toContain('undefined');
  });
});

describe('a scan whose worker is lost', () => {
  test('is taken up again as the same scan, and completes once', async () => {
    const { world, ctx, run, scans, targetId } = await openShop();
    await startScan(ctx, { targetId });
    const silent = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    world.scanner.script(async (request, { onProgress }) => {
      onProgress({ percent: 10, activity: 'x', requests: 1, pages: 1, handle: 'outside-7' });
      begun.resolve();
      await silent.promise;
      return aResult(request, { findings: [aFinding('late')] });
    });
    const lost = run();
    await begun.promise;
    await expect.poll(async () => (await scans()).running?.percent, { timeout: 10_000 }).toBe(10);
    world.scanner.script(async (request) => aResult(request, { findings: [aFinding('a')] }));
    await run({ attempt: 1 });
    expect(world.scanner.requests.map((request) => request.handle)).toEqual([undefined, 'outside-7']);
    // the first worker was only slow: its result comes too late
    silent.resolve();
    await lost;
    const { total, scans: all } = await scans();
    expect({ total, all }).toMatchObject({ total: 1, all: [{ status: 'completed', mediums: 1 }] });
    const { findings } = await listScanFindings(ctx, { scanId: all[0]!.scanId, page: 1 });
    expect(findings.map((finding) => finding.findingId)).toEqual(['a']);
  });

  test('by stopping goes back to the queue and stays started', async () => {
    const { world, ctx, run, scans, targetId } = await openShop();
    await startScan(ctx, { targetId });
    const stop = new AbortController();
    world.scanner.script((_request, { signal }) => {
      stop.abort(new Error('The worker is stopping.'));
      return Promise.reject(signal.reason as Error);
    });
    await expect(run({ signal: stop.signal, lastAttempt: true })).rejects.toThrow('The worker is stopping.');
    expect((await scans()).scans[0]?.status).toBe('started');
  });

  test('too often is failed', async () => {
    const { world, ctx, run, scans, targetId } = await openShop();
    await startScan(ctx, { targetId });
    world.scanner.script(() => Promise.reject(new Error('killed')));
    for (let i = 0; i < mostTries; i++) await expect(run()).rejects.toThrow('killed');
    await run();
    expect((await scans()).scans[0]).toMatchObject({
      status: 'failed',
      failureReason: expect.stringContaining('interrupted'),
    });
  });

  test('a job without a started scan does nothing', async () => {
    const { world, run, scans } = await openShop();
    await run();
    expect(world.scanner.requests).toEqual([]);
    expect((await scans()).total).toBe(0);
  });
});
