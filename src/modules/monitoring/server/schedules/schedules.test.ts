import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { editSchedule, listSchedules, refreshSchedule, scheduleScan } from './schedules.ts';
import { openWorld } from '../testing/world.ts';
import { addWebsite, listWebsites } from '../websites/websites.ts';

const refusal = (code: string) => expect.objectContaining({ name: 'Refusal', code });

/** An organisation with one website; it is 9:00 AM on Monday, March 2, 2026 in California. */
async function openShop(plan = 'premium') {
  const world = await openWorld();
  const acme = await world.organization(plan);
  const { targetId } = await addWebsite(acme.ctx, {
    targetName: 'Shop',
    targetUrl: 'https://shop.acme-widgets.com',
    urlConfirmed: true,
  });
  return { world, acme, targetId, ctx: acme.ctx };
}

describe('a schedule', () => {
  test('is created with the fields of the wire, and its level becomes the level of the website', async () => {
    const { ctx, targetId } = await openShop();
    const { schedule } = await scheduleScan(ctx, {
      zeguroTargetId: targetId,
      recurrence: 'q',
      date_time: '2026-03-03T09:00:00Z',
      scan_profile: 'lightning',
      targetName: 'Shop',
      targetUrl: 'x',
    });
    expect(schedule).toEqual({
      scheduledScanId: expect.any(String),
      zeguroScheduledScanId: schedule.scheduledScanId,
      targetId,
      recurrence: 'q',
      dateTime: '2026-03-03T09:00:00Z',
      date_time: '2026-03-03T09:00:00Z',
      scheduleDate: '2026-03-03',
      scheduleTime: '01:00',
      dayOfMonth: 3,
      scheduledDayOfWeek: null,
      weekIndex: null,
      runOnDayOfWeek: false,
      scanProfile: 'lightning',
      nextScan: '2026-03-03T09:00:00Z',
      heldUntil: null,
    });
    expect(await listSchedules(ctx)).toEqual({ scheduleMap: { [targetId]: [schedule] } });
    expect((await listWebsites(ctx)).targetList[0]).toMatchObject({
      scanProfile: 'lightning',
      recurrence: 'q',
    });
  });

  test('by weekday begins on the first such day', async () => {
    const { ctx, targetId } = await openShop();
    const { schedule } = await scheduleScan(ctx, {
      targetId,
      recurrence: 'm',
      dateTime: '2026-03-03T09:00:00Z',
      run_on_day_of_week: true,
      scheduled_day_of_week: 2,
      week_index: 'last',
    });
    expect(schedule).toMatchObject({
      nextScan: '2026-03-31T08:00:00Z',
      runOnDayOfWeek: true,
      scheduledDayOfWeek: 2,
      weekIndex: 'last',
      dayOfMonth: null,
    });
  });

  test('is changed in place, and stays one', async () => {
    const { ctx, targetId } = await openShop();
    const { schedule } = await scheduleScan(ctx, {
      targetId,
      recurrence: 'w',
      dateTime: '2026-03-04T09:00:00Z',
    });
    const edited = await editSchedule(ctx, {
      targetId,
      scheduledScanId: schedule.scheduledScanId,
      recurrence: 'd',
      dateTime: '2026-03-05T17:30:00Z',
      scan_profile: 'normal',
    });
    expect(edited.schedule).toMatchObject({
      scheduledScanId: schedule.scheduledScanId,
      recurrence: 'd',
      nextScan: '2026-03-05T17:30:00Z',
      scanProfile: 'normal',
    });
    expect((await listSchedules(ctx)).scheduleMap[targetId]).toHaveLength(1);
    await expect(
      editSchedule(ctx, {
        targetId,
        scheduledScanId: randomUUID(),
        recurrence: 'd',
        dateTime: '2026-03-05T17:30:00Z',
      }),
    ).rejects.toEqual(refusal('no-such-schedule'));
  });
});

describe('a schedule at its limits', () => {
  test('keeps the 31st when a shorter month is sent back unchanged', async () => {
    const { world, ctx, targetId } = await openShop();
    const { schedule } = await scheduleScan(ctx, {
      targetId,
      recurrence: 'm',
      dateTime: '2026-03-31T08:00:00Z',
    });
    world.clock.set('2026-04-01T17:00:00Z');
    const april = (await refreshSchedule(ctx, { targetId })).schedules[0]!;
    // due on March 31 and not started yet: left for the worker
    expect(april.nextScan).toBe('2026-03-31T08:00:00Z');
    world.clock.set('2026-03-20T17:00:00Z');
    await scheduleScan(ctx, { targetId, recurrence: 'm', dateTime: '2026-04-30T08:00:00Z', dayOfMonth: 31 });
    const edited = await editSchedule(ctx, {
      targetId,
      scheduledScanId: schedule.scheduledScanId,
      recurrence: 'm',
      dateTime: '2026-04-30T08:00:00Z',
      scan_profile: 'safe',
    });
    expect(edited.schedule).toMatchObject({ dayOfMonth: 31, scheduleDate: '2026-04-30' });
    const changed = await editSchedule(ctx, {
      targetId,
      scheduledScanId: schedule.scheduledScanId,
      recurrence: 'm',
      dateTime: '2026-04-29T08:00:00Z',
    });
    expect(changed.schedule.dayOfMonth).toBe(29);
  });

  test('for a time of today that is over begins with the next turn', async () => {
    const { ctx, targetId } = await openShop();
    const { schedule } = await scheduleScan(ctx, {
      targetId,
      recurrence: 'w',
      dateTime: '2026-03-02T09:00:00Z',
    });
    expect(schedule.nextScan).toBe('2026-03-09T08:00:00Z');
  });

  test.each([
    ['yesterday', { dateTime: '2026-03-02T07:59:00Z' }, 'date-not-valid'],
    ['more than five years ahead', { dateTime: '2032-01-01T08:00:00Z' }, 'date-not-valid'],
    [
      'a level that the scanner lacks',
      { dateTime: '2026-03-04T09:00:00Z', scan_profile: 'full' as const },
      'level-not-available',
    ],
  ])('is refused for %s', async (_what, changes, code) => {
    const { ctx, targetId } = await openShop();
    await expect(scheduleScan(ctx, { targetId, recurrence: 'd', ...changes })).rejects.toEqual(refusal(code));
    expect((await listSchedules(ctx)).scheduleMap).toEqual({});
  });

  test('is refused for a frequency that the plan lacks', async () => {
    const { ctx, targetId } = await openShop('essential');
    await expect(
      scheduleScan(ctx, { targetId, recurrence: 'w', dateTime: '2026-03-04T09:00:00Z' }),
    ).rejects.toEqual(refusal('frequency-not-in-plan'));
    await expect(
      scheduleScan(ctx, { targetId, recurrence: 'm', dateTime: '2026-03-04T09:00:00Z' }),
    ).resolves.toBeDefined();
  });

  test('of another organisation is like a missing one', async () => {
    const { world, ctx, targetId } = await openShop();
    const { schedule } = await scheduleScan(ctx, {
      targetId,
      recurrence: 'w',
      dateTime: '2026-03-04T09:00:00Z',
    });
    const other = (await world.organization()).ctx;
    for (const id of [targetId, randomUUID()]) {
      await expect(
        scheduleScan(other, { targetId: id, recurrence: 'w', dateTime: '2026-03-04T09:00:00Z' }),
      ).rejects.toEqual(refusal('no-such-website'));
      await expect(
        editSchedule(other, {
          targetId: id,
          scheduledScanId: schedule.scheduledScanId,
          recurrence: 'w',
          dateTime: '2026-03-04T09:00:00Z',
        }),
      ).rejects.toEqual(refusal('no-such-website'));
      await expect(refreshSchedule(other, { targetId: id })).rejects.toEqual(refusal('no-such-website'));
    }
    expect(await listSchedules(other)).toEqual({ scheduleMap: {} });
  });
});
