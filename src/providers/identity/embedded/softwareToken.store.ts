import type { Selectable } from 'kysely';
import type { GlobalDb, Tables } from '#platform/server/database.ts';
import type { Pool } from './pool.ts';
import { lockUser } from './users.store.ts';

export type SoftwareToken = Selectable<Tables['user_pool_software_token']>;

export const softwareTokenPurpose = 'user-pool-software-token';

export const findSoftwareToken = (db: GlobalDb, cognitoId: string): Promise<SoftwareToken | undefined> =>
  db
    .selectFrom('user_pool_software_token')
    .selectAll()
    .where('cognito_id', '=', cognitoId)
    .executeTakeFirst();

/** The shared secret in base32; null when there is none, or it was sealed with another secret of the installation. */
export const openSecret = (pool: Pool, sealed: string | null): string | null =>
  sealed === null ? null : pool.secrets.open(softwareTokenPurpose, sealed);

/** Keeps a secret that waits for its first code; the one in use stays until then. */
export async function putPendingSecret(pool: Pool, cognitoId: string, secret: string): Promise<void> {
  const [sealed_pending, updated_at] = [pool.secrets.seal(softwareTokenPurpose, secret), pool.now()];
  await pool.db
    .insertInto('user_pool_software_token')
    .values({ cognito_id: cognitoId, sealed_pending, updated_at })
    .onConflict((c) => c.column('cognito_id').doUpdateSet({ sealed_pending, updated_at }))
    .execute();
}

/** Puts the pending secret to use, its code being of `step`; false when it was replaced, or codes were switched on, meanwhile. */
export async function confirmPending(
  pool: Pool,
  token: SoftwareToken,
  deviceName: string,
  step: number,
): Promise<boolean> {
  const { numUpdatedRows } = await pool.db
    .updateTable('user_pool_software_token')
    .set({
      sealed_secret: token.sealed_pending,
      sealed_pending: null,
      device_name: deviceName,
      last_step: step,
      updated_at: pool.now(),
    })
    .where('cognito_id', '=', token.cognito_id)
    .where('sealed_pending', '=', token.sealed_pending)
    .where('enabled', '=', token.enabled)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes that a code was taken; false when it, or a later one, was taken before. Of two at once, one counts. */
export async function useStep(db: GlobalDb, token: SoftwareToken, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user_pool_software_token')
    .set({ last_step: step })
    .where('cognito_id', '=', token.cognito_id)
    .where('sealed_secret', '=', token.sealed_secret)
    .where((e) => e.or([e('last_step', 'is', null), e('last_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** True where sign-in demands codes. */
export const isAppDemanded = async (db: GlobalDb, cognitoId: string): Promise<boolean> =>
  (await findSoftwareToken(db, cognitoId))?.enabled ?? false;

/** Lets sign-in demand codes; false when no app was ever set up. A sign-in that begins tokens at the moment is waited for. */
export const enable = (pool: Pool, cognitoId: string, preferred: boolean): Promise<boolean> =>
  pool.db.transaction().execute(async (tx) => {
    await lockUser(tx, cognitoId);
    const { numUpdatedRows } = await tx
      .updateTable('user_pool_software_token')
      .set({ enabled: true, preferred, updated_at: pool.now() })
      .where('cognito_id', '=', cognitoId)
      .where('sealed_secret', 'is not', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });

/** Forgets a person's app altogether. */
export const deleteSoftwareToken = async (db: GlobalDb, cognitoId: string): Promise<void> => {
  await db.deleteFrom('user_pool_software_token').where('cognito_id', '=', cognitoId).execute();
};
