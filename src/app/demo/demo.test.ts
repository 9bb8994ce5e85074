import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { embeddedScanner } from '#providers/scanner/embedded/scanner.ts';
import { programOf, signIn, type SignedIn } from '../testing/demo.ts';
import { fillDemo, openDemo } from '../demo.ts';
import { company, person } from './company.ts';
import { openLiveSites, type LiveSites } from './liveSite.ts';
import { temporaryFolder, testPortal, type TestPortal } from '../testing/portal.ts';

// a whole year is told, on a machine that is busy with other tests
vi.setConfig({ testTimeout: 240_000 });

const printed: string[] = [];
beforeEach(() => {
  printed.length = 0;
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
});
afterEach(() => vi.restoreAllMocks());

type Scan = {
  scanId: string;
  status: string;
  highs: number;
  failureReason: string | null;
  changes: { new: number; open: number; reopened: number; fixed: number } | null;
  completeTime: string;
};

/** Every scan of a website, newest first. */
async function scansOf(browser: SignedIn, targetId: string): Promise<Scan[]> {
  const scans: Scan[] = [];
  for (let page = 1; ; page++) {
    const { body } = await browser.post('/monitoring/webapps/loadScanMap', { targetId, page });
    const found = body.scanMap[targetId];
    scans.push(...found.scans);
    if (scans.length >= found.total) return scans;
  }
}

test('the example company has a year of history that every screen can show, and the website that it serves is scanned for real', async () => {
  const live = await openLiveSites({ dataDir: temporaryFolder('demo'), port: 0 });
  onTestFinished(() => live.close());
  const scanner = embeddedScanner({ contactUrl: live.preview, perSecond: 500 });
  const portal = await testPortal({ env: { SCAN_ALLOW_PRIVATE: live.hosts.join(',') }, scanner });
  await fillDemo(programOf(portal), live);
  expect(printed.join('\n')).toContain(person.email);
  expect(printed.join('\n')).toContain(person.password);
  const browser = await signIn(portal);
  await showsAYear(portal, browser, live);
  await agreesWithScans(portal, browser, live);
});

async function showsAYear(portal: TestPortal, browser: SignedIn, live: LiveSites) {
  const profile = (
    await browser.post('/profile/profileCheck', {
      cognitoId: (await portal.identity.findUser(person.email))!.cognitoId,
    })
  ).body;
  expect(profile).toMatchObject({
    companyData: { companyName: company.companyName },
    userData: { hasSeenOrgGoals: true },
  });
  const { monitoring } = (await browser.get('/dashboard/getModuleActivity')).body.data;
  expect(monitoring).toMatchObject({ webAppsScanned: 4, scansScheduled: 5, isScanInProgress: false });
  expect(monitoring.webAppsIssues.lows).toBeGreaterThan(5);

  const { targetList } = (await browser.post('/monitoring/webapps/loadTargetList')).body;
  expect(targetList.map((target: { recurrence: string }) => target.recurrence).sort()).toEqual([
    'd',
    'm',
    'm',
    'q',
    'w',
  ]);
  expect(
    targetList.filter((target: { lastScanDate: string | null }) => target.lastScanDate === null),
  ).toHaveLength(1);
  const { scheduleMap } = (await browser.post('/monitoring/webapps/loadScheduleMap')).body;
  const invented = targetList.filter((target: { targetUrl: string }) => target.targetUrl !== live.preview);
  const nextScans = invented.map(({ targetId }: { targetId: string }) =>
    Date.parse(scheduleMap[targetId][0].nextScan),
  );
  for (const next of nextScans) expect(next - portal.clock.now().getTime()).toBeGreaterThan(4 * 86_400_000);

  const all = new Map<string, Scan[]>();
  for (const target of targetList) all.set(target.targetName, await scansOf(browser, target.targetId));
  const shop = all.get('Online shop')!;
  expect(shop.length).toBeGreaterThan(50);
  const completed = shop.filter((scan) => scan.status === 'completed');
  expect(completed.at(-1)!.highs).toBeGreaterThan(2);
  expect(completed[0]!.highs).toBe(0);
  expect(completed.some((scan) => scan.changes!.reopened > 0)).toBe(true);
  const everything = [...all.values()].flat();
  expect(everything.filter((scan) => scan.status === 'failed').map((scan) => scan.failureReason)).toEqual([
    expect.stringContaining('did not answer in time'),
  ]);
  expect(everything.filter((scan) => scan.status === 'canceled')).toHaveLength(1);
  expect(everything.filter((scan) => scan.status === 'started')).toEqual([]);

  const target = targetList.find((one: { targetName: string }) => one.targetName === 'Online shop');
  for (const kind of ['owasp', 'pci']) {
    const report = await browser.get(
      `/monitoring/webapps/getScanReport/${target.targetId};a.pdf;${completed.at(-1)!.scanId};${kind}`,
    );
    expect(report.status).toBe(200);
    expect(report.body.subarray(0, 5).toString()).toBe('%PDF-');
  }
  const issues = (
    await browser.post('/monitoring/webapps/loadIssues', { targetId: target.targetId, state: 'all' })
  ).body;
  expect(issues.counts.fixed).toBeGreaterThan(10);
}

async function agreesWithScans(portal: TestPortal, browser: SignedIn, live: LiveSites) {
  const { targetList } = (await browser.post('/monitoring/webapps/loadTargetList')).body;
  const { targetId } = targetList.find((target: { targetUrl: string }) => target.targetUrl === live.preview);
  const before = await scansOf(browser, targetId);
  expect(before.length).toBeGreaterThan(40);
  expect(before.at(-1)!.highs).toBeGreaterThan(before[0]!.highs);
  expect((await browser.post('/monitoring/webapps/startScan', { targetId })).status).toBe(200);
  await portal.runJobs();
  const [newest] = await scansOf(browser, targetId);
  expect(newest).toMatchObject({
    status: 'completed',
    highs: before[0]!.highs,
    changes: { new: 0, reopened: 0, fixed: 0 },
  });
  const added = targetList.find((target: { lastScanDate: string | null }) => target.lastScanDate === null);
  expect(added.targetUrl).toBe(live.newcomer);
  await browser.post('/monitoring/webapps/startScan', { targetId: added.targetId });
  await portal.runJobs();
  expect(await scansOf(browser, added.targetId)).toMatchObject([
    { status: 'completed', changes: { reopened: 0, fixed: 0 } },
  ]);
}

test('the website of one data folder keeps its port, and the demo says so when that is taken', async () => {
  const folder = temporaryFolder('demo');
  const first = await openLiveSites({ dataDir: folder, port: 0 });
  const settings = { ...(await testPortal()).settings, dataDir: folder, port: 0 };
  await expect(openDemo(settings)).rejects.toThrow(/^Port \d+, .* is in use/);
  await first.close();
  const second = await openLiveSites(settings);
  onTestFinished(() => second.close());
  expect([second.preview, second.newcomer]).toEqual([first.preview, first.newcomer]);
});

test('a password that everybody knows has no place in production or in an outside user pool', async () => {
  const { settings } = await testPortal();
  await expect(openDemo({ ...settings, production: true })).rejects.toThrow('NODE_ENV=production');
  const cognito = {
    userPoolId: 'us-east-1_AbCdEf123',
    clientId: 'x',
    region: 'us-east-1',
    endpoint: undefined,
  };
  await expect(openDemo({ ...settings, cognito })).rejects.toThrow('COGNITO_USER_POOL_ID');
});
