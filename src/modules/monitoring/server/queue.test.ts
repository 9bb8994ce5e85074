import { sql } from 'kysely';
import { onTestFinished, describe, expect, test } from 'vitest';
import { openTestDatabase } from '#app/testing.ts';
import { migrateJobs, openQueue, startWorker } from '#platform/server/jobs.ts';
import { openLog } from '#platform/server/log.ts';
import { monitoringJobs } from './jobs.ts';
import { cancelScan, listScans, startScan } from './scans.ts';
import { aFinding, aResult, openWorld } from './testWorld.ts';
import { addWebsite } from './websites.ts';

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
  const work = async () => {
    const worker = await startWorker(opened.connections.app, runs, () => world.base, log);
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
  const statuses = async () => (await listScans(ctx, { targetId, page: 1 })).scanMap[targetId]!.scans.map((scan) => scan.status);
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

  test('a worker that stops hands its scan to the next one, which completes the same scan', async () => {
    const { world, ctx, targetId, work, statuses, taken } = await openWorking();
    await startScan(ctx, { targetId });
    const begun = Promise.withResolvers<void>();
    world.scanner.script((_request, { signal }) => {
      begun.resolve();
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
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
