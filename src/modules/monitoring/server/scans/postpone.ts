import type { OrgScope } from '#platform/server/ctx.ts';
import { shownTime } from '#platform/dates.ts';
import type { QuietWindow } from '../../quietHours.ts';
import { quietUntil } from './scanSettings.ts';
import { failRunning, putOff, type ScanInHand } from './scanRuns.store.ts';
import { notifyOfFailure } from './scanNotices.ts';

/** Quiet hours for which a scan rests where it is; for longer ones it gives its place to others and begins anew after them. */
const restAtMostMs = 2 * 3_600_000;
/** So often a scan may be at work when long quiet hours begin; then they leave it too little time. */
const mostCutOff = 3;

const tooLittleTime = {
  code: 'quiet-hours',
  reason:
    'The quiet hours of the website began again and again before the scan was through. Make them shorter, or let scans begin soon after they end.',
};

/** The reason with which the scanner is stopped when long quiet hours begin. */
export class QuietHoursBegan extends Error {
  readonly until: Date;
  constructor(until: Date) {
    super('The quiet hours of the website began.');
    this.until = until;
  }
}

/** The end of quiet hours that a scan at work does not wait for; null where there are none, or they are short. */
export function longQuietUntil(quietHours: readonly QuietWindow[], now: Date): Date | null {
  const until = quietUntil(quietHours, now);
  return until && until.getTime() - now.getTime() > restAtMostMs ? until : null;
}

const waits = (until: Date) => `Waiting for the end of the quiet hours: ${shownTime(until)}`;

/** Puts a scan off that would begin in quiet hours. */
export const putOffBegun = (ctx: OrgScope, scan: ScanInHand, until: Date): Promise<void> =>
  ctx.inOrg((db) => putOff(db, scan.id, { until, activity: waits(until), again: false }));

/** Puts a scan off that was at work when quiet hours began, or gives it up when that happens too often. */
export const putOffAtWork = (ctx: OrgScope, scan: ScanInHand, until: Date): Promise<void> =>
  ctx.inOrg(async (db) => {
    if (scan.tries < mostCutOff) return putOff(db, scan.id, { until, activity: waits(until), again: true });
    if (await failRunning(db, scan.id, tooLittleTime, ctx.now()))
      await notifyOfFailure(ctx, db, scan, tooLittleTime.reason);
  });
