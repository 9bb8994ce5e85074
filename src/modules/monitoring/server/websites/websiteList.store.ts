import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { WebsiteOrder } from '../../websiteList.ts';

export type WebsiteQuery = {
  search: string;
  sort: WebsiteOrder;
  descending: boolean;
  limit: number;
  offset: number;
};

export type ListedWebsite = {
  id: string;
  name: string;
  url: string;
  /** Of the newest scan; null without one. */
  status: 'started' | 'completed' | 'failed' | 'canceled' | null;
  percent: number;
  highs: number;
  mediums: number;
  lows: number;
  lastScan: Date | null;
  nextScan: Date | null;
  /** Of the newest completed scan, where one was completed before it. */
  fresh: number | null;
  fixed: number | null;
  total: number;
};

// what a person calls worse or busier comes last, so that descending shows it first
const stateRank = sql`case when status = 'started' then 3 when status = 'failed' then 2 when last_scan is null then 1 else 0 end`;
const orders = {
  name: sql`name_key`,
  state: stateRank,
  highs: sql`highs * 1e12 + mediums * 1e6 + lows`,
  lastScan: sql`last_scan`,
  nextScan: sql`next_scan`,
  change: sql`fresh`,
} as const satisfies Record<WebsiteOrder, unknown>;

/** Text that people typed, as a pattern in which nothing stands for other letters. */
const like = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/**
 * Websites whose name or address has the text in it, each with how it stands. What has no value comes last, either way. A plan
 * limits how many an organization adds, so all are looked at to sort them.
 */
export async function selectListedWebsites(
  db: OrgDb,
  { search, sort, descending, limit, offset }: WebsiteQuery,
): Promise<ListedWebsite[]> {
  const direction = descending ? sql`desc` : sql`asc`;
  const { rows } = await sql<ListedWebsite>`
    select id, name, url, status, percent, highs, mediums, lows, last_scan, next_scan, fresh, fixed, count(*) over ()::int as total
    from (
      select w.id, w.name, w.name_key, w.url, n.status, coalesce(n.percent, 0) as percent,
        f.highs, f.mediums, f.lows, c.completed_at as last_scan, s.next_scan,
        case when c.had_before then c.new_issues + c.reopened_issues end as fresh, case when c.had_before then c.fixed_issues end as fixed
      from website w
      left join website_schedule s on s.org_id = w.org_id and s.website_id = w.id
      left join lateral (
        select r.status, r.percent from scan r where r.org_id = w.org_id and r.website_id = w.id order by r.started_at desc limit 1
      ) n on true
      left join lateral (
        select d.completed_at, d.new_issues, d.reopened_issues, d.fixed_issues,
          exists (
            select from scan b
            where b.org_id = w.org_id and b.website_id = w.id and b.status = 'completed' and b.completed_at < d.completed_at
          ) as had_before
        from scan d where d.org_id = w.org_id and d.website_id = w.id and d.status = 'completed' order by d.completed_at desc limit 1
      ) c on true
      cross join lateral (
        select coalesce(sum(n) filter (where severity = 'high'), 0)::int as highs,
          coalesce(sum(n) filter (where severity = 'medium'), 0)::int as mediums,
          coalesce(sum(n) filter (where severity = 'low'), 0)::int as lows
        from finding_tally t where t.org_id = w.org_id and t.website_id = w.id
      ) f
      where w.name ilike ${like(search)} or w.url ilike ${like(search)}
    ) listed
    order by ${orders[sort]} ${direction} nulls last, name_key
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}
