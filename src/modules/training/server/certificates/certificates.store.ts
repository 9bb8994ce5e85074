import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';

export type CertificateRow = {
  code: string;
  memberId: string;
  /** '' for the whole year. */
  courseId: string;
  title: string;
  personName: string;
  companyName: string;
  score: number | null;
  minutes: number;
  finishedAt: Date;
};

export type NewCertificate = Pick<
  CertificateRow,
  'code' | 'memberId' | 'courseId' | 'title' | 'score' | 'minutes'
>;

/** Keeps a certificate with the names of today; one that is there already stays as it is. */
export async function insertCertificate(
  db: OrgDb,
  { code, memberId, courseId, title, score, minutes }: NewCertificate,
  now: Date,
): Promise<void> {
  await sql`
    insert into training_certificate (org_id, code, member_id, course_id, title, person_name, company_name, score, minutes, finished_at)
    select m.org_id, ${code}, m.id, ${courseId}, ${title}, m.name, o.company_name, ${score}::smallint, ${minutes}::integer, ${now}
    from team_member m join organization o on o.org_id = m.org_id where m.id = ${memberId}
    on conflict (org_id, member_id, course_id) do nothing`.execute(db);
}

const columns = sql`code, member_id as "memberId", course_id as "courseId", title, person_name as "personName",
  company_name as "companyName", score, minutes, finished_at as "finishedAt"`;

export async function selectCertificate(db: OrgDb, code: string): Promise<CertificateRow | null> {
  const { rows } =
    await sql<CertificateRow>`select ${columns} from training_certificate where code = ${code}`.execute(db);
  return rows[0] ?? null;
}

/** Of the courses named, how many somebody finished. */
export async function countFinished(
  db: OrgDb,
  memberId: string,
  courses: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from enrolment
    where member_id = ${memberId} and course_id = any(${courses}::text[]) and status = 'finished'`.execute(
    db,
  );
  return rows[0]!.n;
}

/** Whose certificate it is; null for a code that was never given out, or whose person was deleted. */
export async function selectOrganizationOf(db: GlobalDb, code: string): Promise<string | null> {
  const { rows } = await sql<{
    org: string | null;
  }>`select organization_of_certificate(${code}) as org`.execute(db);
  return rows[0]?.org ?? null;
}
