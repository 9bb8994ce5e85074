import { randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { seconds, type Pool } from '../pool.ts';
import { refusals } from '../poolError.ts';
import type { TokenUse } from './signingKeys.ts';
import { isAppDemanded } from '../codes/softwareToken.store.ts';
import {
  awaitByOrigin,
  findByOrigin,
  findByRefreshToken,
  putRefreshToken,
  type SignedIn,
} from './tokens.store.ts';
import { lockUser, type User } from '../users.store.ts';

const lifeSeconds = 3600;

export type AuthenticationResult = {
  AccessToken: string;
  IdToken: string;
  RefreshToken?: string;
  ExpiresIn: number;
  TokenType: 'Bearer';
};

async function issue(
  pool: Pool,
  user: User,
  originJti: string,
  signedInAt: Date,
): Promise<AuthenticationResult> {
  const now = pool.now();
  const line = {
    origin_jti: originJti,
    event_id: randomUUID(),
    auth_time: Math.floor(signedInAt.getTime() / 1000),
  };
  const sign = async (use: TokenUse, claims: JWTPayload) => {
    const { kid, privateKey } = await pool.keys.key(use);
    return new SignJWT({ ...claims, ...line, token_use: use })
      .setProtectedHeader({ kid, alg: 'RS256' })
      .setSubject(user.cognitoId)
      .setIssuer(pool.issuer)
      .setJti(randomUUID())
      .setIssuedAt(now)
      .setExpirationTime(seconds(now, lifeSeconds))
      .sign(privateKey);
  };
  const [AccessToken, IdToken] = await Promise.all([
    sign('access', {
      client_id: pool.clientId,
      scope: 'aws.cognito.signin.user.admin',
      username: user.cognitoId,
    }),
    sign('id', {
      aud: pool.clientId,
      'cognito:username': user.cognitoId,
      email: user.email,
      email_verified: user.emailVerified,
      ...(user.subscriptionId === null ? {} : { 'custom:subscriptionId': user.subscriptionId }),
    }),
  ]);
  return { AccessToken, IdToken, ExpiresIn: lifeSeconds, TokenType: 'Bearer' };
}

/**
 * Signs a person in whose password was just proved; refused when the password or status changed since it was read, or when
 * codes were switched on and this sign-in gave none.
 */
export async function startTokens(
  pool: Pool,
  user: User,
  { gaveCode }: { gaveCode: boolean },
): Promise<AuthenticationResult> {
  const [originJti, now] = [randomUUID(), pool.now()];
  const RefreshToken = await pool.db.transaction().execute(async (tx) => {
    const present = await lockUser(tx, user.cognitoId);
    if (present?.passwordHash !== user.passwordHash || present.status !== 'CONFIRMED')
      throw refusals.wrongPassword();
    if (!gaveCode && (await isAppDemanded(tx, user.cognitoId))) throw refusals.wrongPassword();
    return putRefreshToken(tx, { originJti, cognitoId: user.cognitoId, gaveCode }, now);
  });
  return { ...(await issue(pool, user, originJti, now)), RefreshToken };
}

/** New id and access tokens for a living refresh token. */
export async function refreshTokens(pool: Pool, refreshToken: string): Promise<AuthenticationResult> {
  const found = await findByRefreshToken(pool.db, refreshToken);
  if (!found) throw refusals.token('Refresh', 'invalid');
  if (found.revokedAt) throw refusals.token('Refresh', 'revoked');
  if (found.expiresAt <= pool.now()) throw refusals.token('Refresh', 'expired');
  return issue(pool, found, found.originJti, found.signedInAt);
}

/** Signature, issuer, use and time of one token; throws an error of `jose`. */
export async function readToken(
  pool: Pool,
  use: TokenUse,
  token: string,
): Promise<JWTPayload & { sub: string; origin_jti: string }> {
  const { kid, publicKey } = await pool.keys.key(use);
  const { payload, protectedHeader } = await jwtVerify(token, publicKey, {
    algorithms: ['RS256'],
    issuer: pool.issuer,
    currentDate: pool.now(),
    requiredClaims: ['sub', 'exp', 'origin_jti', 'token_use'],
    ...(use === 'id' ? { audience: pool.clientId } : {}),
  });
  const clientFits = use === 'id' || payload.client_id === pool.clientId;
  if (protectedHeader.kid !== kid || payload.token_use !== use || !clientFits)
    throw new errors.JWTInvalid('The token is for another use.');
  return payload as JWTPayload & { sub: string; origin_jti: string };
}

/**
 * The person of an access token that is genuine, alive and not revoked. Throws NotAuthorizedException.
 * @param find how its line of tokens is looked up
 */
export async function personOf(pool: Pool, accessToken: string, find = findByOrigin): Promise<SignedIn> {
  let claims: Awaited<ReturnType<typeof readToken>>;
  try {
    claims = await readToken(pool, 'access', accessToken);
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw refusals.token('Access', 'expired');
    if (error instanceof errors.JOSEError || error instanceof TypeError)
      throw refusals.token('Access', 'invalid');
    throw error;
  }
  const found = await find(pool.db, claims.origin_jti);
  if (!found || found.revokedAt || found.cognitoId !== claims.sub) throw refusals.token('Access', 'revoked');
  return found;
}

/**
 * The same, of a token that nobody is revoking either: what is begun with it after this is found by whoever ends all that
 * the person has.
 */
export const settledPersonOf = (pool: Pool, accessToken: string): Promise<SignedIn> =>
  personOf(pool, accessToken, awaitByOrigin);
