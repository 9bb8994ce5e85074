import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database.ts';
import type { Day } from './enrolDates.ts';

export type Counted = {
  people: number;
  others: number;
  finished: number;
  open: number;
  overdue: number;
  lastUpdated: Date | null;
  firstAdded: Date | null;
};

/** What is unlocked by that day, from the counts that are kept; in one statement. */
export async function selectCounted(db: OrgDb, today: Day): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select p.people, p.first_added as "firstAdded", greatest(p.last_added, f.last) as "lastUpdated",
      (select count(*)::int from team_member where left_at is null and not trains) as others,
      coalesce(c.finished, 0)::int as finished, coalesce(c.open, 0)::int as open, coalesce(c.overdue, 0)::int as overdue
    from (
      select count(*)::int as people, min(added_at) as first_added, greatest(max(added_at), max(last_seen_at)) as last_added
      from trainee where archived_at is null
    ) p cross join (
      select sum(n) filter (where status = 'finished') as finished, sum(n) filter (where status <> 'finished') as open,
        sum(n) filter (where status <> 'finished' and due_on < ${today}::date) as overdue
      from enrolment_tally where unlock_on <= ${today}::date
    ) c cross join (select updated_at as last from training_setting union all select null limit 1) f`.execute(db);
  return rows[0]!;
}
