import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';

/** What is kept of a person in a course, as `writeState` wrote it, locked until the transaction ends; null before the first step. */
export async function lockPlay(db: OrgDb, memberId: string, course: string): Promise<string | null> {
  const { rows } = await sql<{ state: string }>`
    select state #>> '{}' as state from training_play where member_id = ${memberId} and course_id = ${course} for update`.execute(
    db,
  );
  return rows[0]?.state ?? null;
}

/** The same without the lock. */
export async function selectPlay(db: OrgDb, memberId: string, course: string): Promise<string | null> {
  const { rows } = await sql<{ state: string }>`
    select state #>> '{}' as state from training_play where member_id = ${memberId} and course_id = ${course}`.execute(
    db,
  );
  return rows[0]?.state ?? null;
}

export async function writePlay(
  db: OrgDb,
  memberId: string,
  course: string,
  state: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into training_play as p (org_id, member_id, course_id, state, updated_at)
    values (current_org(), ${memberId}, ${course}, to_jsonb(${state}::text), ${now})
    on conflict (org_id, member_id, course_id) do update set state = excluded.state, updated_at = excluded.updated_at`.execute(
    db,
  );
}

export type Attempt = {
  memberId: string;
  course: string;
  number: number;
  score: number;
  passed: boolean;
  passMark: number;
  version: string;
};

export async function insertAttempt(db: OrgDb, attempt: Attempt, now: Date): Promise<void> {
  const { memberId, course, number, score, passed, passMark, version } = attempt;
  await sql`
    insert into training_attempt (org_id, member_id, course_id, number, score, passed, pass_mark, content_version, finished_at)
    values (current_org(), ${memberId}, ${course}, ${number}, ${score}, ${passed}, ${passMark}, ${version}, ${now})
    on conflict do nothing`.execute(db);
}

/** Counts an answer of somebody's first test, without saying whose; of a whole test the question is '' and has a score. */
export async function countAnswer(
  db: OrgDb,
  course: string,
  question: string,
  right: boolean,
  score = 0,
): Promise<void> {
  const missed = right ? 0 : 1;
  await sql`
    insert into training_answer_tally as t (org_id, course_id, question_id, asked, missed, score_sum)
    values (current_org(), ${course}, ${question}, 1, ${missed}, ${score})
    on conflict (org_id, course_id, question_id) do update set asked = t.asked + 1, missed = t.missed + excluded.missed,
      score_sum = t.score_sum + excluded.score_sum`.execute(db);
}
