import { describe, expect, test } from 'vitest';
import { openCognitoIdentity } from './cognito/identity.ts';
import { localCredentials, localRegion, withAdminActions } from './testing/cognito.ts';
import { goodPassword, serveTestPool, signIn, signUp } from './testing/pool.ts';
import { codeOf, email, implementations, tokensOf } from './testing/port.ts';

describe.each(Object.entries(implementations))('people of %s', (_name, open) => {
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
      signUpCode: 'sub-1',
    });
    expect(made).toEqual({
      cognitoId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email,
      emailVerified: true,
      signUpCode: 'sub-1',
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
});

describe.each(Object.entries(implementations))('codes of %s', (_name, open) => {
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
});

describe.each(Object.entries(implementations))('tokens of %s', (_name, open) => {
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
