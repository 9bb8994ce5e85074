import { expect, test } from 'vitest';
import { runScan } from '../scans/runScan.ts';
import { cancelScan, startScan } from '../scans/scans.ts';
import { scheduleScan } from '../schedules/schedules.ts';
import { aFinding, aResult, aRun, openWorld } from '../testing/world.ts';
import { searchWebsites } from './websiteList.ts';
import { addWebsite } from './websites.ts';
import { ScanFailure } from '#providers/scanner/port.ts';

const first = { search: '', sort: 'name', descending: false, page: 1 } as const;
const high = (id: string) => aFinding(id, { severity: 'high' });

/** Four websites: scanned twice, failed, scanning, new. */
async function fourWebsites() {
  const world = await openWorld();
  const organization = await world.organization('premium');
  const { ctx, orgId } = organization;
  const add = async (targetName: string) => {
    world.clock.advance(60);
    return (
      await addWebsite(ctx, {
        targetName,
        targetUrl: `https://${targetName.toLowerCase()}.acme-widgets.com`,
        urlConfirmed: true,
      })
    ).targetId;
  };
  const scan = async (targetId: string, ...findings: ReturnType<typeof aFinding>[]) => {
    world.scanner.script(async (request) =>
      aResult(request, { findings, passed: ['rule.a', 'rule.b', 'rule.c'] }),
    );
    await startScan(ctx, { targetId });
    await runScan(world.base, { orgId, websiteId: targetId }, aRun());
    world.clock.advance(3600);
  };
  const ids = {
    shop: await add('Shop'),
    blog: await add('Blog'),
    careers: await add('Careers'),
    docs: await add('Docs'),
  };
  await scan(ids.shop, high('a'), aFinding('b'));
  await scan(ids.shop, high('a'), high('c'));
  world.scanner.script(async () => {
    throw new ScanFailure('unreachable', 'It did not answer.');
  });
  await startScan(ctx, { targetId: ids.blog });
  await runScan(world.base, { orgId, websiteId: ids.blog }, aRun({ lastAttempt: true }));
  const { scan: running } = await startScan(ctx, { targetId: ids.careers });
  await scheduleScan(ctx, { targetId: ids.docs, recurrence: 'm', dateTime: '2026-04-02T09:00:00Z' });
  const names = async (how: object) =>
    (await searchWebsites(ctx, { ...first, ...how })).websites.map(({ targetName }) => targetName);
  return { world, ctx, ids, running, names, list: () => searchWebsites(ctx, first) };
}

test('each website is listed with how it stands, its last and next scan, and what the last one changed', async () => {
  const { list, ids } = await fourWebsites();
  expect(await list()).toMatchObject({
    total: 4,
    websites: [
      { targetName: 'Blog', state: 'failed', lastScan: null, change: null },
      { targetName: 'Careers', state: 'scanning', percent: 0, nextScan: null },
      {
        targetName: 'Docs',
        state: 'new',
        issues: { highs: 0, mediums: 0, lows: 0 },
        nextScan: '2026-04-02T09:00:00Z',
      },
      {
        targetId: ids.shop,
        targetName: 'Shop',
        targetUrl: 'https://shop.acme-widgets.com',
        state: 'scanned',
        isInPlan: true,
        issues: { highs: 2, mediums: 0, lows: 0 },
        lastScan: '2026-03-02T18:04:00Z',
        change: { fresh: 1, fixed: 1 },
      },
    ],
  });
});

test('a first scan has changed nothing yet, and a canceled one leaves a website as it was', async () => {
  const { ctx, ids, running, list } = await fourWebsites();
  await cancelScan(ctx, { zeguroTargetId: ids.careers, zeguroScanId: running.scanId });
  expect((await list()).websites[1]).toMatchObject({
    targetName: 'Careers',
    state: 'new',
    percent: null,
    change: null,
  });
});

test.each([
  [{ sort: 'name', descending: true }, ['Shop', 'Docs', 'Careers', 'Blog']],
  [{ sort: 'highs', descending: true }, ['Shop', 'Blog', 'Careers', 'Docs']],
  [{ sort: 'state', descending: true }, ['Careers', 'Blog', 'Docs', 'Shop']],
  // what has no date comes last, either way
  [{ sort: 'lastScan', descending: true }, ['Shop', 'Blog', 'Careers', 'Docs']],
  [{ sort: 'nextScan', descending: true }, ['Docs', 'Blog', 'Careers', 'Shop']],
  [{ sort: 'change', descending: true }, ['Shop', 'Blog', 'Careers', 'Docs']],
  [{ search: 'SHOP.acme' }, ['Shop']],
  [{ search: 'o' }, ['Blog', 'Careers', 'Docs', 'Shop']],
  [{ search: '%' }, []],
  [{ search: '_' }, []],
  [{ search: "'; drop table website" }, []],
])('is sorted and searched: %o', async (how, expected) => {
  const { names } = await fourWebsites();
  expect(await names(how)).toEqual(expected);
});

test('comes a page at a time, says which websites the plan does not cover, and shows no other organization', async () => {
  const { world, ctx, ids } = await fourWebsites();
  await world.database.inOrg(ctx.orgId, (db) =>
    db.updateTable('organization').set({ planId: 'essential' }).execute(),
  );
  const { websites } = await searchWebsites(ctx, first);
  expect(Object.fromEntries(websites.map(({ targetName, isInPlan }) => [targetName, isInPlan]))).toEqual({
    Shop: true,
    Blog: true,
    Careers: false,
    Docs: false,
  });
  expect(websites.find(({ targetId }) => targetId === ids.docs)!.nextScan).toBeNull();
  expect(await searchWebsites(ctx, { ...first, page: 9 })).toMatchObject({ page: 1, total: 4 });
  const other = await world.organization();
  expect(await searchWebsites(other.ctx, first)).toMatchObject({ websites: [], total: 0 });
});
