import { sql } from 'kysely';
import { type Day } from '#platform/days.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { CourseStatus } from '../../entities.ts';

/**
 * Makes what one person does wait for each other, in all windows, until the transaction ends; changes of their courses too.
 * @returns whether there is such a person who is trained now
 */
export async function lockTrainee(db: OrgDb, memberId: string): Promise<boolean> {
  const { rows } =
    await sql`select from trainee where member_id = ${memberId} and archived_at is null for no key update`.execute(
      db,
    );
  return rows.length > 0;
}

export type EnrolmentRow = { course: string; status: CourseStatus; unlockOn: Day; bestScore: number | null };

/** An enrolment that counts; null where there is none. */
export async function selectEnrolment(
  db: OrgDb,
  memberId: string,
  course: string,
): Promise<EnrolmentRow | null> {
  const { rows } = await sql<EnrolmentRow>`
    select course_id as course, status, unlock_on as "unlockOn", best_score as "bestScore"
    from enrolment where member_id = ${memberId} and course_id = ${course} and active`.execute(db);
  return rows[0] ?? null;
}

export type ProgressRow = {
  memberId: string;
  course: string;
  version: string;
  status: CourseStatus;
  percent: number;
  score: number | null;
  attempts: number;
};

/** Writes what is further than before; nothing goes back, and what is finished stays so. @returns true when it is finished by this */
export async function writeProgress(db: OrgDb, row: ProgressRow, now: Date): Promise<boolean> {
  const { memberId, course, version, status, percent, score, attempts } = row;
  const isFinished = status === 'finished';
  const { rows } = await sql<{ finished: boolean }>`
    with before as (select status, percent, best_score, attempts from enrolment where member_id = ${memberId} and course_id = ${course} and active)
    update enrolment e set
      status = case when e.status = 'finished' or ${status} = 'notStarted' then e.status else ${status} end,
      percent = greatest(e.percent, ${percent}::smallint),
      best_score = greatest(e.best_score, ${score}::smallint),
      attempts = greatest(e.attempts, ${attempts}::integer),
      started_at = coalesce(e.started_at, case when ${status} <> 'notStarted' then ${now}::timestamptz end),
      finished_at = coalesce(e.finished_at, case when ${isFinished} then ${now}::timestamptz end),
      content_version = case when e.status <> 'finished' and ${isFinished} then ${version} else e.content_version end
    from before b
    where e.member_id = ${memberId} and e.course_id = ${course} and e.active
      and (e.status not in ('finished', ${status}) or e.percent < ${percent} or e.attempts < ${attempts}
        or e.best_score is distinct from greatest(e.best_score, ${score}::smallint))
    returning e.status = 'finished' and b.status <> 'finished' as finished`.execute(db);
  return rows[0]?.finished ?? false;
}
