import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { PartResult } from './scormState.ts';

export type KeptPart = PartResult & { partId: string; state: string };

export async function selectParts(db: OrgDb, memberId: string, courseId: string): Promise<KeptPart[]> {
  const rows = await db
    .selectFrom('trainingPart')
    .select(['partId', 'state', 'done', 'failed', 'score'])
    .where('memberId', '=', memberId)
    .where('courseId', '=', courseId)
    .execute();
  return rows.map(({ partId, ...row }) => ({ partId, ...row }));
}

/** The same without what the parts wrote, which may be much. */
export async function selectResults(
  db: OrgDb,
  memberId: string,
  courseId: string,
): Promise<Omit<KeptPart, 'state'>[]> {
  const rows = await db
    .selectFrom('trainingPart')
    .select(['partId', 'done', 'failed', 'score'])
    .where('memberId', '=', memberId)
    .where('courseId', '=', courseId)
    .execute();
  return rows.map(({ partId, ...row }) => ({ partId, ...row }));
}

export async function selectState(
  db: OrgDb,
  memberId: string,
  courseId: string,
  partId: string,
): Promise<string> {
  const row = await db
    .selectFrom('trainingPart')
    .select('state')
    .where('memberId', '=', memberId)
    .where('courseId', '=', courseId)
    .where('partId', '=', partId)
    .executeTakeFirst();
  return row?.state ?? '';
}

export type Kept = {
  orgId: string;
  memberId: string;
  courseId: string;
  partId: string;
  state: string;
  now: Date;
};

/** What was done once stays done, and the best score stays the best. */
export async function upsertPart(db: OrgDb, kept: Kept, { done, failed, score }: PartResult): Promise<void> {
  await sql`
    insert into training_part as p (org_id, member_id, course_id, part_id, state, done, failed, score, updated_at)
    values (${kept.orgId}, ${kept.memberId}, ${kept.courseId}, ${kept.partId}, ${kept.state}, ${done}, ${failed}, ${score}, ${kept.now})
    on conflict (org_id, member_id, course_id, part_id) do update set state = excluded.state, updated_at = excluded.updated_at,
      done = p.done or excluded.done, failed = excluded.failed and not p.done, score = greatest(p.score, excluded.score)`.execute(
    db,
  );
}
