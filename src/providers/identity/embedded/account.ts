import { z } from 'zod';
import type { GlobalDb } from '#platform/server/database/database.ts';
import { endCode } from './codes/codes.store.ts';
import { clientId, password, token } from './inputs.ts';
import { clearAttempts, takeAttempt } from './signIn/lockout.store.ts';
import { checkPolicy } from './passwords.ts';
import { hashName, originOf, type Caller, type Pool } from './pool.ts';
import { refusals } from './poolError.ts';
import { mfaSettingsOf } from './codes/softwareToken.ts';
import { revokeAllOf, revokeRefreshToken } from './tokens/tokens.store.ts';
import { personOf } from './tokens/tokens.ts';
import { attributesOf, lockUser, makeCredentials, updateUser } from './users.store.ts';

export const changePasswordInput = z.object({
  AccessToken: token,
  PreviousPassword: password,
  ProposedPassword: password,
});
export const accessTokenInput = z.object({ AccessToken: token });
export const revokeTokenInput = z.object({ ClientId: clientId, Token: token });

/** GetUser: who an access token belongs to. */
export async function getUser(pool: Pool, input: z.output<typeof accessTokenInput>) {
  const user = await personOf(pool, input.AccessToken);
  return {
    Username: user.cognitoId,
    UserAttributes: attributesOf(user),
    ...(await mfaSettingsOf(pool, user.cognitoId)),
  };
}

/** Replaces a password with proof of the present one; every sign-in but the access token's own ends. `then` is part of the change. */
export async function replacePassword(
  pool: Pool,
  input: z.output<typeof changePasswordInput>,
  then: (tx: GlobalDb, user: Awaited<ReturnType<typeof personOf>>) => Promise<void> = async () => {},
): Promise<void> {
  const user = await personOf(pool, input.AccessToken);
  checkPolicy(input.ProposedPassword, [user.email, ...(await pool.guessableWords(user.cognitoId))]);
  // counted apart from sign-ins, which strangers can lock
  const name = hashName(pool, `${user.cognitoId} own password`);
  if (!(await takeAttempt(pool.db, name, pool.now()))) throw refusals.attemptLimit();
  if (!(await pool.hasher.verify(user.passwordHash, input.PreviousPassword))) throw refusals.wrongPassword();
  const credentials = await makeCredentials(pool, user.cognitoId, input.ProposedPassword);
  await pool.db.transaction().execute(async (tx) => {
    const present = await lockUser(tx, user.cognitoId);
    if (present?.passwordHash !== user.passwordHash) throw refusals.wrongPassword();
    await updateUser(tx, user.cognitoId, credentials, pool.now());
    await clearAttempts(tx, name);
    await endCode(tx, user.cognitoId, pool.now());
    await revokeAllOf(tx, user.cognitoId, pool.now(), user.originJti);
    await then(tx, user);
  });
}

/** ChangePassword: with the old one. Other devices are signed out; this one goes on, and may sign out itself. */
export async function changePassword(
  pool: Pool,
  input: z.output<typeof changePasswordInput>,
  caller: Caller,
): Promise<object> {
  await replacePassword(pool, input, (tx, user) => {
    const change = {
      cognitoId: user.cognitoId,
      email: user.email,
      how: 'own-password',
      keptSignInId: user.originJti,
    } as const;
    return pool.events.passwordChanged(tx, { ...change, origin: originOf(caller) });
  });
  return {};
}

/** Ends every token of a person and tells the portal, on one transaction. */
export async function endAllTokens(pool: Pool, tx: GlobalDb, cognitoId: string): Promise<void> {
  await revokeAllOf(tx, cognitoId, pool.now());
  await pool.onSignedOutEverywhere(cognitoId, tx);
}

/** GlobalSignOut: on all devices. */
export async function globalSignOut(pool: Pool, input: z.output<typeof accessTokenInput>): Promise<object> {
  const user = await personOf(pool, input.AccessToken);
  await pool.db.transaction().execute((tx) => endAllTokens(pool, tx, user.cognitoId));
  return {};
}

const looksLikeJwt = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** RevokeToken: ends one refresh token and the access tokens that came from it; an unknown one is no error. */
export async function revokeToken(pool: Pool, input: z.output<typeof revokeTokenInput>): Promise<null> {
  if (looksLikeJwt.test(input.Token)) throw refusals.unsupportedToken();
  await revokeRefreshToken(pool.db, input.Token, pool.now());
  return null;
}
