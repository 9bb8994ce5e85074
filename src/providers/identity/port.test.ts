import { describe, expect, test } from 'vitest';
import { openCognitoIdentity } from './cognito/identity.ts';
import { localCredentials, localRegion, withAdminActions } from './cognito/localCognito.ts';
import { codeAt } from './embedded/oneTimeCodes.ts';
import {
  answerCode,
  ask,
  goodPassword,
  outcomeOf,
  refused,
  serveTestPool,
  setUpApp,
  signIn,
  signUp,
} from './testPool.ts';
import { codeOf, email, implementations, tokensOf } from './testPort.ts';

describe.each(Object.entries(implementations))('%s', (_name, open) => {
  test('tells the browser where the pool is', async () => {
    const { identity, pool } = await open();
    expect(identity.browserUserPool()).toMatchObject({
      ClientId: pool.pool.clientId,
      UserPoolId: pool.pool.poolId,
      endpoint: pool.url,
    });
  });

  test('makes a person who can sign in at once, and finds them whatever the case', async () => {
    const { identity, pool, gave } = await open();
    const made = await identity.createUser({
      email: ' Ann@Example.com',
      password: goodPassword,
      subscriptionId: 'sub-1',
    });
    expect(made).toEqual({
      cognitoId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email,
      emailVerified: true,
      subscriptionId: 'sub-1',
    });
    expect(await identity.findUser('ANN@example.COM ')).toEqual(made);
    expect(await identity.verify(await tokensOf(pool))).toEqual({
      ...made,
      signInId: expect.any(String),
      hasSecondFactor: false,
      gaveCode: gave(false),
      signedInAt: pool.clock.now(),
    });
    expect(await identity.findUser('nobody@example.com')).toBeNull();
  });

  test('refuses an address twice and a weak password', async () => {
    const { identity } = await open();
    await identity.createUser({ email, password: goodPassword });
    expect(await codeOf(identity.createUser({ email: 'ANN@example.com', password: goodPassword }))).toBe(
      'user-exists',
    );
    expect(await codeOf(identity.createUser({ email: 'bob@example.com', password: 'alllowercase1' }))).toBe(
      'weak-password',
    );
    for (const password of ['Welcome1', 'bob@example.comA1'])
      expect(await codeOf(identity.createUser({ email: 'bob@example.com', password }))).toBe(
        'guessable-password',
      );
    expect(await identity.findUser('bob@example.com')).toBeNull();
  });

  test('a temporary password only serves to choose another', async () => {
    const { identity, pool } = await open();
    await identity.createUser({ email, password: goodPassword, temporary: true });
    expect(await signIn(pool, email)).toMatchObject({
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: expect.any(String),
    });
  });

  test('confirms a sign-up and says what a code means', async () => {
    const { identity, pool } = await open();
    await signUp(pool, email);
    const code = pool.lastCode(email);
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await identity.confirmSignUp(email, wrong)).toBe('invalid');
    expect(await identity.confirmSignUp('nobody@example.com', code)).toBe('invalid');
    expect(await identity.confirmSignUp(' ANN@example.com', ` ${code} `)).toBe('confirmed');
    expect(await identity.confirmSignUp(email, code)).toBe('already_confirmed');
  });

  test('a code ends after a day', async () => {
    const { identity, pool } = await open();
    await signUp(pool, email);
    pool.clock.advance(24 * 3600);
    expect(await identity.confirmSignUp(email, pool.lastCode(email))).toBe('expired');
  });

  test('too many wrong codes spoil the right one', async () => {
    const { identity, pool } = await open();
    await signUp(pool, email);
    const code = pool.lastCode(email);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let i = 0; i < 5; i++) expect(await identity.confirmSignUp(email, wrong)).toBe('invalid');
    expect(await identity.confirmSignUp(email, code)).toBe('other');
  });

  test('sets a password without the old one and ends every token', async () => {
    const { identity, pool, signedOut } = await open();
    const { cognitoId } = await identity.createUser({ email, password: goodPassword });
    const before = await tokensOf(pool);
    await identity.setPassword(cognitoId, 'Another-horse-8');
    expect(signedOut).toContain(cognitoId);
    expect(await codeOf(identity.verify(before))).toBe('invalid-token');
    expect(await outcomeOf(signIn(pool, email))).toEqual(
      refused('NotAuthorizedException', 'Incorrect username or password.'),
    );
    expect((await identity.verify(await tokensOf(pool, email, 'Another-horse-8'))).cognitoId).toBe(cognitoId);
    expect(await codeOf(identity.setPassword(cognitoId, 'short1A'))).toBe('weak-password');
    expect(await codeOf(identity.setPassword('d3b07384-0000-4000-8000-000000000000', goodPassword))).toBe(
      'user-not-found',
    );
  });

  test('a password set by link confirms who never typed the code', async () => {
    const { identity, pool } = await open();
    const { UserSub } = await signUp(pool, email);
    await identity.setPassword(UserSub, 'Another-horse-8');
    expect(await identity.verify(await tokensOf(pool, email, 'Another-horse-8'))).toMatchObject({
      cognitoId: UserSub,
      emailVerified: true,
    });
  });

  test('knows a right password without beginning a sign-in, and counts wrong ones', async () => {
    const { identity, pool } = await open();
    const made = await identity.createUser({ email, password: goodPassword });
    await identity.createUser({ email: 'new@example.com', password: goodPassword, temporary: true });
    await signUp(pool, 'bob@example.com');
    expect(await identity.checkPassword(' ANN@example.com', goodPassword)).toEqual(made);
    const alive = await pool.database.global
      .selectFrom('userPoolRefreshToken')
      .selectAll()
      .where('revokedAt', 'is', null)
      .execute();
    expect(alive).toEqual([]);
    for (const [address, password] of [
      [email, 'Wrong-password-1'],
      ['nobody@example.com', goodPassword],
      ['new@example.com', goodPassword],
      ['bob@example.com', goodPassword],
    ] as const)
      expect(await identity.checkPassword(address, password)).toBeNull();
    const waiting = await identity.checkPassword('bob@example.com', goodPassword, { unconfirmed: true });
    expect(waiting).toMatchObject({ email: 'bob@example.com', emailVerified: false });
    expect(
      await identity.checkPassword('bob@example.com', 'Wrong-password-1', { unconfirmed: true }),
    ).toBeNull();
    for (let i = 0; i < 4; i++) expect(await identity.checkPassword(email, `Wrong-${i}-password`)).toBeNull();
    expect(await identity.checkPassword(email, goodPassword)).toBeNull();
    expect(await outcomeOf(signIn(pool, email))).toEqual(
      refused('NotAuthorizedException', 'Password attempts exceeded'),
    );
    pool.clock.advance(1);
    expect(await identity.checkPassword(email, goodPassword)).toEqual(made);
  });

  test('a second factor is demanded once its app is verified, and no more once it is switched off', async () => {
    const { identity, pool, gave } = await open();
    const made = await identity.createUser({ email, password: goodPassword });
    const before = await tokensOf(pool);
    expect(await codeOf(identity.enableSecondFactor(before.accessToken))).toBe('no-second-factor');
    expect(await codeOf(identity.enableSecondFactor(before.idToken))).toBe('invalid-token');
    const { SecretCode } = await ask(pool, 'AssociateSoftwareToken', { AccessToken: before.accessToken });
    expect(await codeOf(identity.enableSecondFactor(before.accessToken))).toBe('no-second-factor');
    await ask(pool, 'VerifySoftwareToken', {
      AccessToken: before.accessToken,
      UserCode: codeAt(SecretCode, pool.clock.now()),
    });
    expect((await identity.verify(before)).hasSecondFactor).toBe(false);
    await identity.enableSecondFactor(before.accessToken);
    // an earlier sign-in tells its own, earlier time: it passed no second factor
    expect(await identity.verify(before)).toMatchObject({
      hasSecondFactor: true,
      gaveCode: gave(false),
      signedInAt: pool.clock.now(),
    });
    const began = pool.clock.now();
    pool.clock.advance(60);
    const { AuthenticationResult: renewed } = await ask(pool, 'InitiateAuth', {
      ClientId: pool.pool.clientId,
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      AuthParameters: { REFRESH_TOKEN: before.refreshToken },
    });
    expect(
      await identity.verify({ idToken: renewed.IdToken, accessToken: renewed.AccessToken }),
    ).toMatchObject({ signedInAt: began });
    const { Session } = await signIn(pool, email);
    const { AuthenticationResult: given } = await answerCode(
      pool,
      Session,
      email,
      codeAt(SecretCode, pool.clock.now()),
    );
    const after = { idToken: given.IdToken, accessToken: given.AccessToken };
    expect(await identity.verify(after)).toMatchObject({
      hasSecondFactor: true,
      gaveCode: gave(true),
      signedInAt: pool.clock.now(),
    });
    expect(await identity.checkPassword(email, goodPassword)).toEqual(made);
    await identity.disableSecondFactor(made.cognitoId);
    await identity.disableSecondFactor('d3b07384-0000-4000-8000-000000000000');
    expect(await signIn(pool, email)).toHaveProperty('AuthenticationResult');
    expect((await identity.verify(after)).hasSecondFactor).toBe(false);
  });

  test('another app takes the place of the one in use by its first code, and the old one stops counting at that moment', async () => {
    const { identity, pool } = await open();
    await identity.createUser({ email, password: goodPassword });
    const { accessToken, idToken } = await tokensOf(pool);
    expect(await codeOf(identity.replaceApp(accessToken, '123456'))).toBe('no-second-factor');
    const old = await setUpApp(pool, accessToken);
    const { SecretCode } = await ask(pool, 'AssociateSoftwareToken', { AccessToken: accessToken });
    pool.clock.advance(60);
    const now = (secret: string) => codeAt(secret, pool.clock.now());
    expect(await codeOf(identity.replaceApp(idToken, now(SecretCode)))).toBe('invalid-token');
    expect(await codeOf(identity.replaceApp(accessToken, now(old)))).toBe('wrong-code');
    const { Session: before } = await signIn(pool, email);
    expect(await answerCode(pool, before, email, now(old))).toHaveProperty('AuthenticationResult');
    const { Session: between } = await signIn(pool, email);
    await identity.replaceApp(accessToken, now(SecretCode));
    expect(await codeOf(identity.replaceApp(accessToken, now(SecretCode)))).toBe('no-second-factor');
    pool.clock.advance(60);
    expect(await outcomeOf(answerCode(pool, between, email, now(old)))).toMatchObject({
      name: 'CodeMismatchException',
    });
    expect(await answerCode(pool, between, email, now(SecretCode))).toHaveProperty('AuthenticationResult');
    expect(await signIn(pool, email)).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
  });

  test('a new password does not switch the second factor off', async () => {
    const { identity, pool } = await open();
    const { cognitoId } = await identity.createUser({ email, password: goodPassword });
    await setUpApp(pool, (await tokensOf(pool)).accessToken);
    await identity.setPassword(cognitoId, 'Another-horse-8');
    expect(await signIn(pool, email, 'Another-horse-8')).toMatchObject({
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
    });
  });

  test('signs out everywhere', async () => {
    const { identity, pool, signedOut } = await open();
    const { cognitoId } = await identity.createUser({ email, password: goodPassword });
    const [phone, laptop] = [await tokensOf(pool), await tokensOf(pool)];
    await identity.signOutEverywhere(cognitoId);
    expect(signedOut).toEqual([cognitoId]);
    expect(await codeOf(identity.verify(phone))).toBe('invalid-token');
    expect(await codeOf(identity.verify(laptop))).toBe('invalid-token');
  });

  test('revokes one refresh token and what came from it', async () => {
    const { identity, pool } = await open();
    await identity.createUser({ email, password: goodPassword });
    const [phone, laptop] = [await tokensOf(pool), await tokensOf(pool)];
    await identity.revoke(phone.refreshToken);
    await identity.revoke('never seen');
    expect(await codeOf(identity.verify(phone))).toBe('invalid-token');
    expect(await codeOf(identity.verify(laptop))).toBe('no error');
  });

  test('takes no token that is expired, mixed up, foreign or of two people', async () => {
    const { identity, pool } = await open();
    await identity.createUser({ email, password: goodPassword });
    await identity.createUser({ email: 'bob@example.com', password: goodPassword });
    const [ann, again, bob] = [
      await tokensOf(pool),
      await tokensOf(pool),
      await tokensOf(pool, 'bob@example.com'),
    ];
    expect(await codeOf(identity.verify({ idToken: ann.accessToken, accessToken: ann.idToken }))).toBe(
      'invalid-token',
    );
    expect(await codeOf(identity.verify({ idToken: ann.idToken, accessToken: bob.accessToken }))).toBe(
      'invalid-token',
    );
    expect(await codeOf(identity.verify({ idToken: ann.idToken, accessToken: again.accessToken }))).toBe(
      'invalid-token',
    );
    expect(await codeOf(identity.verify({ idToken: 'no token', accessToken: '' }))).toBe('invalid-token');
    expect(await codeOf(identity.verify({ ...ann, refreshToken: bob.refreshToken }))).toBe('invalid-token');
    pool.clock.advance(3601);
    expect(await codeOf(identity.verify(ann))).toBe('invalid-token');
  });
});

test('an AWS pool that cannot be reached is unavailable, not a wrong token', async () => {
  const pool = await serveTestPool();
  await pool.pool.createUser({ email, password: goodPassword });
  const tokens = await tokensOf(pool);
  const identity = openCognitoIdentity({
    userPoolId: pool.pool.poolId,
    clientId: pool.pool.clientId,
    region: localRegion,
    endpoint: pool.url,
    now: pool.clock.now,
    credentials: localCredentials,
  });
  pool.stop();
  expect(await codeOf(identity.verify(tokens))).toBe('unavailable');
  expect(await codeOf(identity.findUser(email))).toBe('unavailable');
  expect(await codeOf(identity.checkPassword(email, goodPassword))).toBe('unavailable');
  expect(await codeOf(identity.disableSecondFactor('ann'))).toBe('unavailable');
  expect(await codeOf(identity.confirmSignUp(email, '123456'))).toBe('unavailable');
  expect(await codeOf(identity.revoke(tokens.refreshToken))).toBe('unavailable');
});

test('the AWS adapter leaves no half-made person behind', async () => {
  const asked: Parameters<typeof withAdminActions>[0] = [];
  const pool = await serveTestPool({}, (app, embedded) => {
    const admin = withAdminActions(asked)(app, embedded);
    return {
      ...admin,
      handle: (action, body, caller) =>
        action === 'AdminSetUserPassword'
          ? Promise.reject(new Error('lost'))
          : admin.handle(action, body, caller),
    };
  });
  const identity = openCognitoIdentity({
    userPoolId: pool.pool.poolId,
    clientId: pool.pool.clientId,
    region: localRegion,
    endpoint: pool.url,
    now: pool.clock.now,
    credentials: localCredentials,
  });
  expect(await codeOf(identity.createUser({ email, password: goodPassword }))).toBe('unavailable');
  expect(asked.map(({ action }) => action)).toEqual(['AdminCreateUser', 'AdminDeleteUser']);
});
