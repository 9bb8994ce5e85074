import { randomUUID } from 'node:crypto';
import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import { isDatabaseAway } from '#platform/server/database/database.ts';
import { moduleIsActive } from '#modules/plans/server/public.ts';
import { nextRun } from '../../recurrence.ts';
import { frequencies, type Recurrence } from '../../rules.ts';
import { clearanceNow } from '../ownership/clearance.ts';
import {
  entitlementOf,
  isFrequencyAllowed,
  isInPlan,
  levelNow,
  type Entitlement,
} from '../websites/entitlement.ts';
import { notifyOfFailure } from '../scans/scanNotices.ts';
import { runScanSpec } from '../jobSpecs.ts';
import { failRunning, holdWebsite, saveBeat, silentMs, selectSilentScans } from '../scans/scanRuns.store.ts';
import { quietUntil } from '../scans/scanSettings.ts';
import { selectSettings } from '../scans/scanSettings.store.ts';
import { insertScan, selectLastScheduledStart, selectScan } from '../scans/scans.store.ts';
import { claimDueSchedule, holdSchedule, selectDue, updateNextScan, type Due } from './schedules.store.ts';
import { selectWebsite } from '../websites/websites.store.ts';
import { interrupted, mostTries } from '../scans/runScan.ts';

const atOnce = 500;
/** Organizations whose due scans are started side by side, so that a round trip is not waited for alone. */
const organizationsAtOnce = 4;
/** The clock comes round each minute, and finds the rest. */
const roundMs = 45_000;
const dayMs = 86_400_000;

/** Days between scans, a little short so that a shorter month does not count as too soon. */
const daysBetween: Record<Recurrence, number> = { d: 1, w: 7, m: 28, q: 89 };

/** A plan that was changed to fewer scans: its fastest frequency holds, whatever the schedule says. */
function isTooSoon(entitlement: Entitlement, recurrence: Recurrence, last: Date | null, now: Date): boolean {
  if (isFrequencyAllowed(entitlement, recurrence)) return false;
  const fastest = frequencies.findLast((frequency) => entitlement.frequencies.includes(frequency.name));
  if (!fastest) return true;
  return last !== null && now.getTime() - last.getTime() < daysBetween[fastest.recurrence] * dayMs;
}

/** Starts the scan of one due schedule, with its job, and moves the schedule on: all or nothing. */
export async function startDue(ctx: OrgScope, websiteId: string, isActive: boolean): Promise<boolean> {
  const now = ctx.now();
  return ctx.inOrg(async (db) => {
    const schedule = (await holdWebsite(db, websiteId)) && (await claimDueSchedule(db, websiteId, now));
    if (!schedule) return false;
    const until = quietUntil((await selectSettings(db, websiteId)).quietHours, now);
    if (until) {
      await holdSchedule(db, websiteId, until);
      return false;
    }
    await updateNextScan(db, websiteId, nextRun(schedule.repeat, now));
    if (!isActive) return false;
    const entitlement = await entitlementOf(ctx, db);
    // its schedule goes on, so that it is scanned again once the plan has room for it
    if (!(await isInPlan(db, entitlement, websiteId))) return false;
    if (
      isTooSoon(entitlement, schedule.repeat.recurrence, await selectLastScheduledStart(db, websiteId), now)
    )
      return false;
    const asked = levelNow(entitlement, schedule.scanProfile);
    const website = await selectWebsite(db, websiteId);
    if (!website) return false;
    // one that still runs is left alone; this date is passed over
    const begins = await insertScan(db, {
      orgId: ctx.orgId,
      id: randomUUID(),
      websiteId,
      asked,
      clearance: await clearanceNow(ctx, db, website, asked),
      startedBy: 'schedule',
      requestedBy: null,
      now,
    });
    if (begins)
      await ctx.jobs.enqueue(
        db,
        runScanSpec,
        { orgId: ctx.orgId, websiteId },
        { key: websiteId, group: ctx.orgId },
      );
    return begins;
  });
}

const hourMs = 3_600_000;

/** Starts the due scans of one organization, one after the other. @returns how many began, and how many could not */
async function startDueOf(
  base: BaseCtx,
  orgId: string,
  due: readonly Due[],
): Promise<{ started: number; failed: number }> {
  const ctx = base.forOrg(orgId);
  const active = moduleIsActive(ctx, 'monitoring');
  const count = { started: 0, failed: 0 };
  for (const { websiteId } of due)
    try {
      if (await startDue(ctx, websiteId, await active)) count.started += 1;
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      count.failed += 1;
      base.log.error({ err: error, orgId, websiteId }, 'due scan not started');
      await ctx.inOrg((db) => updateNextScan(db, websiteId, new Date(ctx.now().getTime() + hourMs)));
    }
  return count;
}

/**
 * Starts every scan that is due now, for most of a minute. One that cannot be started is tried again in an hour, so that no
 * number of them holds up the others.
 * @throws Error that counts them, so that the job shows among the failed ones
 */
export async function startDueScans(base: BaseCtx): Promise<void> {
  const now = base.now();
  const until = performance.now() + roundMs;
  const all = { due: 0, started: 0, failed: 0 };
  for (let found = atOnce; found === atOnce && performance.now() < until;) {
    const rows = await selectDue(base.global, now, atOnce);
    found = rows.length;
    all.due += found;
    const waiting = [...Map.groupBy(rows, ({ orgId }) => orgId)];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { started, failed } = await startDueOf(base, ...next);
        all.started += started;
        all.failed += failed;
      }
    };
    await Promise.all(Array.from({ length: organizationsAtOnce }, work));
  }
  if (all.due > 0) base.log.info(all, 'due scans');
  if (all.failed > 0)
    throw new Error(
      `${all.failed} of ${all.due} due scans could not be started; each is tried again in an hour.`,
    );
}

/** Takes up scans that no worker has spoken about: back into the queue, or given up after too many tries. */
export async function mindScans(base: BaseCtx): Promise<void> {
  const now = base.now();
  const since = new Date(now.getTime() - silentMs);
  for (const { orgId, scanId } of await selectSilentScans(base.global, since, atOnce)) {
    const ctx = base.forOrg(orgId);
    try {
      await ctx.inOrg(async (db) => {
        const scan = await selectScan(db, scanId);
        if (!scan || scan.status !== 'started' || scan.beatAt > since) return;
        if (scan.tries >= mostTries) {
          if (await failRunning(db, scanId, interrupted, now))
            await notifyOfFailure(ctx, db, { id: scanId, websiteId: scan.websiteId }, interrupted.reason);
          return;
        }
        await saveBeat(db, scanId, now);
        await ctx.jobs.enqueue(
          db,
          runScanSpec,
          { orgId, websiteId: scan.websiteId },
          { key: scan.websiteId, group: orgId },
        );
      });
    } catch (error) {
      base.log.error({ err: error, orgId, scanId }, 'silent scan not taken up');
    }
  }
}
