import { sql } from 'kysely';
import type { GlobalDb } from '#platform/server/database/database.ts';
import { seconds } from '../pool.ts';

// Cognito: the fifth failure locks for a second, each further one for twice as long, up to fifteen minutes
const freeAttempts = 5;
const longestLockSeconds = 900;

/** True while sign-in under this name is locked. */
export async function isLocked(db: GlobalDb, nameHash: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('userPoolLockout')
    .select('lockedUntil')
    .where('nameHash', '=', nameHash)
    .executeTakeFirst();
  return row !== undefined && row.lockedUntil > now;
}

/**
 * Takes one attempt before the password is looked at, so that guesses sent at once cannot outrun the count.
 * Attempts made while locked do not lengthen the lock; fifteen quiet minutes after a lock forget everything.
 * @returns false while locked
 */
export async function takeAttempt(db: GlobalDb, nameHash: string, now: Date): Promise<boolean> {
  const attempts = sql<number>`case when user_pool_lockout.locked_until <= ${seconds(now, -longestLockSeconds)} then 1 else user_pool_lockout.attempts + 1 end`;
  const row = await db
    .insertInto('userPoolLockout')
    .values({ nameHash, attempts: 1, lockedUntil: now })
    .onConflict((c) =>
      c
        .column('nameHash')
        .doUpdateSet({
          attempts,
          lockedUntil: sql`case when ${attempts} < ${freeAttempts}::int then ${now}::timestamptz
            else ${now}::timestamptz + make_interval(secs => least(${longestLockSeconds}::int, power(2, least(${attempts} - ${freeAttempts}::int, 20)))) end`,
        })
        .where('userPoolLockout.lockedUntil', '<=', now),
    )
    .returning('attempts')
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets the failed attempts of a name, after its password was given or set. */
export const clearAttempts = async (db: GlobalDb, nameHash: string): Promise<void> => {
  await db.deleteFrom('userPoolLockout').where('nameHash', '=', nameHash).execute();
};
