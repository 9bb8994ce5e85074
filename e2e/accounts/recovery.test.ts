import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi, type TestContext } from 'vitest';
import { callsWith, makeAdministrator, type Calls } from '../calls.ts';
import { cutOff, familyOf, postmasterOf } from '../processes.ts';
import type { Site } from '#providers/scanner/sites/serve.ts';
import { serveSlowSite } from '../scanning/slowSite.ts';
import { startPortal, until, type RunningPortal } from '../world.ts';

vi.setConfig({ testTimeout: 240_000 });

// the quickest scan asks for one page, which takes long enough for a catastrophe
const sites = await Promise.all([1, 2, 3].map(() => serveSlowSite({ pages: 4, thinkMs: 8000 })));
afterAll(() => Promise.all(sites.map((site) => site.close())));

type Cleanup = { onTestFinished: TestContext['onTestFinished'] };

/** A portal on a data folder that outlives it. */
async function open({ onTestFinished }: Cleanup, site: Site, dataDir: string): Promise<RunningPortal> {
  const portal = await startPortal({ DATA_DIR: dataDir, SCAN_ALLOW_PRIVATE: site.host });
  onTestFinished(async () => {
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return portal;
}
const folder = () => mkdtempSync(path.join(os.tmpdir(), 'portal-recovery-'));

type Scan = { status: string; failureReason: string | null };
const scansOf = async (calls: Calls, targetId: string): Promise<Scan[]> => {
  const { status, body } = await calls.post<{ scanMap: Record<string, { scans: Scan[] }> }>(
    '/monitoring/webapps/loadScanMap',
    {
      targetId,
    },
  );
  if (status !== 200) throw new Error(`loadScanMap answers ${status}`);
  return body.scanMap[targetId]!.scans;
};

/** A website in the middle of its scan. */
async function scanning(portal: RunningPortal, site: Site) {
  const calls = await makeAdministrator(portal, `admin-${portal.child.pid}@harbor-lamps.com`);
  const website = { targetName: 'Name 0', targetUrl: site.url, scanProfile: 'lightning', urlConfirmed: true };
  const { body } = await calls.post<{ targetId: string }>('/monitoring/webapps/createTarget', website);
  expect((await calls.post('/monitoring/webapps/startScan', { targetId: body.targetId })).status).toBe(200);
  await until('the scan to be at work', async () => site.visits.length > 0);
  return { calls, targetId: body.targetId };
}

/** Goes on renaming a website until told to stop; knows the last name that the portal said yes to. */
function renameOnAndOn(calls: Calls, targetId: string) {
  const state = { tried: 0, acknowledged: 0, refused: 0, stopped: false };
  const work = (async () => {
    while (!state.stopped) {
      state.tried += 1;
      const answer = await calls
        .post('/monitoring/webapps/editTarget', { zeguroTargetId: targetId, appName: `Name ${state.tried}` })
        .catch(() => null);
      if (answer?.status === 200) state.acknowledged = state.tried;
      else state.refused += 1;
    }
  })();
  return {
    state,
    stop: async () => {
      state.stopped = true;
      await work;
    },
  };
}

async function numberOf(calls: Calls, targetId: string): Promise<number> {
  const { body } = await calls.post<{ targetList: { targetId: string; targetName: string }[] }>(
    '/monitoring/webapps/loadTargetList',
  );
  return Number(body.targetList.find((target) => target.targetId === targetId)!.targetName.split(' ')[1]);
}

/** Waits until no scan is under way, and gives them as they ended. */
const ended = (calls: Calls, targetId: string) =>
  until(
    'the scan to end',
    async () => {
      const scans = await scansOf(calls, targetId);
      return scans.every(({ status }) => status !== 'started') && scans;
    },
    150,
  );

const isHonest = ({ status, failureReason }: Scan) =>
  status === 'completed' || (status === 'failed' && Boolean(failureReason));

test.concurrent('a worker that dies in the middle of a scan is replaced, and the scan is carried out', async (context) => {
  const site = sites[0]!;
  const portal = await open(context, site, folder());
  const { calls, targetId } = await scanning(portal, site);
  const worker = familyOf(portal.child.pid!).find(({ command }) => command.includes('worker.ts'))!;
  const scan = familyOf(worker.pid).slice(1);
  expect(scan.length).toBeGreaterThan(0);
  cutOff([worker.pid]);
  // the scan does not go on without anybody who would hear its result
  await until(
    'the scan process to end',
    async () => !familyOf(scan[0]!.pid).some(({ command }) => command.includes('child.ts')),
    20,
  );
  expect(await scansOf(calls, targetId)).toMatchObject([{ status: 'started' }]);
  expect(await ended(calls, targetId)).toMatchObject([{ status: 'completed' }]);
});

test.concurrent('a database that dies in the middle of a scan comes back by itself, with everything it said yes to', async (context) => {
  const site = sites[1]!;
  const portal = await open(context, site, folder());
  const { calls, targetId } = await scanning(portal, site);
  const renames = renameOnAndOn(calls, targetId);
  await until('some renames', async () => renames.state.acknowledged >= 5);
  const first = postmasterOf(portal.dataDir);
  cutOff([first]);
  await until('another database', async () => postmasterOf(portal.dataDir) !== first);
  const { acknowledged } = renames.state;
  await until('the portal to say yes again', async () => renames.state.acknowledged > acknowledged + 5);
  await renames.stop();
  const number = await numberOf(calls, targetId);
  expect(number).toBeGreaterThanOrEqual(renames.state.acknowledged);
  expect(number).toBeLessThanOrEqual(renames.state.tried);
  const scans = await ended(calls, targetId);
  expect({ count: scans.length, honest: scans.every(isHonest) }).toEqual({ count: 1, honest: true });
  expect((await fetch(`${portal.url}/readyz`)).status).toBe(200);
});

test.concurrent('after a power cut the portal starts on the same folder, with everything it said yes to', async (context) => {
  const site = sites[2]!;
  const portal = await open(context, site, folder());
  const { calls, targetId } = await scanning(portal, site);
  const renames = renameOnAndOn(calls, targetId);
  await until('some renames', async () => renames.state.acknowledged >= 5);
  cutOff([postmasterOf(portal.dataDir), ...familyOf(portal.child.pid!).map(({ pid }) => pid)]);
  await renames.stop();
  const again = await open(context, site, portal.dataDir);
  const after = callsWith(again.url, calls.cookie);
  const number = await numberOf(after, targetId);
  expect(number).toBeGreaterThanOrEqual(renames.state.acknowledged);
  expect(number).toBeLessThanOrEqual(renames.state.tried);
  expect(await scansOf(after, targetId)).toHaveLength(1);
  const scans = await ended(after, targetId);
  expect({ count: scans.length, honest: scans.every(isHonest) }).toEqual({ count: 1, honest: true });
  // and it can be scanned again
  expect((await after.post('/monitoring/webapps/startScan', { targetId })).status).toBe(200);
});
