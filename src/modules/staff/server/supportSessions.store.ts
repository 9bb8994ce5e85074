import type { OrgDb } from '#platform/server/database.ts';

/** Removes the session that a support session takes the place of. @returns undefined when it is gone already */
export const takeOwnSession = (
  db: OrgDb,
  tokenHash: string,
): Promise<{ sealedRefreshToken: string | null } | undefined> =>
  db
    .deleteFrom('app_session')
    .where('token_hash', '=', tokenHash)
    .where('staff_id', 'is not', null)
    .where('support_staff', 'is', null)
    .returning('sealed_refresh_token as sealedRefreshToken')
    .executeTakeFirst();

/** The token hash of the support session that a member of staff is in, wherever. */
export async function selectRunning(db: OrgDb, staffId: string): Promise<string | null> {
  const row = await db
    .selectFrom('app_session')
    .select('token_hash')
    .where('staff_id', '=', staffId)
    .where('support_staff', 'is not', null)
    .executeTakeFirst();
  return row?.token_hash ?? null;
}
