import { sql } from 'kysely';
import { type Day } from '#platform/days.ts';
import type { OrgDb } from '#platform/server/database/database.ts';

/**
 * Notes that the digest about a month is sent. False where it was sent before, is not wanted, or where nobody was trained in
 * that month yet.
 * @param month its first day; `since` and `until` are where it begins and ends
 */
export async function noteDigest(db: OrgDb, month: Day, until: Date): Promise<boolean> {
  const { rows } = await sql`
    update training_setting set digest_month = ${month}::date
    where digest and (digest_month is null or digest_month < ${month}::date)
      and exists (select from trainee where archived_at is null and added_at < ${until})
    returning 1`.execute(db);
  return rows.length > 0;
}

export type DigestFacts = {
  companyName: string;
  people: number;
  finished: number;
  finishers: number;
  /** People with something overdue now: how many, and the first ten by the day since when. */
  overdue: number;
  late: { name: string; since: Day; courses: number }[];
  /** Courses that unlock in the month that begins, with how many people. */
  coming: { course: string; people: number }[];
};

/** The first day of the next month as an instant is `until`; both ends count in Pacific time. */
export async function selectDigest(
  db: OrgDb,
  span: { since: Date; until: Date; today: Day; nextMonth: Day; monthAfter: Day },
): Promise<DigestFacts> {
  const { since, until, today, nextMonth, monthAfter } = span;
  const { rows } = await sql<DigestFacts>`
    select o.company_name as "companyName",
      (select count(*)::int from trainee where archived_at is null) as people,
      f.finished, f.finishers,
      (select count(*)::int from trainee where archived_at is null and next_due < ${today}::date) as overdue,
      (select coalesce(jsonb_agg(jsonb_build_object('name', l.name, 'since', l.next_due, 'courses', l.courses) order by l.next_due, lower(l.name), l.id), '[]')
        from (select m.id, m.name, t.next_due, (select count(*) from enrolment e where e.member_id = t.member_id and e.active
            and e.status <> 'finished' and e.due_on < ${today}::date) as courses
          from trainee t join team_member m on m.org_id = t.org_id and m.id = t.member_id
          where t.archived_at is null and t.next_due < ${today}::date order by t.next_due, lower(m.name), m.id limit 10) l) as late,
      (select coalesce(jsonb_agg(jsonb_build_object('course', c.course_id, 'people', c.n) order by c.n desc, c.course_id), '[]')
        from (select course_id, sum(n)::int as n from enrolment_tally
          where unlock_on >= ${nextMonth}::date and unlock_on < ${monthAfter}::date group by 1) c) as coming
    from organization o, (select count(*)::int as finished, count(distinct e.member_id)::int as finishers
      from enrolment e where e.active and e.finished_at >= ${since} and e.finished_at < ${until}) f`.execute(
    db,
  );
  return rows[0]!;
}

export type Administrator = { cognitoId: string; email: string };
export const selectAdministrators = (db: OrgDb): Promise<Administrator[]> =>
  db.selectFrom('admin').select(['cognitoId', 'email']).orderBy('createdAt').orderBy('email').execute();
