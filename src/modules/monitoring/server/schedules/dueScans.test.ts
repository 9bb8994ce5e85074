import { describe, expect, test } from 'vitest';
import { mindScans, startDueScans } from './dueScans.ts';
import { mostTries, runScan } from '../scans/runScan.ts';
import { listScans, startScan } from '../scans/scans.ts';
import { listSchedules, scheduleScan } from './schedules.ts';
import { aResult, aRun, openWorld, type Organization, type World } from '../testing/world.ts';
import { addWebsite } from '../websites/websites.ts';

const site = async ({ ctx }: Organization, name = 'Shop') =>
  (
    await addWebsite(ctx, {
      targetName: name,
      targetUrl: `https://${name.toLowerCase()}.acme-widgets.com`,
      scanProfile: 'safe',
      urlConfirmed: true,
    })
  ).targetId;
const next = async ({ ctx }: Organization, targetId: string) =>
  (await listSchedules(ctx)).scheduleMap[targetId]?.[0]?.nextScan;
const scansOf = async ({ ctx }: Organization, targetId: string) =>
  (await listScans(ctx, { targetId, page: 1 })).scanMap[targetId]!.scans;
const tick = async (world: World, at: string) => {
  world.clock.set(at);
  await startDueScans(world.base);
};

describe('when a schedule is due', () => {
  test('its scan starts with its job, once, and the next date is set', async () => {
    const world = await openWorld({ ownDatabase: true });
    const acme = await world.organization('premium');
    const targetId = await site(acme);
    await scheduleScan(acme.ctx, { targetId, recurrence: 'd', dateTime: '2026-03-03T09:00:00Z' });
    await tick(world, '2026-03-03T08:59:59Z');
    expect(world.queued).toEqual([]);
    world.clock.set('2026-03-03T09:00:30Z');
    await Promise.all([startDueScans(world.base), startDueScans(world.base), startDueScans(world.base)]);
    expect(world.queued).toEqual([
      { name: 'run-scan', data: { orgId: acme.orgId, websiteId: targetId }, key: targetId },
    ]);
    expect(await scansOf(acme, targetId)).toMatchObject([
      { status: 'started', startedBy: 'schedule', scanProfile: 'safe' },
    ]);
    expect(await next(acme, targetId)).toBe('2026-03-04T09:00:00Z');
  });

  test('the wall clock rules when daylight saving begins and ends', async () => {
    const world = await openWorld({ ownDatabase: true });
    const acme = await world.organization('premium');
    const targetId = await site(acme);
    await scheduleScan(acme.ctx, { targetId, recurrence: 'd', dateTime: '2026-03-03T10:30:00Z' });
    const dates = [];
    for (const at of [
      '2026-03-06T10:30:00Z',
      '2026-03-07T10:30:00Z',
      '2026-03-08T10:30:00Z',
      '2026-10-31T09:30:00Z',
      '2026-11-01T09:30:00Z',
    ]) {
      await tick(world, at);
      dates.push(await next(acme, targetId));
    }
    // 2:30 AM is skipped on March 8; 1:30 AM happens twice on November 1, 2:30 AM once
    expect(dates).toEqual([
      '2026-03-07T10:30:00Z',
      '2026-03-08T10:30:00Z',
      '2026-03-09T09:30:00Z',
      '2026-11-01T10:30:00Z',
      '2026-11-01T10:30:00Z',
    ]);
  });

  test('a date is passed over while the scan before still runs', async () => {
    const world = await openWorld({ ownDatabase: true });
    const acme = await world.organization('premium');
    const targetId = await site(acme);
    await scheduleScan(acme.ctx, { targetId, recurrence: 'd', dateTime: '2026-03-03T09:00:00Z' });
    await startScan(acme.ctx, { targetId });
    await tick(world, '2026-03-03T09:00:00Z');
    expect(world.queued).toHaveLength(1);
    expect(await scansOf(acme, targetId)).toHaveLength(1);
    expect(await next(acme, targetId)).toBe('2026-03-04T09:00:00Z');
  });

  test('dates missed while nothing ran are made up for by one scan', async () => {
    const world = await openWorld({ ownDatabase: true });
    const acme = await world.organization('premium');
    const targetId = await site(acme);
    await scheduleScan(acme.ctx, { targetId, recurrence: 'd', dateTime: '2026-03-03T09:00:00Z' });
    await tick(world, '2026-03-06T12:00:00Z');
    expect(world.queued).toHaveLength(1);
    expect(await next(acme, targetId)).toBe('2026-03-07T09:00:00Z');
  });
});

describe('when schedules of several plans are due', () => {
  test('nothing starts after the trial expired, and the schedule goes on for whoever subscribes', async () => {
    const world = await openWorld({ ownDatabase: true });
    const acme = await world.organization('trial', { trialEnds: new Date('2026-03-10T20:00:00Z') });
    const targetId = await site(acme);
    await scheduleScan(acme.ctx, { targetId, recurrence: 'w', dateTime: '2026-03-11T09:00:00Z' });
    await tick(world, '2026-03-11T09:00:00Z');
    expect(world.queued).toEqual([]);
    expect(await next(acme, targetId)).toBe('2026-03-18T09:00:00Z');
  });

  test('a smaller plan scans at its own frequency and level', async () => {
    const world = await openWorld({ ownDatabase: true });
    const acme = await world.organization('premium');
    const targetId = await site(acme);
    await scheduleScan(acme.ctx, {
      targetId,
      recurrence: 'd',
      dateTime: '2026-03-03T09:00:00Z',
      scan_profile: 'normal',
    });
    await world.database.inOrg(acme.orgId, (db) =>
      db.updateTable('organization').set({ planId: 'free' }).execute(),
    );
    for (let day = 3; day < 12; day++) {
      await tick(world, `2026-03-${String(day).padStart(2, '0')}T10:00:00Z`);
      await runScan(world.base, { orgId: acme.orgId, websiteId: targetId }, aRun());
    }
    expect(await scansOf(acme, targetId)).toMatchObject([{ status: 'completed', scanProfile: 'lightning' }]);
    await tick(world, '2026-06-02T10:00:00Z');
    expect(await scansOf(acme, targetId)).toHaveLength(2);
  });

  test('each organisation gets its own; one that cannot be started is reported, tried again in an hour and holds up nobody', async () => {
    const world = await openWorld({ ownDatabase: true });
    const all = [
      await world.organization('premium'),
      await world.organization('premium'),
      await world.organization('premium'),
    ];
    const ids = [];
    for (const organization of all) {
      const targetId = await site(organization);
      ids.push(targetId);
      await scheduleScan(organization.ctx, { targetId, recurrence: 'd', dateTime: '2026-03-03T09:00:00Z' });
    }
    await world.database.inOrg(all[1]!.orgId, (db) =>
      db.updateTable('websiteSchedule').set({ firstScan: 'infinity' }).execute(),
    );
    await expect(tick(world, '2026-03-03T09:00:00Z')).rejects.toThrow(
      '1 of 3 due scans could not be started',
    );
    expect(world.queued.map((job) => job.key).toSorted()).toEqual([ids[0], ids[2]].toSorted());
    expect(await next(all[1]!, ids[1]!)).toBe('2026-03-03T10:00:00Z');
    await tick(world, '2026-03-03T09:59:00Z');
    await expect(tick(world, '2026-03-03T10:00:00Z')).rejects.toThrow(
      '1 of 1 due scans could not be started',
    );
  });
});

describe('a scan that nobody speaks about', () => {
  test('goes back into the queue after two minutes, once per two minutes', async () => {
    const world = await openWorld({ ownDatabase: true });
    const acme = await world.organization('premium');
    const targetId = await site(acme);
    await startScan(acme.ctx, { targetId });
    world.clock.advance(119);
    await mindScans(world.base);
    expect(world.queued).toHaveLength(1);
    world.clock.advance(1);
    await mindScans(world.base);
    await mindScans(world.base);
    expect(world.queued).toHaveLength(2);
    expect(world.queued[1]).toEqual(world.queued[0]);
  });

  test('is given up when too many workers were lost on it', async () => {
    const world = await openWorld({ ownDatabase: true });
    const acme = await world.organization('premium');
    const targetId = await site(acme);
    await startScan(acme.ctx, { targetId });
    await world.database.inOrg(acme.orgId, (db) =>
      db.updateTable('scan').set({ tries: mostTries }).execute(),
    );
    world.clock.advance(300);
    await mindScans(world.base);
    expect(world.queued.map(({ name }) => name)).toEqual(['run-scan', 'notify']);
    expect(await scansOf(acme, targetId)).toMatchObject([
      { status: 'failed', failureReason: expect.stringContaining('interrupted') },
    ]);
  });

  test('that is over is left alone', async () => {
    const world = await openWorld({ ownDatabase: true });
    const acme = await world.organization('premium');
    const targetId = await site(acme);
    await startScan(acme.ctx, { targetId });
    world.scanner.script(async (request) => aResult(request));
    await runScan(world.base, { orgId: acme.orgId, websiteId: targetId }, aRun());
    world.clock.advance(300);
    await mindScans(world.base);
    expect(world.queued.map(({ name }) => name)).toEqual(['run-scan', 'notify', 'notify']);
  });
});
