import type { OrgDb } from '#platform/server/database.ts';

export type AttemptLine = {
  course: string;
  number: number;
  score: number;
  passed: boolean;
  finishedAt: string;
};

/** Every test that somebody took to its end, the newest first. */
export const selectAttempts = async (db: OrgDb, memberId: string): Promise<AttemptLine[]> =>
  (
    await db
      .selectFrom('training_attempt')
      .select(['course_id', 'number', 'score', 'passed', 'finished_at'])
      .where('member_id', '=', memberId)
      .orderBy('finished_at', 'desc')
      .orderBy('course_id')
      .orderBy('number', 'desc')
      .execute()
  ).map((row) => ({
    course: row.course_id,
    number: row.number,
    score: row.score,
    passed: row.passed,
    finishedAt: row.finished_at.toISOString(),
  }));

/** Code of the certificate of the whole year. */
export const selectYearCertificate = async (db: OrgDb, memberId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('training_certificate')
      .select('code')
      .where('member_id', '=', memberId)
      .where('course_id', '=', '')
      .executeTakeFirst()
  )?.code ?? null;
