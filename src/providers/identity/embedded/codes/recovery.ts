import { z } from 'zod';
import { countUse, uncountUse } from '#platform/server/http/rateLimit.ts';
import { putNextCode, takeCode } from './codes.store.ts';
import { clientId, code, password, username } from '../inputs.ts';
import { clearAttempts } from '../signIn/lockout.store.ts';
import { endAllTokens } from '../account.ts';
import { checkPolicy } from '../passwords.ts';
import { originOf, type Caller, type Pool } from '../pool.ts';
import { refusals } from '../poolError.ts';
import { atFloor, deliver, deliveryDetails, type DeliveryDetails, type nameInput } from '../signUp.ts';
import { deleteSoftwareToken } from './softwareToken.store.ts';
import { subjectOf } from '../subject.ts';
import { findUser, makeCredentials, updateUser } from '../users.store.ts';

export const confirmForgotPasswordInput = z.object({
  ClientId: clientId,
  Username: username,
  ConfirmationCode: code,
  Password: password,
});

/** ForgotPassword: a code to the address; the same answer when there is no account. */
export const forgotPassword = (
  pool: Pool,
  input: z.output<typeof nameInput>,
  caller: Caller,
): Promise<DeliveryDetails> =>
  atFloor(pool, async () => {
    const user = await findUser(pool.db, input.Username);
    if (!pool.hideUsers && !user) throw refusals.nameNotFound();
    if (!pool.hideUsers && !user?.emailVerified)
      throw refusals.invalid(
        'Cannot reset password for the user as there is no registered/verified email or phone_number',
      );
    await pool.db.transaction().execute(async (tx) => {
      const made = await putNextCode(
        tx,
        pool,
        'forgot-password',
        subjectOf(pool, input.Username, user).nameHash,
        user?.cognitoId ?? null,
        false,
      );
      if (made === null) throw refusals.attemptLimit();
      if (!user) return;
      const { cognitoId, email, subscriptionId } = user;
      const host = caller.host ? { host: caller.host } : {};
      await deliver(pool, tx, {
        kind: 'forgot-password',
        email,
        code: made,
        cognitoId,
        signUpCode: subscriptionId,
        ...host,
      });
    });
    return deliveryDetails(input.Username);
  });

/** ConfirmForgotPassword: a new password for whoever reads the mailbox. It ends every token and confirms the address. */
export const confirmForgotPassword = (
  pool: Pool,
  input: z.output<typeof confirmForgotPasswordInput>,
  caller: Caller,
): Promise<object> => atFloor(pool, () => resetByCode(pool, input, caller));

/**
 * Guesses of reset codes for one account in a day, whatever was asked for and from wherever: each new code would otherwise buy
 * five more. The portal's own reset link has 256 bits and goes on working for the owner.
 */
const mostGuessesADay = 10;

async function resetByCode(
  pool: Pool,
  input: z.output<typeof confirmForgotPasswordInput>,
  caller: Caller,
): Promise<object> {
  const user = await findUser(pool.db, input.Username);
  checkPolicy(input.Password, [user?.email ?? input.Username, ...(await pool.guessableWords(null))]);
  if (!pool.hideUsers && !user) throw refusals.nameNotFound();
  const { nameHash } = subjectOf(pool, input.Username, user);
  // made before the code is judged and also without an account: neither a waiting connection nor the time tells
  const credentials = await makeCredentials(pool, user?.cognitoId ?? '', input.Password);
  const about = await pool.guessableWords(user?.cognitoId ?? null);
  const guesses = `user-pool:reset-codes:${nameHash}`;
  if ((await countUse(pool.db, guesses, mostGuessesADay, 86_400, pool.now())) !== null)
    throw refusals.attemptLimit();
  const outcome = await pool.db.transaction().execute(async (tx) => {
    const taken = await takeCode(tx, pool, 'forgot-password', nameHash, input.ConfirmationCode);
    if (taken.outcome !== 'right' || taken.cognitoId !== user?.cognitoId) return taken.outcome;
    // only now: the company's name is nothing to tell strangers; the code is not used up by it
    checkPolicy(input.Password, about);
    await updateUser(
      tx,
      taken.cognitoId,
      { ...credentials, status: 'CONFIRMED', emailVerified: true, temporaryUntil: null },
      pool.now(),
    );
    await clearAttempts(tx, nameHash);
    await endAllTokens(pool, tx, taken.cognitoId);
    if (await pool.endsFactorOnReset?.(taken.cognitoId, tx)) await deleteSoftwareToken(tx, taken.cognitoId);
    const change = {
      cognitoId: taken.cognitoId,
      email: user.email,
      how: 'reset-code',
      keptSignInId: null,
    } as const;
    await pool.events.passwordChanged(tx, { ...change, origin: originOf(caller) });
    return 'changed';
  });
  // a code that bears no further guess judged none
  if (outcome === 'limit') await uncountUse(pool.db, guesses);
  if (outcome === 'limit') throw refusals.attemptLimit();
  if (outcome === 'expired' || outcome === 'used') throw refusals.codeExpired();
  if (outcome !== 'changed') throw refusals.codeMismatch();
  return {};
}
