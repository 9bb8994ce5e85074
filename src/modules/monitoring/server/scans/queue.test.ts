import { sql } from 'kysely';
import { onTestFinished, describe, expect, test } from 'vitest';
import { openTestDatabase } from '#app/testing/portal.ts';
import { migrateJobs, openQueue, startWorker, type Pace } from '#platform/server/jobs/jobs.ts';
import { openLog } from '#platform/server/log/log.ts';
import { monitoringJobs } from '../jobs.ts';
import { startDue } from '../schedules/dueScans.ts';
import { cancelScan, listScans, startScan } from './scans.ts';
import { scheduleScan } from '../schedules/schedules.ts';
import { aFinding, aResult, openWorld } from '../testing/world.ts';
import { addWebsite } from '../websites/websites.ts';

/** The module on the real queue, with a worker that can be stopped and started. */
async function openWorking() {
  const opened = await openTestDatabase();
  const log = openLog('test', 'silent');
  await migrateJobs(
    opened.connections.owner,
    monitoringJobs.map((job) => job.spec),
  );
  const queue = openQueue(opened.connections.app, log);
  await queue.start();
  onTestFinished(() => queue.close());
  const world = await openWorld({ jobs: queue, opened });
  const { ctx } = await world.organization('premium');
  // the clock's own jobs belong to other tests
  const runs = monitoringJobs.filter((job) => job.spec.name === 'run-scan');
  const work = async (pace: Pace = {}) => {
    const worker = await startWorker(
      opened.connections.app,
      runs.map((job) => ({ ...job, ...pace })),
      () => world.base,
      log,
    );
    let stopped: Promise<void> | null = null;
    const stop = () => (stopped ??= worker.stop());
    onTestFinished(stop);
    return stop;
  };
  const { targetId } = await addWebsite(ctx, {
    targetName: 'Shop',
    targetUrl: 'https://shop.acme-widgets.com',
    scanProfile: 'safe',
    urlConfirmed: true,
  });
  const statuses = async () =>
    (await listScans(ctx, { targetId, page: 1 })).scanMap[targetId]!.scans.map((scan) => scan.status);
  /** Websites whose job the queue itself has noted as running. */
  const taken = async () => {
    const { rows } = await sql<{
      keys: string[] | null;
    }>`select singletons_active as keys from pgboss.queue where name = 'run-scan'`.execute(world.base.global);
    return rows[0]!.keys ?? [];
  };
  return { world, ctx, targetId, work, statuses, taken };
}

describe('on the real queue', () => {
  test('a started scan is carried out, and one that was canceled while it waited is not', async () => {
    const { world, ctx, targetId, work, statuses } = await openWorking();
    const { scan } = await startScan(ctx, { targetId });
    await cancelScan(ctx, { zeguroTargetId: targetId, zeguroScanId: scan.scanId });
    world.clock.advance(60);
    // the job of the canceled scan still waits; it serves this one
    await startScan(ctx, { targetId });
    world.scanner.script(async (request) => aResult(request, { findings: [aFinding('a')] }));
    await work();
    await expect.poll(statuses, { timeout: 20_000 }).toEqual(['completed', 'canceled']);
    expect(world.scanner.requests).toHaveLength(1);
  });

  test('a scan that somebody asks for while its own of the schedule waits begins before those that came earlier', async () => {
    const { world, ctx, targetId, work } = await openWorking();
    const { ctx: neighbor } = await world.organization('premium');
    const earlier = await addWebsite(neighbor, {
      targetName: 'Neighbor',
      targetUrl: 'https://neighbor.quillfeather-mills.com',
      scanProfile: 'safe',
      urlConfirmed: true,
    });
    for (const [organization, id] of [
      [neighbor, earlier.targetId],
      [ctx, targetId],
    ] as const) {
      await scheduleScan(organization, { targetId: id, recurrence: 'd', dateTime: '2026-03-03T09:00:00Z' });
      world.clock.set('2026-03-03T09:00:00Z');
      await startDue(world.base.forOrg(organization.orgId), id, true);
      world.clock.set('2026-03-02T18:00:00Z');
    }
    await startScan(ctx, { targetId });
    world.scanner.script(async (request) => aResult(request));
    await work({ concurrency: 1, expressFrom: [] });
    await expect.poll(() => world.scanner.requests.length, { timeout: 20_000 }).toBe(2);
    expect(world.scanner.requests.map(({ url }) => url)).toEqual([
      'https://shop.acme-widgets.com',
      'https://neighbor.quillfeather-mills.com',
    ]);
  });

  test('a scan that somebody asks for begins while scans of the clock have every place', async () => {
    const { world, ctx, targetId, work } = await openWorking();
    const sites = ['https://one.harbor-lamps.com', 'https://two.harbor-lamps.com'];
    for (const targetUrl of sites) {
      const neighbor = await world.organization('premium');
      const added = await addWebsite(neighbor.ctx, {
        targetName: 'Site',
        targetUrl,
        scanProfile: 'safe',
        urlConfirmed: true,
      });
      await scheduleScan(neighbor.ctx, {
        targetId: added.targetId,
        recurrence: 'd',
        dateTime: '2026-03-03T09:00:00Z',
      });
      world.clock.set('2026-03-03T09:00:00Z');
      await startDue(world.base.forOrg(neighbor.orgId), added.targetId, true);
      world.clock.set('2026-03-02T18:00:00Z');
    }
    world.scanner.script(
      (_request, { signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', reject)),
    );
    await work();
    const urls = () => world.scanner.requests.map(({ url }) => url);
    await expect.poll(() => urls().toSorted(), { timeout: 20_000 }).toEqual(sites);
    await startScan(ctx, { targetId });
    await expect.poll(() => urls().at(-1), { timeout: 20_000 }).toBe('https://shop.acme-widgets.com');
  });

  test('a worker that stops hands its scan to the next one, which completes the same scan', async () => {
    const { world, ctx, targetId, work, statuses, taken } = await openWorking();
    await startScan(ctx, { targetId });
    const begun = Promise.withResolvers<void>();
    world.scanner.script((_request, { signal }) => {
      begun.resolve();
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    });
    const stop = await work();
    await begun.promise;
    // from here on the next worker first believes that the website is being scanned
    await expect.poll(taken, { timeout: 20_000 }).toEqual([targetId]);
    await stop();
    expect(await statuses()).toEqual(['started']);
    world.scanner.script(async (request) => aResult(request));
    await work();
    await expect.poll(statuses, { timeout: 25_000 }).toEqual(['completed']);
    expect(world.scanner.requests).toHaveLength(2);
  });
});
