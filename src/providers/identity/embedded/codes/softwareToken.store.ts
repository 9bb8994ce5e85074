import type { Selectable } from 'kysely';
import type { GlobalDb, Tables } from '#platform/server/database/database.ts';
import type { Pool } from '../pool.ts';
import { lockUser } from '../users.store.ts';

export type SoftwareToken = Selectable<Tables['userPoolSoftwareToken']>;

export const softwareTokenPurpose = 'user-pool-software-token';

export const findSoftwareToken = (db: GlobalDb, cognitoId: string): Promise<SoftwareToken | undefined> =>
  db.selectFrom('userPoolSoftwareToken').selectAll().where('cognitoId', '=', cognitoId).executeTakeFirst();

/** The shared secret in base32; null when there is none, or it was sealed with another secret of the installation. */
export const openSecret = (pool: Pool, sealed: string | null): string | null =>
  sealed === null ? null : pool.secrets.open(softwareTokenPurpose, sealed);

/** Keeps a secret that waits for its first code; the one in use stays until then. */
export async function putPendingSecret(pool: Pool, cognitoId: string, secret: string): Promise<void> {
  const [sealedPending, updatedAt] = [pool.secrets.seal(softwareTokenPurpose, secret), pool.now()];
  await pool.db
    .insertInto('userPoolSoftwareToken')
    .values({ cognitoId, sealedPending, updatedAt })
    .onConflict((c) => c.column('cognitoId').doUpdateSet({ sealedPending, updatedAt }))
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
    .updateTable('userPoolSoftwareToken')
    .set({
      sealedSecret: token.sealedPending,
      sealedPending: null,
      deviceName,
      lastStep: step,
      updatedAt: pool.now(),
    })
    .where('cognitoId', '=', token.cognitoId)
    .where('sealedPending', '=', token.sealedPending)
    .where('enabled', '=', token.enabled)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes that a code was taken; false when it, or a later one, was taken before. Of two at once, one counts. */
export async function useStep(db: GlobalDb, token: SoftwareToken, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('userPoolSoftwareToken')
    .set({ lastStep: step })
    .where('cognitoId', '=', token.cognitoId)
    .where('sealedSecret', '=', token.sealedSecret)
    .where((e) => e.or([e('lastStep', 'is', null), e('lastStep', '<', step)]))
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
      .updateTable('userPoolSoftwareToken')
      .set({ enabled: true, preferred, updatedAt: pool.now() })
      .where('cognitoId', '=', cognitoId)
      .where('sealedSecret', 'is not', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });

/** Forgets a person's app altogether. */
export const deleteSoftwareToken = async (db: GlobalDb, cognitoId: string): Promise<void> => {
  await db.deleteFrom('userPoolSoftwareToken').where('cognitoId', '=', cognitoId).execute();
};
