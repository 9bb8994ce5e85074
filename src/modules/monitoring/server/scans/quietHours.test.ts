import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { monitoringContract } from '../../contract.ts';
import { mindScans, startDueScans } from '../schedules/dueScans.ts';
import { runScan } from './runScan.ts';
import { listScans, startScan } from './scans.ts';
import { quietUntil, saveScanSettings } from './scanSettings.ts';
import { listSchedules, scheduleScan } from '../schedules/schedules.ts';
import { aResult, aRun, openWorld } from '../testing/world.ts';
import { addWebsite } from '../websites/websites.ts';

const usual = { signIn: { kind: 'none' }, exclude: [], quietHours: [] };

// Tuesday 2026-03-03, 1:00 AM in Pacific time is 09:00 UTC
const nights = { quietHours: [{ days: [1, 2, 3, 4, 5], from: '22:00', to: '06:00' }] };

const openQuiet = async () => {
  const world = await openWorld({ ownDatabase: true });
  const acme = await world.organization('premium');
  const { targetId } = await addWebsite(acme.ctx, {
    targetName: 'Shop',
    targetUrl: 'https://shop.acme-widgets.com',
    scanProfile: 'safe',
    urlConfirmed: true,
  });
  const save = (change: object) =>
    saveScanSettings(
      acme.ctx,
      monitoringContract.saveScanSettings.body.parse({ targetId, ...usual, ...change }),
    );
  const schedule = async () => (await listSchedules(acme.ctx)).scheduleMap[targetId]![0]!;
  const tick = async (at: string) => {
    world.clock.set(at);
    await startDueScans(world.base);
    return world.queued.length;
  };
  await scheduleScan(acme.ctx, { targetId, recurrence: 'd', dateTime: '2026-03-03T09:00:00Z' });
  return { world, acme, targetId, save, schedule, tick };
};

/** A scan that was started before the quiet hours of the night, and a worker that takes it up later. */
const openNight = async () => {
  const quiet = await openQuiet();
  const { save, world, acme, targetId } = quiet;
  await save(nights);
  world.clock.set('2026-03-03T05:30:00Z');
  await startScan(acme.ctx, { targetId });
  const work = () => runScan(world.base, { orgId: acme.orgId, websiteId: targetId }, aRun());
  const newest = async () => (await listScans(acme.ctx, { targetId, page: 1 })).scanMap[targetId]!.scans[0]!;
  const taken = async (at: string) => {
    world.clock.set(at);
    world.queued.splice(0);
    await mindScans(world.base);
    return world.queued.some(({ name }) => name === 'run-scan');
  };
  return { ...quiet, work, newest, taken };
};

describe('quiet hours', () => {
  test('hold a due scan back until they end, without moving its dates', async () => {
    const { save, schedule, tick } = await openQuiet();
    await save(nights);
    expect(await tick('2026-03-03T09:00:30Z')).toBe(0);
    expect(await schedule()).toMatchObject({
      nextScan: '2026-03-03T09:00:00Z',
      heldUntil: '2026-03-03T14:00:00Z',
    });
    expect(await tick('2026-03-03T13:59:00Z')).toBe(0);
    expect(await tick('2026-03-03T14:00:00Z')).toBe(1);
    expect(await schedule()).toMatchObject({ nextScan: '2026-03-04T09:00:00Z', heldUntil: null });
  });

  test('that are taken away let the scan go at once', async () => {
    const { save, schedule, tick } = await openQuiet();
    await save(nights);
    await tick('2026-03-03T09:00:30Z');
    await save({});
    expect((await schedule()).heldUntil).toBeNull();
    expect(await tick('2026-03-03T09:02:00Z')).toBe(1);
  });

  test('that were made longer hold it back longer', async () => {
    const { save, tick } = await openQuiet();
    await save(nights);
    await tick('2026-03-03T09:00:30Z');
    await save({ quietHours: [...nights.quietHours, { days: [2], from: '06:00', to: '08:00' }] });
    expect(await tick('2026-03-03T14:00:00Z')).toBe(0);
    expect(await tick('2026-03-03T16:00:00Z')).toBe(1);
  });

  test('refuse a scan by hand, and say until when', async () => {
    const { save, world, acme, targetId } = await openQuiet();
    await save(nights);
    world.clock.set('2026-03-03T09:00:00Z');
    await expect(startScan(acme.ctx, { targetId })).rejects.toMatchObject({
      code: 'quiet-hours',
      detail: { until: '2026-03-03T14:00:00Z' },
    });
    world.clock.set('2026-03-03T14:00:00Z');
    await expect(startScan(acme.ctx, { targetId })).resolves.toBeDefined();
  });
});

describe('quiet hours of a scan at a worker', () => {
  test('put a scan off that a worker takes up within them, so that it waits in nobody’s place', async () => {
    const { world, work, newest, taken } = await openNight();
    world.clock.set('2026-03-03T06:10:00Z');
    await work();
    expect(world.scanner.requests).toEqual([]);
    expect(await newest()).toMatchObject({
      status: 'started',
      activity: 'Waiting for the end of the quiet hours: Mar 3, 2026, 6:00 AM PST',
      startTime: '2026-03-03T05:30:00Z',
    });
    expect(await taken('2026-03-03T13:59:59Z')).toBe(false);
    expect(await taken('2026-03-03T14:00:00Z')).toBe(true);
    await work();
    expect(await newest()).toMatchObject({
      status: 'completed',
      startTime: '2026-03-03T14:00:00Z',
      durationMinutes: 1,
    });
  });

  test('that are taken away let a scan that was put off go at once', async () => {
    const { world, work, save, taken } = await openNight();
    world.clock.set('2026-03-03T06:10:00Z');
    await work();
    world.clock.advance(60);
    await save({});
    expect(await taken('2026-03-03T06:12:00Z')).toBe(true);
    await work();
    expect(world.scanner.requests).toHaveLength(1);
  });

  test('stop a scan at work for the night, and give it up when that happens every time', async () => {
    const { world, work, newest, taken } = await openNight();
    const ends: string[] = [];
    const takenUp: boolean[] = [];
    for (const day of [3, 4, 5]) {
      world.clock.set(`2026-03-0${day}T05:59:00Z`);
      world.scanner.script(async (_request, { signal }) => {
        world.clock.set(`2026-03-0${day}T06:00:30Z`);
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        ends.push((signal.reason as Error).message);
        throw signal.reason;
      });
      await work();
      takenUp.push(await taken(`2026-03-0${day}T14:00:00Z`));
    }
    expect(ends).toHaveLength(3);
    expect(takenUp).toEqual([true, true, false]);
    expect(await newest()).toMatchObject({
      status: 'failed',
      failureReason: expect.stringContaining('Make them shorter'),
    });
  });

  test('that are short, or of an outside scanner, stop nothing', async () => {
    const { world, work, newest, save } = await openNight();
    await save({ quietHours: [{ days: [1, 2, 3], from: '22:00', to: '23:30' }] });
    world.scanner.script(async (request, { onProgress }) => {
      world.clock.set('2026-03-03T06:00:30Z');
      await pause(1200);
      await save(nights);
      onProgress({ percent: 10, activity: 'At work', requests: 1, pages: 1, handle: 'theirs' });
      await pause(1200);
      return aResult(request);
    });
    await work();
    expect(await newest()).toMatchObject({ status: 'completed' });
  });

  // the night in which clocks go on an hour, and the one in which they go back
  test.each([
    ['2026-03-08T06:10:00Z', '2026-03-08T13:00:00.000Z', { days: [6], from: '22:00', to: '06:00' }],
    ['2026-11-01T05:10:00Z', '2026-11-01T14:00:00.000Z', { days: [6], from: '22:00', to: '06:00' }],
    // a time that this night does not have
    ['2026-03-08T09:30:00Z', '2026-03-08T10:30:00.000Z', { days: [7], from: '01:00', to: '02:30' }],
    ['2026-03-08T07:59:59Z', '2026-03-08T08:00:00.000Z', { days: [6], from: '23:00', to: '00:00' }],
    ['2026-03-08T08:00:00Z', null, { days: [6], from: '23:00', to: '00:00' }],
    // a whole day, and one that touches the next
    ['2026-03-02T20:00:00Z', '2026-03-04T08:00:00.000Z', { days: [1, 2], from: '00:00', to: '00:00' }],
  ])('at %s last until %s', (at, end, window) => {
    expect(quietUntil([window], new Date(at))?.toISOString() ?? null).toBe(end);
  });

  test('reach the scanner, in Pacific time', async () => {
    const { save, world, acme, targetId } = await openQuiet();
    await save(nights);
    world.clock.set('2026-03-03T18:00:00Z');
    await startScan(acme.ctx, { targetId });
    await runScan(world.base, { orgId: acme.orgId, websiteId: targetId }, aRun());
    expect(world.scanner.requests).toMatchObject([
      { blackout: { zone: 'America/Los_Angeles', windows: nights.quietHours } },
    ]);
  });
});
