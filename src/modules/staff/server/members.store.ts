import type { GlobalDb } from '#platform/server/database/database.ts';

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

export const selectMembers = (db: GlobalDb): Promise<MemberRow[]> =>
  db.selectFrom('staffMember').select(columns).orderBy('email').execute();

/** Removes a member with all of their sessions. @returns who it was, or undefined */
export const deleteMember = (db: GlobalDb, email: string): Promise<MemberRow | undefined> =>
  db
    .deleteFrom('staffMember')
    .where('email', '=', email.trim().toLowerCase())
    .returning(columns)
    .executeTakeFirst();
