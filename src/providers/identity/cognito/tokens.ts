import { createRemoteJWKSet, decodeJwt, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { IdentityError } from '../port.ts';
import { isTokenFault, toIdentityError } from './errors.ts';

export type TokenSettings = { issuers: readonly string[]; clientId: string; now: () => Date };

const refuse = (why: string, cause?: unknown) => new IdentityError('invalid-token', why, cause);

/** Checks both tokens of a sign-in offline: signature, issuer, audience, use, time, and that they are one person's; tells when the password was given. Throws `IdentityError`. */
export function openTokenCheck({ issuers, clientId, now }: TokenSettings) {
  const keysOf = new Map<string, JWTVerifyGetKey>();
  const keys = (issuer: string): JWTVerifyGetKey => {
    let found = keysOf.get(issuer);
    if (!found) {
      found = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), { timeoutDuration: 5000 });
      keysOf.set(issuer, found);
    }
    return found;
  };
  const read = async (use: 'id' | 'access', token: string): Promise<JWTPayload> => {
    // only an issuer of our own is ever asked for keys
    const issuer = issuers.find((known) => known === decodeJwt(token).iss);
    if (!issuer) throw refuse('The token was not issued by this user pool.');
    const { payload } = await jwtVerify(token, keys(issuer), {
      algorithms: ['RS256'],
      issuer,
      currentDate: now(),
      requiredClaims: ['sub', 'exp', 'token_use'],
      ...(use === 'id' ? { audience: clientId } : {}),
    });
    if (payload.token_use !== use) throw refuse(`The ${use} token is a token for another use.`);
    if (use === 'access' && payload.client_id !== clientId)
      throw refuse('The access token was issued to another client.');
    return payload;
  };
  return async (tokens: {
    idToken: string;
    accessToken: string;
  }): Promise<{ cognitoId: string; signedInAt: Date; signInId: string }> => {
    try {
      const [id, access] = [await read('id', tokens.idToken), await read('access', tokens.accessToken)];
      if (id.sub !== access.sub || id.origin_jti !== access.origin_jti)
        throw refuse('The two tokens belong to different sign-ins.');
      // a pool without token revocation names no sign-in, and renews no token under an earlier name
      const signInId = String(access.origin_jti ?? access.event_id ?? access.jti);
      return { cognitoId: String(id.sub), signInId, signedInAt: new Date(Number(id.auth_time ?? 0) * 1000) };
    } catch (error) {
      throw isTokenFault(error)
        ? refuse(error instanceof Error ? error.message : '', error)
        : toIdentityError(error);
    }
  };
}
