import { randomUUID } from 'node:crypto';
import { errors, type JWK } from 'jose';
import { guessablePassword, isGuessable } from '#platform/server/secrets/guessablePasswords.ts';
import {
  IdentityError,
  type AdmitSignUp,
  type ConfirmOutcome,
  type Identity,
  type IdentityUser,
  type SignIn,
} from '../port.ts';
import { endAllTokens, replacePassword } from './account.ts';
import { runAction } from './actions.ts';
import { endCode } from './codes/codes.store.ts';
import { isEmail, username as usernameInput } from './inputs.ts';
import { clearAttempts } from './signIn/lockout.store.ts';
import { defaultHashCost, openHasher, policyViolation, type HashCost } from './passwords.ts';
import { canonicalName, hashName, poolPath, type Caller, type Pool } from './pool.ts';
import { PoolError, refusals } from './poolError.ts';
import { defaultRequestLimits, type RequestLimits } from './requestLimits.ts';
import { checkPassword, enableSecondFactor, hasSecondFactor, replaceApp } from './codes/secondFactor.ts';
import { temporaryPasswordUntil } from './signIn/signIn.ts';
import { openSigningKeys } from './tokens/signingKeys.ts';
import { confirmSignUp } from './signUp.ts';
import { deleteSoftwareToken } from './codes/softwareToken.store.ts';
import { sweepPool } from './tokens/sweep.store.ts';
import { readToken, settledPersonOf } from './tokens/tokens.ts';
import { findByRefreshToken, revokeAllOf, revokeRefreshToken } from './tokens/tokens.store.ts';
import {
  deleteUser,
  findUser,
  insertUser,
  lockUser,
  makeCredentials,
  updateUser,
  type User,
} from './users.store.ts';

export type EmbeddedIdentityOptions = Pick<
  Pool,
  'db' | 'secrets' | 'now' | 'log' | 'deliverCode' | 'onSignedOutEverywhere'
> & {
  /** Where people reach the portal, without a slash at the end. Part of every token's issuer. */
  publicUrl: string;
  poolId?: string;
  clientId?: string;
  /** Origins whose pages may speak to the pool; the portal's own when absent. */
  allowedOrigins?: readonly string[];
  /** False gives Cognito's LEGACY answers, which tell whether an address has an account. */
  preventUserExistenceErrors?: boolean;
  hashCost?: HashCost;
  /** Null lifts the limits of requests a minute (load tests); lock-outs and limits per code stay. */
  limits?: RequestLimits | null;
  answerFloorMs?: number;
  admitSignUp?: AdmitSignUp;
  endsFactorOnReset?: NonNullable<Pool['endsFactorOnReset']>;
  events?: Pool['events'];
  guessableWords?: Pool['guessableWords'];
};

/** The built-in user pool: the port, and what its routes and the portal's clock need. */
export type EmbeddedIdentity = Identity & {
  poolId: string;
  clientId: string;
  issuer: string;
  allowedOrigins: readonly string[];
  /** One action of the protocol. Throws `PoolError`. */
  handle: (action: string, body: unknown, caller: Caller) => Promise<object | null>;
  jwks: () => Promise<{ keys: JWK[] }>;
  /** Demands a new password through the forgot-password code, and ends every token. */
  requirePasswordReset: (cognitoId: string) => Promise<void>;
  /** Removes what has ended: codes, challenges, refresh tokens, lock-outs. For a daily job. */
  sweep: () => Promise<void>;
};

const toIdentityUser = (user: User): IdentityUser => ({
  cognitoId: user.cognitoId,
  email: user.email,
  emailVerified: user.emailVerified,
  signUpCode: user.subscriptionId,
});

const demandPolicy = (password: string, about: readonly string[]) => {
  const broken = policyViolation(password);
  if (broken) throw new IdentityError('weak-password', broken);
  if (isGuessable(password, about)) throw new IdentityError('guessable-password', guessablePassword);
};

async function verify(pool: Pool, tokens: Parameters<Identity['verify']>[0]): Promise<SignIn> {
  try {
    const [id, person] = [
      await readToken(pool, 'id', tokens.idToken),
      await settledPersonOf(pool, tokens.accessToken),
    ];
    if (id.sub !== person.cognitoId || id.origin_jti !== person.originJti)
      throw new IdentityError('invalid-token', 'The two tokens belong to different sign-ins.');
    if (
      tokens.refreshToken !== undefined &&
      (await findByRefreshToken(pool.db, tokens.refreshToken))?.originJti !== person.originJti
    )
      throw new IdentityError('invalid-token', 'The refresh token belongs to another sign-in.');
    return {
      ...toIdentityUser(person),
      signInId: person.originJti,
      hasSecondFactor: await hasSecondFactor(pool, person.cognitoId),
      gaveCode: person.gaveCode,
      signedInAt: new Date(Math.floor(person.signedInAt.getTime() / 1000) * 1000),
    };
  } catch (error) {
    if (error instanceof PoolError || error instanceof errors.JOSEError || error instanceof TypeError)
      throw new IdentityError('invalid-token', error.message, error);
    throw error;
  }
}

async function confirm(pool: Pool, username: string, code: string): Promise<ConfirmOutcome> {
  const name = usernameInput.safeParse(username);
  if (!name.success) return 'invalid';
  try {
    await confirmSignUp(pool, { Username: name.data, ConfirmationCode: code.trim() });
    return 'confirmed';
  } catch (error) {
    if (!(error instanceof PoolError)) throw error;
    if (error.name === 'NotAuthorizedException') return 'already_confirmed';
    if (error.name === 'ExpiredCodeException') return 'expired';
    return error.name === 'CodeMismatchException' || error.name === 'UserNotFoundException'
      ? 'invalid'
      : 'other';
  }
}

async function createUser(pool: Pool, given: Parameters<Identity['createUser']>[0]): Promise<IdentityUser> {
  const email = canonicalName(given.email);
  if (!isEmail(email)) throw new Error('A person of the user pool needs an e-mail address.');
  demandPolicy(given.password, [email, ...(given.about ?? []), ...(await pool.guessableWords(null))]);
  const [cognitoId, now] = [randomUUID(), pool.now()];
  const user: User = {
    cognitoId,
    email,
    emailVerified: true,
    subscriptionId: given.signUpCode || null,
    status: given.temporary ? 'FORCE_CHANGE_PASSWORD' : 'CONFIRMED',
    ...(await makeCredentials(pool, cognitoId, given.password)),
    temporaryUntil: given.temporary ? temporaryPasswordUntil(now) : null,
    createdAt: now,
    updatedAt: now,
  };
  if (!(await insertUser(pool.db, user)))
    throw new IdentityError('user-exists', 'An account with the given email already exists.');
  return toIdentityUser(user);
}

async function setPassword(pool: Pool, cognitoId: string, password: string): Promise<void> {
  const person = await findUser(pool.db, cognitoId);
  demandPolicy(password, [person?.email ?? '', ...(await pool.guessableWords(cognitoId))]);
  const credentials = await makeCredentials(pool, cognitoId, password);
  await pool.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, cognitoId);
    if (!user) throw new IdentityError('user-not-found', 'There is no such person.');
    await updateUser(
      tx,
      cognitoId,
      { ...credentials, status: 'CONFIRMED', emailVerified: true, temporaryUntil: null },
      pool.now(),
    );
    await clearAttempts(tx, hashName(pool, cognitoId));
    await endCode(tx, cognitoId, pool.now());
    await endAllTokens(pool, tx, cognitoId);
  });
}

function changeRefusal({ name, message }: PoolError): IdentityError['code'] {
  if (name === 'InvalidPasswordException')
    return message === guessablePassword ? 'guessable-password' : 'weak-password';
  if (name === 'LimitExceededException') return 'too-many-attempts';
  if (name === 'TooManyRequestsException') return 'unavailable';
  return message === refusals.wrongPassword().message ? 'wrong-password' : 'invalid-token';
}

async function changePassword(
  pool: Pool,
  AccessToken: string,
  passwords: Parameters<Identity['changePassword']>[1],
): Promise<void> {
  try {
    await replacePassword(pool, {
      AccessToken,
      PreviousPassword: passwords.present,
      ProposedPassword: passwords.chosen,
    });
  } catch (error) {
    throw error instanceof PoolError ? new IdentityError(changeRefusal(error), error.message, error) : error;
  }
}

// an ordinary client id: 26 lower-case letters and digits, the same everywhere since it is no secret; every brand's pages show it
const defaultClientId = '4portalbuiltinpoolclient01';
const defaultPoolId = 'local_BuiltinPool1';

/** Opens the built-in user pool on a migrated database. */
export async function openEmbeddedIdentity(options: EmbeddedIdentityOptions): Promise<EmbeddedIdentity> {
  const {
    db,
    secrets,
    now,
    log,
    publicUrl,
    deliverCode,
    onSignedOutEverywhere,
    poolId = defaultPoolId,
    clientId = defaultClientId,
  } = options;
  if (!/^[\w-]+_[0-9a-zA-Z]+$/.test(poolId))
    throw new Error(`The user pool id ${poolId} does not look like region_Name1.`);
  const endpoint = (origin = publicUrl) => `${origin.replace(/(?<!\/)\/+$/, '')}${poolPath}`;
  const pool: Pool = {
    db,
    secrets,
    now,
    log,
    deliverCode,
    onSignedOutEverywhere,
    poolId,
    clientId,
    issuer: `${endpoint()}/${poolId}`,
    allowedOrigins: options.allowedOrigins ?? [new URL(publicUrl).origin],
    hideUsers: options.preventUserExistenceErrors ?? true,
    answerFloorMs: options.answerFloorMs ?? 150,
    hasher: openHasher(options.hashCost ?? defaultHashCost),
    keys: openSigningKeys(db, secrets, now, log),
    admitSignUp: options.admitSignUp ?? null,
    endsFactorOnReset: options.endsFactorOnReset ?? null,
    events: options.events ?? { passwordChanged: async () => {}, signInFailed: async () => {} },
    guessableWords: options.guessableWords ?? (async () => []),
    limits: options.limits === undefined ? defaultRequestLimits : options.limits,
  };
  return {
    poolId,
    clientId,
    issuer: pool.issuer,
    allowedOrigins: pool.allowedOrigins,
    browserUserPool: (origin) => ({
      ClientId: clientId,
      UserPoolId: poolId,
      region: poolId.slice(0, poolId.indexOf('_')),
      endpoint: endpoint(origin),
    }),
    browserOrigins: () => [],
    verify: (tokens) => verify(pool, tokens),
    confirmSignUp: (username, code) => confirm(pool, username, code),
    createUser: (user) => createUser(pool, user),
    findUser: async (email) => {
      const found = isEmail(canonicalName(email)) ? await findUser(db, email) : undefined;
      return found ? toIdentityUser(found) : null;
    },
    setPassword: (cognitoId, password) => setPassword(pool, cognitoId, password),
    changePassword: (accessToken, passwords) => changePassword(pool, accessToken, passwords),
    signOutEverywhere: (cognitoId) => db.transaction().execute((tx) => endAllTokens(pool, tx, cognitoId)),
    deleteUser: (cognitoId) =>
      db.transaction().execute(async (tx) => {
        await endAllTokens(pool, tx, cognitoId);
        await deleteUser(tx, cognitoId);
      }),
    endAllTokens: (cognitoId) => revokeAllOf(db, cognitoId, now()),
    checkPassword: async (email, password, { unconfirmed = false } = {}) => {
      const found = isEmail(canonicalName(email))
        ? await checkPassword(pool, canonicalName(email), password, unconfirmed)
        : null;
      return found && toIdentityUser(found);
    },
    enableSecondFactor: (accessToken) => enableSecondFactor(pool, accessToken),
    replaceApp: (accessToken, code) => replaceApp(pool, accessToken, code),
    disableSecondFactor: (cognitoId) => deleteSoftwareToken(db, cognitoId),
    revoke: (refreshToken) => revokeRefreshToken(db, refreshToken, now()),
    handle: (action, body, caller) => runAction(pool, action, body, caller),
    jwks: () => pool.keys.jwks(),
    requirePasswordReset: (cognitoId) =>
      db.transaction().execute(async (tx) => {
        await updateUser(tx, cognitoId, { status: 'RESET_REQUIRED' }, now());
        await endAllTokens(pool, tx, cognitoId);
      }),
    sweep: () => sweepPool(db, now()),
  };
}
