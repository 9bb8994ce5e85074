import { IdentityError } from '../../port.ts';
import { takeAttempt, clearAttempts } from '../signIn/lockout.store.ts';
import type { Pool } from '../pool.ts';
import { PoolError, refusals } from '../poolError.ts';
import { findSoftwareToken } from './softwareToken.store.ts';
import { putAppToUse, setUserMfaPreference } from './softwareToken.ts';
import { subjectOf } from '../subject.ts';
import { findUser, type User } from '../users.store.ts';

/** The person of an address and password; null when either is wrong, the account cannot sign in, or its sign-in is locked. */
export async function checkPassword(
  pool: Pool,
  email: string,
  password: string,
  unconfirmed: boolean,
): Promise<User | null> {
  const user = await findUser(pool.db, email);
  const { userId, nameHash } = subjectOf(pool, email, user);
  if (!(await takeAttempt(pool.db, nameHash, pool.now()))) return null;
  const right = await pool.hasher.verify(user?.passwordHash ?? null, password);
  if (!user || !right) {
    await pool.events.signInFailed(userId, { ip: '', userAgent: '' });
    return null;
  }
  await clearAttempts(pool.db, nameHash);
  return user.status === 'CONFIRMED' || (unconfirmed && user.status === 'UNCONFIRMED') ? user : null;
}

export const hasSecondFactor = async (pool: Pool, cognitoId: string): Promise<boolean> =>
  (await findSoftwareToken(pool.db, cognitoId))?.enabled ?? false;

/** Lets sign-ins demand codes of the app that an access token's person has verified. Throws `invalid-token`, `no-second-factor`. */
export async function enableSecondFactor(pool: Pool, accessToken: string): Promise<void> {
  try {
    await setUserMfaPreference(pool, {
      AccessToken: accessToken,
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
    });
  } catch (error) {
    if (!(error instanceof PoolError)) throw error;
    const code = error.name === 'InvalidParameterException' ? 'no-second-factor' : 'invalid-token';
    throw new IdentityError(code, error.message, error);
  }
}

const replaceRefusals: Record<string, IdentityError['code']> = {
  EnableSoftwareTokenMFAException: 'wrong-code',
  SoftwareTokenMFANotFoundException: 'no-second-factor',
};

/** Puts the app that waits for its first code in the place of the one in use. Throws `invalid-token`, `wrong-code`, `no-second-factor`. */
export async function replaceApp(pool: Pool, accessToken: string, code: string): Promise<void> {
  try {
    await putAppToUse(pool, { AccessToken: accessToken, UserCode: code }, { proved: true });
  } catch (error) {
    if (!(error instanceof PoolError)) throw error;
    const isLocked = error.message === refusals.lockedOut().message;
    throw new IdentityError(
      isLocked ? 'too-many-attempts' : (replaceRefusals[error.name] ?? 'invalid-token'),
      error.message,
      error,
    );
  }
}
