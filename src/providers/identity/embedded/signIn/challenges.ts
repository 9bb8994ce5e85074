import { z } from 'zod';
import { sameText } from '#platform/server/secrets/secrets.ts';
import { takeChallenge } from './challenges.store.ts';
import { endCode } from '../codes/codes.store.ts';
import { clientId, password, required, requiredAs, session, username, valuesByName } from '../inputs.ts';
import { clearAttempts, takeAttempt } from './lockout.store.ts';
import { checkPolicy } from '../passwords.ts';
import { attemptsOf, originOf, poolName, type Caller, type Pool } from '../pool.ts';
import { refusals } from '../poolError.ts';
import { finishSignIn, type HandshakeState, type SignInAnswer } from './signIn.ts';
import { expectedSignature } from './srp.ts';
import { answerWithCode, tokensOrCode } from '../codes/softwareToken.ts';
import { revokeAllOf } from '../tokens/tokens.store.ts';
import { findUser, lockUser, makeCredentials, updateUser, type User } from '../users.store.ts';

const answered = ['PASSWORD_VERIFIER', 'NEW_PASSWORD_REQUIRED', 'SOFTWARE_TOKEN_MFA'] as const;

const challengeNames = z.enum(
  [
    ...answered,
    'SMS_MFA',
    'SELECT_MFA_TYPE',
    'MFA_SETUP',
    'CUSTOM_CHALLENGE',
    'DEVICE_SRP_AUTH',
    'DEVICE_PASSWORD_VERIFIER',
    'EMAIL_OTP',
    'SMS_OTP',
    'SELECT_CHALLENGE',
    'PASSWORD',
    'PASSWORD_SRP',
    'WEB_AUTHN',
    'ADMIN_NO_SRP_AUTH',
  ],
  `Member must satisfy enum value set: [${answered.join(', ')}]`,
);

export const respondInput = z.object({
  ChallengeName: challengeNames,
  ClientId: clientId,
  Session: session.nullish(),
  ChallengeResponses: valuesByName.default({}),
});
type Input = z.output<typeof respondInput>;

/** RespondToAuthChallenge: the proof of the password, the new password that replaces a temporary one, or the code of an app. */
export async function respondToAuthChallenge(
  pool: Pool,
  input: Input,
  caller: Caller,
): Promise<SignInAnswer> {
  if (input.ChallengeName === 'PASSWORD_VERIFIER')
    return provePassword(pool, input.ChallengeResponses, caller);
  if (input.ChallengeName === 'NEW_PASSWORD_REQUIRED') return chooseNewPassword(pool, input, caller);
  if (input.ChallengeName === 'SOFTWARE_TOKEN_MFA')
    return answerWithCode(pool, input.Session, input.ChallengeResponses, caller);
  // no challenge of that name was ever begun here, so no Session can belong to it
  throw refusals.session('invalid');
}

// as the clients write it: Fri Nov 6 07:03:09 UTC 2026
const timestampShape =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2} \d{2}:\d{2}:\d{2} UTC \d{4}$/;

async function provePassword(
  pool: Pool,
  values: Input['ChallengeResponses'],
  caller: Caller,
): Promise<SignInAnswer> {
  const given = requiredAs(username, values, 'USERNAME');
  const secretBlock = required(values, 'PASSWORD_CLAIM_SECRET_BLOCK');
  const signature = required(values, 'PASSWORD_CLAIM_SIGNATURE');
  const timestamp = required(values, 'TIMESTAMP');
  if (!timestampShape.test(timestamp))
    throw refusals.invalid('TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.');
  const token = Buffer.from(secretBlock, 'base64').toString('base64url');
  const { state } = await takeChallenge<HandshakeState>(pool.db, pool, 'PASSWORD_VERIFIER', token);
  const user = await findUser(pool.db, state.userId);
  if (given !== state.userId && given !== user?.email) throw refusals.session('invalid');
  const attempts = attemptsOf(state.nameHash, caller);
  if (!(await takeAttempt(pool.db, attempts, pool.now()))) throw refusals.lockedOut();
  const expected = expectedSignature(
    { poolName: poolName(pool), userId: state.userId },
    { ...state, secretBlock, timestamp },
  );
  if (!sameText(expected, signature) || !user) {
    await pool.events.signInFailed(state.userId, originOf(caller));
    throw refusals.wrongPassword();
  }
  await clearAttempts(pool.db, attempts);
  return finishSignIn(pool, user);
}

const prefix = 'userAttributes.';

async function chooseNewPassword(pool: Pool, input: Input, caller: Caller): Promise<SignInAnswer> {
  const values = input.ChallengeResponses;
  const given = requiredAs(username, values, 'USERNAME');
  const proposed = requiredAs(password, values, 'NEW_PASSWORD');
  if (!input.Session) throw refusals.invalid('Missing required parameter Session');
  for (const name of Object.keys(values)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))) {
    if (name === 'email' || name === 'email_verified') throw refusals.attributeFixed(name);
    throw refusals.attributeNotWritable();
  }
  // before the Session is used up, so that a second, better password can still be sent
  const person = await findUser(pool.db, given);
  checkPolicy(proposed, [person?.email ?? given, ...(await pool.guessableWords(null))]);
  const { cognitoId, state } = await takeChallenge<{ passwordHash: string }>(
    pool.db,
    pool,
    'NEW_PASSWORD_REQUIRED',
    input.Session,
    (owner) => owner !== null && owner === person?.cognitoId,
  );
  const credentials = await makeCredentials(pool, cognitoId!, proposed);
  const user = await pool.db.transaction().execute(async (tx): Promise<User> => {
    const present = await lockUser(tx, cognitoId!);
    if (present?.status !== 'FORCE_CHANGE_PASSWORD' || present.passwordHash !== state.passwordHash)
      throw refusals.session('invalid');
    const set = { ...credentials, status: 'CONFIRMED', temporaryUntil: null };
    await updateUser(tx, cognitoId!, set, pool.now());
    await endCode(tx, cognitoId!, pool.now());
    await revokeAllOf(tx, cognitoId!, pool.now());
    const change = {
      cognitoId: cognitoId!,
      email: present.email,
      how: 'temporary-password',
      keptSignInId: null,
    } as const;
    await pool.events.passwordChanged(tx, { ...change, origin: originOf(caller) });
    return { ...present, ...set };
  });
  return tokensOrCode(pool, user);
}
