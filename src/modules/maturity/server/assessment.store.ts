import { sql } from 'kysely';
import { type Day } from '#platform/days.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { AnswerValue, Snapshot, Task } from '../entities.ts';

export type Status = 'notCompleted' | 'completed';

export type StoredAnswer = {
  questionId: string;
  answer: AnswerValue;
  note: string;
  /** Name of the administrator, or the address of one who has left. */
  answeredBy: string;
  answeredAt: Date;
  contentVersion: string;
};

/** What the answers came to when they were last saved for the model they were given to. */
export type Result = { overallLevel: number; status: Status; levels: Record<string, number> };

export type StoredAssessment = {
  target: number;
  updatedAt: Date | null;
  result: Result;
  answers: StoredAnswer[];
};

export const emptyAssessment: StoredAssessment = {
  target: 2,
  updatedAt: null,
  result: { overallLevel: 0, status: 'notCompleted', levels: {} },
  answers: [],
};

/**
 * Holds the organisation's assessment until the transaction ends, beginning one where there is none.
 * @returns the name of the administrator who holds it, null for somebody who is none any more
 */
export async function lockAssessment(db: OrgDb, orgId: string, cognitoId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`
    insert into maturity_assessment as a (org_id) values (${orgId})
    on conflict (org_id) do update set target = a.target
    returning (select trim(p.first_name || ' ' || p.last_name) from admin p where p.cognito_id = ${cognitoId}) as name`.execute(
    db,
  );
  return rows[0]?.name || null;
}

/** The assessment with its answers, in one statement. */
export async function selectAssessment(db: OrgDb): Promise<StoredAssessment> {
  const { rows } = await sql<{
    target: number;
    updatedAt: Date | null;
    overallLevel: number;
    status: Status;
    levels: Record<string, number>;
    answers: (Omit<StoredAnswer, 'answeredAt'> & { answeredAt: string })[];
  }>`
    select a.target, a.updated_at, a.overall_level, a.status, a.levels,
      coalesce((select jsonb_agg(jsonb_build_object('questionId', q.question_id, 'answer', q.answer, 'note', q.note, 'answeredAt', q.answered_at,
          'answeredBy', coalesce(nullif(trim(p.first_name || ' ' || p.last_name), ''), q.answered_by_email), 'contentVersion', q.content_version))
        from maturity_answer q left join admin p on p.org_id = q.org_id and p.cognito_id = q.answered_by), '[]') as answers
    from maturity_assessment a`.execute(db);
  const row = rows[0];
  if (!row) return emptyAssessment;
  const { target, updatedAt, answers, ...result } = row;
  return {
    target,
    updatedAt,
    result,
    answers: answers.map((answer) => ({ ...answer, answeredAt: new Date(answer.answeredAt) })),
  };
}

export type NewAnswer = Omit<StoredAnswer, 'answeredBy'> & { by: string; byEmail: string };

export async function upsertAnswers(db: OrgDb, orgId: string, answers: readonly NewAnswer[]): Promise<void> {
  await db
    .insertInto('maturityAnswer')
    .values(
      answers.map((given) => ({
        orgId,
        questionId: given.questionId,
        answer: given.answer,
        note: given.note,
        answeredBy: given.by,
        answeredByEmail: given.byEmail,
        answeredAt: given.answeredAt,
        contentVersion: given.contentVersion,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['orgId', 'questionId']).doUpdateSet((e) => ({
        answer: e.ref('excluded.answer'),
        note: e.ref('excluded.note'),
        answeredBy: e.ref('excluded.answeredBy'),
        answeredByEmail: e.ref('excluded.answeredByEmail'),
        answeredAt: e.ref('excluded.answeredAt'),
        contentVersion: e.ref('excluded.contentVersion'),
      })),
    )
    .execute();
}

/** Removes answers; without ids every one, also those that the model no longer knows. */
export async function deleteAnswers(db: OrgDb, questionIds: readonly string[] | null): Promise<void> {
  const query = db.deleteFrom('maturityAnswer');
  await (questionIds ? query.where('questionId', 'in', questionIds) : query).execute();
}

export const updateAnswerVersions = async (db: OrgDb, contentVersion: string): Promise<void> => {
  await db
    .updateTable('maturityAnswer')
    .set({ contentVersion })
    .where('contentVersion', '!=', contentVersion)
    .execute();
};

/** Keeps what the answers come to, as the state of now and of the day. */
export async function keepResult(
  db: OrgDb,
  orgId: string,
  result: Result,
  day: Day,
  now: Date,
): Promise<void> {
  const levels = JSON.stringify(result.levels);
  await sql`
    with kept as (
      update maturity_assessment set updated_at = ${now}, overall_level = ${result.overallLevel}, status = ${result.status}, levels = ${levels}::jsonb
    )
    insert into maturity_snapshot (org_id, day, overall_level, status, levels)
    values (${orgId}, ${day}::date, ${result.overallLevel}, ${result.status}, ${levels}::jsonb)
    on conflict (org_id, day) do update set overall_level = excluded.overall_level, status = excluded.status, levels = excluded.levels`.execute(
    db,
  );
}

/** With the last answer the state of the day goes as well: there is none. */
export async function keepNothing(db: OrgDb, day: Day, now: Date): Promise<void> {
  await sql`
    with kept as (
      update maturity_assessment set updated_at = ${now}, overall_level = 0, status = 'notCompleted', levels = '{}'
    )
    delete from maturity_snapshot where day = ${day}::date`.execute(db);
}

export const updateTarget = async (db: OrgDb, target: number): Promise<void> => {
  await db.updateTable('maturityAssessment').set({ target }).execute();
};

const mostSnapshots = 400;

export type ReportParts = { companyName: string; tasks: Task[]; snapshots: Snapshot[] };

/** What a report has beside the answers, in one statement. */
export async function selectReportParts(db: OrgDb): Promise<ReportParts> {
  const { rows } = await sql<ReportParts>`
    select o.company_name,
      coalesce((select jsonb_agg(jsonb_build_object('questionId', t.question_id, 'owner', t.owner, 'due', t.due, 'done', t.done)) from maturity_task t), '[]') as tasks,
      coalesce((select jsonb_agg(jsonb_build_object('day', s.day, 'overallLevel', s.overall_level, 'assessmentStatus', s.status, 'levels', s.levels) order by s.day desc)
        from (select * from maturity_snapshot order by day desc limit ${mostSnapshots}) s), '[]') as snapshots
    from organization o`.execute(db);
  return rows[0]!;
}

export async function selectTask(db: OrgDb, questionId: string): Promise<Task | null> {
  const row = await db
    .selectFrom('maturityTask')
    .select(['owner', 'due', 'done'])
    .where('questionId', '=', questionId)
    .executeTakeFirst();
  return row ? { questionId, ...row } : null;
}

export async function upsertTask(
  db: OrgDb,
  orgId: string,
  { questionId, owner, due, done }: Task,
): Promise<void> {
  await db
    .insertInto('maturityTask')
    .values({ orgId, questionId, owner, due, done })
    .onConflict((conflict) => conflict.columns(['orgId', 'questionId']).doUpdateSet({ owner, due, done }))
    .execute();
}

export const deleteTask = async (db: OrgDb, questionId: string): Promise<void> => {
  await db.deleteFrom('maturityTask').where('questionId', '=', questionId).execute();
};

/** Answers, states of earlier days, tasks and the target. */
export const deleteAssessment = async (db: OrgDb): Promise<void> => {
  await db.deleteFrom('maturityAssessment').execute();
};
