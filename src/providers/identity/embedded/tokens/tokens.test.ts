import { createPublicKey } from 'node:crypto';
import {
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  generateKeyPair,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
  type JWTPayload,
} from 'jose';
import { expect, test } from 'vitest';
import { openEmbeddedIdentity } from '../identity.ts';
import {
  ask,
  goodPassword,
  outcomeOf,
  refused,
  serveTestPool,
  signedInPerson,
  signIn,
  type TestPool,
} from '../../testing/pool.ts';
import { revokeAllOf } from './tokens.store.ts';
import { findUser } from '../users.store.ts';

const email = 'ann@example.com';
const notAuthorized = (message: string) => refused('NotAuthorizedException', message);

const refresh = (pool: TestPool, RefreshToken: string, AuthFlow = 'REFRESH_TOKEN_AUTH') =>
  ask(pool, 'InitiateAuth', {
    ClientId: pool.pool.clientId,
    AuthFlow,
    AuthParameters: { REFRESH_TOKEN: RefreshToken },
  });
const who = (pool: TestPool, AccessToken: string) => outcomeOf(ask(pool, 'GetUser', { AccessToken }));

test('the tokens carry the claims of Cognito and verify against the published keys', async () => {
  const pool = await serveTestPool();
  const { cognitoId } = await pool.pool.createUser({
    email,
    password: goodPassword,
    signUpCode: 'sub-1',
  });
  const { IdToken, AccessToken } = (await signIn(pool, email)).AuthenticationResult;
  const issuer = `${pool.url}/${pool.pool.poolId}`;
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
  const now = Math.floor(pool.clock.now().getTime() / 1000);
  const common = {
    sub: cognitoId,
    iss: issuer,
    origin_jti: expect.any(String),
    jti: expect.any(String),
    event_id: expect.any(String),
    auth_time: now,
    iat: now,
    exp: now + 3600,
  };
  const id = await jwtVerify(IdToken, keys, {
    currentDate: pool.clock.now(),
    issuer,
    audience: pool.pool.clientId,
  });
  expect(id.payload).toEqual({
    ...common,
    token_use: 'id',
    aud: pool.pool.clientId,
    'cognito:username': cognitoId,
    email,
    email_verified: true,
    'custom:subscriptionId': 'sub-1',
  });
  const access = await jwtVerify(AccessToken, keys, { currentDate: pool.clock.now(), issuer });
  expect(access.payload).toEqual({
    ...common,
    token_use: 'access',
    client_id: pool.pool.clientId,
    scope: 'aws.cognito.signin.user.admin',
    username: cognitoId,
  });
  expect(id.payload.origin_jti).toBe(access.payload.origin_jti);
  expect(id.protectedHeader).toEqual({ alg: 'RS256', kid: expect.any(String) });
  expect(id.protectedHeader.kid).not.toBe(access.protectedHeader.kid);
});

test('a refresh token gives new tokens of the same sign-in for thirty days', async () => {
  const pool = await serveTestPool();
  const { AccessToken, RefreshToken } = await signedInPerson(pool, email);
  pool.clock.advance(3600);
  expect(await who(pool, AccessToken)).toEqual(notAuthorized('Access Token has expired'));
  const { AuthenticationResult: fresh } = await refresh(pool, RefreshToken);
  expect(fresh).toEqual({
    AccessToken: expect.any(String),
    IdToken: expect.any(String),
    ExpiresIn: 3600,
    TokenType: 'Bearer',
  });
  expect(await who(pool, fresh.AccessToken)).toHaveProperty('Username');
  const [before, after] = [decodeJwt(AccessToken), decodeJwt(fresh.AccessToken)];
  expect([after.origin_jti, after.auth_time]).toEqual([before.origin_jti, before.auth_time]);
  expect(after.jti).not.toBe(before.jti);
  expect(await refresh(pool, RefreshToken, 'REFRESH_TOKEN')).toHaveProperty('AuthenticationResult.IdToken');
  pool.clock.advance(30 * 86_400 - 3600);
  expect(await outcomeOf(refresh(pool, RefreshToken))).toEqual(notAuthorized('Refresh Token has expired'));
});

test('a revoked refresh token ends, with the access tokens that came from it', async () => {
  const pool = await serveTestPool();
  const phone = await signedInPerson(pool, email);
  const laptop = (await signIn(pool, email)).AuthenticationResult;
  const revoke = (Token: string) => ask(pool, 'RevokeToken', { ClientId: pool.pool.clientId, Token });
  expect(await revoke(phone.RefreshToken)).toBeNull();
  expect(await revoke(phone.RefreshToken)).toBeNull();
  expect(await revoke('never-seen')).toBeNull();
  expect(await outcomeOf(revoke(laptop.AccessToken))).toMatchObject({
    name: 'UnsupportedTokenTypeException',
  });
  expect(await outcomeOf(refresh(pool, phone.RefreshToken))).toEqual(
    notAuthorized('Refresh Token has been revoked'),
  );
  expect(await outcomeOf(refresh(pool, 'never-seen'))).toEqual(notAuthorized('Invalid Refresh Token'));
  expect(await who(pool, phone.AccessToken)).toEqual(notAuthorized('Access Token has been revoked'));
  expect(await who(pool, laptop.AccessToken)).toHaveProperty('Username');
});

test('a global sign-out ends every token and tells the portal', async () => {
  const pool = await serveTestPool();
  const phone = await signedInPerson(pool, email);
  const laptop = (await signIn(pool, email)).AuthenticationResult;
  const bob = await signedInPerson(pool, 'bob@example.com');
  expect(await ask(pool, 'GlobalSignOut', { AccessToken: phone.AccessToken })).toEqual({});
  expect(pool.signedOut).toEqual([decodeJwt(phone.IdToken).sub]);
  for (const { AccessToken, RefreshToken } of [phone, laptop]) {
    const revoked = notAuthorized('Access Token has been revoked');
    expect(await who(pool, AccessToken)).toEqual(revoked);
    expect(await outcomeOf(ask(pool, 'GlobalSignOut', { AccessToken }))).toEqual(revoked);
    expect(
      await outcomeOf(
        ask(pool, 'ChangePassword', {
          AccessToken,
          PreviousPassword: goodPassword,
          ProposedPassword: 'Another-horse-8',
        }),
      ),
    ).toEqual(revoked);
    expect(await outcomeOf(refresh(pool, RefreshToken))).toEqual(
      notAuthorized('Refresh Token has been revoked'),
    );
  }
  expect(await who(pool, bob.AccessToken)).toHaveProperty('Username');
});

test('a changed password signs out other devices, and this one after it says so', async () => {
  const pool = await serveTestPool();
  const here = await signedInPerson(pool, email);
  const elsewhere = (await signIn(pool, email)).AuthenticationResult;
  const change = (PreviousPassword: string, ProposedPassword: string) =>
    outcomeOf(
      ask(pool, 'ChangePassword', { AccessToken: here.AccessToken, PreviousPassword, ProposedPassword }),
    );
  expect(await change(goodPassword, 'weak')).toMatchObject({ name: 'InvalidPasswordException' });
  expect(await change('Wrong-password-1', 'Another-horse-8')).toEqual(
    notAuthorized('Incorrect username or password.'),
  );
  expect(await change(goodPassword, 'Another-horse-8')).toEqual({});
  expect(await who(pool, elsewhere.AccessToken)).toEqual(notAuthorized('Access Token has been revoked'));
  expect(await who(pool, here.AccessToken)).toHaveProperty('Username');
  expect(await ask(pool, 'GlobalSignOut', { AccessToken: here.AccessToken })).toEqual({});
  expect(await signIn(pool, email, 'Another-horse-8')).toHaveProperty('AuthenticationResult');
});

test('a stolen session cannot guess the password through ChangePassword', async () => {
  const pool = await serveTestPool();
  const { AccessToken } = await signedInPerson(pool, email);
  const guess = (PreviousPassword: string) =>
    outcomeOf(
      ask(pool, 'ChangePassword', { AccessToken, PreviousPassword, ProposedPassword: 'Another-horse-8' }),
    );
  for (let i = 0; i < 5; i++)
    expect(await guess(`Guess-number-${i}`)).toEqual(notAuthorized('Incorrect username or password.'));
  expect(await guess(goodPassword)).toEqual(
    refused('LimitExceededException', 'Attempt limit exceeded, please try after some time.'),
  );
});

test('forged tokens: no signature, the public key as a secret, another key, the other key of the pool, other claims', async () => {
  const pool = await serveTestPool();
  const { AccessToken, IdToken } = await signedInPerson(pool, email);
  const claims = decodeJwt(AccessToken);
  const header = decodeProtectedHeader(AccessToken) as { alg: string; kid: string };
  const jwks = await pool.pool.jwks();
  const publicPem = createPublicKey({
    key: jwks.keys.find((key) => key.kid === header.kid)! as never,
    format: 'jwk',
  }).export({
    type: 'spki',
    format: 'pem',
  });
  const { privateKey } = await generateKeyPair('RS256');
  const strange = (payload: JWTPayload, kid = header.kid) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
  const [head, body, signature] = AccessToken.split('.') as [string, string, string];
  const otherBody = Buffer.from(JSON.stringify({ ...claims, exp: Number(claims.exp) + 86_400 })).toString(
    'base64url',
  );
  const forged = [
    new UnsecuredJWT(claims).encode(),
    `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.${signature}`,
    await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: header.kid })
      .sign(Buffer.from(publicPem as string)),
    await strange(claims),
    await strange(claims, 'a-key-of-my-own'),
    IdToken,
    `${head}.${otherBody}.${signature}`,
    `${head}.${body}.`,
    'a.b.c',
    'nonsense',
  ];
  for (const token of forged) {
    expect(await who(pool, token)).toEqual(notAuthorized('Invalid Access Token'));
    await expect(pool.pool.verify({ idToken: IdToken, accessToken: token })).rejects.toMatchObject({
      code: 'invalid-token',
    });
    await expect(
      pool.pool.verify({ idToken: token === IdToken ? AccessToken : token, accessToken: AccessToken }),
    ).rejects.toMatchObject({
      code: 'invalid-token',
    });
  }
});

test('a token of another pool on the same keys is foreign', async () => {
  const pool = await serveTestPool();
  const elsewhere = await openEmbeddedIdentity({ ...pool.shared, publicUrl: 'https://other.example' });
  await elsewhere.createUser({ email, password: goodPassword });
  const { AuthenticationResult: tokens } = (await elsewhere.handle(
    'InitiateAuth',
    {
      ClientId: elsewhere.clientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: goodPassword },
    },
    { ip: '127.0.0.1' },
  )) as { AuthenticationResult: { AccessToken: string; IdToken: string } };
  expect(await who(pool, tokens.AccessToken)).toEqual(notAuthorized('Invalid Access Token'));
});

test('servers that start together agree on the keys, and a lost secret makes new ones', async () => {
  const pool = await serveTestPool();
  await pool.database.global.deleteFrom('userPoolKey').execute();
  const servers = await Promise.all([1, 2, 3].map(() => openEmbeddedIdentity(pool.shared)));
  const published = await Promise.all(servers.map((server) => server.jwks()));
  expect(published[1]).toEqual(published[0]);
  expect(published[2]).toEqual(published[0]);
  await pool.database.global
    .updateTable('userPoolKey')
    .set({ sealedPrivateKey: 'unreadable' })
    .where('tokenUse', '=', 'id')
    .execute();
  const later = await (await openEmbeddedIdentity(pool.shared)).jwks();
  expect(later.keys[0]?.kid).not.toBe(published[0]?.keys[0]?.kid);
  expect(later.keys[1]).toEqual(published[0]?.keys[1]);
});

test('tokens that are being ended are looked at once that is done', async () => {
  const pool = await serveTestPool();
  const { IdToken, AccessToken } = await signedInPerson(pool, email);
  const { cognitoId } = (await findUser(pool.database.global, email))!;
  const outcome = await pool.database.global.transaction().execute(async (tx) => {
    await revokeAllOf(tx, cognitoId, pool.clock.now());
    const looked = pool.pool.verify({ idToken: IdToken, accessToken: AccessToken }).then(
      () => 'taken',
      (error: { code: string }) => error.code,
    );
    const soon = await Promise.race([looked, new Promise((resolve) => setTimeout(resolve, 200, 'waits'))]);
    expect(soon).toBe('waits');
    return [looked];
  });
  expect(await outcome[0]).toBe('invalid-token');
});
