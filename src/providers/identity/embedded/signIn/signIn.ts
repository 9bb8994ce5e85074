import { z } from 'zod';
import { putChallenge } from './challenges.store.ts';
import { clientId, password, required, requiredAs, username, valuesByName } from '../inputs.ts';
import { clearAttempts, isLocked, takeAttempt } from './lockout.store.ts';
import { attemptsOf, originOf, seconds, type Caller, type Pool } from '../pool.ts';
import { refusals } from '../poolError.ts';
import { tokensOrCode } from '../codes/softwareToken.ts';
import { beginHandshake, isSafeA } from './srp.ts';
import { imaginedVerifier, subjectOf } from '../subject.ts';
import { refreshTokens, type AuthenticationResult } from '../tokens/tokens.ts';
import {
  attributesOf,
  findUser,
  makeCredentials,
  openVerifier,
  renewCredentials,
  type User,
} from '../users.store.ts';

const flows = ['USER_SRP_AUTH', 'REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN', 'USER_PASSWORD_AUTH'] as const;
const otherFlows = ['CUSTOM_AUTH', 'ADMIN_NO_SRP_AUTH', 'ADMIN_USER_PASSWORD_AUTH', 'USER_AUTH'];

export const initiateAuthInput = z.object({
  AuthFlow: z.enum([...flows, ...otherFlows], `Member must satisfy enum value set: [${flows.join(', ')}]`),
  ClientId: clientId,
  AuthParameters: valuesByName.default({}),
});
type Input = z.output<typeof initiateAuthInput>;

export type SignInAnswer = {
  AuthenticationResult?: AuthenticationResult;
  ChallengeName?: string;
  Session?: string;
  ChallengeParameters: Record<string, string>;
};

/** What a password handshake keeps between its two requests. */
export type HandshakeState = {
  A: string;
  B: string;
  b: string;
  verifier: string;
  userId: string;
  nameHash: string;
};

/** InitiateAuth: by password, by SRP or by refresh token. */
export async function initiateAuth(pool: Pool, input: Input, caller: Caller): Promise<SignInAnswer> {
  const values = input.AuthParameters;
  switch (input.AuthFlow) {
    case 'USER_PASSWORD_AUTH':
      return byPassword(
        pool,
        requiredAs(username, values, 'USERNAME'),
        requiredAs(password, values, 'PASSWORD'),
        caller,
      );
    case 'USER_SRP_AUTH':
      return beginSrp(pool, requiredAs(username, values, 'USERNAME'), required(values, 'SRP_A'), caller);
    case 'REFRESH_TOKEN':
    case 'REFRESH_TOKEN_AUTH':
      return {
        AuthenticationResult: await refreshTokens(pool, required(values, 'REFRESH_TOKEN')),
        ChallengeParameters: {},
      };
    default:
      throw refusals.invalid(`${input.AuthFlow} flow not enabled for this client`);
  }
}

async function byPassword(pool: Pool, given: string, clear: string, caller: Caller): Promise<SignInAnswer> {
  const user = await findUser(pool.db, given);
  const { userId, nameHash } = subjectOf(pool, given, user);
  const name = attemptsOf(nameHash, caller);
  if (!(await takeAttempt(pool.db, name, pool.now()))) throw refusals.lockedOut();
  const right = await pool.hasher.verify(user?.passwordHash ?? null, clear);
  if (!right) await pool.events.signInFailed(userId, originOf(caller));
  if (!user && !pool.hideUsers) throw refusals.userNotFound();
  if (!user || !right) throw refusals.wrongPassword();
  await clearAttempts(pool.db, name);
  const stale = pool.hasher.isStale(user.passwordHash) || openVerifier(pool, user) === null;
  return finishSignIn(
    pool,
    stale ? await renewCredentials(pool.db, user, await makeCredentials(pool, user.cognitoId, clear)) : user,
  );
}

async function beginSrp(pool: Pool, given: string, A: string, caller: Caller): Promise<SignInAnswer> {
  if (!isSafeA(A)) throw refusals.invalid('SRP_A is not a value that this exchange allows');
  const user = await findUser(pool.db, given);
  if (!user && !pool.hideUsers) throw refusals.userNotFound();
  const { userId, nameHash } = subjectOf(pool, given, user);
  if (await isLocked(pool.db, attemptsOf(nameHash, caller), pool.now())) throw refusals.lockedOut();
  // made in any case, so that both ways take the same time
  const fake = imaginedVerifier(pool, userId);
  const verifier = (user && openVerifier(pool, user)) ?? fake.verifier;
  const { b, B } = beginHandshake(verifier);
  const state: HandshakeState = { A, B, b, verifier, userId, nameHash };
  const token = await putChallenge(pool.db, pool, 'PASSWORD_VERIFIER', user?.cognitoId ?? null, state);
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      SALT: user?.srpSalt ?? fake.salt,
      SRP_B: B,
      // the block is the Session of this challenge: as with Cognito, no other is needed
      SECRET_BLOCK: Buffer.from(token, 'base64url').toString('base64'),
      USERNAME: userId,
      USER_ID_FOR_SRP: userId,
    },
  };
}

/** What follows a right password: tokens, a refusal, or the demand for a new password or a code. */
export async function finishSignIn(pool: Pool, user: User): Promise<SignInAnswer> {
  if (user.status === 'UNCONFIRMED') throw refusals.notConfirmed();
  if (user.status === 'RESET_REQUIRED') throw refusals.resetRequired();
  if (user.status === 'FORCE_CHANGE_PASSWORD') {
    if (user.temporaryUntil && user.temporaryUntil <= pool.now()) throw refusals.temporaryPasswordExpired();
    const known = Object.fromEntries(
      attributesOf(user)
        .filter(({ Name }) => Name !== 'sub')
        .map(({ Name, Value }) => [Name, Value]),
    );
    return {
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: await putChallenge(pool.db, pool, 'NEW_PASSWORD_REQUIRED', user.cognitoId, {
        passwordHash: user.passwordHash,
      }),
      ChallengeParameters: {
        USER_ID_FOR_SRP: user.cognitoId,
        requiredAttributes: '[]',
        userAttributes: JSON.stringify(known),
      },
    };
  }
  return tokensOrCode(pool, user);
}

/** Seven days, Cognito's default. */
export const temporaryPasswordUntil = (now: Date): Date => seconds(now, 7 * 86_400);
