import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from '#platform/server/database.ts';

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
    .insertInto('failed_sign_in')
    .values({ cognito_id: cognitoId, tries: 1, first_at: now, last_at: now, ip, user_agent: userAgent })
    .onConflict((c) =>
      c
        .column('cognito_id')
        .doUpdateSet({ tries: sql`failed_sign_in.tries + 1`, last_at: now, ip, user_agent: userAgent }),
    )
    .execute();
}

/** Accounts whose first failure that is not in a log yet is old enough. */
export async function selectFailedBefore(db: GlobalDb, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('failed_sign_in')
    .select('cognito_id')
    .where('first_at', '<=', before)
    .orderBy('first_at')
    .limit(1000)
    .execute();
  return rows.map((row) => row.cognito_id);
}

/** Forgets failures that no log takes: those of people without an organization, and of names without an account. */
export async function deleteFailedOfNoOrganization(db: GlobalDb, before: Date): Promise<void> {
  await db
    .deleteFrom('failed_sign_in')
    .where('first_at', '<=', before)
    .where(sql<boolean>`organization_of_person(cognito_id) is null`)
    .execute();
}

/** From where the last failure of an account came. */
export async function selectFailedPlace(db: GlobalDb, cognitoId: string): Promise<Place | null> {
  const row = await db
    .selectFrom('failed_sign_in')
    .select(['ip', 'user_agent'])
    .where('cognito_id', '=', cognitoId)
    .executeTakeFirst();
  return row ? { ip: row.ip, userAgent: row.user_agent } : null;
}

/** Takes the failures of an account that count since before a time; of two that try at once, one gets them. */
export async function takeFailedSignIns(
  db: GlobalDb,
  cognitoId: string,
  before: Date,
): Promise<FailedSignIns | null> {
  const row = await db
    .deleteFrom('failed_sign_in')
    .where('cognito_id', '=', cognitoId)
    .where('first_at', '<=', before)
    .returningAll()
    .executeTakeFirst();
  return row
    ? {
        cognitoId,
        tries: row.tries,
        firstAt: row.first_at,
        lastAt: row.last_at,
        ip: row.ip,
        userAgent: row.user_agent,
      }
    : null;
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
    .where('org_id', '=', orgId)
    .where('cognito_id', '=', cognitoId)
    .executeTakeFirst();
  return row?.email ?? null;
}

export async function selectCompanyName(db: OrgDb, orgId: string): Promise<string> {
  const row = await db
    .selectFrom('organization')
    .select('company_name')
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return row?.company_name ?? '';
}
