import { sql } from 'kysely';
import { type Day } from '#platform/days.ts';
import type { OrgDb } from '#platform/server/database/database.ts';

/** The newest rating by a source, and the one that held on a day before, where one did; null where nothing was rated yet. */
export async function ratingSince(
  db: OrgDb,
  source: 'estimate' | 'bitsight',
  day: Day,
): Promise<{ now: number; before: number | null } | null> {
  const { rows } = await sql<{ now: number; before: number | null }>`
    select s.rating as now, (select p.rating from rating_snapshot p
        where p.org_id = s.org_id and p.domain = s.domain and p.source = s.source and p.day <= ${day}::date order by p.day desc limit 1) as before
    from rating_snapshot s
    where s.source = ${source} and s.domain = (select r.domain from rating_run r order by r.started_at desc limit 1)
    order by s.day desc limit 1`.execute(db);
  return rows[0] ?? null;
}
