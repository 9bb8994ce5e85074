import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';

/** What people of the team take part in: some sign policies, some are trained, many do both. */
export type Circle = 'signs' | 'trains';

/** Which of the addresses (in lower case) people of the circle have now. */
export async function selectTakenAddresses(
  db: OrgDb,
  circle: Circle,
  keys: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await sql<{ emailKey: string }>`
    select email_key from team_member where left_at is null and ${sql.ref(circle)} and email_key = any(${keys}::text[])`.execute(
    db,
  );
  return new Set(rows.map((row) => row.emailKey));
}

export async function countSigners(db: OrgDb): Promise<number> {
  const { rows } = await sql<{
    people: number;
  }>`select count(*)::int as people from team_member where left_at is null and signs`.execute(db);
  return rows[0]!.people;
}

export type NewMember = {
  id: string;
  name: string;
  givenName: string;
  familyName: string;
  department: string;
  email: string;
  emailKey: string;
};

/**
 * Adds people to a circle in one statement. Whoever is in the directory by another circle keeps row and name there.
 * @returns id of each by address in lower case
 */
export async function upsertMembers(
  db: OrgDb,
  circle: Circle,
  people: readonly NewMember[],
  now: Date,
): Promise<Map<string, string>> {
  if (people.length === 0) return new Map();
  const column = <K extends keyof NewMember>(name: K) => people.map((person) => person[name]);
  const { rows } = await sql<{ id: string; emailKey: string }>`
    insert into team_member as m (org_id, id, name, given_name, family_name, department, email, email_key, created_at, signs, trains)
    select current_org(), p.id, p.name, p.given_name, p.family_name, p.department, p.email, p.email_key, ${now}, ${circle === 'signs'}, ${circle === 'trains'}
    from unnest(${column('id')}::uuid[], ${column('name')}::text[], ${column('givenName')}::text[], ${column('familyName')}::text[],
      ${column('department')}::text[], ${column('email')}::text[], ${column('emailKey')}::text[])
      as p(id, name, given_name, family_name, department, email, email_key)
    on conflict (org_id, email_key) where left_at is null do update set ${sql.ref(circle)} = true,
      department = case when m.department = '' then excluded.department else m.department end
    returning m.id, m.email_key`.execute(db);
  return new Map(rows.map((row) => [row.emailKey, row.id]));
}

/** Takes people out of a circle; whoever is in none then has left. @returns how many were in it */
export async function leaveCircle(
  db: OrgDb,
  circle: Circle,
  ids: readonly string[],
  now: Date,
): Promise<number> {
  const other = circle === 'signs' ? 'trains' : 'signs';
  const { numAffectedRows } = await sql`
    update team_member set ${sql.ref(circle)} = false, left_at = case when ${sql.ref(other)} then null else ${now}::timestamptz end
    where id = any(${ids}::uuid[]) and left_at is null and ${sql.ref(circle)}`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

export type MemberChange = Partial<
  Pick<NewMember, 'name' | 'givenName' | 'familyName' | 'department' | 'email' | 'emailKey'>
>;

export async function updateMember(db: OrgDb, id: string, change: MemberChange): Promise<void> {
  const set = {
    ...(change.name === undefined ? {} : { name: change.name }),
    ...(change.givenName === undefined ? {} : { givenName: change.givenName }),
    ...(change.familyName === undefined ? {} : { familyName: change.familyName }),
    ...(change.department === undefined ? {} : { department: change.department }),
    ...(change.email === undefined ? {} : { email: change.email }),
    ...(change.emailKey === undefined ? {} : { emailKey: change.emailKey }),
  };
  if (Object.keys(set).length > 0) await db.updateTable('teamMember').set(set).where('id', '=', id).execute();
}

/** Whether somebody else of the directory has this address (in lower case) now. */
export const isAddressTaken = async (db: OrgDb, emailKey: string, exceptId: string): Promise<boolean> =>
  (await db
    .selectFrom('teamMember')
    .select('id')
    .where('leftAt', 'is', null)
    .where('emailKey', '=', emailKey)
    .where('id', '<>', exceptId)
    .executeTakeFirst()) !== undefined;

export type UntrainedMember = { firstName: string; lastName: string; email: string; department: string };

/** People of the team who are not trained yet, by name. */
export async function selectUntrained(db: OrgDb, limit: number): Promise<UntrainedMember[]> {
  const { rows } = await sql<UntrainedMember>`
    select case when given_name = '' and family_name = '' then name else given_name end as "firstName", family_name as "lastName", email, department
    from team_member where left_at is null and not trains order by lower(name), id limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function countUntrained(db: OrgDb): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from team_member where left_at is null and not trains`.execute(db);
  return rows[0]!.people;
}
