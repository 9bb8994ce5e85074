import { sql, type RawBuilder } from 'kysely';
import type { OrgScope } from '#platform/server/ctx.ts';
import { readSummary, summaryPart } from '#platform/server/database/summaryPart.ts';
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
  /** Names of websites that something is to be done with: two at most of each kind, so that one can be told from several. */
  websitesWith: Record<(typeof needs)[number], string[]>;
};

/** No completed scan and none that runs; no schedule; open issues of a severity. */
const needs = ['noScan', 'noSchedule', 'highs', 'mediums', 'lows'] as const;

type Json = {
  scanned: number;
  scheduled: number;
  running: boolean;
  lastScan: string | null;
  targets: { name: string; url: string }[];
  issues: Partial<Record<'high' | 'medium' | 'low', number>>;
  needs: Record<(typeof needs)[number], string[] | null>;
};

const firstTwo = (condition: RawBuilder<unknown>) =>
  sql`to_jsonb((array_agg(w.name order by w.name_key) filter (where ${condition}))[1:2])`;
const has = (severity: string) =>
  firstTwo(sql`exists (
    select from finding_tally t where t.org_id = w.org_id and t.website_id = w.id and t.severity = ${severity} and t.n > 0
  )`);

/** What the dashboard asks of this module. Websites are as many as the plan has; of each the newest scan is found by an index. */
export const monitoringPart = summaryPart({
  value: () => sql<Json>`(
    select jsonb_build_object(
      'scanned', count(s.completed_at),
      'lastScan', max(s.completed_at),
      'targets', coalesce(jsonb_agg(jsonb_build_object('name', w.name, 'url', w.url) order by w.name_key), '[]'),
      'scheduled', (select count(*) from website_schedule),
      'running', exists (select from website r join scan c on c.org_id = r.org_id and c.website_id = r.id and c.status = 'started'),
      'needs', jsonb_build_object(
        'noScan', ${firstTwo(sql`s.completed_at is null and not exists (
          select from scan r where r.org_id = w.org_id and r.website_id = w.id and r.status = 'started'
        )`)},
        'noSchedule', ${firstTwo(sql`not exists (select from website_schedule h where h.org_id = w.org_id and h.website_id = w.id)`)},
        'highs', ${has('high')}, 'mediums', ${has('medium')}, 'lows', ${has('low')}
      ),
      'issues', coalesce((select jsonb_object_agg(severity, n) from (select severity, sum(n) as n from finding_tally group by 1) f), '{}')
    )
    from website w left join lateral (
      select c.completed_at from scan c
      where c.org_id = w.org_id and c.website_id = w.id and c.status = 'completed' order by c.completed_at desc limit 1
    ) s on true
  )`,
  read: ({ scanned, scheduled, running, lastScan, targets, issues, needs: found }): MonitoringSummary => ({
    webAppsScanned: scanned,
    scansScheduled: scheduled,
    isScanInProgress: running,
    lastScanDate: lastScan && toWire(new Date(lastScan)),
    targetList: targets,
    webAppsIssues: { highs: issues.high ?? 0, mediums: issues.medium ?? 0, lows: issues.low ?? 0 },
    websitesWith: Object.fromEntries(
      needs.map((need) => [need, found[need] ?? []]),
    ) as MonitoringSummary['websitesWith'],
  }),
});

/** Remembered until something of the organisation changes. */
export const monitoringSummary = (ctx: OrgScope): Promise<MonitoringSummary> =>
  ctx.remember('organization', ctx.orgId, 'monitoring-summary', () => readSummary(ctx, monitoringPart));
