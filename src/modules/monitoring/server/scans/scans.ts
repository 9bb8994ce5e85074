import { randomUUID } from 'node:crypto';
import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { monitoringContract } from '../../contract.ts';
import type { LevelCode, ScanWire } from '../../entities.ts';
import { durationMinutes, isQuickLook, reportsPerPage, startsPerDay, toWire } from '../../rules.ts';
import { clearanceNow } from '../ownership/clearance.ts';
import { entitlementOf, isInPlan, levelNow } from '../websites/entitlement.ts';
import { countOpenIssues } from '../issues/issues.store.ts';
import { askedPriority, quickLookPriority, runScanSpec } from '../jobSpecs.ts';
import {
  cancelRunning,
  insertScan,
  selectHandStarts,
  selectScan,
  selectScanPages,
  takeOverWaiting,
  type ScanPageRow,
  type ScanRow,
} from './scans.store.ts';
import { portRestriction } from '../ownership/ownership.ts';
import { quietUntil } from './scanSettings.ts';
import { selectSettings } from './scanSettings.store.ts';
import { scheduleWire } from '../schedules/schedules.ts';
import { selectSchedule } from '../schedules/schedules.store.ts';
import type { ActingCtx } from '../websites/websites.ts';
import { selectWebsite } from '../websites/websites.store.ts';

type Calls = typeof monitoringContract;

const changesOf = (scan: Pick<ScanRow, 'newIssues' | 'openIssues' | 'reopenedIssues' | 'fixedIssues'>) => ({
  new: scan.newIssues,
  open: scan.openIssues,
  reopened: scan.reopenedIssues,
  fixed: scan.fixedIssues,
});

export function scanWire(scan: ScanRow): ScanWire {
  const begun = scan.begunAt ?? scan.startedAt;
  const isCompleted = scan.status === 'completed';
  return {
    scanId: scan.id,
    targetId: scan.websiteId,
    status: scan.status as ScanWire['status'],
    startTime: toWire(begun),
    completeTime: scan.completedAt && toWire(scan.completedAt),
    scanProfile: scan.scanProfile as LevelCode,
    askedProfile: scan.askedProfile as LevelCode | null,
    heldBack: scan.heldBack as ScanWire['heldBack'],
    highs: scan.highs,
    mediums: scan.mediums,
    lows: scan.lows,
    durationMinutes: scan.completedAt && durationMinutes(begun, scan.completedAt),
    startedBy: scan.startedBy as ScanWire['startedBy'],
    percent: scan.percent,
    activity: scan.activity,
    requests: scan.requests,
    pages: scan.pages,
    failureReason: scan.failureReason,
    changes: isCompleted ? changesOf(scan) : null,
    limited: scan.limited,
    decided: scan.decidedIssues,
  };
}

const pageWire = (found: ScanPageRow, page: number) => ({
  scans: found.scans.map(scanWire),
  total: found.total,
  page,
  pageSize: reportsPerPage,
  running: found.running && scanWire(found.running),
  history: found.history.map((scan) => ({
    completeTime: toWire(scan.completedAt),
    highs: scan.highs,
    mediums: scan.mediums,
    lows: scan.lows,
    changes: changesOf(scan),
  })),
});

export async function listScans(
  ctx: OrgScope,
  body: BodyOf<Calls['loadScanMap']>,
): Promise<ReplyOf<Calls['loadScanMap']>> {
  const pages = await ctx.inOrg((db) => selectScanPages(db, body.page, body.targetId));
  if (body.targetId && pages.length === 0) throw new Refusal('no-such-website');
  return {
    scanMap: Object.fromEntries(pages.map((found) => [found.websiteId, pageWire(found, body.page)])),
  };
}

/** What a screen asks for again and again while somebody looks at a website. */
export async function syncScans(
  ctx: OrgScope,
  body: BodyOf<Calls['syncScans']>,
): Promise<ReplyOf<Calls['syncScans']>> {
  return ctx.inOrg(async (db) => {
    const [found] = await selectScanPages(db, body.page, body.targetId);
    if (!found) throw new Refusal('no-such-website');
    const schedule = await selectSchedule(db, body.targetId);
    return {
      scans: pageWire(found, body.page),
      schedules: schedule ? [scheduleWire(schedule)] : [],
      issues: await countOpenIssues(db, body.targetId),
    };
  });
}

const dayMs = 86_400_000;

/** Starts a scan now, with its job in the same transaction. */
export async function startScan(
  ctx: ActingCtx,
  body: BodyOf<Calls['startScan']>,
): Promise<ReplyOf<Calls['startScan']>> {
  const now = ctx.now();
  return ctx.inOrg(async (db) => {
    const website = await selectWebsite(db, body.targetId, { lock: true });
    if (!website) throw new Refusal('no-such-website');
    const entitlement = await entitlementOf(ctx, db);
    if (!(await isInPlan(db, entitlement, website.id)))
      throw new Refusal('website-not-in-plan', { maximumAllowed: entitlement.maximumAllowed });
    const recent = await selectHandStarts(db, website.id, new Date(now.getTime() - dayMs));
    if (recent.length >= startsPerDay) {
      const nextAllowed = new Date(recent[recent.length - startsPerDay]!.getTime() + dayMs);
      throw new Refusal('start-limit-reached', { startsPerDay, nextAllowed: toWire(nextAllowed) });
    }
    const until = quietUntil((await selectSettings(db, website.id)).quietHours, now);
    if (until) throw new Refusal('quiet-hours', { until: toWire(until) });
    const atPort = await portRestriction(ctx, db, website);
    if (atPort) throw new Refusal('port-unproved', { reason: atPort });
    const asked = levelNow(entitlement, website.scanProfile);
    const clearance = await clearanceNow(ctx, db, website, asked);
    const wanted = { websiteId: website.id, asked, clearance, requestedBy: ctx.session.email, now };
    const newId = randomUUID();
    const begins = await insertScan(db, {
      ...wanted,
      orgId: ctx.orgId,
      id: newId,
      startedBy: 'administrator',
    });
    // one of the schedule may wait behind many others
    const id = begins ? newId : await takeOverWaiting(db, wanted);
    if (id === null) throw new Refusal('scan-running');
    await ctx.jobs.enqueue(
      db,
      runScanSpec,
      { orgId: ctx.orgId, websiteId: website.id },
      {
        key: website.id,
        priority: isQuickLook(clearance.level) ? quickLookPriority : askedPriority,
        group: ctx.orgId,
      },
    );
    return { scan: scanWire((await selectScan(db, id))!) };
  });
}

/** Cancels at once; the worker that carries the scan out notices within two seconds. Whatever ended it first stands. */
export async function cancelScan(
  ctx: ActingCtx,
  body: BodyOf<Calls['cancelScan']>,
): Promise<ReplyOf<Calls['cancelScan']>> {
  return ctx.inOrg(async (db) => {
    if (!(await selectWebsite(db, body.zeguroTargetId))) throw new Refusal('no-such-website');
    const before = await selectScan(db, body.zeguroScanId);
    if (!before || before.websiteId !== body.zeguroTargetId) throw new Refusal('no-such-scan');
    if (!(await cancelRunning(db, before.id, ctx.session.email, ctx.now()))) throw new Refusal('not-running');
    const schedule = await selectSchedule(db, before.websiteId);
    const goesOn = schedule && (await isInPlan(db, await entitlementOf(ctx, db), before.websiteId));
    return {
      scan: scanWire((await selectScan(db, before.id))!),
      nextScan: goesOn ? toWire(schedule.nextScan) : null,
    };
  });
}
