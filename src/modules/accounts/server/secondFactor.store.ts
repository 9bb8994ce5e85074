import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from '#platform/server/database.ts';

/** Since when a person has a second factor; null without one. */
export async function secondFactorSince(db: GlobalDb, cognitoId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('second_factor')
    .select('since')
    .where('cognito_id', '=', cognitoId)
    .executeTakeFirst();
  return row?.since ?? null;
}

export async function putSecondFactor(db: GlobalDb, cognitoId: string, since: Date): Promise<void> {
  await db
    .insertInto('second_factor')
    .values({ cognito_id: cognitoId, since })
    .onConflict((c) => c.column('cognito_id').doUpdateSet({ since }))
    .execute();
}

/** False when there was none. */
export async function deleteSecondFactor(db: GlobalDb, cognitoId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('second_factor')
    .where('cognito_id', '=', cognitoId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Puts new recovery codes in the place of all earlier ones. */
export async function replaceRecoveryCodes(
  db: GlobalDb,
  cognitoId: string,
  hashes: readonly string[],
  now: Date,
): Promise<void> {
  await deleteRecoveryCodes(db, cognitoId);
  await db
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ cognito_id: cognitoId, code_hash, created_at: now })))
    .execute();
}

export async function deleteRecoveryCodes(db: GlobalDb, cognitoId: string): Promise<void> {
  await db.deleteFrom('recovery_code').where('cognito_id', '=', cognitoId).execute();
}

export async function countRecoveryCodes(db: GlobalDb, cognitoId: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_code')
    .select(sql<number>`count(*)::int`.as('left'))
    .where('cognito_id', '=', cognitoId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.left;
}

/** Uses a recovery code up; false when it is none, or was used. Of two that try at once, one gets it. */
export async function claimRecoveryCode(
  db: GlobalDb,
  cognitoId: string,
  hash: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('cognito_id', '=', cognitoId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives a claimed code back because what it was for did not happen. */
export async function releaseRecoveryCode(db: GlobalDb, cognitoId: string, hash: string): Promise<void> {
  await db
    .updateTable('recovery_code')
    .set({ used_at: null })
    .where('cognito_id', '=', cognitoId)
    .where('code_hash', '=', hash)
    .execute();
}

export async function isSecondFactorRequired(db: OrgDb, orgId: string): Promise<boolean> {
  const row = await db
    .selectFrom('organization')
    .select('second_factor_required')
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return row?.second_factor_required ?? false;
}

export async function setSecondFactorRequired(
  db: OrgDb,
  orgId: string,
  required: boolean,
  now: Date,
): Promise<void> {
  await db
    .updateTable('organization')
    .set({ second_factor_required: required, updated_at: now })
    .where('org_id', '=', orgId)
    .where('second_factor_required', '!=', required)
    .execute();
}

export type AdminFactor = { cognitoId: string; name: string; email: string; since: Date | null };

/** Every administrator of the organisation, and since when each has a second factor. */
export async function selectAdminFactors(db: OrgDb, orgId: string): Promise<AdminFactor[]> {
  const rows = await db
    .selectFrom('admin as a')
    .leftJoin('second_factor as f', 'f.cognito_id', 'a.cognito_id')
    .select(['a.cognito_id', 'a.first_name', 'a.last_name', 'a.email', 'f.since'])
    .where('a.org_id', '=', orgId)
    .orderBy('a.created_at')
    .orderBy('a.cognito_id')
    .execute();
  return rows.map((row) => ({
    cognitoId: row.cognito_id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    since: row.since,
  }));
}

/** No session of the person counts as strong any more. */
export async function weakenSessionsOf(db: GlobalDb, cognitoId: string): Promise<void> {
  await db
    .updateTable('app_session')
    .set({ strong: false })
    .where('cognito_id', '=', cognitoId)
    .where('strong', '=', true)
    .execute();
}
