import { sql } from 'kysely';
import { percentOf } from '#platform/percent.ts';
import type { OrgDb } from '#platform/server/database.ts';
import type {
  Finding,
  FindingSeverity,
  NotTestedReason,
  ScanLevel,
  ScanProgress,
  ScanResult,
} from '#providers/scanner/port.ts';
import { decisionJson } from './decisions.store.ts';
import { insertEvents } from './issueEvents.store.ts';
import { trulyFixed, undecided, type Comparison } from './lifecycle.ts';
import type { Clearance } from './clearance.ts';
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

/** Keeps at which level a scan really runs; false when it runs no more. */
export async function saveClearance(
  db: OrgDb,
  scan: Pick<ScanInHand, 'id' | 'asked'>,
  clearance: Clearance,
): Promise<boolean> {
  const row = await db
    .updateTable('scan')
    .set(clearanceColumns(scan.asked, clearance))
    .where('id', '=', scan.id)
    .where('status', '=', 'started')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes progress; false when the scan is not running any more. */
export async function saveProgress(
  db: OrgDb,
  scanId: string,
  progress: ScanProgress,
  now: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('scan')
    .set({
      percent: percentOf(progress.percent, 100),
      activity: progress.activity,
      requests: progress.requests,
      pages: progress.pages,
      beatAt: now,
      ...(progress.handle === undefined ? {} : { handle: progress.handle }),
    })
    .where('id', '=', scanId)
    .where('status', '=', 'started')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The same without news. */
export async function saveBeat(db: OrgDb, scanId: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('scan')
    .set({ beatAt: now })
    .where('id', '=', scanId)
    .where('status', '=', 'started')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
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
  const row = await db
    .updateTable('scan')
    .set({
      status: 'failed',
      failureCode: failure.code,
      failureReason: failure.reason,
      completedAt: now,
      activity: '',
    })
    .where('id', '=', scanId)
    .where('status', '=', 'started')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
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

type Where = { orgId: string; websiteId: string; scanId: string; at: Date };
/** Rows in one statement; well below the number of values that a statement may carry. */
const rowsAtOnce = 500;

/** The first folder of an address, `/shop/`; `/` for what is in none. */
export const folderOf = (url: string): string =>
  URL.canParse(url) ? (/^\/[^/]+\//.exec(new URL(url).pathname)?.[0].slice(0, 2000) ?? '/') : '/';

function* chunks<T>(items: readonly T[]): Generator<T[]> {
  for (let i = 0; i < items.length; i += rowsAtOnce) yield items.slice(i, i + rowsAtOnce);
}

/** Keeps what a scan saw: the lasting issues, and the snapshot that its report is made of. */
export async function saveSeen(
  db: OrgDb,
  { orgId, websiteId, scanId, at }: Where,
  seen: Comparison['seen'],
): Promise<void> {
  for (const some of chunks(seen)) {
    await db
      .insertInto('finding')
      .values(
        some.map(({ finding, firstSeen, seenAtLevel, raised }) => ({
          orgId,
          websiteId,
          id: finding.id,
          rule: finding.rule,
          title: finding.title,
          severity: finding.severity,
          state: 'open',
          firstSeen,
          lastSeen: at,
          lastScanId: scanId,
          seenAtLevel,
          secondLook: raised,
          owasp: finding.owasp.slice(0, 3),
          confidence: finding.confidence,
          score: finding.cvss.score,
          folder: folderOf(finding.places[0]?.url ?? ''),
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['orgId', 'websiteId', 'id']).doUpdateSet((e) => ({
          rule: e.ref('excluded.rule'),
          title: e.ref('excluded.title'),
          severity: e.ref('excluded.severity'),
          state: 'open',
          lastSeen: e.ref('excluded.lastSeen'),
          lastScanId: e.ref('excluded.lastScanId'),
          seenAtLevel: e.ref('excluded.seenAtLevel'),
          secondLook: sql<boolean>`finding.second_look or (excluded.second_look and finding.decision = 'false-positive')`,
          owasp: e.ref('excluded.owasp'),
          confidence: e.ref('excluded.confidence'),
          score: e.ref('excluded.score'),
          folder: e.ref('excluded.folder'),
          fixedAt: null,
          timesReopened: sql<number>`finding.times_reopened + (finding.state = 'fixed')::integer`,
        })),
      )
      .execute();
    await db
      .insertInto('scanFinding')
      .values(
        some.map(({ finding, state, firstSeen, decision }) => ({
          orgId,
          scanId,
          findingId: finding.id,
          state,
          severity: finding.severity,
          firstSeen,
          lastSeen: at,
          details: JSON.stringify(finding satisfies Finding),
          decision: decision && JSON.stringify(decision),
        })),
      )
      .execute();
    await insertEvents(
      db,
      { orgId, websiteId, at },
      some.flatMap(({ finding: { id }, state, raised }) => [
        ...(state === 'open' ? [] : [{ findingId: id, kind: state === 'new' ? ('found' as const) : state }]),
        ...(raised ? [{ findingId: id, kind: 'second-look' as const }] : []),
      ]),
    );
  }
}

/** Marks issues as fixed; the snapshot repeats what the last scan that saw them said. */
export async function saveFixed(
  db: OrgDb,
  { orgId, websiteId, scanId, at }: Where,
  fixed: Comparison['fixed'],
): Promise<void> {
  if (fixed.length === 0) return;
  const ids = fixed.map((issue) => issue.id);
  await sql`
    insert into scan_finding (org_id, scan_id, finding_id, state, severity, first_seen, last_seen, details, decision)
    select f.org_id, ${scanId}, f.id, 'fixed', f.severity, f.first_seen, f.last_seen, sf.details - 'screenshot', case when f.second_look then null else ${decisionJson} end
    from finding f join scan_finding sf on sf.org_id = f.org_id and sf.scan_id = f.last_scan_id and sf.finding_id = f.id and sf.last_seen = f.last_seen
    where f.website_id = ${websiteId} and f.id = any(${ids})`.execute(db);
  await db
    .updateTable('finding')
    .set({ state: 'fixed', fixedAt: at, acceptanceEndedAt: null })
    .where('websiteId', '=', websiteId)
    .where('id', 'in', ids)
    .execute();
  await insertEvents(
    db,
    { orgId, websiteId, at },
    ids.map((findingId) => ({ findingId, kind: 'fixed' as const })),
  );
}

type PassedCheck = { rule: string; title: string; owasp: string; pci: string; cwe?: string };

export type UntestedCheck = { rule: string; title: string; reason: NotTestedReason };

/** What the scanner says of itself, of the checks that passed and of those that were not tested. */
export type Credits = {
  engine: string;
  passed: readonly PassedCheck[];
  notTested: readonly UntestedCheck[] | null;
};

/** Completes the scan with its counts. */
export async function completeRun(
  db: OrgDb,
  { scanId, at }: Where,
  result: ScanResult,
  { seen, fixed }: Comparison,
  { engine, passed, notTested }: Credits,
): Promise<void> {
  const open = undecided(seen);
  const bySeverity = (severity: FindingSeverity) =>
    open.filter((issue) => issue.finding.severity === severity).length;
  const byState = (state: string) => open.filter((issue) => issue.state === state).length;
  await db
    .updateTable('scan')
    .set({
      status: 'completed',
      completedAt: at,
      percent: 100,
      activity: '',
      requests: result.requests,
      pages: result.pages,
      highs: bySeverity('high'),
      mediums: bySeverity('medium'),
      lows: bySeverity('low'),
      newIssues: byState('new'),
      openIssues: byState('open'),
      reopenedIssues: byState('reopened'),
      fixedIssues: trulyFixed(fixed).length,
      decidedIssues: seen.length - open.length,
      engine,
      passed: JSON.stringify(passed),
      tried: result.tried ? JSON.stringify(result.tried) : null,
      notTested: notTested && JSON.stringify(notTested),
      coverage: JSON.stringify(result.coverage),
    })
    .where('id', '=', scanId)
    .execute();
}
