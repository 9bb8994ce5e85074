import { setTimeout as pause } from 'node:timers/promises';
import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import { isDatabaseAway } from '#platform/server/database/database.ts';
import { noteRetry } from '#platform/server/database/databaseMeasures.ts';
import type { JobRun } from '#platform/server/jobs/jobs.ts';
import { storable } from '#platform/storable.ts';
import { brandOfOrg } from '#modules/catalog/server/public.ts';
import { ScanFailure, type ScanProgress, type ScanResult } from '#providers/scanner/port.ts';
import type { QuietWindow } from '../../quietHours.ts';
import { isQuickLook, parseWebAddress } from '../../rules.ts';
import { recheckClearance, heldBackNote } from '../ownership/clearance.ts';
import { longQuietUntil, putOffAtWork, putOffBegun, QuietHoursBegan } from './postpone.ts';
import { compareWithKnown } from './lifecycle.ts';
import { noteScan, noteScanTime, whileRunning } from '../measures.ts';
import { portRestriction } from '../ownership/ownership.ts';
import { openedTo, restrictionOf } from '../ownership/restrictions.ts';
import { selectKnownIssues, selectKnownPlaces } from '../issues/knownIssues.store.ts';
import { wakeRetests } from '../issues/runRetests.ts';
import { quietUntil, scanAsSet } from './scanSettings.ts';
import { selectSettings } from './scanSettings.store.ts';
import { notifyOfFailure, notifyOfResult } from './scanNotices.ts';
import {
  beginRun,
  failRunning,
  holdWebsite,
  isRunning,
  lockRunning,
  saveBeat,
  saveClearance,
  saveProgress,
  type ScanInHand,
} from './scanRuns.store.ts';
import { completeRun, saveFixed, saveSeen } from './scanResults.store.ts';

/** A scan that so many workers took up and none finished is given up. */
export const mostTries = 8;
/** How often a worker looks whether its scan is still wanted, and at most writes progress. */
const lookEveryMs = 1000;
const beatEveryMs = 10_000;

export const interrupted = {
  code: 'interrupted',
  reason:
    'The scan was interrupted again and again and could not be finished. It will run again on its next date, or start it by hand.',
};
const fault = {
  code: 'fault',
  reason:
    'Something went wrong on our side, so the scan could not be finished. It will run again on its next date, or start it by hand.',
};

/** The scan ended while it was made ready. */
class ScanGone extends Error {}

/** The reason with which the scanner is stopped when nobody wants the scan any more. */
class ScanUnwanted extends Error {}

/**
 * Watches over a running scan once a second: writes news of it, and stops it when its row says that it is over or when
 * quiet hours begin that are too long to rest in.
 * @returns what to call with news, and how to end the watch, after which nothing more is written
 */
function watch(
  ctx: OrgScope,
  scan: ScanInHand,
  quietHours: readonly QuietWindow[],
  stopScan: (reason: Error) => void,
) {
  let news: ScanProgress | null = null;
  // an outside scanner goes on by itself, and knows nothing of quiet hours
  let isElsewhere = scan.handle !== null;
  let lastWrite = ctx.now().getTime();
  const over = new AbortController();
  const look = async () => {
    const now = ctx.now();
    const progress = news;
    news = null;
    if (!progress && now.getTime() - lastWrite < beatEveryMs)
      return ctx.inOrg((db) => isRunning(db, scan.id));
    lastWrite = now.getTime();
    return ctx.inOrg((db) =>
      progress ? saveProgress(db, scan.id, storable(progress), now) : saveBeat(db, scan.id, now),
    );
  };
  const watching = (async () => {
    while (!over.signal.aborted) {
      await pause(lookEveryMs, undefined, { signal: over.signal }).catch(() => {});
      if (over.signal.aborted) return;
      const until = isElsewhere ? null : longQuietUntil(quietHours, ctx.now());
      if (until) return stopScan(new QuietHoursBegan(until));
      try {
        if (!(await look()))
          return stopScan(new ScanUnwanted('The scan was canceled or its website removed.'));
      } catch (error) {
        // the scan goes on; the next look may succeed
        ctx.log.warn({ err: error, scanId: scan.id }, 'scan progress not written');
      }
    }
  })();
  return {
    onProgress: (progress: ScanProgress) => {
      news = progress;
      isElsewhere ||= progress.handle !== undefined;
    },
    end: async () => {
      over.abort();
      await watching;
    },
  };
}

/** Keeps a result in one transaction. Does nothing when the scan was ended meanwhile, or when it was kept before. */
export async function keepResult(
  ctx: OrgScope,
  scan: Pick<ScanInHand, 'id' | 'websiteId'>,
  given: ScanResult,
): Promise<boolean> {
  const result = storable(given);
  for (const note of result.operatorNotes ?? [])
    ctx.log.warn({ scanId: scan.id, note }, 'the scanner asks its operator for something');
  const rules = new Map(ctx.providers.scanner.rules().map((rule) => [rule.rule, rule]));
  const passed = result.passed.map((rule) => rules.get(rule) ?? { rule, title: rule, owasp: '', pci: '' });
  const notTested =
    result.notTested?.map(({ rule, reason }) => ({ rule, title: rules.get(rule)?.title ?? rule, reason })) ??
    null;
  return ctx.inOrg(async (db) => {
    if (!(await holdWebsite(db, scan.websiteId)) || !(await lockRunning(db, scan.id))) return false;
    const where = { orgId: ctx.orgId, websiteId: scan.websiteId, scanId: scan.id, at: ctx.now() };
    const comparison = compareWithKnown(await selectKnownIssues(db, scan.websiteId), result, where.at);
    await saveSeen(db, where, comparison.seen);
    await saveFixed(db, where, comparison.fixed);
    await completeRun(db, where, result, comparison, {
      engine: ctx.providers.scanner.engine,
      passed,
      notTested,
    });
    await notifyOfResult(ctx, db, scan, comparison);
    return true;
  });
}

/** A result that took an hour is not thrown away because the database restarts: tried for about half a minute. */
async function keepPatiently(ctx: OrgScope, scan: ScanInHand, result: ScanResult): Promise<boolean> {
  for (let waitMs = 500; ; waitMs *= 2) {
    try {
      return await keepResult(ctx, scan, result);
    } catch (error) {
      if (!isDatabaseAway(error) || waitMs > 16_000) throw error;
      noteRetry();
      await pause(waitMs);
    }
  }
}

async function carryOut(
  ctx: OrgScope,
  scan: ScanInHand,
  run: Parameters<OrgScope['providers']['scanner']['run']>[1],
): Promise<ScanResult> {
  const { signal } = run;
  const address = parseWebAddress(scan.url);
  const restriction = address ? await restrictionOf(ctx, address) : null;
  if (!address || (restriction && restriction.kind !== 'unresolved'))
    throw new ScanFailure(
      'restricted',
      `Scanning of this website is restricted. ${restriction?.reason ?? ''}`.trim(),
    );
  if (restriction) throw new ScanFailure('unreachable', restriction.reason);
  signal.throwIfAborted();
  const clearance = await recheckClearance(ctx, scan.websiteId, scan.asked, signal);
  const atPort = await ctx.inOrg((db) => portRestriction(ctx, db, { id: scan.websiteId, url: scan.url }));
  if (atPort) throw new ScanFailure('restricted', atPort);
  // whoever removed the website or canceled the scan is told nothing more
  if (!clearance || !(await ctx.inOrg((db) => saveClearance(db, scan, clearance)))) throw new ScanGone();
  const set = await scanAsSet(ctx, scan.websiteId, { signsIn: !isQuickLook(clearance.level) });
  const { settings, providers } = ctx;
  // the report shows it, and the log of the website: it may not name the portal of another brand
  const contactUrl = settings.scan.contactUrl ?? `${(await brandOfOrg(ctx)).wire.webAddress}/scanner`;
  const known = await ctx.inOrg((db) => selectKnownPlaces(db, scan.websiteId));
  const result = await providers.scanner.run(
    {
      url: scan.url,
      level: clearance.level,
      allowPrivate: openedTo(ctx),
      contactUrl,
      ...set.request,
      known,
      ...(scan.handle === null ? {} : { handle: scan.handle }),
    },
    run,
  );
  const notes = [...heldBackNote(scan.asked, clearance), ...set.notes];
  return { ...result, coverage: { ...result.coverage, skipped: [...notes, ...result.coverage.skipped] } };
}

/**
 * Carries out the started scan of a website. A second run of the same job takes the same scan up again; a scan that was
 * ended meanwhile, in whatever way, is left as it is.
 */
export async function runScan(
  base: BaseCtx,
  data: { orgId: string; websiteId: string },
  job: JobRun,
): Promise<void> {
  const ctx = base.forOrg(data.orgId);
  const { scan, quietHours } = await ctx.inOrg(async (db) => ({
    scan: await beginRun(db, data.websiteId, ctx.now()),
    quietHours: (await selectSettings(db, data.websiteId)).quietHours,
  }));
  if (!scan) return;
  noteScan(scan.tries > 1 ? 'resumed' : 'begun');
  const fail = (failure: { code: string; reason: string }) => {
    noteScan('failed');
    return ctx.inOrg(async (db) => {
      const reason = storable(failure);
      if (await failRunning(db, scan.id, reason, ctx.now()))
        await notifyOfFailure(ctx, db, scan, reason.reason);
    });
  };
  if (scan.tries > mostTries) return void (await fail(interrupted));

  const quiet = scan.handle === null ? quietUntil(quietHours, ctx.now()) : null;
  if (quiet) {
    noteScan('postponed');
    return putOffBegun(ctx, scan, quiet);
  }

  const startedAt = performance.now();
  const unwanted = new AbortController();
  const watched = watch(ctx, scan, quietHours, (reason) => unwanted.abort(reason));
  try {
    const result = await whileRunning(() =>
      carryOut(ctx, scan, {
        signal: AbortSignal.any([job.signal, unwanted.signal]),
        onProgress: watched.onProgress,
        // only this worker stops: a scan of an outside scanner is taken up again by its handle
        mayGoOn: () => !unwanted.signal.aborted,
      }),
    );
    await watched.end();
    const kept = await keepPatiently(ctx, scan, result);
    noteScan('completed');
    noteScanTime(result.level, (performance.now() - startedAt) / 1000);
    ctx.log.info(
      {
        scanId: scan.id,
        level: result.level,
        requests: result.requests,
        findings: result.findings.length,
        kept,
      },
      'scan completed',
    );
    await wakeRetests(ctx, data.websiteId);
  } catch (error) {
    await watched.end();
    if (unwanted.signal.reason instanceof QuietHoursBegan) {
      noteScan('postponed');
      return putOffAtWork(ctx, scan, unwanted.signal.reason.until);
    }
    if (unwanted.signal.aborted || error instanceof ScanGone) return noteScan('canceled');
    // handed back to the queue; whoever takes it up next goes on with this scan
    if (job.signal.aborted) {
      noteScan('handed-back');
      throw error;
    }
    if (error instanceof ScanFailure) return void (await fail({ code: error.code, reason: error.message }));
    if (job.lastAttempt) {
      await fail(fault);
      ctx.log.error({ err: error, scanId: scan.id }, 'scan failed for good');
    }
    throw error;
  }
}
