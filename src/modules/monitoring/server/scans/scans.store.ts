import { sql, type Selectable } from 'kysely';
import type { OrgDb, Tables } from '#platform/server/database/database.ts';
import { tenantRowsOf } from '#platform/server/database/retention.ts';
import type { ScanLevel } from '#providers/scanner/port.ts';
import { reportsPerPage } from '../../rules.ts';
import type { Clearance } from '../ownership/clearance.ts';

export type ScanRow = Omit<
  Selectable<Tables['scan']>,
  'orgId' | 'passed' | 'coverage' | 'tried' | 'notTested'
> & {
  /** True when something kept the scan from reaching all of the website. */
  limited: boolean;
};

// an old report's lists stay out of lists of scans
const scanColumns = sql.raw(
  `id, website_id, status, scan_profile, asked_profile, held_back, proved_by, started_by, requested_by, canceled_by, started_at, begun_at, completed_at, tries, beat_at, percent, activity,
   requests, pages, engine, handle, failure_code, failure_reason, highs, mediums, lows, new_issues, open_issues, reopened_issues, fixed_issues, decided_issues,
   jsonb_array_length(coverage->'blocked') + jsonb_array_length(coverage->'timedOut') > 0 as limited`,
);

/** A scan of this organisation, or null. */
export async function selectScan(db: OrgDb, scanId: string): Promise<ScanRow | null> {
  const { rows } = await sql<ScanRow>`select ${scanColumns} from scan where id = ${scanId}`.execute(db);
  return rows[0] ?? null;
}

export type HistoryRow = { completedAt: Date; highs: number; mediums: number; lows: number };
/** With what the scan changed. */
export type ChangedRow = HistoryRow &
  Pick<ScanRow, 'newIssues' | 'openIssues' | 'reopenedIssues' | 'fixedIssues'>;
export type ScanPageRow = {
  websiteId: string;
  total: number;
  scans: ScanRow[];
  running: ScanRow | null;
  history: ChangedRow[];
};

const most = 12;

/** One page of scans of every website, or of one, newest first, with the running scan and the last completed ones. */
export async function selectScanPages(db: OrgDb, page: number, websiteId?: string): Promise<ScanPageRow[]> {
  const one = websiteId === undefined ? sql`true` : sql`w.id = ${websiteId}`;
  const skip = (page - 1) * reportsPerPage;
  const { rows: places } = await sql<
    ScanRow & { total: number; ofWebsite: string; part: 'page' | 'running' | 'history' }
  >`
    select w.id as of_website, (select count(*) from scan c where c.org_id = w.org_id and c.website_id = w.id) as total, s.*
    from website w
    left join lateral (
      (select 'page' as part, ${scanColumns} from scan where org_id = w.org_id and website_id = w.id order by started_at desc, id limit ${reportsPerPage} offset ${skip})
      union all
      (select 'running', ${scanColumns} from scan where org_id = w.org_id and website_id = w.id and status = 'started')
      union all
      (select 'history', ${scanColumns} from scan where org_id = w.org_id and website_id = w.id and status = 'completed' order by started_at desc, id limit ${most})
    ) s on true
    where ${one}`.execute(db);
  const pages = new Map<string, ScanPageRow>();
  for (const { part, total, ofWebsite, ...scan } of places) {
    const found = pages.get(ofWebsite) ?? {
      websiteId: ofWebsite,
      total,
      scans: [],
      running: null,
      history: [],
    };
    pages.set(ofWebsite, found);
    if (part === 'page') found.scans.push(scan);
    if (part === 'running') found.running = scan;
    if (part === 'history' && scan.completedAt)
      found.history.unshift({ ...scan, completedAt: scan.completedAt });
  }
  return [...pages.values()];
}

export type NewScan = {
  orgId: string;
  id: string;
  websiteId: string;
  /** What was asked for, and what of it may be done by what is known now. */
  asked: ScanLevel;
  clearance: Clearance;
  startedBy: 'schedule' | 'administrator';
  requestedBy: string | null;
  now: Date;
};

export const clearanceColumns = (asked: ScanLevel, { level, heldBack, provedBy }: Clearance) => ({
  scanProfile: level,
  askedProfile: heldBack && asked,
  heldBack,
  provedBy,
});

/** Begins a scan of a website that has none running; false when one is. */
export async function insertScan(db: OrgDb, given: NewScan): Promise<boolean> {
  const row = await db
    .insertInto('scan')
    .values({
      orgId: given.orgId,
      id: given.id,
      websiteId: given.websiteId,
      status: 'started',
      ...clearanceColumns(given.asked, given.clearance),
      startedBy: given.startedBy,
      requestedBy: given.requestedBy,
      startedAt: given.now,
      beatAt: given.now,
      activity: 'Waiting for the scanner',
    })
    // a literal: a prepared statement finds the partial index by it
    .onConflict((conflict) =>
      conflict.columns(['orgId', 'websiteId']).where('status', '=', sql.lit('started')).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Makes a scan of the schedule that still waits for a worker the one that an administrator asks for now.
 * @returns its id; null where none waits
 */
export async function takeOverWaiting(
  db: OrgDb,
  given: Omit<NewScan, 'id' | 'orgId' | 'startedBy'>,
): Promise<string | null> {
  const row = await db
    .updateTable('scan')
    .set({
      ...clearanceColumns(given.asked, given.clearance),
      startedBy: 'administrator',
      requestedBy: given.requestedBy,
      startedAt: given.now,
      beatAt: given.now,
    })
    .where('websiteId', '=', given.websiteId)
    .where('status', '=', 'started')
    .where('startedBy', '=', 'schedule')
    .where('begunAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Start times, oldest first, of scans that people started by hand since then. */
export async function selectHandStarts(db: OrgDb, websiteId: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('scan')
    .select('startedAt')
    .where('websiteId', '=', websiteId)
    .where('startedBy', '=', 'administrator')
    .where('startedAt', '>', since)
    .orderBy('startedAt')
    .execute();
  return rows.map((row) => row.startedAt);
}

/** Newest scan that the schedule started, or null. */
export async function selectLastScheduledStart(db: OrgDb, websiteId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('scan')
    .select((e) => e.fn.max('startedAt').as('at'))
    .where('websiteId', '=', websiteId)
    .where('startedBy', '=', 'schedule')
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Ends a running scan by a person's wish; false when it runs no more. */
export async function cancelRunning(
  db: OrgDb,
  scanId: string,
  canceledBy: string,
  now: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('scan')
    .set({ status: 'canceled', canceledBy, completedAt: now, activity: '' })
    .where('id', '=', scanId)
    .where('status', '=', 'started')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes scans from before a moment; the last one of a website, and those that issues refer to for their details, stay. */
export const removeOldScans = tenantRowsOf(
  'scan',
  'startedAt',
  sql`t.status <> 'started'
    and not exists (select from finding f where f.org_id = t.org_id and f.website_id = t.website_id and f.last_scan_id = t.id)
    and exists (select from scan s where s.org_id = t.org_id and s.website_id = t.website_id and s.status = 'completed' and s.started_at > t.started_at)`,
);
