import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';

/** Since when a person has a second factor; null without one. */
export async function secondFactorSince(db: GlobalDb, cognitoId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('secondFactor')
    .select('since')
    .where('cognitoId', '=', cognitoId)
    .executeTakeFirst();
  return row?.since ?? null;
}

export async function putSecondFactor(db: GlobalDb, cognitoId: string, since: Date): Promise<void> {
  await db
    .insertInto('secondFactor')
    .values({ cognitoId, since })
    .onConflict((c) => c.column('cognitoId').doUpdateSet({ since }))
    .execute();
}

/** False when there was none. */
export async function deleteSecondFactor(db: GlobalDb, cognitoId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('secondFactor')
    .where('cognitoId', '=', cognitoId)
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
    .insertInto('recoveryCode')
    .values(hashes.map((codeHash) => ({ cognitoId, codeHash, createdAt: now })))
    .execute();
}

export async function deleteRecoveryCodes(db: GlobalDb, cognitoId: string): Promise<void> {
  await db.deleteFrom('recoveryCode').where('cognitoId', '=', cognitoId).execute();
}

export async function countRecoveryCodes(db: GlobalDb, cognitoId: string): Promise<number> {
  const row = await db
    .selectFrom('recoveryCode')
    .select(sql<number>`count(*)::int`.as('left'))
    .where('cognitoId', '=', cognitoId)
    .where('usedAt', 'is', null)
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
    .updateTable('recoveryCode')
    .set({ usedAt: now })
    .where('cognitoId', '=', cognitoId)
    .where('codeHash', '=', hash)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives a claimed code back because what it was for did not happen. */
export async function releaseRecoveryCode(db: GlobalDb, cognitoId: string, hash: string): Promise<void> {
  await db
    .updateTable('recoveryCode')
    .set({ usedAt: null })
    .where('cognitoId', '=', cognitoId)
    .where('codeHash', '=', hash)
    .execute();
}

export async function isSecondFactorRequired(db: OrgDb, orgId: string): Promise<boolean> {
  const row = await db
    .selectFrom('organization')
    .select('secondFactorRequired')
    .where('orgId', '=', orgId)
    .executeTakeFirst();
  return row?.secondFactorRequired ?? false;
}

export async function setSecondFactorRequired(
  db: OrgDb,
  orgId: string,
  required: boolean,
  now: Date,
): Promise<void> {
  await db
    .updateTable('organization')
    .set({ secondFactorRequired: required, updatedAt: now })
    .where('orgId', '=', orgId)
    .where('secondFactorRequired', '!=', required)
    .execute();
}

export type AdminFactor = { cognitoId: string; name: string; email: string; since: Date | null };

/** Every administrator of the organisation, and since when each has a second factor. */
export async function selectAdminFactors(db: OrgDb, orgId: string): Promise<AdminFactor[]> {
  const rows = await db
    .selectFrom('admin as a')
    .leftJoin('secondFactor as f', 'f.cognitoId', 'a.cognitoId')
    .select(['a.cognitoId', 'a.firstName', 'a.lastName', 'a.email', 'f.since'])
    .where('a.orgId', '=', orgId)
    .orderBy('a.createdAt')
    .orderBy('a.cognitoId')
    .execute();
  return rows.map(({ firstName, lastName, ...row }) => ({ ...row, name: `${firstName} ${lastName}`.trim() }));
}

/** No session of the person counts as strong any more. */
export async function weakenSessionsOf(db: GlobalDb, cognitoId: string): Promise<void> {
  await db
    .updateTable('appSession')
    .set({ strong: false })
    .where('cognitoId', '=', cognitoId)
    .where('strong', '=', true)
    .execute();
}
