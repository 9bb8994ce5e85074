import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';
import { lockOrganization } from '#modules/organization/server/public.ts';

/**
 * Counts everything that is kept by trigger anew from the records and sets right what differs. The difference is added, so
 * that what others change at the same moment stays counted; two of these at once would add it twice, and so wait.
 */
export async function recount(db: OrgDb, orgId: string): Promise<void> {
  await lockOrganization(db, orgId);
  await sql`
    with fresh as (
      select course_id, unlock_on, due_on, status, count(*)::int as n from enrolment where active group by 1, 2, 3, 4
    ), differing as (
      select course_id, unlock_on, due_on, status, coalesce(f.n, 0) - coalesce(t.n, 0) as step
      from fresh f full join enrolment_tally t using (course_id, unlock_on, due_on, status) where coalesce(f.n, 0) <> coalesce(t.n, 0)
    )
    insert into enrolment_tally as t (org_id, course_id, unlock_on, due_on, status, n)
    select current_org(), course_id, unlock_on, due_on, status, step from differing order by 2, 3, 4, 5
    on conflict (org_id, course_id, unlock_on, due_on, status) do update set n = t.n + excluded.n`.execute(
    db,
  );
  await sql`delete from enrolment_tally where n = 0`.execute(db);
  // somebody who differs is counted once more by itself, after whoever changes them now
  await sql`
    do $$ declare wrong uuid[]; begin
      select array(
        select t.member_id from trainee t left join (
          select member_id, count(*) as courses, count(*) filter (where status = 'finished') as finished,
            min(unlock_on) filter (where status <> 'finished') as next_unlock, min(due_on) filter (where status <> 'finished') as next_due
          from enrolment where active group by 1
        ) e on e.member_id = t.member_id
        where (t.courses, t.finished, t.next_unlock, t.next_due) is distinct from (coalesce(e.courses, 0), coalesce(e.finished, 0), e.next_unlock, e.next_due)
      ) into wrong;
      if cardinality(wrong) > 0 then call count_of_trainees(wrong); end if;
    end $$`.execute(db);
}
