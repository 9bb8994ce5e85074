import type { OrgDb } from '#platform/server/database/database.ts';

/** Removes the session that a support session takes the place of. @returns undefined when it is gone already */
export const takeOwnSession = (
  db: OrgDb,
  tokenHash: string,
): Promise<{ sealedRefreshToken: string | null } | undefined> =>
  db
    .deleteFrom('appSession')
    .where('tokenHash', '=', tokenHash)
    .where('staffId', 'is not', null)
    .where('supportStaff', 'is', null)
    .returning('sealedRefreshToken')
    .executeTakeFirst();

/** The token hash of the support session that a member of staff is in, wherever. */
export async function selectRunning(db: OrgDb, staffId: string): Promise<string | null> {
  const row = await db
    .selectFrom('appSession')
    .select('tokenHash')
    .where('staffId', '=', staffId)
    .where('supportStaff', 'is not', null)
    .executeTakeFirst();
  return row?.tokenHash ?? null;
}
