import { sql } from 'kysely';
import { type Day } from '#platform/days.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { CourseProgress, MonthProgress } from '../../entities.ts';

export async function countSeats(db: OrgDb): Promise<{ active: number; archived: number }> {
  const { rows } = await sql<{ active: number; archived: number }>`
    select (select count(*)::int from trainee where archived_at is null) as active,
      (select count(*)::int from trainee where archived_at is not null) as archived`.execute(db);
  return rows[0]!;
}

/** How far everybody is, by course; of one where it is named. */
export async function selectProgress(
  db: OrgDb,
  today: Day,
  course: string | null = null,
): Promise<CourseProgress[]> {
  const { rows } = await sql<CourseProgress>`
    select course_id as course, sum(n)::int as enrolled, coalesce(sum(n) filter (where unlock_on <= ${today}::date), 0)::int as unlocked,
      coalesce(sum(n) filter (where status = 'notStarted'), 0)::int as "notStarted",
      coalesce(sum(n) filter (where status = 'inProgress'), 0)::int as "inProgress",
      coalesce(sum(n) filter (where status = 'failedQuiz'), 0)::int as "failedQuiz",
      coalesce(sum(n) filter (where status = 'finished'), 0)::int as finished,
      coalesce(sum(n) filter (where status <> 'finished' and due_on < ${today}::date), 0)::int as overdue
    from enrolment_tally ${course === null ? sql`` : sql`where course_id = ${course}`} group by 1 having sum(n) > 0 order by 1`.execute(
    db,
  );
  return rows;
}

export async function selectMonths(db: OrgDb, today: Day): Promise<MonthProgress[]> {
  const { rows } = await sql<MonthProgress>`
    select date_trunc('month', unlock_on)::date as month, sum(n)::int as unlocked,
      coalesce(sum(n) filter (where status = 'finished'), 0)::int as finished,
      coalesce(sum(n) filter (where status <> 'finished' and due_on < ${today}::date), 0)::int as overdue
    from enrolment_tally where unlock_on <= ${today}::date group by 1 having sum(n) > 0 order by 1`.execute(
    db,
  );
  return rows;
}

export type Answers = { course: string; question: string; asked: number; missed: number; scoreSum: number };

export async function selectAnswers(db: OrgDb, course: string | null = null): Promise<Answers[]> {
  const { rows } = await sql<Answers>`
    select course_id as course, question_id as question, asked, missed, score_sum as "scoreSum" from training_answer_tally
    ${course === null ? sql`` : sql`where course_id = ${course}`}`.execute(db);
  return rows;
}
