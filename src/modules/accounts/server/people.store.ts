import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';

/** The organisation that a person administers, or null. */
export async function organizationOfPerson(db: GlobalDb, cognitoId: string): Promise<string | null> {
  const { rows } = await sql<{
    orgId: string | null;
  }>`select organization_of_person(${cognitoId}) as org_id`.execute(db);
  return rows[0]?.orgId ?? null;
}

export type NewAdmin = {
  orgId: string;
  cognitoId: string;
  email: string;
  firstName: string;
  lastName: string;
  jobTitle: string;
  now: Date;
};

export async function insertAdmin(db: OrgDb, row: NewAdmin): Promise<void> {
  await db
    .insertInto('admin')
    .values({
      orgId: row.orgId,
      cognitoId: row.cognitoId,
      email: row.email,
      firstName: row.firstName,
      lastName: row.lastName,
      jobTitle: row.jobTitle,
      createdAt: row.now,
      updatedAt: row.now,
    })
    .execute();
}

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
