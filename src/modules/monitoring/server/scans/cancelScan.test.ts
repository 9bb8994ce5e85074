import { describe, expect, test } from 'vitest';
import { listScans, startScan, syncScans } from './scans.ts';
import { openShop } from '../testing/shop.ts';
import { aFinding, aResult } from '../testing/world.ts';
import { removeWebsite } from '../websites/websites.ts';

const refusal = (code: string) => expect.objectContaining({ name: 'Refusal', code });

describe('canceling', () => {
  test('ends the scan at once, stops the scanner and names the next date', async () => {
    const { world, ctx, run, cancel, scans, targetId } = await openShop();
    const { scan } = await startScan(ctx, { targetId });
    const begun = Promise.withResolvers<void>();
    world.scanner.script((_request, { signal }) => {
      begun.resolve();
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    });
    const running = run();
    await begun.promise;
    expect(await cancel(scan.scanId)).toMatchObject({
      scan: { status: 'canceled', completeTime: '2026-03-02T17:00:00Z' },
      nextScan: null,
    });
    await running;
    expect(await scans()).toMatchObject({ running: null, scans: [{ status: 'canceled', changes: null }] });
  });

  test('first wins over a result that comes a moment later', async () => {
    const { world, ctx, run, cancel, scans, targetId } = await openShop();
    const { scan } = await startScan(ctx, { targetId });
    world.scanner.script(async (request) => {
      await cancel(scan.scanId);
      return aResult(request, { findings: [aFinding('a')] });
    });
    await run();
    expect(await scans()).toMatchObject({ total: 1, scans: [{ status: 'canceled', highs: 0, mediums: 0 }] });
    expect((await syncScans(ctx, { targetId, page: 1 })).issues).toEqual({ highs: 0, mediums: 0, lows: 0 });
  });

  test('comes too late for a scan that is over', async () => {
    const { ctx, run, cancel, scans, targetId } = await openShop();
    const { scan } = await startScan(ctx, { targetId });
    await run();
    await expect(cancel(scan.scanId)).rejects.toEqual(refusal('not-running'));
    expect((await scans()).scans[0]?.status).toBe('completed');
  });

  test('racing completion leaves one of the two, never both and never neither', async () => {
    const { world, ctx, run, cancel, scans, targetId } = await openShop();
    for (let i = 0; i < 3; i++) {
      const { scan } = await startScan(ctx, { targetId });
      world.scanner.script(async (request) => aResult(request, { findings: [aFinding('a')] }));
      const [ended, canceled] = await Promise.allSettled([run(), cancel(scan.scanId)]);
      expect(ended.status).toBe('fulfilled');
      expect((await scans()).scans[0]?.status).toBe(
        canceled.status === 'fulfilled' ? 'canceled' : 'completed',
      );
      world.clock.advance(60);
    }
  });

  test('is what removing the website does, with nothing left behind', async () => {
    const { world, ctx, run, targetId } = await openShop();
    await startScan(ctx, { targetId });
    const begun = Promise.withResolvers<void>();
    world.scanner.script((_request, { signal }) => {
      begun.resolve();
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    });
    const running = run();
    await begun.promise;
    await removeWebsite(ctx, { targetId });
    await running;
    expect(await listScans(ctx, { page: 1 })).toEqual({ scanMap: {} });
  });

  test('by removing the website at the very moment of completion blocks neither', async () => {
    for (let i = 0; i < 5; i++) {
      const { world, ctx, run, targetId } = await openShop();
      await startScan(ctx, { targetId });
      const begun = Promise.withResolvers<void>();
      world.scanner.script(async (request) => {
        begun.resolve();
        return aResult(request, { findings: Array.from({ length: 300 }, (_, n) => aFinding(`n${n}`)) });
      });
      const running = run();
      await begun.promise;
      const outcomes = await Promise.allSettled([running, removeWebsite(ctx, { targetId })]);
      expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'fulfilled']);
      expect(await listScans(ctx, { page: 1 })).toEqual({ scanMap: {} });
    }
  });
});
