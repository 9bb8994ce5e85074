import { describe, expect, test } from 'vitest';
import { startDueScans } from './dueScans.ts';
import { cancelScan, listScans, startScan } from '../scans/scans.ts';
import { listSchedules, scheduleScan } from './schedules.ts';
import { openServer, openWorld, type Organization, type World } from '../testing/world.ts';
import { addWebsite, listWebsites, removeWebsite, renameWebsite } from '../websites/websites.ts';

const refusal = (code: string, detail: object = {}) =>
  expect.objectContaining({ code, detail: expect.objectContaining(detail) });

const setPlan = (world: World, { orgId }: Organization, plan: string) =>
  world.database.inOrg(orgId, (db) => db.updateTable('organization').set({ planId: plan }).execute());
const listed = async ({ ctx }: Organization) =>
  (await listWebsites(ctx)).targetList.map(({ targetName, isInPlan }) => `${targetName} ${isInPlan}`);
const scansOf = async ({ ctx }: Organization, targetId: string) =>
  (await listScans(ctx, { targetId, page: 1 })).scanMap[targetId]!.scans;
const nextScan = async ({ ctx }: Organization, targetId: string) =>
  (await listSchedules(ctx)).scheduleMap[targetId]?.[0]?.nextScan;

/** An organisation that added three websites, a minute each, and then took a plan for two. */
async function openSmaller() {
  const world = await openWorld({ ownDatabase: true });
  const acme = await world.organization('premium');
  const ids: Record<string, string> = {};
  // the oldest stands last by name
  for (const name of ['Shop', 'Blog', 'Admin']) {
    const website = {
      targetName: name,
      targetUrl: `https://${name.toLowerCase()}.acme-widgets.com`,
      urlConfirmed: true,
    };
    ids[name] = (await addWebsite(acme.ctx, website)).targetId;
    await scheduleScan(acme.ctx, { targetId: ids[name]!, recurrence: 'm', dateTime: '2026-03-03T09:00:00Z' });
    world.clock.advance(60);
  }
  await setPlan(world, acme, 'essential');
  const due = async (at: string) => {
    world.queued.length = 0;
    world.clock.set(at);
    await startDueScans(world.base);
    return Object.keys(ids)
      .filter((name) => world.queued.some((job) => job.key === ids[name]))
      .toSorted();
  };
  return { world, acme, shop: ids['Shop']!, blog: ids['Blog']!, admin: ids['Admin']!, due };
}

describe('websites beyond a smaller plan', () => {
  test('are the newest; they stay on the list with that said, and nothing remains to be added', async () => {
    const { acme } = await openSmaller();
    expect(await listed(acme)).toEqual(['Admin false', 'Blog true', 'Shop true']);
    expect((await listWebsites(acme.ctx)).numberOfTargets).toEqual({ maximumAllowed: 2, remaining: 0 });
    const website = { targetName: 'Four', targetUrl: 'https://four.acme-widgets.com', urlConfirmed: true };
    await expect(addWebsite(acme.ctx, website)).rejects.toEqual(refusal('limit-reached'));
  });

  test('are refused when scanned by hand, also over HTTP; the others are scanned', async () => {
    const { world, acme, shop, admin } = await openSmaller();
    await expect(startScan(acme.ctx, { targetId: admin })).rejects.toEqual(
      refusal('website-not-in-plan', { maximumAllowed: 2 }),
    );
    const server = await openServer(world);
    const refused = await server.post(acme.cookie, 'startScan', { targetId: admin });
    expect([refused.statusCode, refused.json().error.code]).toEqual([403, 'website-not-in-plan']);
    expect(await scansOf(acme, admin)).toEqual([]);
    await startScan(acme.ctx, { targetId: shop });
    expect(world.queued.map((job) => job.key)).toEqual([shop]);
  });

  test('answer somebody of another organisation like websites that do not exist', async () => {
    const { world, admin } = await openSmaller();
    const other = await world.organization('free');
    await expect(startScan(other.ctx, { targetId: admin })).rejects.toEqual(
      expect.objectContaining({ code: 'no-such-website' }),
    );
  });

  test('are passed over by their schedule, which goes on and starts them once there is room', async () => {
    const { world, acme, admin, due } = await openSmaller();
    expect(await due('2026-03-03T09:00:00Z')).toEqual(['Blog', 'Shop']);
    expect(await nextScan(acme, admin)).toBe('2026-04-03T08:00:00Z');
    expect(await scansOf(acme, admin)).toEqual([]);
    await setPlan(world, acme, 'plus');
    // what was passed over is not made up for
    expect(await due('2026-03-10T09:00:00Z')).toEqual([]);
    expect(await due('2026-04-03T08:00:00Z')).toContain('Admin');
  });

  test('move up when one before them is removed, and can be renamed, scheduled and removed meanwhile', async () => {
    const { acme, blog, admin, due } = await openSmaller();
    await renameWebsite(acme.ctx, { zeguroTargetId: admin, appName: 'Office' });
    await scheduleScan(acme.ctx, { targetId: admin, recurrence: 'q', dateTime: '2026-03-04T09:00:00Z' });
    expect(await due('2026-03-04T09:00:00Z')).not.toContain('Admin');
    await removeWebsite(acme.ctx, { targetId: blog });
    expect(await listed(acme)).toEqual(['Office true', 'Shop true']);
    await startScan(acme.ctx, { targetId: admin });
    await removeWebsite(acme.ctx, { targetId: admin });
    expect(await listed(acme)).toEqual(['Shop true']);
    expect((await listWebsites(acme.ctx)).numberOfTargets).toEqual({ maximumAllowed: 2, remaining: 1 });
  });

  test('end a scan that ran when the plan changed as it comes; a cancellation promises no next one', async () => {
    const { world, acme, admin } = await openSmaller();
    await setPlan(world, acme, 'plus');
    const { scan } = await startScan(acme.ctx, { targetId: admin });
    await setPlan(world, acme, 'essential');
    expect(await scansOf(acme, admin)).toMatchObject([{ status: 'started' }]);
    expect(
      (await cancelScan(acme.ctx, { zeguroTargetId: admin, zeguroScanId: scan.scanId })).nextScan,
    ).toBeNull();
  });
});

describe('while the module is not active', () => {
  test('no worker that stood still makes up for more than the one date when a plan is bought', async () => {
    const world = await openWorld({ ownDatabase: true });
    const acme = await world.organization('trial', { trialEnds: new Date('2026-03-10T20:00:00Z') });
    const website = { targetName: 'Shop', targetUrl: 'https://shop.acme-widgets.com', urlConfirmed: true };
    const { targetId } = await addWebsite(acme.ctx, website);
    await scheduleScan(acme.ctx, { targetId, recurrence: 'd', dateTime: '2026-03-11T09:00:00Z' });
    world.clock.set('2026-04-20T12:00:00Z');
    const active = { planId: 'premium', subscriptionStatus: 'ACTIVE', expirationDate: null };
    await world.database.inOrg(acme.orgId, (db) => db.updateTable('organization').set(active).execute());
    for (let minute = 0; minute < 5; minute++) {
      await startDueScans(world.base);
      world.clock.advance(60);
    }
    expect(world.queued).toHaveLength(1);
    expect(await nextScan(acme, targetId)).toBe('2026-04-21T09:00:00Z');
  });
});
