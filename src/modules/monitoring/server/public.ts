import { sql } from 'kysely';
import type { OrgScope } from '#platform/server/ctx.ts';
import { toWire } from '../rules.ts';

/** What the dashboard shows of this module (modules.md 3). */
export type MonitoringSummary = {
  webAppsScanned: number;
  scansScheduled: number;
  isScanInProgress: boolean;
  /** UTC ISO without milliseconds; null before the first completed scan. */
  lastScanDate: string | null;
  targetList: { name: string; url: string }[];
  /** Issues that are open now. */
  webAppsIssues: { highs: number; mediums: number; lows: number };
};

/** Everything that the dashboard card needs, in one statement, remembered until something of the organisation changes. */
export const monitoringSummary = (ctx: OrgScope): Promise<MonitoringSummary> =>
  ctx.remember('organization', ctx.orgId, 'monitoring-summary', () => readSummary(ctx));

async function readSummary(ctx: OrgScope): Promise<MonitoringSummary> {
  type Row = {
    scanned: number;
    scheduled: number;
    running: boolean;
    last_scan: Date | null;
    targets: { name: string; url: string }[];
    highs: number;
    mediums: number;
    lows: number;
  };
  const { rows } = await ctx.inOrg((db) =>
    sql<Row>`
      select
        (select count(distinct website_id) from scan where status = 'completed') as scanned,
        (select count(*) from website_schedule) as scheduled,
        exists (select from scan where status = 'started') as running,
        (select max(completed_at) from scan where status = 'completed') as last_scan,
        (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'url', url) order by name_key), '[]') from website) as targets,
        f.highs, f.mediums, f.lows
      from (
        select count(*) filter (where severity = 'high') as highs, count(*) filter (where severity = 'medium') as mediums, count(*) filter (where severity = 'low') as lows
        from finding where state = 'open'
      ) f`.execute(db),
  );
  const row = rows[0]!;
  return {
    webAppsScanned: row.scanned,
    scansScheduled: row.scheduled,
    isScanInProgress: row.running,
    lastScanDate: row.last_scan && toWire(row.last_scan),
    targetList: row.targets,
    webAppsIssues: { highs: row.highs, mediums: row.mediums, lows: row.lows },
  };
}

/** For taking an organisation back to how it began. */
export { deleteAllWebsites } from './websites.store.ts';
