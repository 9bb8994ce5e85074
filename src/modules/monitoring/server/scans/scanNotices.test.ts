import { describe, expect, test } from 'vitest';
import { ScanFailure } from '#providers/scanner/port.ts';
import { startScan } from './scans.ts';
import { openShop } from '../testing/shop.ts';
import { aFinding, aResult } from '../testing/world.ts';

/** A website, and what administrators are told after each of its scans. */
async function told() {
  const shop = await openShop();
  const { world, ctx, targetId, run } = shop;
  const scanBy =
    (startedBy: 'administrator' | 'schedule') =>
    async (...findings: ReturnType<typeof aFinding>[]) => {
      world.scanner.script(async (request) => aResult(request, { findings, passed: ['rule.a', 'rule.b'] }));
      world.queued.splice(0);
      await startScan(ctx, { targetId });
      await world.database.inOrg(ctx.orgId, (db) =>
        db.updateTable('scan').set({ startedBy }).where('status', '=', 'started').execute(),
      );
      await run();
      world.clock.advance(86_400);
      return notices();
    };
  const notices = () =>
    world.queued
      .filter(({ name }) => name === 'notify')
      .map(({ data }) => (data as { notice: { event: string; facts: Record<string, unknown> } }).notice);
  return { ...shop, scan: scanBy('administrator'), scheduled: scanBy('schedule'), notices };
}
const high = (id: string) => aFinding(id, { severity: 'high', title: `High ${id}` });

describe('a completed scan', () => {
  test('tells its counts, and high issues that are new or come back, not those that are known', async () => {
    const { scan, targetId } = await told();
    const about = { website: 'Shop', url: 'https://shop.acme-widgets.com', path: '/webappscan/Shop' };
    const counts = { highs: 1, mediums: 1, lows: 0 };
    expect(await scan(high('a'), aFinding('b'))).toEqual([
      {
        event: 'report-ready',
        facts: {
          ...about,
          ...counts,
          path: expect.stringMatching(/^\/webappscan\/Shop\?report=[0-9a-f-]{36}$/),
        },
      },
      {
        event: 'scan-done',
        facts: { ...about, ...counts, awaited: true, fresh: 2, fixed: 0, freshHighs: 1, comparedWith: null },
      },
      {
        event: 'new-high',
        facts: {
          ...about,
          awaited: true,
          titles: ['High a'],
          places: [`/webappscan/${targetId}/issues/a`],
          total: 1,
        },
      },
    ]);
    const second = await scan(high('a'));
    expect(second).toMatchObject([
      { event: 'report-ready' },
      {
        event: 'scan-done',
        facts: {
          highs: 1,
          mediums: 0,
          fresh: 0,
          fixed: 1,
          freshHighs: 0,
          comparedWith: '2026-03-02T17:00:00.000Z',
        },
      },
    ]);
    await scan();
    expect((await scan(high('a'))).map(({ event }) => event)).toEqual([
      'report-ready',
      'scan-done',
      'new-high',
    ]);
  });

  test('that the schedule started has a report that somebody waits for only the first time', async () => {
    const { scheduled } = await told();
    expect((await scheduled(high('a'))).map(({ event }) => event)).toEqual([
      'report-ready',
      'scan-done',
      'new-high',
    ]);
    const begun = await scheduled(high('a'), high('b'));
    expect(begun).toMatchObject([
      { event: 'scan-done', facts: { awaited: false } },
      { event: 'new-high', facts: { awaited: false, titles: ['High b'] } },
    ]);
  });

  test('is told once, also when the job runs again', async () => {
    const { scan, run, notices } = await told();
    await scan(high('a'));
    await run();
    expect(notices().map(({ event }) => event)).toEqual(['report-ready', 'scan-done', 'new-high']);
  });
});

test('a failed scan tells why; one that was canceled tells nothing', async () => {
  const { world, ctx, targetId, run, notices, cancel } = await told();
  world.scanner.script(async () => {
    throw new ScanFailure('unreachable', 'The website did not answer.');
  });
  await startScan(ctx, { targetId });
  await run();
  expect(notices()).toMatchObject([
    {
      event: 'scan-failed',
      facts: { website: 'Shop', reason: 'The website did not answer.', nextScan: null },
    },
  ]);
  const { scan } = await startScan(ctx, { targetId });
  await cancel(scan.scanId);
  await run();
  expect(notices()).toHaveLength(1);
});
