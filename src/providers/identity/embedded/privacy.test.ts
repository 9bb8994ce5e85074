import { expect, test } from 'vitest';
import {
  ask,
  goodPassword,
  outcomeOf,
  refused,
  serveTestPool,
  signUp,
  type TestPool,
} from '../testing/pool.ts';

const known = 'ann@example.com';
const unknown = 'amy@example.com';

type Step = (pool: TestPool, name: string) => Promise<unknown>;
const client = (pool: TestPool) => ({ ClientId: pool.pool.clientId });
const password: Step = (pool, USERNAME) =>
  outcomeOf(
    ask(pool, 'InitiateAuth', {
      ...client(pool),
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME, PASSWORD: 'Wrong-password-1' },
    }),
  );
const forgot: Step = (pool, Username) =>
  outcomeOf(ask(pool, 'ForgotPassword', { ...client(pool), Username }));
const resend: Step = (pool, Username) =>
  outcomeOf(ask(pool, 'ResendConfirmationCode', { ...client(pool), Username }));
// seven digits: surely not the right code
const confirmSignUp: Step = (pool, Username) =>
  outcomeOf(ask(pool, 'ConfirmSignUp', { ...client(pool), Username, ConfirmationCode: '1234567' }));
const confirmReset: Step = (pool, Username) =>
  outcomeOf(
    ask(pool, 'ConfirmForgotPassword', {
      ...client(pool),
      Username,
      ConfirmationCode: '1234567',
      Password: 'Another-horse-8',
    }),
  );
const srp = (pool: TestPool, USERNAME: string) =>
  ask(pool, 'InitiateAuth', {
    ...client(pool),
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME, SRP_A: 'abcdef' },
  });
const srpClaim: Step = async (pool, name) => {
  const { USERNAME, SECRET_BLOCK } = (await srp(pool, name)).ChallengeParameters;
  return outcomeOf(
    ask(pool, 'RespondToAuthChallenge', {
      ...client(pool),
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeResponses: {
        USERNAME,
        PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
        PASSWORD_CLAIM_SIGNATURE: 'AAAA',
        TIMESTAMP: 'Mon Mar 2 17:00:00 UTC 2026',
      },
    }),
  );
};

const repeated =
  (step: Step, times: number): Step =>
  async (pool, name) => {
    const answers = [];
    for (let i = 0; i < times; i++) answers.push(await step(pool, name));
    return answers;
  };
const inOrder =
  (...steps: Step[]): Step =>
  async (pool, name) => {
    const answers = [];
    for (const step of steps) answers.push(await step(pool, name));
    return answers;
  };

const stories: [string, Step][] = [
  ['wrong passwords until locked', repeated(password, 7)],
  ['forgotten passwords until limited', repeated(forgot, 7)],
  ['mails again until limited', repeated(resend, 7)],
  ['sign-up codes until limited', repeated(confirmSignUp, 7)],
  [
    'reset codes until limited',
    inOrder(confirmReset, forgot, repeated(confirmReset, 7), forgot, confirmReset),
  ],
  ['a mail again, then codes', inOrder(resend, repeated(confirmSignUp, 7), resend, confirmSignUp)],
  ['handshakes that fail', repeated(srpClaim, 5)],
];

test.each(stories)('%s: a stranger cannot tell whether an address has an account', async (_name, story) => {
  const pool = await serveTestPool();
  await pool.pool.createUser({ email: known, password: goodPassword });
  expect(await story(pool, unknown)).toEqual(await story(pool, known));
});

test.each(stories)('%s: nor whether it waits for its code', async (_name, story) => {
  const pool = await serveTestPool();
  await signUp(pool, known);
  // the mail of the sign-up itself counts, so that one more is too many sooner: compare with an hour in between
  pool.clock.advance(3600);
  expect(await story(pool, unknown)).toEqual(await story(pool, known));
});

test('a handshake with an unknown address looks like any other, again and again', async () => {
  const pool = await serveTestPool();
  const { cognitoId } = await pool.pool.createUser({ email: known, password: goodPassword });
  const real = (await srp(pool, known)).ChallengeParameters;
  const [first, second] = [
    (await srp(pool, unknown)).ChallengeParameters,
    (await srp(pool, unknown.toUpperCase())).ChallengeParameters,
  ];
  expect(real.USER_ID_FOR_SRP).toBe(cognitoId);
  expect(Object.keys(first)).toEqual(Object.keys(real));
  expect([second.SALT, second.USER_ID_FOR_SRP]).toEqual([first.SALT, first.USER_ID_FOR_SRP]);
  expect(first.USER_ID_FOR_SRP).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(first.SRP_B).not.toBe(second.SRP_B);
  // the id is a name too, real or not
  const byId = (await srp(pool, first.USER_ID_FOR_SRP)).ChallengeParameters;
  expect([byId.SALT, byId.USER_ID_FOR_SRP]).toEqual([first.SALT, first.USER_ID_FOR_SRP]);
  for (let i = 0; i < 5; i++) await password(pool, unknown);
  expect(await password(pool, first.USER_ID_FOR_SRP)).toEqual(
    refused('NotAuthorizedException', 'Password attempts exceeded'),
  );
  expect(await forgot(pool, first.USER_ID_FOR_SRP)).toEqual(await forgot(pool, cognitoId));
});

test('nothing is mailed to an address without an account, nor to a confirmed one that asks to confirm', async () => {
  const pool = await serveTestPool();
  await pool.pool.createUser({ email: known, password: goodPassword });
  await forgot(pool, unknown);
  await resend(pool, unknown);
  await resend(pool, known);
  expect(pool.mailbox).toEqual([]);
});

test('the older answers of Cognito, for pools that want them', async () => {
  const pool = await serveTestPool({ preventUserExistenceErrors: false });
  const missing = refused('UserNotFoundException', 'Username/client id combination not found.');
  expect(await password(pool, unknown)).toEqual(refused('UserNotFoundException', 'User does not exist.'));
  expect(await outcomeOf(srp(pool, unknown))).toEqual(
    refused('UserNotFoundException', 'User does not exist.'),
  );
  for (const step of [forgot, resend, confirmSignUp, confirmReset])
    expect(await step(pool, unknown)).toEqual(missing);
  await signUp(pool, known);
  expect(await forgot(pool, known)).toEqual(
    refused(
      'InvalidParameterException',
      'Cannot reset password for the user as there is no registered/verified email or phone_number',
    ),
  );
  await pool.pool.confirmSignUp(known, pool.lastCode(known));
  expect(await resend(pool, known)).toEqual(
    refused('InvalidParameterException', 'User is already confirmed.'),
  );
  expect(await confirmSignUp(pool, known)).toEqual(
    refused('NotAuthorizedException', 'User cannot be confirmed. Current status is CONFIRMED'),
  );
});
