import type { GlobalDb } from '#platform/server/database/database.ts';
import { deviceDays } from '../signIn/devices.store.ts';
import { seconds } from '../pool.ts';

const day = 86_400;

/** Removes what has ended, some time after it ended: until then its answers say why it no longer works. */
export async function sweepPool(db: GlobalDb, now: Date): Promise<void> {
  await db.deleteFrom('userPoolChallenge').where('expiresAt', '<', seconds(now, -day)).execute();
  // a used sign-up code says 'already confirmed' to whoever opens the mail's link again
  await db
    .deleteFrom('userPoolCode')
    .where('expiresAt', '<', seconds(now, -90 * day))
    .execute();
  await db.deleteFrom('userPoolCode').where('cognitoId', 'is', null).where('expiresAt', '<', now).execute();
  await db.deleteFrom('userPoolRefreshToken').where('expiresAt', '<', seconds(now, -day)).execute();
  await db
    .deleteFrom('userPoolDevice')
    .where('usedAt', '<', seconds(now, -deviceDays * day))
    .execute();
  await db.deleteFrom('userPoolLockout').where('lockedUntil', '<', seconds(now, -day)).execute();
}
