import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';

type FailedSignIns = {
  cognitoId: string;
  tries: number;
  firstAt: Date;
  lastAt: Date;
  ip: string;
  userAgent: string;
};
type Place = { ip: string; userAgent: string };

/** Counts one failed sign-in; an account has one row however many there are. */
export async function countFailedSignIn(
  db: GlobalDb,
  cognitoId: string,
  { ip, userAgent }: Place,
  now: Date,
): Promise<void> {
  await db
    .insertInto('failedSignIn')
    .values({ cognitoId, tries: 1, firstAt: now, lastAt: now, ip, userAgent })
    .onConflict((c) =>
      c.column('cognitoId').doUpdateSet({ tries: sql`failed_sign_in.tries + 1`, lastAt: now, ip, userAgent }),
    )
    .execute();
}

/** Accounts whose first failure that is not in a log yet is old enough. */
export async function selectFailedBefore(db: GlobalDb, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('failedSignIn')
    .select('cognitoId')
    .where('firstAt', '<=', before)
    .orderBy('firstAt')
    .limit(1000)
    .execute();
  return rows.map((row) => row.cognitoId);
}

/** Forgets failures that no log takes: those of people without an organization, and of names without an account. */
export async function deleteFailedOfNoOrganization(db: GlobalDb, before: Date): Promise<void> {
  await db
    .deleteFrom('failedSignIn')
    .where('firstAt', '<=', before)
    .where(sql<boolean>`organization_of_person(cognito_id) is null`)
    .execute();
}

/** From where the last failure of an account came. */
export async function selectFailedPlace(db: GlobalDb, cognitoId: string): Promise<Place | null> {
  const row = await db
    .selectFrom('failedSignIn')
    .select(['ip', 'userAgent'])
    .where('cognitoId', '=', cognitoId)
    .executeTakeFirst();
  return row ?? null;
}

/** Takes the failures of an account that count since before a time; of two that try at once, one gets them. */
export async function takeFailedSignIns(
  db: GlobalDb,
  cognitoId: string,
  before: Date,
): Promise<FailedSignIns | null> {
  const row = await db
    .deleteFrom('failedSignIn')
    .where('cognitoId', '=', cognitoId)
    .where('firstAt', '<=', before)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** The address of an administrator, as the organization of the transaction knows it. */
export async function selectAdminAddress(
  db: OrgDb,
  orgId: string,
  cognitoId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('admin')
    .select('email')
    .where('orgId', '=', orgId)
    .where('cognitoId', '=', cognitoId)
    .executeTakeFirst();
  return row?.email ?? null;
}

export async function selectCompanyName(db: OrgDb, orgId: string): Promise<string> {
  const row = await db
    .selectFrom('organization')
    .select('companyName')
    .where('orgId', '=', orgId)
    .executeTakeFirst();
  return row?.companyName ?? '';
}
