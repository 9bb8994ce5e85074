import type { GlobalDb } from '#platform/server/database.ts';
import { deviceDays } from './devices.store.ts';
import { seconds } from './pool.ts';

const day = 86_400;

/** Removes what has ended, some time after it ended: until then its answers say why it no longer works. */
export async function sweepPool(db: GlobalDb, now: Date): Promise<void> {
  await db.deleteFrom('user_pool_challenge').where('expires_at', '<', seconds(now, -day)).execute();
  // a used sign-up code says 'already confirmed' to whoever opens the mail's link again
  await db
    .deleteFrom('user_pool_code')
    .where('expires_at', '<', seconds(now, -90 * day))
    .execute();
  await db
    .deleteFrom('user_pool_code')
    .where('cognito_id', 'is', null)
    .where('expires_at', '<', now)
    .execute();
  await db.deleteFrom('user_pool_refresh_token').where('expires_at', '<', seconds(now, -day)).execute();
  await db
    .deleteFrom('user_pool_device')
    .where('used_at', '<', seconds(now, -deviceDays * day))
    .execute();
  await db.deleteFrom('user_pool_lockout').where('locked_until', '<', seconds(now, -day)).execute();
}
