import { randomUUID } from 'node:crypto';
import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { monitoringContract } from '../../contract.ts';
import type { ScheduleWire } from '../../entities.ts';
import { isScheduleDateAllowed, nextRun, pacificParts, type Repeat } from '../../recurrence.ts';
import { parseWire, toWire } from '../../rules.ts';
import { entitlementOf, isFrequencyAllowed } from '../websites/entitlement.ts';
import {
  selectSchedule,
  selectSchedules,
  updateNextScan,
  upsertSchedule,
  type ScheduleRow,
} from './schedules.store.ts';
import { confirmer, type ActingCtx } from '../websites/websites.ts';
import { confirmForms, selectWebsite, updateWebsiteLevel } from '../websites/websites.store.ts';

type Calls = typeof monitoringContract;

export function scheduleWire(schedule: ScheduleRow): ScheduleWire {
  const { repeat, nextScan } = schedule;
  const next = toWire(nextScan);
  const { date, time } = pacificParts(nextScan);
  const byMonths = repeat.recurrence === 'm' || repeat.recurrence === 'q';
  return {
    scheduledScanId: schedule.id,
    zeguroScheduledScanId: schedule.id,
    targetId: schedule.websiteId,
    recurrence: repeat.recurrence,
    dateTime: next,
    date_time: next,
    scheduleDate: date,
    scheduleTime: time,
    dayOfMonth: byMonths && !repeat.weekday ? repeat.dayOfMonth : null,
    scheduledDayOfWeek: repeat.weekday?.day ?? null,
    weekIndex: repeat.weekday?.index ?? null,
    runOnDayOfWeek: repeat.weekday !== null,
    scanProfile: schedule.scanProfile,
    nextScan: next,
    heldUntil: schedule.heldUntil && toWire(schedule.heldUntil),
  };
}

type GivenSchedule = Omit<BodyOf<Calls['editSchedule']>, 'targetId' | 'scheduledScanId'>;

function repeatOf(given: GivenSchedule, before: ScheduleRow | null, now: Date): Repeat {
  const first = parseWire(given.dateTime ?? given.date_time ?? '');
  if (!first || !isScheduleDateAllowed(first, now)) throw new Refusal('date-not-valid');
  const { recurrence } = given;
  const byMonths = recurrence === 'm' || recurrence === 'q';
  // an unchanged date of a shorter month must not turn the 31st into the 28th
  const isUnchanged =
    before?.nextScan.getTime() === first.getTime() && before.repeat.recurrence === recurrence;
  const dayOfMonth =
    given.dayOfMonth ?? (isUnchanged ? before.repeat.dayOfMonth : pacificParts(first).dayOfMonth);
  const { week_index: index, scheduled_day_of_week: day } = given;
  const asked = byMonths && given.run_on_day_of_week === true && index && day ? { index, day } : null;
  const weekday = given.run_on_day_of_week === undefined && isUnchanged ? before.repeat.weekday : asked;
  return { recurrence, first, dayOfMonth, weekday };
}

/** Creates or replaces the schedule of a website; its scan level becomes the website's (modules.md 4). */
async function saveSchedule(
  ctx: ActingCtx,
  websiteId: string,
  given: GivenSchedule,
  scheduleId?: string,
): Promise<ScheduleWire> {
  const now = ctx.now();
  return ctx.inOrg(async (db) => {
    const website = await selectWebsite(db, websiteId, { lock: true });
    if (!website) throw new Refusal('no-such-website');
    const before = await selectSchedule(db, websiteId);
    if (scheduleId !== undefined && before?.id !== scheduleId) throw new Refusal('no-such-schedule');
    const entitlement = await entitlementOf(ctx, db);
    if (!isFrequencyAllowed(entitlement, given.recurrence))
      throw new Refusal('frequency-not-in-plan', { allowed: entitlement.frequencies });
    if (given.scan_profile && !entitlement.levels.includes(given.scan_profile))
      throw new Refusal('level-not-available', { levels: entitlement.levels });
    const repeat = repeatOf(given, before, now);
    const row = {
      id: before?.id ?? randomUUID(),
      websiteId,
      repeat,
      scanProfile: given.scan_profile ?? website.scanProfile,
      nextScan: nextRun(repeat, now),
      heldUntil: null,
    };
    await upsertSchedule(db, { orgId: ctx.orgId, now, ...row });
    if (row.scanProfile !== website.scanProfile) await updateWebsiteLevel(db, websiteId, row.scanProfile);
    if (given.formsConfirmed) await confirmForms(db, websiteId, confirmer(ctx), now);
    return scheduleWire(row);
  });
}

export async function scheduleScan(
  ctx: ActingCtx,
  body: BodyOf<Calls['scheduleScan']>,
): Promise<ReplyOf<Calls['scheduleScan']>> {
  return { schedule: await saveSchedule(ctx, (body.targetId ?? body.zeguroTargetId)!, body) };
}

export async function editSchedule(
  ctx: ActingCtx,
  body: BodyOf<Calls['editSchedule']>,
): Promise<ReplyOf<Calls['editSchedule']>> {
  return { schedule: await saveSchedule(ctx, body.targetId, body, body.scheduledScanId) };
}

/** Works the next scan out anew. One that is due already is left for the worker that starts it. */
export async function refreshSchedule(
  ctx: OrgScope,
  body: BodyOf<Calls['probelyUpdateSchedule']>,
): Promise<ReplyOf<Calls['probelyUpdateSchedule']>> {
  const now = ctx.now();
  return ctx.inOrg(async (db) => {
    const website = await selectWebsite(db, body.targetId, { lock: true });
    if (!website) throw new Refusal('no-such-website');
    const schedule = await selectSchedule(db, body.targetId);
    if (!schedule) return { schedules: [] };
    const nextScan = schedule.nextScan > now ? nextRun(schedule.repeat, now) : schedule.nextScan;
    if (nextScan.getTime() !== schedule.nextScan.getTime()) await updateNextScan(db, body.targetId, nextScan);
    return { schedules: [scheduleWire({ ...schedule, nextScan })] };
  });
}

export async function listSchedules(ctx: OrgScope): Promise<ReplyOf<Calls['loadScheduleMap']>> {
  const schedules = await ctx.inOrg(selectSchedules);
  return {
    scheduleMap: Object.fromEntries(
      schedules.map((schedule) => [schedule.websiteId, [scheduleWire(schedule)]]),
    ),
  };
}
