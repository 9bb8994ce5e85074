import { sql } from 'kysely';
import { type Day } from '#platform/days.ts';
import type { OrgDb } from '#platform/server/database/database.ts';

export type ExportRow = {
  id: string;
  nameKey: string;
  firstName: string;
  lastName: string;
  email: string;
  department: string;
  archivedAt: Date | null;
  course: string | null;
  status: string;
  assigned: boolean;
  unlockOn: Day;
  dueOn: Day;
  percent: number;
  bestScore: number | null;
  attempts: number;
  startedAt: Date | null;
  finishedAt: Date | null;
};

export async function selectExportPage(
  db: OrgDb,
  after: { nameKey: string; id: string } | null,
  limit: number,
): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    with page as (
      select * from trainee t ${after === null ? sql`` : sql`where (t.name_key, t.member_id) > (${after.nameKey}, ${after.id}::uuid)`}
      order by t.name_key, t.member_id limit ${limit}
    )
    select m.id, p.name_key as "nameKey", case when m.given_name = '' and m.family_name = '' then m.name else m.given_name end as "firstName",
      m.family_name as "lastName", m.email, m.department, p.archived_at as "archivedAt", e.course_id as course, e.status, e.assigned,
      e.unlock_on as "unlockOn", e.due_on as "dueOn", e.percent, e.best_score as "bestScore", e.attempts,
      e.started_at as "startedAt", e.finished_at as "finishedAt"
    from page p join team_member m on m.org_id = p.org_id and m.id = p.member_id
    left join enrolment e on e.org_id = p.org_id and e.member_id = p.member_id
    order by p.name_key, p.member_id, e.unlock_on, e.course_id`.execute(db);
  return rows;
}

export const selectCompanyName = async (db: OrgDb): Promise<string> =>
  (await db.selectFrom('organization').select('companyName').executeTakeFirst())?.companyName ?? '';
