import { z } from 'zod';
import { countUse, uncountUse } from '#platform/server/http/rateLimit.ts';
import { putChallenge, readChallenge, useChallenge } from '../signIn/challenges.store.ts';
import {
  password as boundedText,
  required,
  requiredAs,
  session,
  token,
  username,
  type Values,
} from '../inputs.ts';
import { clearAttempts, takeAttempt } from '../signIn/lockout.store.ts';
import { newSecret, stepOf } from './oneTimeCodes.ts';
import { attemptsOf, hashName, originOf, type Caller, type Pool } from '../pool.ts';
import { refusals } from '../poolError.ts';
import * as store from './softwareToken.store.ts';
import { personOf, startTokens, type AuthenticationResult } from '../tokens/tokens.ts';
import { findUser, type User } from '../users.store.ts';

const byTokenOrSession = { AccessToken: token.nullish(), Session: session.nullish() };
const setting = z.object({ Enabled: z.boolean().default(false), PreferredMfa: z.boolean().default(false) });

export const associateInput = z.object(byTokenOrSession);
export const verifyInput = z.object({
  ...byTokenOrSession,
  UserCode: z.string().regex(/^[0-9]{6}$/, 'Member must satisfy regular expression pattern: [0-9]+'),
  FriendlyDeviceName: boundedText.nullish(),
});
export const preferenceInput = z.object({
  AccessToken: token,
  SoftwareTokenMfaSettings: setting.nullish(),
  SMSMfaSettings: setting.nullish(),
  EmailMfaSettings: setting.nullish(),
});

/** Whose app is being set up. A Session would come from MFA_SETUP, which this pool never demands. */
async function ownerOf(pool: Pool, input: z.output<typeof associateInput>): Promise<User> {
  if (input.AccessToken) return personOf(pool, input.AccessToken);
  throw input.Session
    ? refusals.session('invalid')
    : refusals.invalid('Either Session or AccessToken is required.');
}

/** AssociateSoftwareToken: a secret for an authenticator app, which counts after its first code. */
export async function associateSoftwareToken(
  pool: Pool,
  input: z.output<typeof associateInput>,
): Promise<{ SecretCode: string }> {
  const user = await ownerOf(pool, input);
  const SecretCode = newSecret();
  await store.putPendingSecret(pool, user.cognitoId, SecretCode);
  return { SecretCode };
}

/** Wrong first codes of an app in a day, for one account. */
const mostWrongFirstCodesADay = 30;

/** VerifySoftwareToken: the first code of an app. Sign-in demands codes only after SetUserMFAPreference. */
export const verifySoftwareToken = (
  pool: Pool,
  input: z.output<typeof verifyInput>,
): Promise<{ Status: 'SUCCESS' }> => putAppToUse(pool, input, { proved: false });

/**
 * Takes the first code of an app. Where sign-in demands codes already, the app takes the place of the one in use: Cognito asks
 * for an access token alone there, so that who phished one code could keep the account.
 * @param proved the caller made sure that it is the person, by a fresh code of the app in use
 */
export async function putAppToUse(
  pool: Pool,
  input: z.output<typeof verifyInput>,
  { proved }: { proved: boolean },
): Promise<{ Status: 'SUCCESS' }> {
  const user = await ownerOf(pool, input);
  const kept = await store.findSoftwareToken(pool.db, user.cognitoId);
  if (kept?.enabled && !proved) throw refusals.secondFactorGuarded();
  const secret = openPending(pool, kept);
  if (!kept || secret === null) throw refusals.noSoftwareToken();
  const name = hashName(pool, `${user.cognitoId} first code`);
  if (!(await takeAttempt(pool.db, name, pool.now()))) throw refusals.lockedOut();
  const day = `user-pool:first-codes:${name}`;
  if ((await countUse(pool.db, day, mostWrongFirstCodesADay, 86_400, pool.now())) !== null)
    throw refusals.lockedOut();
  const step = stepOf(secret, input.UserCode, pool.now());
  if (step === null || !(await store.confirmPending(pool, kept, input.FriendlyDeviceName ?? '', step)))
    throw refusals.tokenNotEnabled();
  await clearAttempts(pool.db, name);
  await uncountUse(pool.db, day);
  return { Status: 'SUCCESS' };
}

const openPending = (pool: Pool, kept: store.SoftwareToken | undefined) =>
  store.openSecret(pool, kept?.sealedPending ?? null);

/** SetUserMFAPreference: whether sign-in demands codes. Only the portal, which asks for a fresh code, switches them off. */
export async function setUserMfaPreference(
  pool: Pool,
  input: z.output<typeof preferenceInput>,
): Promise<object> {
  const user = await personOf(pool, input.AccessToken);
  if (input.SMSMfaSettings?.Enabled)
    throw refusals.invalid('User does not have delivery config set to turn on SMS_MFA');
  if (input.EmailMfaSettings?.Enabled)
    throw refusals.invalid('User does not have delivery config set to turn on EMAIL_OTP');
  const wanted = input.SoftwareTokenMfaSettings;
  if (!wanted) return {};
  const { Enabled, PreferredMfa } = wanted;
  if (PreferredMfa && !Enabled) throw refusals.invalid('Preferred MFA setting must be enabled');
  if (!Enabled && (await store.isAppDemanded(pool.db, user.cognitoId))) throw refusals.secondFactorGuarded();
  // what is off stays off: were it written, it could undo what the portal switches on at the moment
  if (Enabled && !(await store.enable(pool, user.cognitoId, PreferredMfa)))
    throw refusals.invalid('User has not set up software token mfa');
  return {};
}

/** What GetUser says about the second factor. */
export async function mfaSettingsOf(
  pool: Pool,
  cognitoId: string,
): Promise<{ PreferredMfaSetting?: string; UserMFASettingList?: string[] }> {
  const kept = await store.findSoftwareToken(pool.db, cognitoId);
  if (!kept?.enabled) return {};
  return {
    ...(kept.preferred ? { PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA' } : {}),
    UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
  };
}

type Signed = { AuthenticationResult: AuthenticationResult; ChallengeParameters: Record<string, string> };
type Challenged = { ChallengeName: string; Session: string; ChallengeParameters: Record<string, string> };

/** After a right password: tokens, or the demand of a code where the person has an app. */
export async function tokensOrCode(pool: Pool, user: User): Promise<Signed | Challenged> {
  const kept = await store.findSoftwareToken(pool.db, user.cognitoId);
  if (!kept?.enabled)
    return {
      AuthenticationResult: await startTokens(pool, user, { gaveCode: false }),
      ChallengeParameters: {},
    };
  return {
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    Session: await putChallenge(pool.db, pool, 'SOFTWARE_TOKEN_MFA', user.cognitoId, {
      passwordHash: user.passwordHash,
    }),
    ChallengeParameters: {
      USER_ID_FOR_SRP: user.cognitoId,
      ...(kept.deviceName ? { FRIENDLY_DEVICE_NAME: kept.deviceName } : {}),
    },
  };
}

/** Codes are counted apart from passwords: a right password, given again and again, must not buy further guesses. */
const codeAttempts = (pool: Pool, user: User): string => hashName(pool, `${user.cognitoId} software token`);

/** Beyond it no code counts until the day is over: a lock-out alone leaves some nine hundred guesses a day, three of a million right. */
const mostWrongCodesADay = 30;

/** RespondToAuthChallenge with a code: takes each code once. A wrong one leaves the Session standing, as Cognito does, until it ends. */
export async function answerWithCode(
  pool: Pool,
  Session: string | null | undefined,
  values: Values,
  caller: Caller,
): Promise<Signed> {
  const given = requiredAs(username, values, 'USERNAME');
  const code = required(values, 'SOFTWARE_TOKEN_MFA_CODE').trim();
  if (!Session) throw refusals.invalid('Missing required parameter Session');
  const user = await findUser(pool.db, given);
  const { state, tokenHash } = await readChallenge<{ passwordHash: string }>(
    pool.db,
    pool,
    'SOFTWARE_TOKEN_MFA',
    Session,
    (owner) => owner !== null && owner === user?.cognitoId,
  );
  if (!user || user.passwordHash !== state.passwordHash || user.status !== 'CONFIRMED')
    throw refusals.session('invalid');
  const kept = await store.findSoftwareToken(pool.db, user.cognitoId);
  if (!kept?.enabled) throw refusals.noSoftwareToken();
  const name = attemptsOf(codeAttempts(pool, user), caller);
  if (!(await takeAttempt(pool.db, name, pool.now()))) throw refusals.lockedOut();
  const day = `user-pool:codes:${name}`;
  if ((await countUse(pool.db, day, mostWrongCodesADay, 86_400, pool.now())) !== null)
    throw refusals.lockedOut();
  const secret = store.openSecret(pool, kept.sealedSecret);
  const step = secret === null ? null : stepOf(secret, code, pool.now());
  if (step === null) {
    await pool.events.signInFailed(user.cognitoId, originOf(caller));
    throw refusals.wrongCode();
  }
  if (!(await store.useStep(pool.db, kept, step))) throw refusals.codeUsed();
  await useChallenge(pool.db, tokenHash, pool.now());
  await clearAttempts(pool.db, name);
  await uncountUse(pool.db, day);
  return { AuthenticationResult: await startTokens(pool, user, { gaveCode: true }), ChallengeParameters: {} };
}
