import { expect, test } from 'vitest';
import type { PasswordChange } from '../port.ts';
import {
  answerCode,
  ask,
  goodPassword,
  outcomeOf,
  refused,
  serveTestPool,
  setUpApp,
  signedInPerson,
  signIn,
  signUp,
  type TestPool,
} from '../testing/pool.ts';
import { codeAt } from './codes/oneTimeCodes.ts';

const email = 'ann@example.com';
const lockedOut = refused('NotAuthorizedException', 'Password attempts exceeded');
const wrongPassword = refused('NotAuthorizedException', 'Incorrect username or password.');

/** A browser that keeps the pool's cookie. */
function browser(pool: TestPool) {
  let cookie = '';
  const send = async (action: string, body: object): Promise<any> => {
    const answer = await fetch(pool.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
        cookie,
      },
      body: JSON.stringify({ ClientId: pool.pool.clientId, ...body }),
    });
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    const value = (await answer.json()) as { __type?: string; message?: string };
    return answer.ok ? value : { name: value['__type'], message: value.message };
  };
  const password = (USERNAME: string, PASSWORD: string) =>
    send('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME, PASSWORD } });
  return { send, password, cookie: () => cookie };
}

test('ten reset codes may be guessed in a day, whatever was asked for, and answers do not tell who has an account', async () => {
  const pool = await serveTestPool();
  await pool.pool.createUser({ email, password: goodPassword });
  const outcomes = async (name: string) => {
    const found: unknown[] = [];
    for (let hour = 0; hour < 4; hour++) {
      await ask(pool, 'ForgotPassword', { ClientId: pool.pool.clientId, Username: name });
      const wrong = pool.mailbox.at(-1)?.code === '000000' ? '000001' : '000000';
      const guess = {
        ClientId: pool.pool.clientId,
        Username: name,
        ConfirmationCode: wrong,
        Password: 'Another-horse-8',
      };
      found.push(
        ...(await Promise.all(
          Array.from({ length: 6 }, () => outcomeOf(ask(pool, 'ConfirmForgotPassword', guess))),
        )),
      );
      pool.clock.advance(3600);
    }
    return found.map((one) => (one as { name: string }).name).toSorted();
  };
  const known = await outcomes(email);
  expect(known.filter((name) => name === 'CodeMismatchException')).toHaveLength(10);
  expect(await outcomes('nobody@example.com')).toEqual(known);
  // a code of today is no use any more, a link of the portal is
  await ask(pool, 'ForgotPassword', { ClientId: pool.pool.clientId, Username: email });
  const right = {
    ClientId: pool.pool.clientId,
    Username: email,
    ConfirmationCode: pool.lastCode(email),
    Password: 'Another-horse-8',
  };
  expect(await outcomeOf(ask(pool, 'ConfirmForgotPassword', right))).toMatchObject({
    name: 'LimitExceededException',
  });
  await pool.pool.setPassword((await pool.pool.findUser(email))!.cognitoId, 'Third-horse-9');
  expect(await signIn(pool, email, 'Third-horse-9')).toHaveProperty('AuthenticationResult');
});

test('guessable passwords are refused wherever one is chosen, with words that help', async () => {
  const pool = await serveTestPool({
    guessableWords: async (cognitoId) => (cognitoId ? ['Harbor Bakery'] : []),
  });
  const tooEasy = {
    name: 'InvalidPasswordException',
    message: expect.stringContaining('Use three or four unrelated words'),
  };
  for (const password of ['Password1', 'Summer2026', `${email}A1`])
    expect(await outcomeOf(signUp(pool, email, password))).toEqual(tooEasy);
  const { AccessToken } = await signedInPerson(pool, email);
  const change = (ProposedPassword: string) =>
    outcomeOf(ask(pool, 'ChangePassword', { AccessToken, PreviousPassword: goodPassword, ProposedPassword }));
  expect(await change('HarborBakery1')).toEqual(tooEasy);
  await ask(pool, 'ForgotPassword', { ClientId: pool.pool.clientId, Username: email });
  const reset = (Password: string, ConfirmationCode = pool.lastCode(email)) =>
    outcomeOf(
      ask(pool, 'ConfirmForgotPassword', {
        ClientId: pool.pool.clientId,
        Username: email,
        ConfirmationCode,
        Password,
      }),
    );
  const wrong = pool.lastCode(email) === '000000' ? '000001' : '000000';
  expect(await reset('Welcome1')).toEqual(tooEasy);
  // a stranger learns nothing of the company, and its administrator may try another password with the same code
  expect(await reset('HarborBakery1', wrong)).toMatchObject({ name: 'CodeMismatchException' });
  expect(await reset('HarborBakery1')).toEqual(tooEasy);
  expect(await reset('Correct-horse-7-battery')).toEqual({});
  await pool.pool.createUser({ email: 'bob@example.com', password: goodPassword, temporary: true });
  const { Session } = await signIn(pool, 'bob@example.com');
  const answer = { USERNAME: 'bob@example.com', NEW_PASSWORD: 'Passw0rd' };
  const respond = {
    ClientId: pool.pool.clientId,
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session,
    ChallengeResponses: answer,
  };
  expect(await outcomeOf(ask(pool, 'RespondToAuthChallenge', respond))).toEqual(tooEasy);
  await expect(
    pool.pool.createUser({ email: 'cy@example.com', password: 'Qwerty123' }),
  ).rejects.toMatchObject({
    code: 'guessable-password',
  });
});

test('strangers who lock an account shut out no device that signed in before, and stay bounded themselves', async () => {
  const pool = await serveTestPool();
  await pool.pool.createUser({ email, password: goodPassword });
  const own = browser(pool);
  expect(await own.password(email, goodPassword)).toHaveProperty('AuthenticationResult');
  expect(own.cookie()).toMatch(/^known-device=[\w-]{43}$/);
  const guesses = await Promise.all(
    Array.from({ length: 20 }, () => browser(pool).password(email, 'Wrong-password-1')),
  );
  expect(guesses.filter((one) => one.message === wrongPassword.message)).toHaveLength(5);
  const elsewhere = browser(pool);
  expect(await elsewhere.password(email, goodPassword)).toMatchObject(lockedOut);
  expect(await own.password(email, goodPassword)).toHaveProperty('AuthenticationResult');
  // neither another's cookie nor an invented one is a known device of this account
  await pool.pool.createUser({ email: 'mallory@example.com', password: goodPassword });
  const mallory = browser(pool);
  await mallory.password('mallory@example.com', goodPassword);
  expect(await mallory.password(email, goodPassword)).toMatchObject(lockedOut);
  // the known device has tries of its own, bounded too
  for (let i = 0; i < 5; i++)
    expect(await own.password(email, 'Wrong-password-1')).toMatchObject(wrongPassword);
  expect(await own.password(email, goodPassword)).toMatchObject(lockedOut);
  let judged = 0;
  for (let minute = 0; minute < 1440; minute += 5) {
    if (
      ((await outcomeOf(signIn(pool, email, 'Wrong-password-1'))) as { message: string }).message ===
      wrongPassword.message
    )
      judged++;
    pool.clock.advance(300);
  }
  expect(judged).toBeLessThan(110);
});

test('thirty wrong codes of somebody with the right password do not shut a known device out', async () => {
  const pool = await serveTestPool();
  const { AccessToken } = await signedInPerson(pool, email);
  const secret = await setUpApp(pool, AccessToken);
  const code = () => codeAt(secret, pool.clock.now());
  const own = browser(pool);
  const withCode = async (give: string) => {
    const { Session } = await own.password(email, goodPassword);
    const ChallengeResponses = { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: give };
    return own.send('RespondToAuthChallenge', {
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session,
      ChallengeResponses,
    });
  };
  pool.clock.advance(60);
  expect(await withCode(code())).toHaveProperty('AuthenticationResult');
  for (let i = 0; i < 40; i++) {
    pool.clock.advance(1000);
    const near = [-30, 0, 30].map((seconds) =>
      codeAt(secret, new Date(pool.clock.now().getTime() + seconds * 1000)),
    );
    const wrong = ['000000', '111111', '222222', '333333'].find((one) => !near.includes(one))!;
    await outcomeOf(answerCode(pool, (await signIn(pool, email)).Session, email, wrong));
  }
  expect(await outcomeOf(answerCode(pool, (await signIn(pool, email)).Session, email, code()))).toEqual(
    lockedOut,
  );
  expect(await withCode(code())).toHaveProperty('AuthenticationResult');
});

test('an access token alone neither removes nor replaces the second factor, and first codes are bounded', async () => {
  const pool = await serveTestPool();
  const { AccessToken } = await signedInPerson(pool, email);
  const { SecretCode: first } = await ask(pool, 'AssociateSoftwareToken', { AccessToken });
  const wrong = codeAt(first, pool.clock.now()) === '000000' ? '000001' : '000000';
  const verify = (UserCode: string) => outcomeOf(ask(pool, 'VerifySoftwareToken', { AccessToken, UserCode }));
  const tries = await Promise.all(Array.from({ length: 9 }, () => verify(wrong)));
  expect(
    tries.filter((one) => (one as { name: string }).name === 'EnableSoftwareTokenMFAException'),
  ).toHaveLength(5);
  pool.clock.advance(901);
  await setUpApp(pool, AccessToken);
  const guarded = { name: 'NotAuthorizedException', message: expect.stringContaining('go to Settings') };
  const off = { AccessToken, SoftwareTokenMfaSettings: { Enabled: false } };
  expect(await outcomeOf(ask(pool, 'SetUserMFAPreference', off))).toEqual(guarded);
  const { SecretCode } = await ask(pool, 'AssociateSoftwareToken', { AccessToken });
  expect(await verify(codeAt(SecretCode, pool.clock.now()))).toEqual(guarded);
  expect(await signIn(pool, email)).toHaveProperty('ChallengeName', 'SOFTWARE_TOKEN_MFA');
});

test('a password that changed in one way ends codes for another, and is reported with the sign-in that goes on', async () => {
  const changes: PasswordChange[] = [];
  const failures: string[] = [];
  const events = {
    passwordChanged: async (_db: unknown, change: PasswordChange) => void changes.push(change),
    signInFailed: async (cognitoId: string) => void failures.push(cognitoId),
  };
  const pool = await serveTestPool({ events });
  const { AccessToken, IdToken } = await signedInPerson(pool, email);
  const { signInId, cognitoId } = await pool.pool.verify({ idToken: IdToken, accessToken: AccessToken });
  await ask(pool, 'ForgotPassword', { ClientId: pool.pool.clientId, Username: email });
  await ask(pool, 'ChangePassword', {
    AccessToken,
    PreviousPassword: goodPassword,
    ProposedPassword: 'Another-horse-8',
  });
  const reset = {
    ClientId: pool.pool.clientId,
    Username: email,
    ConfirmationCode: pool.lastCode(email),
    Password: 'Third-horse-9',
  };
  expect(await outcomeOf(ask(pool, 'ConfirmForgotPassword', reset))).toMatchObject({
    name: 'ExpiredCodeException',
  });
  await ask(pool, 'ForgotPassword', { ClientId: pool.pool.clientId, Username: email });
  await ask(pool, 'ConfirmForgotPassword', { ...reset, ConfirmationCode: pool.lastCode(email) });
  expect(changes).toMatchObject([
    { cognitoId, email, how: 'own-password', keptSignInId: signInId },
    { cognitoId, email, how: 'reset-code', keptSignInId: null },
  ]);
  await outcomeOf(signIn(pool, email));
  expect(failures).toEqual([cognitoId]);
});

test("somebody else's refresh token beside one's own tokens is refused", async () => {
  const pool = await serveTestPool();
  const ann = await signedInPerson(pool, email);
  const bob = await signedInPerson(pool, 'bob@example.com');
  const own = { idToken: ann.IdToken, accessToken: ann.AccessToken };
  await expect(pool.pool.verify({ ...own, refreshToken: bob.RefreshToken })).rejects.toMatchObject({
    code: 'invalid-token',
  });
  expect(await pool.pool.verify({ ...own, refreshToken: ann.RefreshToken })).toMatchObject({ email });
});
