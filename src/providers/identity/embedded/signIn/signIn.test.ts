import { expect, test } from 'vitest';
import {
  ask,
  confirm,
  goodPassword,
  outcomeOf,
  refused,
  serveTestPool,
  signIn,
  signUp,
  type TestPool,
} from '../../testing/pool.ts';

const email = 'ann@example.com';
const wrongPassword = refused('NotAuthorizedException', 'Incorrect username or password.');
const lockedOut = refused('NotAuthorizedException', 'Password attempts exceeded');

const guess = (pool: TestPool, name = email, password = 'Wrong-password-1') =>
  outcomeOf(signIn(pool, name, password));
const respond = (
  pool: TestPool,
  ChallengeName: string,
  Session: string | undefined,
  ChallengeResponses: Record<string, string>,
) =>
  ask(pool, 'RespondToAuthChallenge', {
    ClientId: pool.pool.clientId,
    ChallengeName,
    ...(Session ? { Session } : {}),
    ChallengeResponses,
  });
const initiate = (pool: TestPool, AuthFlow: string, AuthParameters: Record<string, string>) =>
  ask(pool, 'InitiateAuth', { ClientId: pool.pool.clientId, AuthFlow, AuthParameters });

test('a wrong password is refused', async () => {
  const pool = await serveTestPool();
  await pool.pool.createUser({ email, password: goodPassword });
  expect(await guess(pool)).toEqual(wrongPassword);
});

test('whatever the case of the name, and by the id', async () => {
  const pool = await serveTestPool();
  const { cognitoId } = await pool.pool.createUser({ email, password: goodPassword });
  expect(await signIn(pool, '  ANN@Example.com ')).toHaveProperty('AuthenticationResult');
  expect(await signIn(pool, cognitoId)).toHaveProperty('AuthenticationResult');
});

test('an account that waits for its code', async () => {
  const pool = await serveTestPool();
  await signUp(pool, email);
  expect(await outcomeOf(signIn(pool, email))).toEqual(
    refused('UserNotConfirmedException', 'User is not confirmed.'),
  );
  expect(await guess(pool)).toEqual(wrongPassword);
});

test('an account whose password must be reset', async () => {
  const pool = await serveTestPool();
  const { cognitoId } = await pool.pool.createUser({ email, password: goodPassword });
  await pool.pool.requirePasswordReset(cognitoId);
  expect(await outcomeOf(signIn(pool, email))).toEqual(
    refused('PasswordResetRequiredException', 'Password reset required for the user'),
  );
  expect(pool.signedOut).toEqual([cognitoId]);
});

test('five wrong passwords lock for a second, each further one twice as long, up to fifteen minutes', async () => {
  const pool = await serveTestPool();
  await pool.pool.createUser({ email, password: goodPassword });
  for (let i = 0; i < 5; i++) expect(await guess(pool)).toEqual(wrongPassword);
  for (const lock of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
    pool.clock.advance(lock - 0.001);
    expect(await outcomeOf(signIn(pool, email))).toEqual(lockedOut);
    pool.clock.advance(0.001);
    expect(await guess(pool)).toEqual(wrongPassword);
  }
  pool.clock.advance(900);
  expect(await signIn(pool, email)).toHaveProperty('AuthenticationResult');
  for (let i = 0; i < 5; i++) expect(await guess(pool)).toEqual(wrongPassword);
  expect(await guess(pool)).toEqual(lockedOut);
});

test('fifteen quiet minutes after a lock forget the wrong passwords', async () => {
  const pool = await serveTestPool();
  for (let i = 0; i < 5; i++) await guess(pool);
  pool.clock.advance(901);
  for (let i = 0; i < 5; i++) expect(await guess(pool)).toEqual(wrongPassword);
  expect(await guess(pool)).toEqual(lockedOut);
});

test('guesses sent at once cannot outrun the lock', async () => {
  const pool = await serveTestPool();
  await pool.pool.createUser({ email, password: goodPassword });
  const answers = await Promise.all(Array.from({ length: 20 }, () => guess(pool)));
  expect(answers.filter((answer) => JSON.stringify(answer) === JSON.stringify(wrongPassword))).toHaveLength(
    5,
  );
  expect(answers.filter((answer) => JSON.stringify(answer) === JSON.stringify(lockedOut))).toHaveLength(15);
});

test('a temporary password ends after seven days', async () => {
  const pool = await serveTestPool();
  await pool.pool.createUser({ email, password: goodPassword, temporary: true });
  pool.clock.advance(7 * 86_400);
  expect(await outcomeOf(signIn(pool, email))).toEqual(
    refused(
      'NotAuthorizedException',
      'Temporary password has expired and must be reset by an administrator.',
    ),
  );
});

test('a new password replaces the temporary one, once, with a Session of its own', async () => {
  const pool = await serveTestPool();
  await pool.pool.createUser({ email, password: goodPassword, temporary: true, signUpCode: 'sub-1' });
  await pool.pool.createUser({ email: 'bob@example.com', password: goodPassword, temporary: true });
  const challenge = await signIn(pool, email);
  expect(challenge).toEqual({
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session: expect.any(String),
    ChallengeParameters: {
      USER_ID_FOR_SRP: expect.any(String),
      requiredAttributes: '[]',
      userAttributes: JSON.stringify({ email, email_verified: 'true', 'custom:subscriptionId': 'sub-1' }),
    },
  });
  const second = await signIn(pool, email);
  const answer = (Session: string, more: Record<string, string> = {}) =>
    outcomeOf(
      respond(pool, 'NEW_PASSWORD_REQUIRED', Session, {
        USERNAME: email,
        NEW_PASSWORD: 'Another-horse-8',
        ...more,
      }),
    );
  expect(await answer(challenge.Session, { NEW_PASSWORD: 'Short1' })).toEqual(
    refused('InvalidPasswordException', 'Password did not conform with policy: Password not long enough'),
  );
  expect(await answer(challenge.Session, { 'userAttributes.email': email })).toEqual(
    refused('NotAuthorizedException', 'Cannot modify an already provided email'),
  );
  expect(await answer(challenge.Session, { 'userAttributes.custom:role': 'admin' })).toEqual(
    refused('NotAuthorizedException', 'A client attempted to write unauthorized attribute'),
  );
  expect(await answer(challenge.Session, { USERNAME: 'bob@example.com' })).toEqual(
    refused('NotAuthorizedException', 'Invalid session for the user.'),
  );
  expect(await answer('invented-session-0123456789')).toEqual(
    refused('NotAuthorizedException', 'Invalid session for the user.'),
  );
  expect(await answer(challenge.Session)).toHaveProperty('AuthenticationResult.AccessToken');
  expect(await answer(challenge.Session)).toEqual(
    refused('NotAuthorizedException', 'Invalid session for the user, session can only be used once.'),
  );
  expect(await answer(second.Session)).toEqual(
    refused('NotAuthorizedException', 'Invalid session for the user.'),
  );
  expect(await outcomeOf(signIn(pool, email))).toEqual(wrongPassword);
  expect(await signIn(pool, email, 'Another-horse-8')).toHaveProperty('AuthenticationResult');
});

test('a Session ends after three minutes', async () => {
  const pool = await serveTestPool();
  await pool.pool.createUser({ email, password: goodPassword, temporary: true });
  const { Session } = await signIn(pool, email);
  pool.clock.advance(180);
  expect(
    await outcomeOf(
      respond(pool, 'NEW_PASSWORD_REQUIRED', Session, { USERNAME: email, NEW_PASSWORD: 'Another-horse-8' }),
    ),
  ).toEqual(refused('NotAuthorizedException', 'Invalid session for the user, session is expired.'));
});

test('a Session of one challenge does not answer another', async () => {
  const pool = await serveTestPool();
  await pool.pool.createUser({ email, password: goodPassword, temporary: true });
  const { Session } = await signIn(pool, email);
  const claim = { USERNAME: email, PASSWORD_CLAIM_SIGNATURE: 'x', TIMESTAMP: 'Mon Mar 2 17:00:00 UTC 2026' };
  expect(
    await outcomeOf(
      respond(pool, 'PASSWORD_VERIFIER', undefined, { ...claim, PASSWORD_CLAIM_SECRET_BLOCK: Session }),
    ),
  ).toEqual(refused('NotAuthorizedException', 'Invalid session for the user.'));
  expect(
    await outcomeOf(
      respond(pool, 'SOFTWARE_TOKEN_MFA', Session, { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: '123456' }),
    ),
  ).toEqual(refused('NotAuthorizedException', 'Invalid session for the user.'));
});

test('a handshake is used once, ends after three minutes, and its failures count towards the lock', async () => {
  const pool = await serveTestPool();
  await pool.pool.createUser({ email, password: goodPassword });
  const begin = async () =>
    (await initiate(pool, 'USER_SRP_AUTH', { USERNAME: email, SRP_A: 'abcdef' })).ChallengeParameters;
  const claim = (block: string) =>
    outcomeOf(
      respond(pool, 'PASSWORD_VERIFIER', undefined, {
        USERNAME: email,
        PASSWORD_CLAIM_SECRET_BLOCK: block,
        PASSWORD_CLAIM_SIGNATURE: 'AAAA',
        TIMESTAMP: 'Mon Mar 2 17:00:00 UTC 2026',
      }),
    );
  const first = await begin();
  expect(await claim(first.SECRET_BLOCK)).toEqual(wrongPassword);
  expect(await claim(first.SECRET_BLOCK)).toEqual(
    refused('NotAuthorizedException', 'Invalid session for the user, session can only be used once.'),
  );
  const late = await begin();
  pool.clock.advance(180);
  expect(await claim(late.SECRET_BLOCK)).toEqual(
    refused('NotAuthorizedException', 'Invalid session for the user, session is expired.'),
  );
  const open = await begin();
  for (let i = 0; i < 4; i++) expect(await claim((await begin()).SECRET_BLOCK)).toEqual(wrongPassword);
  expect(await claim(open.SECRET_BLOCK)).toEqual(lockedOut);
  expect(await outcomeOf(begin())).toEqual(lockedOut);
});

test('a client value that would make any password right is refused', async () => {
  const pool = await serveTestPool();
  await pool.pool.createUser({ email, password: goodPassword });
  for (const SRP_A of ['0', '00', 'zz'])
    expect(await outcomeOf(initiate(pool, 'USER_SRP_AUTH', { USERNAME: email, SRP_A }))).toMatchObject({
      name: 'InvalidParameterException',
    });
});

test('flows that the pool does not have', async () => {
  const pool = await serveTestPool();
  expect(await outcomeOf(initiate(pool, 'CUSTOM_AUTH', { USERNAME: email }))).toEqual(
    refused('InvalidParameterException', 'CUSTOM_AUTH flow not enabled for this client'),
  );
  expect(await outcomeOf(initiate(pool, 'NO_SUCH_FLOW', { USERNAME: email }))).toEqual(
    refused(
      'InvalidParameterException',
      "1 validation error detected: Value at 'authFlow' failed to satisfy constraint: Member must satisfy enum value set: [USER_SRP_AUTH, REFRESH_TOKEN_AUTH, REFRESH_TOKEN, USER_PASSWORD_AUTH]",
    ),
  );
  expect(await outcomeOf(initiate(pool, 'USER_PASSWORD_AUTH', { USERNAME: email }))).toEqual(
    refused('InvalidParameterException', 'Missing required parameter PASSWORD'),
  );
});

test('a password kept at another cost, or sealed with a lost secret, is renewed by signing in', async () => {
  const pool = await serveTestPool();
  const { cognitoId } = await pool.pool.createUser({ email, password: goodPassword });
  const row = () =>
    pool.database.global
      .selectFrom('userPoolUser')
      .selectAll()
      .where('cognitoId', '=', cognitoId)
      .executeTakeFirstOrThrow();
  await pool.database.global.updateTable('userPoolUser').set({ sealedSrpVerifier: 'unreadable' }).execute();
  const before = await row();
  expect(await signIn(pool, email)).toHaveProperty('AuthenticationResult');
  const after = await row();
  expect(after.passwordHash).not.toBe(before.passwordHash);
  expect(after.sealedSrpVerifier).not.toBe('unreadable');
  expect(await signIn(pool, email)).toHaveProperty('AuthenticationResult');
  expect(await row()).toEqual(after);
});

test('nothing of a password can be read in the database', async () => {
  const pool = await serveTestPool();
  await signUp(pool, email);
  await confirm(pool, email);
  const { RefreshToken } = (await signIn(pool, email)).AuthenticationResult;
  const tables = [
    'userPoolUser',
    'userPoolCode',
    'userPoolRefreshToken',
    'userPoolKey',
    'userPoolLockout',
  ] as const;
  const rows = await Promise.all(
    tables.map((table) => pool.database.global.selectFrom(table).selectAll().execute()),
  );
  const everything = JSON.stringify(rows);
  expect(everything).toContain('$argon2id$');
  for (const secret of [goodPassword, RefreshToken, `"${pool.lastCode(email)}"`, 'PRIVATE', '"d":'])
    expect(everything).not.toContain(secret);
});
