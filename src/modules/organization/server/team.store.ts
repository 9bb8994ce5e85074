import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database.ts';

export type TeamMember = { id: string; name: string; email: string; createdAt: Date };

/** Which of the addresses (in lower case) people of the team have now. */
export async function selectTakenAddresses(db: OrgDb, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db.selectFrom('team_member').select('email_key').where('left_at', 'is', null).where('email_key', 'in', keys).execute();
  return new Set(rows.map((row) => row.email_key));
}

export async function countMembers(db: OrgDb): Promise<number> {
  const { rows } = await sql<{ people: number }>`select count(*)::int as people from team_member where left_at is null`.execute(db);
  return rows[0]!.people;
}

export type NewMember = { id: string; name: string; email: string; emailKey: string };

export async function insertMembers(db: OrgDb, orgId: string, people: readonly NewMember[], now: Date): Promise<void> {
  if (people.length === 0) return;
  await db
    .insertInto('team_member')
    .values(
      people.map((person) => ({
        org_id: orgId,
        id: person.id,
        name: person.name,
        email: person.email,
        email_key: person.emailKey,
        created_at: now,
      })),
    )
    .execute();
}

/** False when nobody of the team has this id. */
export async function markLeft(db: OrgDb, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('team_member')
    .set({ left_at: now })
    .where('id', '=', id)
    .where('left_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A page of the team by name, and how many people the search finds. */
export async function selectMembers(
  db: OrgDb,
  { search, limit, skip }: { search: string; limit: number; skip: number },
): Promise<{ people: TeamMember[]; total: number }> {
  const { rows } = await sql<{ people: (Omit<TeamMember, 'createdAt'> & { createdAt: string })[]; total: number }>`
    with found as (
      select id, name, email, created_at from team_member
      where left_at is null and (${search} = '' or position(lower(${search}) in lower(name)) > 0 or position(lower(${search}) in email_key) > 0)
    ), page as (select * from found order by lower(name), id limit ${limit} offset ${skip})
    select (select count(*)::int from found) as total,
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'name', name, 'email', email, 'createdAt', created_at) order by lower(name), id) from page), '[]') as people`.execute(
    db,
  );
  const { people, total } = rows[0]!;
  return { people: people.map((one) => ({ ...one, createdAt: new Date(one.createdAt) })), total };
}
