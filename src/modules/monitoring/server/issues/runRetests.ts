import { setTimeout as pause } from 'node:timers/promises';
import { blackoutEnd } from '#platform/server/blackout.ts';
import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import type { JobRun } from '#platform/server/jobs/jobs.ts';
import { storable } from '#platform/storable.ts';
import { brandOfOrg } from '#modules/catalog/server/public.ts';
import { ScanFailure, type ScanProgress, type ScanResult } from '#providers/scanner/port.ts';
import { isQuickLook, levelLabels, parseWebAddress } from '../../rules.ts';
import { recheckClearance } from '../ownership/clearance.ts';
import { insertEvents } from './issueEvents.store.ts';
import { runRetestsSpec } from '../jobSpecs.ts';
import {
  beginRetest,
  endRetest,
  hasWaiting,
  markFixed,
  saveRetestBeat,
  type RetestEnd,
  type RetestInHand,
  selectSilent,
} from './retests.store.ts';
import { portRestriction } from '../ownership/ownership.ts';
import { openedTo, restrictionOf } from '../ownership/restrictions.ts';
import { retestVerdict } from './retestVerdict.ts';
import { scanAsSet } from '../scans/scanSettings.ts';
import { selectWebsite } from '../websites/websites.store.ts';

/** Longest that one look may take, and how often its worker gives a sign of life. */
const longestMs = 10 * 60_000;
const beatEveryMs = 1000;
/** A worker that is silent for so long has lost its look. */
const lostAfterMs = 60_000;
const mostTries = 3;

const unchecked = (reason: string): RetestEnd => ({ status: 'unchecked', reason, requests: 0, seen: null });

/** Gives signs of life with news once a second, and stops the look when nobody wants it any more. */
function watch(ctx: OrgScope, id: string, stop: (reason: Error) => void) {
  let news: ScanProgress | null = null;
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      await pause(beatEveryMs, undefined, { signal: over.signal }).catch(() => {});
      if (over.signal.aborted) return;
      const progress = news;
      news = null;
      try {
        if (!(await ctx.inOrg((db) => saveRetestBeat(db, id, progress && storable(progress), ctx.now()))))
          return stop(new Error('The website was removed.'));
      } catch (error) {
        ctx.log.warn({ err: error, retestId: id }, 'progress of a look not written');
      }
    }
  })();
  return {
    onProgress: (progress: ScanProgress) => {
      news = progress;
    },
    end: async () => {
      over.abort();
      await watching;
    },
  };
}

/** Keeps what a look came to: the issue turns fixed where it is gone, and its history says so. */
async function keep(ctx: OrgScope, websiteId: string, look: RetestInHand, given: RetestEnd): Promise<void> {
  const end = storable(given);
  await ctx.inOrg(async (db) => {
    // the result of a scan, or a decision, waits for it
    if (!(await selectWebsite(db, websiteId, { lock: true }))) return;
    const at = ctx.now();
    if (!(await endRetest(db, look.id, end, at))) return;
    const { findingId, requestedBy: by } = look;
    const fixed =
      end.status === 'gone' &&
      (await markFixed(db, websiteId, findingId, { begunAt: look.begunAt, now: at }));
    await insertEvents(db, { orgId: ctx.orgId, websiteId, at }, [
      { findingId, kind: `retest-${end.status}`, by, note: end.reason },
      ...(fixed ? [{ findingId, kind: 'fixed' as const }] : []),
    ]);
  });
}

type Options = { signal: AbortSignal; onProgress: (progress: ScanProgress) => void };

/**
 * Has the scanner look, under the same conditions as the scan that found the issue: the address may be scanned, the website
 * is proved to be the organisation's where that scan needed it, and its quiet hours are kept.
 */
async function carryOut(
  ctx: OrgScope,
  websiteId: string,
  look: RetestInHand,
  { signal, onProgress }: Options,
): Promise<ScanResult> {
  const address = parseWebAddress(look.url);
  const restriction = address ? await restrictionOf(ctx, address) : null;
  if (!address || restriction)
    throw new ScanFailure('restricted', restriction?.reason ?? 'Scanning of this website is restricted.');
  signal.throwIfAborted();
  const clearance = await recheckClearance(ctx, websiteId, look.level, signal);
  const atPort = await ctx.inOrg((db) => portRestriction(ctx, db, { id: websiteId, url: look.url }));
  if (atPort) throw new ScanFailure('restricted', atPort);
  if (clearance && clearance.level !== look.level) {
    const missing =
      clearance.heldBack === 'forms'
        ? 'someone agrees that scans send its forms'
        : 'you verify that you own the website';
    throw new ScanFailure(
      'restricted',
      `A scan at level ${levelLabels[look.level]} found this issue, which runs only where ${missing}.`,
    );
  }
  const { request } = await scanAsSet(ctx, websiteId, { signsIn: !isQuickLook(look.level) });
  if (request.blackout && blackoutEnd(ctx.now(), request.blackout))
    throw new ScanFailure(
      'restricted',
      'The website is in its quiet hours, in which nothing is sent to it. Please try again after them.',
    );
  const { settings, providers } = ctx;
  const { rule, places } = look.finding;
  return providers.scanner.run(
    {
      url: look.url,
      level: look.level,
      allowPrivate: openedTo(ctx),
      contactUrl: settings.scan.contactUrl ?? `${(await brandOfOrg(ctx)).wire.webAddress}/scanner`,
      ...request,
      only: {
        rule,
        places: places.map(({ method, url, parameter, foundOn }) => ({
          method,
          url,
          parameter,
          ...(foundOn === undefined ? {} : { foundOn }),
        })),
      },
    },
    { signal, onProgress },
  );
}

/** @returns null when nobody wants the look any more */
async function lookAt(
  ctx: OrgScope,
  websiteId: string,
  look: RetestInHand,
  job: JobRun,
): Promise<RetestEnd | null> {
  if (look.tries > mostTries) return unchecked('The look was interrupted again and again. Please try again.');
  const unwanted = new AbortController();
  const tooLong = AbortSignal.timeout(longestMs);
  const watched = watch(ctx, look.id, (reason) => unwanted.abort(reason));
  const { rule, places } = look.finding;
  try {
    const signal = AbortSignal.any([job.signal, unwanted.signal, tooLong]);
    const result = await carryOut(ctx, websiteId, look, { signal, onProgress: watched.onProgress });
    return retestVerdict({ id: look.findingId, rule, places }, result);
  } catch (error) {
    if (job.signal.aborted) throw error;
    if (unwanted.signal.aborted) return null;
    if (tooLong.aborted) return unchecked('The look took longer than ten minutes and was ended.');
    if (error instanceof ScanFailure) return unchecked(error.message);
    ctx.log.error({ err: error, retestId: look.id }, 'look at an issue failed');
    return unchecked('Something went wrong on our side. Please try again.');
  } finally {
    await watched.end();
  }
}

/** Looks at every issue of a website that waits for it. While a scan of the website runs they all wait. */
export async function runRetests(
  base: BaseCtx,
  data: { orgId: string; websiteId: string },
  job: JobRun,
): Promise<void> {
  const ctx = base.forOrg(data.orgId);
  for (;;) {
    job.signal.throwIfAborted();
    const now = ctx.now();
    const look = await ctx.inOrg((db) =>
      beginRetest(db, data.websiteId, now, new Date(now.getTime() - lostAfterMs)),
    );
    if (!look) return;
    const end = await lookAt(ctx, data.websiteId, look, job);
    if (!end) return;
    await keep(ctx, data.websiteId, look, end);
    ctx.log.info({ retestId: look.id, status: end.status, requests: end.requests }, 'looked at an issue');
  }
}

/** Lets looks begin that waited for a scan to end. */
export async function wakeRetests(ctx: OrgScope, websiteId: string): Promise<void> {
  await ctx.inOrg(async (db) => {
    if (await hasWaiting(db, websiteId))
      await ctx.jobs.enqueue(
        db,
        runRetestsSpec,
        { orgId: ctx.orgId, websiteId },
        { key: websiteId, group: ctx.orgId },
      );
  });
}

const atOnce = 500;

/** Takes up looks that nobody takes care of: their worker is gone, or the scan that they waited for ended without a result. */
export async function mindRetests(base: BaseCtx): Promise<void> {
  const since = new Date(base.now().getTime() - lostAfterMs);
  for (const { orgId, websiteId } of await selectSilent(base.global, since, atOnce)) {
    const ctx = base.forOrg(orgId);
    try {
      await ctx.inOrg((db) =>
        ctx.jobs.enqueue(db, runRetestsSpec, { orgId, websiteId }, { key: websiteId, group: orgId }),
      );
    } catch (error) {
      base.log.error({ err: error, orgId, websiteId }, 'looks at issues not taken up');
    }
  }
}
