import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { monitoringContract } from '../contract.ts';
import { startScan } from './scans/scans.ts';
import { scheduleScan } from './schedules/schedules.ts';
import { openServer, openWorld } from './testing/world.ts';
import { addWebsite } from './websites/websites.ts';

const site = { targetName: 'Shop', targetUrl: 'https://shop.acme-widgets.com', urlConfirmed: true };

/** What each call that names a row is told, with ids to fill in. */
const named = (ids: { website: string; scan: string; schedule: string }) => ({
  editTarget: { zeguroTargetId: ids.website, appName: 'Mine' },
  deleteTarget: { targetId: ids.website, targetName: 'Shop' },
  loadScanMap: { targetId: ids.website },
  scheduleScan: { targetId: ids.website, recurrence: 'q', dateTime: '2026-03-05T09:00:00Z' },
  editSchedule: {
    targetId: ids.website,
    scheduledScanId: ids.schedule,
    recurrence: 'q',
    dateTime: '2026-03-05T09:00:00Z',
  },
  probelyUpdateSchedule: { targetId: ids.website },
  syncScans: { targetId: ids.website },
  startScan: { targetId: ids.website },
  cancelScan: { zeguroTargetId: ids.website, zeguroScanId: ids.scan, nextScan: '' },
  loadScanFindings: { scanId: ids.scan },
  loadWebsiteProof: { targetId: ids.website },
  checkWebsiteProof: { targetId: ids.website },
  loadScanSettings: { targetId: ids.website },
  saveScanSettings: { targetId: ids.website, signIn: { kind: 'none' }, exclude: [], quietHours: [] },
  loadIssues: { targetId: ids.website },
  loadIssue: { targetId: ids.website, findingId: 'a' },
  decideIssues: {
    targetId: ids.website,
    findingIds: ['a'],
    decision: 'false-positive',
    reason: 'Mine to say',
  },
  undoDecision: { targetId: ids.website, findingIds: ['a'] },
  retestIssues: { targetId: ids.website, findingIds: ['a'] },
  makeIssueLink: { targetId: ids.website, findingId: 'a' },
  withdrawIssueLink: { targetId: ids.website, findingId: 'a', linkId: ids.scan },
});

describe('over HTTP', () => {
  test('ids of another organisation answer exactly like ids of nobody, for every call that takes one', async () => {
    const world = await openWorld();
    const server = await openServer(world);
    const [acme, other] = [await world.organization('premium'), await world.organization('premium')];
    const { targetId } = await addWebsite(acme.ctx, site);
    const { schedule } = await scheduleScan(acme.ctx, {
      targetId,
      recurrence: 'q',
      dateTime: '2026-03-05T09:00:00Z',
    });
    const { scan } = await startScan(acme.ctx, { targetId });
    const bodies = Object.entries(
      named({ website: targetId, scan: scan.scanId, schedule: schedule.scheduledScanId }),
    );
    const missing = named({ website: randomUUID(), scan: randomUUID(), schedule: randomUUID() });
    for (const [call, body] of bodies) {
      const theirs = await server.post(other.cookie, call, body);
      const nobodys = await server.post(other.cookie, call, missing[call as keyof typeof missing]);
      expect([call, theirs.statusCode, theirs.json().error.code]).toEqual([
        call,
        404,
        expect.stringMatching(/^no-such-/),
      ]);
      expect([call, nobodys.statusCode, nobodys.json().error.code]).toEqual([
        call,
        404,
        theirs.json().error.code,
      ]);
    }
    // every call of the contract is in the list above, names no row, or answers a file, which has its own test
    const rowless = [
      'createTarget',
      'loadTargetList',
      'loadWebsites',
      'loadScheduleMap',
      'checkAppUrl',
      'getScanReport',
      'exportIssues',
      'exportScan',
    ];
    expect(Object.keys(monitoringContract).toSorted()).toEqual(
      [...bodies.map(([call]) => call), ...rowless].toSorted(),
    );
    // and none of it changed anything
    const list = await server.post(acme.cookie, 'loadTargetList', {});
    expect(list.json()).toMatchObject({
      success: true,
      targetList: [{ targetName: 'Shop', isScanInProgress: true, recurrence: 'q' }],
    });
    expect((await server.post(other.cookie, 'loadTargetList', {})).json().targetList).toEqual([]);
  });
});

describe('a website over HTTP', () => {
  test('goes the whole way from the wizard to the running scan', async () => {
    const { organization, ...world } = await openWorld();
    const server = await openServer({ organization, ...world });
    const { cookie } = await organization('premium');
    const checked = await server.post(cookie, 'checkAppUrl', { url: 'https://Shop.Acme-Widgets.com/' });
    expect(checked.json()).toEqual({
      success: true,
      usedInTargets: false,
      inAlexaTopSites: false,
      restricted: false,
      reason: null,
      url: 'https://shop.acme-widgets.com',
    });
    const created = (
      await server.post(cookie, 'createTarget', { ...site, scanProfile: 'safe', recurrence: 'q' })
    ).json();
    const scheduled = await server.post(cookie, 'scheduleScan', {
      recurrence: 'q',
      zeguroTargetId: created.zeguroTargetId,
      targetId: created.targetId,
      dateTime: '2026-03-03T09:00:00Z',
      date_time: '2026-03-03T09:00:00Z',
      run_on_day_of_week: false,
      scan_profile: 'safe',
      targetName: 'Shop',
      targetUrl: 'https://shop.acme-widgets.com',
    });
    expect(scheduled.json()).toMatchObject({ success: true, schedule: { nextScan: '2026-03-03T09:00:00Z' } });
    const { scan } = (await server.post(cookie, 'startScan', { targetId: created.targetId })).json();
    const canceled = await server.post(cookie, 'cancelScan', {
      zeguroTargetId: created.targetId,
      zeguroScanId: scan.scanId,
      nextScan: '2026-03-03T09:00:00Z',
    });
    expect(canceled.json()).toMatchObject({
      success: true,
      scan: { status: 'canceled' },
      nextScan: '2026-03-03T09:00:00Z',
    });
    const map = (await server.post(cookie, 'loadScanMap', {})).json();
    expect(map.scanMap[created.targetId]).toMatchObject({
      total: 1,
      page: 1,
      pageSize: 5,
      scans: [{ status: 'canceled' }],
    });
  });
});

describe('a wrong request over HTTP', () => {
  test.each([
    ['an empty name', 'createTarget', { ...site, targetName: '  ' }, 'targetName', 'Please enter a name.'],
    [
      'a name of 256 symbols',
      'createTarget',
      { ...site, targetName: 'x'.repeat(256) },
      'targetName',
      'Max 255 symbols.',
    ],
    [
      'a protocol that is none',
      'createTarget',
      { ...site, protocol: 'ftp://' },
      'protocol',
      'Please select a protocol.',
    ],
    [
      'no date',
      'scheduleScan',
      { targetId: randomUUID(), recurrence: 'q' },
      'dateTime',
      'Date is not valid.',
    ],
    [
      'a date with milliseconds',
      'scheduleScan',
      { targetId: randomUUID(), recurrence: 'q', dateTime: '2026-03-05T09:00:00.000Z' },
      'dateTime',
      'Date is not valid.',
    ],
    [
      'the 32nd',
      'scheduleScan',
      { targetId: randomUUID(), recurrence: 'q', dateTime: '2026-03-05T09:00:00Z', dayOfMonth: 32 },
      'dayOfMonth',
      'Not a valid day of the month.',
    ],
    [
      'a weekday without its week',
      'scheduleScan',
      { targetId: randomUUID(), recurrence: 'q', dateTime: '2026-03-05T09:00:00Z', run_on_day_of_week: true },
      'week_index',
      'Choose the week and the day of the week.',
    ],
    ['an id that is none', 'deleteTarget', { targetId: "x' or 1=1" }, 'targetId', expect.any(String)],
  ])('%s is invalid, naming the field', async (_what, call, body, field, message) => {
    const world = await openWorld();
    const server = await openServer(world);
    const answer = await server.post((await world.organization('premium')).cookie, call, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      success: false,
      error: { code: 'invalid', fields: [{ field, message }] },
    });
  });
});

describe('scans over HTTP', () => {
  test('scans are paged by five, newest first, for each website', async () => {
    const world = await openWorld();
    const server = await openServer(world);
    const { ctx, cookie, orgId } = await world.organization('premium');
    const { targetId } = await addWebsite(ctx, site);
    await addWebsite(ctx, { ...site, targetName: 'Blog', targetUrl: 'https://blog.acme-widgets.com' });
    for (let day = 1; day <= 12; day++) {
      const at = new Date(Date.UTC(2026, 1, day));
      await world.database.inOrg(orgId, (db) =>
        db
          .insertInto('scan')
          .values({
            orgId,
            id: randomUUID(),
            websiteId: targetId,
            status: 'completed',
            scanProfile: 'safe',
            startedBy: 'schedule',
            startedAt: at,
            begunAt: at,
            completedAt: new Date(at.getTime() + 120_000),
            beatAt: at,
            highs: day,
          })
          .execute(),
      );
    }
    const { scanMap } = (await server.post(cookie, 'loadScanMap', { page: 1 })).json();
    const counts = Object.values<{ total: number; scans: unknown[]; history: unknown[] }>(scanMap).map(
      ({ total, scans, history }) => [total, scans.length, history.length],
    );
    expect(counts.toSorted()).toEqual([
      [0, 0, 0],
      [12, 5, 12],
    ]);
    const third = (await server.post(cookie, 'loadScanMap', { targetId, page: 3 })).json().scanMap[targetId];
    expect(third).toMatchObject({ total: 12, page: 3, scans: [{ highs: 2 }, { highs: 1 }] });
    expect(third.history.map((one: { highs: number }) => one.highs)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ]);
    expect((await server.post(cookie, 'syncScans', { targetId, page: 9 })).json().scans).toMatchObject({
      total: 12,
      scans: [],
    });
  });

  test('nothing answers without the module in the plan', async () => {
    const world = await openWorld();
    const server = await openServer(world);
    const { cookie } = await world.organization('trial', { trialEnds: new Date('2026-02-20T20:00:00Z') });
    const answer = await server.post(cookie, 'loadTargetList', {});
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'module-inactive']);
  });
});
