import { sql } from 'kysely';
import { type Day } from '#platform/days.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { today } from '../trainees/enrolDates.ts';

/** Who is late with something now: how many people and courses, the first ten, and when the latest of them became so. */
export type OverdueTraining = {
  people: number;
  late: { name: string; since: Day; courses: number }[];
  /** The day of the newest delay; null where nobody is late. */
  newest: Day | null;
};

const atMost = 10;

export async function overdueTraining(db: OrgDb, now: Date): Promise<OverdueTraining> {
  const day = today(now);
  const { rows } = await sql<OverdueTraining>`
    select (select count(*)::int from trainee where archived_at is null and next_due < ${day}::date) as people,
      (select max(e.due_on) from enrolment e join trainee t on t.org_id = e.org_id and t.member_id = e.member_id
        where t.archived_at is null and e.active and e.status <> 'finished' and e.due_on < ${day}::date) as newest,
      (select coalesce(jsonb_agg(jsonb_build_object('name', l.name, 'since', l.next_due, 'courses', l.courses) order by l.next_due, lower(l.name), l.id), '[]')
        from (select m.id, m.name, t.next_due, (select count(*) from enrolment e where e.member_id = t.member_id and e.active
            and e.status <> 'finished' and e.due_on < ${day}::date) as courses
          from trainee t join team_member m on m.org_id = t.org_id and m.id = t.member_id
          where t.archived_at is null and t.next_due < ${day}::date order by t.next_due, lower(m.name), m.id limit ${atMost}) l) as late`.execute(
    db,
  );
  return rows[0]!;
}

export type TrainingSince = { finished: number; finishers: number; people: number; overdue: number };

export async function trainingSince(db: OrgDb, since: Date, now: Date): Promise<TrainingSince> {
  const { rows } = await sql<TrainingSince>`
    select count(*)::int as finished, count(distinct e.member_id)::int as finishers,
      (select count(*)::int from trainee where archived_at is null) as people,
      (select count(*)::int from trainee where archived_at is null and next_due < ${today(now)}::date) as overdue
    from enrolment e where e.active and e.finished_at >= ${since}`.execute(db);
  return rows[0]!;
}
