import type { Finding, ScanLevel, ScanResult } from '#providers/scanner/port.ts';
import { listIssues, listScanFindings } from '../issues/issues.ts';
import { runScan } from '../scans/runScan.ts';
import { listScans, startScan } from '../scans/scans.ts';
import { aResult, aRun, openWorld } from './world.ts';
import { addWebsite } from '../websites/websites.ts';

/** An organisation with one website whose scans find what a test says, one a day. */
export async function openIssues() {
  const world = await openWorld();
  const { ctx, orgId, cookie } = await world.organization('premium', {});
  const { targetId } = await addWebsite(ctx, {
    targetName: 'Shop',
    targetUrl: 'https://shop.acme-widgets.com',
    scanProfile: 'safe',
    urlConfirmed: true,
  });
  /** One scan a day, at a level, that finds this; checks a, b and c run. */
  const scan = async (findings: Finding[], level: ScanLevel = 'safe', changes: Partial<ScanResult> = {}) => {
    await world.database.inOrg(orgId, (db) =>
      db.updateTable('website').set({ scanProfile: level }).execute(),
    );
    const { scan: begun } = await startScan(ctx, { targetId });
    world.scanner.script(async (request) =>
      aResult(request, {
        findings,
        passed: ['rule.a', 'rule.b', 'rule.c'].filter(
          (rule) => !findings.some((finding) => finding.rule === rule),
        ),
        ...changes,
      }),
    );
    await runScan(world.base, { orgId, websiteId: targetId }, aRun());
    world.clock.advance(86_400);
    return begun.scanId;
  };
  const issues = (filter: Partial<Parameters<typeof listIssues>[1]> = {}) =>
    listIssues(ctx, {
      targetId,
      state: 'all',
      search: '',
      sort: 'title',
      descending: false,
      grouped: false,
      page: 1,
      ...filter,
    });
  const states = async () =>
    Object.fromEntries((await issues()).issues.map((issue) => [issue.findingId, issue.state]));
  const report = async (scanId: string) =>
    Object.fromEntries(
      (await listScanFindings(ctx, { scanId, page: 1 })).findings.map((finding) => [
        finding.findingId,
        finding.state,
      ]),
    );
  /** The newest first, as the list of reports tells them. */
  const scans = async () => (await listScans(ctx, { targetId, page: 1 })).scanMap[targetId]!.scans;
  return { world, ctx, orgId, cookie, targetId, scan, issues, states, report, scans };
}
