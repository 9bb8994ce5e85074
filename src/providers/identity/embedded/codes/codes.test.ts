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
const mismatch = refused('CodeMismatchException', 'Invalid verification code provided, please try again.');
const expired = refused('ExpiredCodeException', 'Invalid code provided, please request a code again.');
const limit = refused('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
const confirmedBefore = refused(
  'NotAuthorizedException',
  'User cannot be confirmed. Current status is CONFIRMED',
);

const resend = (pool: TestPool, name = email) =>
  ask(pool, 'ResendConfirmationCode', { ClientId: pool.pool.clientId, Username: name });
const forgot = (pool: TestPool, name = email) =>
  ask(pool, 'ForgotPassword', { ClientId: pool.pool.clientId, Username: name });
const reset = (pool: TestPool, ConfirmationCode: string, Password = 'Another-horse-8', name = email) =>
  ask(pool, 'ConfirmForgotPassword', {
    ClientId: pool.pool.clientId,
    Username: name,
    ConfirmationCode,
    Password,
  });
const other = (code: string) => (code === '111111' ? '222222' : '111111');

test('sign-up refuses what does not fit, by name and message', async () => {
  const pool = await serveTestPool();
  const weak = (what: string) =>
    refused('InvalidPasswordException', `Password did not conform with policy: ${what}`);
  expect(await outcomeOf(signUp(pool, email, 'Short1'))).toEqual(weak('Password not long enough'));
  expect(await outcomeOf(signUp(pool, email, 'alllowercase1'))).toEqual(
    weak('Password must have uppercase characters'),
  );
  expect(await outcomeOf(signUp(pool, email, 'ALLUPPERCASE1'))).toEqual(
    weak('Password must have lowercase characters'),
  );
  expect(await outcomeOf(signUp(pool, email, 'NoNumberHere'))).toEqual(
    weak('Password must have numeric characters'),
  );
  expect(await outcomeOf(signUp(pool, email, `Aa1${'x'.repeat(254)}`))).toEqual(
    refused(
      'InvalidParameterException',
      "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must have length less than or equal to 256",
    ),
  );
  expect(await outcomeOf(signUp(pool, 'not-an-address'))).toEqual(
    refused('InvalidParameterException', 'Username should be an email.'),
  );
  expect(
    await outcomeOf(signUp(pool, email, goodPassword, [{ Name: 'custom:role', Value: 'admin' }])),
  ).toEqual(refused('NotAuthorizedException', 'A client attempted to write unauthorized attribute'));
  expect(
    await outcomeOf(signUp(pool, email, goodPassword, [{ Name: 'email_verified', Value: 'true' }])),
  ).toMatchObject({
    name: 'NotAuthorizedException',
  });
  expect(
    await outcomeOf(signUp(pool, email, goodPassword, [{ Name: 'email', Value: 'eve@example.com' }])),
  ).toMatchObject({
    name: 'InvalidParameterException',
  });
  expect(
    await outcomeOf(
      signUp(pool, email, goodPassword, [{ Name: 'custom:subscriptionId', Value: 'a\u0000b' }]),
    ),
  ).toMatchObject({
    name: 'InvalidParameterException',
  });
  expect(pool.mailbox).toEqual([]);
});

test('an address has one account, confirmed or not', async () => {
  const pool = await serveTestPool();
  await signUp(pool, email);
  const exists = refused('UsernameExistsException', 'An account with the given email already exists.');
  expect(await outcomeOf(signUp(pool, 'ANN@example.com'))).toEqual(exists);
  await confirm(pool, email);
  expect(await outcomeOf(signUp(pool, email))).toEqual(exists);
});

test('of two sign-ups at once one wins, and one mail goes out', async () => {
  const pool = await serveTestPool();
  const answers = (await Promise.all([1, 2, 3, 4].map(() => outcomeOf(signUp(pool, email))))) as {
    UserSub?: string;
    name?: string;
  }[];
  expect(answers.filter((answer) => answer.UserSub)).toHaveLength(1);
  expect(answers.filter((answer) => answer.name === 'UsernameExistsException')).toHaveLength(3);
  expect(pool.mailbox).toHaveLength(1);
});

test('a mail that cannot be queued leaves no account behind', async () => {
  const pool = await serveTestPool({ deliverCode: () => Promise.reject(new Error('queue is gone')) });
  expect(await outcomeOf(signUp(pool, email))).toEqual(
    refused('CodeDeliveryFailureException', 'The code could not be sent. Please try again in a moment.'),
  );
  expect(await pool.pool.findUser(email)).toBeNull();
});

test('what is queued with a code commits with it', async () => {
  const pool = await serveTestPool({
    deliverCode: async (db, { cognitoId }) => {
      // the account is there for whoever is on the same transaction
      const row = await db
        .selectFrom('userPoolUser')
        .select('email')
        .where('cognitoId', '=', cognitoId)
        .executeTakeFirst();
      await db
        .insertInto('clientError')
        .values({ at: new Date(0), level: 'info', message: `mail to ${row?.email}` })
        .execute();
    },
  });
  await signUp(pool, email);
  const events = await pool.database.global.selectFrom('clientError').select('message').execute();
  expect(events).toEqual([{ message: 'mail to ann@example.com' }]);
});

test('a wrong code, an old code, a code used twice', async () => {
  const pool = await serveTestPool();
  await signUp(pool, email);
  const first = pool.lastCode(email);
  expect(await outcomeOf(confirm(pool, email, other(first)))).toEqual(mismatch);
  // one in a million times the new code is the old one
  do await resend(pool);
  while (pool.lastCode(email) === first);
  expect(pool.mailbox.at(-1)).toMatchObject({ kind: 'resend', email });
  const second = pool.lastCode(email);
  expect(await outcomeOf(confirm(pool, email, first))).toEqual(mismatch);
  expect(await outcomeOf(confirm(pool, email, second))).toEqual({});
  expect(await outcomeOf(confirm(pool, email, second))).toEqual(confirmedBefore);
  expect(await outcomeOf(confirm(pool, email, other(second)))).toEqual(mismatch);
});

test('of two confirmations at once one wins', async () => {
  const pool = await serveTestPool();
  await signUp(pool, email);
  const answers = await Promise.all([1, 2, 3, 4].map(() => outcomeOf(confirm(pool, email))));
  expect(answers.filter((answer) => Object.keys(answer as object).length === 0)).toHaveLength(1);
  expect(
    answers.filter((answer) => (answer as { name?: string }).name === 'NotAuthorizedException'),
  ).toHaveLength(3);
});

test('a sign-up code ends after a day, a reset code after an hour', async () => {
  const pool = await serveTestPool();
  await signUp(pool, email);
  pool.clock.advance(24 * 3600 - 1);
  await resend(pool);
  pool.clock.advance(24 * 3600);
  expect(await outcomeOf(confirm(pool, email))).toEqual(expired);
  await forgot(pool);
  pool.clock.advance(3600);
  expect(await outcomeOf(reset(pool, pool.lastCode(email)))).toEqual(expired);
});

test('a code bears five wrong tries, also when they come at once', async () => {
  const pool = await serveTestPool();
  await signUp(pool, email);
  const code = pool.lastCode(email);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => outcomeOf(confirm(pool, email, other(code)))),
  );
  expect(answers.filter((answer) => JSON.stringify(answer) === JSON.stringify(mismatch))).toHaveLength(5);
  expect(await outcomeOf(confirm(pool, email, code))).toEqual(limit);
  await resend(pool);
  expect(await outcomeOf(confirm(pool, email))).toEqual({});
});

test('five codes in an hour, then a pause', async () => {
  const pool = await serveTestPool();
  await signUp(pool, email);
  for (let i = 0; i < 4; i++) expect(await resend(pool)).toHaveProperty('CodeDeliveryDetails');
  expect(await outcomeOf(resend(pool))).toEqual(limit);
  pool.clock.advance(3600);
  expect(await resend(pool)).toHaveProperty('CodeDeliveryDetails');
  for (let i = 0; i < 5; i++) await forgot(pool);
  expect(await outcomeOf(forgot(pool))).toEqual(limit);
});

test('a forgotten password is replaced by code, once, and every device is signed out', async () => {
  const pool = await serveTestPool();
  const { cognitoId } = await pool.pool.createUser({ email, password: goodPassword });
  const { AccessToken, RefreshToken } = (await signIn(pool, email)).AuthenticationResult;
  expect(await forgot(pool, 'ANN@example.com')).toEqual({
    CodeDeliveryDetails: { Destination: 'a***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' },
  });
  const code = pool.lastCode(email);
  expect(await outcomeOf(reset(pool, code, 'weak'))).toMatchObject({ name: 'InvalidPasswordException' });
  expect(await outcomeOf(reset(pool, other(code)))).toEqual(mismatch);
  expect(await outcomeOf(confirm(pool, email, code))).toEqual(mismatch);
  const answers = await Promise.all([outcomeOf(reset(pool, code)), outcomeOf(reset(pool, code))]);
  expect(answers).toContainEqual({});
  expect(answers).toContainEqual(expired);
  expect(pool.signedOut).toEqual([cognitoId]);
  expect(await outcomeOf(ask(pool, 'GetUser', { AccessToken }))).toEqual(
    refused('NotAuthorizedException', 'Access Token has been revoked'),
  );
  const refresh = ask(pool, 'InitiateAuth', {
    ClientId: pool.pool.clientId,
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    AuthParameters: { REFRESH_TOKEN: RefreshToken },
  });
  expect(await outcomeOf(refresh)).toEqual(
    refused('NotAuthorizedException', 'Refresh Token has been revoked'),
  );
  expect(await signIn(pool, email, 'Another-horse-8')).toHaveProperty('AuthenticationResult');
});

test('a reset by code lifts a lock and the demand for a reset', async () => {
  const pool = await serveTestPool();
  const { cognitoId } = await pool.pool.createUser({ email, password: goodPassword });
  await pool.pool.requirePasswordReset(cognitoId);
  for (let i = 0; i < 6; i++) await outcomeOf(signIn(pool, email, 'Wrong-password-1'));
  await forgot(pool);
  await reset(pool, pool.lastCode(email));
  expect(await signIn(pool, email, 'Another-horse-8')).toHaveProperty('AuthenticationResult');
});

test('what has ended is swept', async () => {
  const pool = await serveTestPool();
  await signUp(pool, email);
  await confirm(pool, email);
  await signIn(pool, email);
  await outcomeOf(signIn(pool, email, 'Wrong-password-1'));
  await outcomeOf(confirm(pool, 'nobody@example.com', '123456'));
  await ask(pool, 'InitiateAuth', {
    ClientId: pool.pool.clientId,
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME: email, SRP_A: 'abc' },
  });
  const count = async () => {
    const tables = ['userPoolCode', 'userPoolChallenge', 'userPoolRefreshToken', 'userPoolLockout'] as const;
    const rows = await Promise.all(
      tables.map((table) => pool.database.global.selectFrom(table).selectAll().execute()),
    );
    return rows.map((found) => found.length);
  };
  expect(await count()).toEqual([2, 1, 1, 1]);
  await pool.pool.sweep();
  expect(await count()).toEqual([2, 1, 1, 1]);
  pool.clock.advance(2 * 86_400);
  await pool.pool.sweep();
  expect(await count()).toEqual([1, 0, 1, 0]);
  pool.clock.advance(120 * 86_400);
  await pool.pool.sweep();
  expect(await count()).toEqual([0, 0, 0, 0]);
});
