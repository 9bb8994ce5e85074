import type { GlobalDb } from '#platform/server/database.ts';

export type MemberRow = {
  id: string;
  cognitoId: string;
  email: string;
  name: string;
  brandId: string | null;
  addedAt: Date;
};

const columns = ['id', 'cognitoId', 'email', 'name', 'brandId', 'addedAt'] as const;

export async function insertMember(db: GlobalDb, row: MemberRow): Promise<void> {
  await db.insertInto('staffMember').values(row).execute();
}

export const selectMember = (db: GlobalDb, id: string): Promise<MemberRow | undefined> =>
  db.selectFrom('staffMember').select(columns).where('id', '=', id).executeTakeFirst();

/** The same, held until the transaction ends: nobody removes the member or begins for them meanwhile. */
export const holdMember = (db: GlobalDb, id: string): Promise<MemberRow | undefined> =>
  db.selectFrom('staffMember').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();

/** The member of staff that a person of the user pool is, or null. */
export async function staffOfPerson(
  db: GlobalDb,
  cognitoId: string,
): Promise<{ id: string; name: string } | null> {
  const row = await db
    .selectFrom('staffMember')
    .select(['id', 'name'])
    .where('cognitoId', '=', cognitoId)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether an address is of a member of staff, who administers no organisation. */
export async function isStaffAddress(db: GlobalDb, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('staffMember')
    .select('id')
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}

/** Names of members of staff by address; whoever has left is not in it. */
export async function selectStaffNames(
  db: GlobalDb,
  emails: readonly string[],
): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map();
  const rows = await db
    .selectFrom('staffMember')
    .select(['email', 'name'])
    .where('email', 'in', emails)
    .execute();
  return new Map(rows.map(({ email, name }) => [email, name]));
}

export const selectMembers = (db: GlobalDb): Promise<MemberRow[]> =>
  db.selectFrom('staffMember').select(columns).orderBy('email').execute();

/** Removes a member with all of their sessions. @returns who it was, or undefined */
export const deleteMember = (db: GlobalDb, email: string): Promise<MemberRow | undefined> =>
  db
    .deleteFrom('staffMember')
    .where('email', '=', email.trim().toLowerCase())
    .returning(columns)
    .executeTakeFirst();
