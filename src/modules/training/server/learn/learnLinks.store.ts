import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';

export type LearnerRow = {
  id: string;
  name: string;
  firstName: string;
  lastName: string;
  email: string;
  companyName: string;
  archived: boolean;
  linkRound: number;
  /** Null before the first mail. */
  linkExpiresAt: Date | null;
  lastSeenAt: Date | null;
};

/** A trainee with what their link says; null for whoever is not trained or was deleted. */
export async function selectLearner(db: OrgDb, memberId: string): Promise<LearnerRow | null> {
  const { rows } = await sql<LearnerRow>`
    select m.id, m.name, m.given_name as "firstName", m.family_name as "lastName", m.email, o.company_name as "companyName",
      t.archived_at is not null as archived, t.link_round as "linkRound", t.link_expires_at as "linkExpiresAt",
      t.last_seen_at as "lastSeenAt"
    from trainee t join team_member m on m.org_id = t.org_id and m.id = t.member_id join organization o on o.org_id = t.org_id
    where t.member_id = ${memberId}`.execute(db);
  return rows[0] ?? null;
}

export async function writeLastSeen(db: OrgDb, memberId: string, now: Date): Promise<void> {
  await sql`update trainee set last_seen_at = ${now} where member_id = ${memberId}`.execute(db);
}
