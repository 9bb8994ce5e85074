import { sql } from 'kysely';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { embeddedScanner } from '#providers/scanner/embedded/scanner.ts';
import { programOf, signIn, type SignedIn } from './demo.fixtures.ts';
import { fillDemo, openDemo, type DemoProgram } from './demo.ts';
import { company, person } from './demo/company.ts';
import { openLiveSites } from './demo/liveSite.ts';
import { temporaryFolder, testPortal, type TestPortal } from './testing.ts';

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

test('the example company has a year of history that every screen can show', async () => {
  const portal = await testPortal();
  await fillDemo(programOf(portal, 'http://localhost/mailbox'));
  expect(printed.join('\n')).toContain(person.email);
  expect(printed.join('\n')).toContain(person.password);
  const browser = await signIn(portal);

  const profile = (await browser.post('/profile/profileCheck', { cognitoId: (await portal.identity.findUser(person.email))!.cognitoId }))
    .body;
  expect(profile).toMatchObject({ companyData: { companyName: company.companyName }, userData: { hasSeenOrgGoals: true } });
  const { monitoring } = (await browser.get('/dashboard/getModuleActivity')).body.data;
  expect(monitoring).toMatchObject({ webAppsScanned: 3, scansScheduled: 4, isScanInProgress: false });
  expect(monitoring.webAppsIssues.lows).toBeGreaterThan(5);

  const { targetList } = (await browser.post('/monitoring/webapps/loadTargetList')).body;
  expect(targetList.map((target: { recurrence: string }) => target.recurrence).sort()).toEqual(['m', 'm', 'q', 'w']);
  expect(targetList.filter((target: { lastScanDate: string | null }) => target.lastScanDate === null)).toHaveLength(1);
  const { scheduleMap } = (await browser.post('/monitoring/webapps/loadScheduleMap')).body;
  const nextScans = Object.values(scheduleMap).map((schedules) => Date.parse((schedules as { nextScan: string }[])[0]!.nextScan));
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
    const report = await browser.get(`/monitoring/webapps/getScanReport/${target.targetId};a.pdf;${completed.at(-1)!.scanId};${kind}`);
    expect(report.status).toBe(200);
    expect(report.body.subarray(0, 5).toString()).toBe('%PDF-');
  }
  const issues = (await browser.post('/monitoring/webapps/loadIssues', { targetId: target.targetId, state: 'all' })).body;
  expect(issues.counts.fixed).toBeGreaterThan(10);
});

const rowsOf = async ({ database }: TestPortal) => {
  const { rows } = await sql`select organization_of_person(cognito_id) as org from user_pool_user`.execute(database.global);
  const orgId = (rows[0] as { org: string | null }).org;
  if (!orgId) return { organizations: 0 };
  return database.inOrg(orgId, async (db) => {
    const counted = await sql<{ scans: number; findings: number; changed: Date }>`
      select (select count(*) from scan) as scans, (select count(*) from scan_finding) as findings, (select max(updated_at) from organization) as changed`.execute(
      db,
    );
    return { organizations: 1, orgId, ...counted.rows[0]! };
  });
};

test('interrupted, it leaves no half company; the next start makes it whole, and the one after changes nothing', async () => {
  const portal = await testPortal();
  // in the middle of the year: so many mails are written by then
  let mails = 0;
  const seal: typeof portal.base.secrets.seal = (...sealed) => {
    mails += 1;
    if (mails > 25) throw new Error('pulled the plug');
    return portal.base.secrets.seal(...sealed);
  };
  const program = programOf(portal);
  const cut: DemoProgram = { ...program, base: { ...program.base, secrets: { ...portal.base.secrets, seal } } };
  await expect(fillDemo(cut)).rejects.toThrow('pulled the plug');
  expect(await rowsOf(portal)).toEqual({ organizations: 0 });
  await fillDemo(programOf(portal));
  const made = await rowsOf(portal);
  expect(made).toMatchObject({ organizations: 1 });
  portal.clock.advance(86_400);
  await fillDemo(programOf(portal));
  expect(await rowsOf(portal)).toEqual(made);
  expect(portal.queued).toEqual([]);
});

test('the website that the demo serves is scanned for real, and its history agrees with what the scan finds', async () => {
  const live = await openLiveSites({ dataDir: temporaryFolder('demo'), port: 0 });
  onTestFinished(() => live.close());
  const scanner = embeddedScanner({ contactUrl: live.preview, perSecond: 500 });
  const portal = await testPortal({ env: { SCAN_ALLOW_PRIVATE: live.hosts.join(',') }, scanner });
  await fillDemo(programOf(portal), live);
  const browser = await signIn(portal);
  const { targetList } = (await browser.post('/monitoring/webapps/loadTargetList')).body;
  const { targetId } = targetList.find((target: { targetUrl: string }) => target.targetUrl === live.preview);
  const before = await scansOf(browser, targetId);
  expect(before.length).toBeGreaterThan(40);
  expect(before.at(-1)!.highs).toBeGreaterThan(before[0]!.highs);
  expect((await browser.post('/monitoring/webapps/startScan', { targetId })).status).toBe(200);
  await portal.runJobs();
  const [newest] = await scansOf(browser, targetId);
  expect(newest).toMatchObject({ status: 'completed', highs: before[0]!.highs, changes: { new: 0, reopened: 0, fixed: 0 } });
  const added = targetList.find((target: { lastScanDate: string | null }) => target.lastScanDate === null);
  expect(added.targetUrl).toBe(live.newcomer);
  await browser.post('/monitoring/webapps/startScan', { targetId: added.targetId });
  await portal.runJobs();
  expect(await scansOf(browser, added.targetId)).toMatchObject([{ status: 'completed', changes: { reopened: 0, fixed: 0 } }]);
});

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
  const cognito = { userPoolId: 'us-east-1_AbCdEf123', clientId: 'x', region: 'us-east-1', endpoint: undefined };
  await expect(openDemo({ ...settings, cognito })).rejects.toThrow('COGNITO_USER_POOL_ID');
});
