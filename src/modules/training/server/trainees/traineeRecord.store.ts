import type { OrgDb } from '#platform/server/database/database.ts';

export type AttemptLine = {
  course: string;
  number: number;
  score: number;
  passed: boolean;
  finishedAt: string;
};

export const selectAttempts = async (db: OrgDb, memberId: string): Promise<AttemptLine[]> =>
  (
    await db
      .selectFrom('trainingAttempt')
      .select(['courseId as course', 'number', 'score', 'passed', 'finishedAt'])
      .where('memberId', '=', memberId)
      .orderBy('finishedAt', 'desc')
      .orderBy('courseId')
      .orderBy('number', 'desc')
      .execute()
  ).map((row) => ({ ...row, finishedAt: row.finishedAt.toISOString() }));

export const selectYearCertificate = async (db: OrgDb, memberId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('trainingCertificate')
      .select('code')
      .where('memberId', '=', memberId)
      .where('courseId', '=', '')
      .executeTakeFirst()
  )?.code ?? null;
