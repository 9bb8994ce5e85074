import { sql } from 'kysely';
import type { OrgScope } from '#platform/server/ctx.ts';
import { levelLabels, recurrenceLabels, toWire } from '../../rules.ts';

/** What may be told of a website to others: when and how it was looked at, and how many issues that found; never which. */
export type WebsiteFacts = {
  name: string;
  url: string;
  lastScan: { at: string; level: string; highs: number; mediums: number; lows: number } | null;
  /** How often it is scanned by itself; null without a schedule. */
  schedule: string | null;
};

type Row = {
  name: string;
  url: string;
  recurrence: keyof typeof recurrenceLabels | null;
  at: Date | null;
  level: string;
  highs: number;
  mediums: number;
  lows: number;
};

/** Every website with its newest completed scan, by name. */
export async function websiteFacts(ctx: OrgScope): Promise<WebsiteFacts[]> {
  const { rows } = await ctx.inOrg((db) =>
    sql<Row>`
      select w.name, w.url, h.recurrence, s.completed_at as at, s.scan_profile as level, s.highs, s.mediums, s.lows
      from website w left join website_schedule h on h.org_id = w.org_id and h.website_id = w.id
      left join lateral (
        select c.completed_at, c.scan_profile, c.highs, c.mediums, c.lows from scan c
        where c.org_id = w.org_id and c.website_id = w.id and c.status = 'completed' order by c.completed_at desc limit 1
      ) s on true order by w.name_key`.execute(db),
  );
  return rows.map(({ name, url, recurrence, at, level, highs, mediums, lows }) => ({
    name,
    url,
    lastScan: at && {
      at: toWire(at),
      level: levelLabels[level as keyof typeof levelLabels] ?? level,
      highs,
      mediums,
      lows,
    },
    schedule: recurrence && recurrenceLabels[recurrence],
  }));
}
