import { sql, type Updateable } from 'kysely';
import { percentOf } from '#platform/percent.ts';
import type { GlobalDb, OrgDb, Tables } from '#platform/server/database/database.ts';
import type { ScanLevel, ScanProgress } from '#providers/scanner/port.ts';
import type { Clearance } from '../ownership/clearance.ts';
import { clearanceColumns } from './scans.store.ts';

export type ScanInHand = {
  id: string;
  websiteId: string;
  url: string;
  level: ScanLevel;
  asked: ScanLevel;
  tries: number;
  handle: string | null;
};

/** A scan of which nobody speaks for so long has lost its worker: longer than any at work stays silent. */
export const silentMs = 120_000;

/** Takes the started scan of a website in hand; null when none is started. */
export async function beginRun(db: OrgDb, websiteId: string, now: Date): Promise<ScanInHand | null> {
  const { rows } = await sql<{
    id: string;
    url: string;
    scanProfile: ScanLevel;
    askedProfile: ScanLevel | null;
    tries: number;
    handle: string | null;
  }>`
    update scan s set tries = s.tries + 1, begun_at = coalesce(s.begun_at, ${now}), beat_at = ${now}, percent = 0, activity = 'Starting'
    from website w
    where w.org_id = s.org_id and w.id = s.website_id and s.website_id = ${websiteId} and s.status = 'started'
    returning s.id, w.url, s.scan_profile, s.asked_profile, s.tries, s.handle`.execute(db);
  const row = rows[0];
  if (!row) return null;
  const { id, url, scanProfile: level, askedProfile: asked, tries, handle } = row;
  return { id, websiteId, url, level, asked: asked ?? level, tries, handle };
}

/**
 * Lays a scan aside: from then on it counts as one that nobody takes care of, and is taken up again.
 * @param given.again whether it had been at work, which counts as a try
 */
export async function putOff(
  db: OrgDb,
  scanId: string,
  given: { until: Date; activity: string; again: boolean },
): Promise<void> {
  await db
    .updateTable('scan')
    .set((e) => ({
      beatAt: new Date(given.until.getTime() - silentMs),
      activity: given.activity,
      begunAt: null,
      percent: 0,
      requests: 0,
      pages: 0,
      ...(given.again ? {} : { tries: e('tries', '-', 1) }),
    }))
    .where('id', '=', scanId)
    .where('status', '=', 'started')
    .execute();
}

/** Has a scan that was laid aside, or that waits, looked at again at once. */
export async function wakeScan(db: OrgDb, websiteId: string, now: Date): Promise<void> {
  await db
    .updateTable('scan')
    .set({ beatAt: new Date(now.getTime() - silentMs) })
    .where('websiteId', '=', websiteId)
    .where('status', '=', 'started')
    .where('begunAt', 'is', null)
    .execute();
}

/** Changes a scan while it runs; false when it runs no more. */
async function updateRunning(
  db: OrgDb,
  scanId: string,
  change: Updateable<Tables['scan']>,
): Promise<boolean> {
  const row = await db
    .updateTable('scan')
    .set(change)
    .where('id', '=', scanId)
    .where('status', '=', 'started')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps at which level a scan really runs; false when it runs no more. */
export async function saveClearance(
  db: OrgDb,
  scan: Pick<ScanInHand, 'id' | 'asked'>,
  clearance: Clearance,
): Promise<boolean> {
  return updateRunning(db, scan.id, clearanceColumns(scan.asked, clearance));
}

/** Notes progress; false when the scan is not running any more. */
export async function saveProgress(
  db: OrgDb,
  scanId: string,
  progress: ScanProgress,
  now: Date,
): Promise<boolean> {
  return updateRunning(db, scanId, {
    percent: percentOf(progress.percent, 100),
    activity: progress.activity,
    requests: progress.requests,
    pages: progress.pages,
    beatAt: now,
    ...(progress.handle === undefined ? {} : { handle: progress.handle }),
  });
}

/** The same without news. */
export async function saveBeat(db: OrgDb, scanId: string, now: Date): Promise<boolean> {
  return updateRunning(db, scanId, { beatAt: now });
}

export const isRunning = async (db: OrgDb, scanId: string): Promise<boolean> =>
  (await db
    .selectFrom('scan')
    .select('id')
    .where('id', '=', scanId)
    .where('status', '=', 'started')
    .executeTakeFirst()) !== undefined;

/** Ends a running scan without a result; false when something else ended it first. */
export async function failRunning(
  db: OrgDb,
  scanId: string,
  failure: { code: string; reason: string },
  now: Date,
): Promise<boolean> {
  return updateRunning(db, scanId, {
    status: 'failed',
    failureCode: failure.code,
    failureReason: failure.reason,
    completedAt: now,
    activity: '',
  });
}

/**
 * Holds a website until the transaction ends, so that it is not removed meanwhile; false when it does not exist. Taken
 * before any lock on its schedule or scans, in the order in which a removal takes them.
 */
export async function holdWebsite(db: OrgDb, websiteId: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('website')
      .select('id')
      .where('id', '=', websiteId)
      .forKeyShare()
      .executeTakeFirst()) !== undefined
  );
}

/** Holds a running scan until the transaction ends, so that nobody cancels it meanwhile; false when it runs no more. */
export async function lockRunning(db: OrgDb, scanId: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('scan')
      .select('id')
      .where('id', '=', scanId)
      .where('status', '=', 'started')
      .forUpdate()
      .executeTakeFirst()) !== undefined
  );
}

/** Scans of all organizations that no worker has reported on since a moment. */
export async function selectSilentScans(
  db: GlobalDb,
  since: Date,
  atMost: number,
): Promise<{ orgId: string; scanId: string }[]> {
  const { rows } = await sql<{
    orgId: string;
    scanId: string;
  }>`select org_id, scan_id from silent_scans(${since}, ${atMost})`.execute(db);
  return rows;
}
