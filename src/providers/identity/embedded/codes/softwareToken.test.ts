import { expect, test, vi } from 'vitest';
import {
  answerCode,
  ask,
  outcomeOf,
  refused,
  serveTestPool,
  setUpApp,
  signedInPerson,
  signIn,
} from '../../testing/pool.ts';
import { codeAt, newSecret, stepOf } from './oneTimeCodes.ts';
import { lockUser } from '../users.store.ts';
import {
  begin,
  email,
  now,
  personWithApp,
  session,
  used,
  wrongCode,
  wrongFor,
} from '../testing/softwareToken.ts';

test('codes are those of RFC 6238, taken one step early or late', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  for (const [at, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [20_000_000_000, '353130'],
  ] as const) {
    expect(codeAt(secret, new Date(at * 1000))).toBe(code);
    const step = Math.floor(at / 30);
    for (const [late, found] of [
      [-60, null],
      [-30, step],
      [0, step],
      [30, step],
      [60, null],
    ] as const)
      expect(stepOf(secret, code, new Date((at + late) * 1000))).toBe(found);
  }
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
});

test('an app is set up by its first code, and demanded only when that is wished', async () => {
  const pool = await serveTestPool();
  const { AccessToken } = await signedInPerson(pool, email);
  const verify = (UserCode: string) => outcomeOf(ask(pool, 'VerifySoftwareToken', { AccessToken, UserCode }));
  const prefer = (on: boolean, preferred = on) =>
    outcomeOf(
      ask(pool, 'SetUserMFAPreference', {
        AccessToken,
        SoftwareTokenMfaSettings: { Enabled: on, PreferredMfa: preferred },
      }),
    );
  expect(await verify('123456')).toEqual(
    refused('SoftwareTokenMFANotFoundException', 'Software Token MFA does not exist for the user.'),
  );
  expect(await prefer(true)).toEqual(
    refused('InvalidParameterException', 'User has not set up software token mfa'),
  );
  const { SecretCode: first } = await ask(pool, 'AssociateSoftwareToken', { AccessToken });
  const { SecretCode } = await ask(pool, 'AssociateSoftwareToken', { AccessToken });
  const mismatch = refused(
    'EnableSoftwareTokenMFAException',
    'Code mismatch and fail enable Software Token MFA',
  );
  expect(await verify(now(pool, first))).toEqual(mismatch);
  expect(await verify(wrongFor(pool, SecretCode))).toEqual(mismatch);
  expect(await verify('12345a')).toMatchObject({ name: 'InvalidParameterException' });
  expect(await prefer(true)).toEqual(
    refused('InvalidParameterException', 'User has not set up software token mfa'),
  );
  expect(await verify(now(pool, SecretCode))).toEqual({ Status: 'SUCCESS' });
  expect(await signIn(pool, email)).toHaveProperty('AuthenticationResult');
  expect(await prefer(true)).toEqual({});
  expect(await ask(pool, 'GetUser', { AccessToken })).toMatchObject({
    PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA',
    UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
  });
  expect(await signIn(pool, email)).toEqual({
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    Session: expect.any(String),
    ChallengeParameters: { USER_ID_FOR_SRP: expect.any(String) },
  });
  expect(await prefer(true, false)).toEqual({});
  const { PreferredMfaSetting, UserMFASettingList } = await ask(pool, 'GetUser', { AccessToken });
  expect([PreferredMfaSetting, UserMFASettingList]).toEqual([undefined, ['SOFTWARE_TOKEN_MFA']]);
  expect(await signIn(pool, email)).toHaveProperty('ChallengeName', 'SOFTWARE_TOKEN_MFA');
  await pool.pool.disableSecondFactor((await pool.pool.findUser(email))!.cognitoId);
  expect(await prefer(false)).toEqual({});
  expect(await ask(pool, 'GetUser', { AccessToken })).not.toHaveProperty('UserMFASettingList');
  expect(await signIn(pool, email)).toHaveProperty('AuthenticationResult');
  for (const other of ['SMSMfaSettings', 'EmailMfaSettings'])
    expect(
      await outcomeOf(ask(pool, 'SetUserMFAPreference', { AccessToken, [other]: { Enabled: true } })),
    ).toMatchObject({
      name: 'InvalidParameterException',
    });
});

test('setting up needs an access token that is alive, of this pool, and nothing else will do', async () => {
  const pool = await serveTestPool();
  const { AccessToken, IdToken, RefreshToken } = await signedInPerson(pool, email);
  const withBody = (action: string, body: object) =>
    outcomeOf(ask(pool, action, { UserCode: '123456', ...body }));
  for (const action of ['AssociateSoftwareToken', 'VerifySoftwareToken', 'SetUserMFAPreference'])
    expect(await withBody(action, { AccessToken: IdToken })).toEqual(
      refused('NotAuthorizedException', 'Invalid Access Token'),
    );
  for (const action of ['AssociateSoftwareToken', 'VerifySoftwareToken']) {
    expect(await withBody(action, { Session: 'a-session-of-my-own-invention' })).toEqual(session(''));
    expect(await withBody(action, {})).toMatchObject({ name: 'InvalidParameterException' });
  }
  await ask(pool, 'RevokeToken', { ClientId: pool.pool.clientId, Token: RefreshToken });
  expect(await outcomeOf(ask(pool, 'AssociateSoftwareToken', { AccessToken }))).toEqual(
    refused('NotAuthorizedException', 'Access Token has been revoked'),
  );
});

test('a code is taken once, within a step of its time, and finishes the sign-in it was asked for', async () => {
  const pool = await serveTestPool();
  const { secret } = await personWithApp(pool);
  const first = await begin(pool);
  for (const seconds of [-60, 60])
    expect(await outcomeOf(answerCode(pool, first, email, now(pool, secret, seconds)))).toEqual(wrongCode);
  // a wrong code leaves the Session standing
  const code = now(pool, secret);
  expect(await answerCode(pool, first, email, code)).toMatchObject({
    AuthenticationResult: { TokenType: 'Bearer' },
    ChallengeParameters: {},
  });
  expect(await outcomeOf(answerCode(pool, first, email, code))).toEqual(
    session(', session can only be used once'),
  );
  const second = await begin(pool);
  expect(await outcomeOf(answerCode(pool, second, email, code))).toEqual(used);
  expect(await outcomeOf(answerCode(pool, second, email, now(pool, secret, -30)))).toEqual(used);
  expect(await answerCode(pool, second, email, now(pool, secret, 30))).toHaveProperty('AuthenticationResult');
});

test('the code that set the app up signs nobody in', async () => {
  const pool = await serveTestPool();
  const { AccessToken } = await signedInPerson(pool, email);
  const secret = await setUpApp(pool, AccessToken);
  expect(await outcomeOf(answerCode(pool, await begin(pool), email, now(pool, secret)))).toEqual(used);
});

test('of one code sent many times at once, one counts', async () => {
  const pool = await serveTestPool();
  const { secret } = await personWithApp(pool);
  const sessions = await Promise.all(Array.from({ length: 4 }, () => begin(pool)));
  const answers = await Promise.all(
    sessions.map((one) => outcomeOf(answerCode(pool, one, email, now(pool, secret)))),
  );
  expect(answers.filter((answer) => JSON.stringify(answer).includes('AccessToken'))).toHaveLength(1);
});

test('a Session belongs to one person, one challenge and three minutes', async () => {
  const pool = await serveTestPool();
  const { secret } = await personWithApp(pool);
  await personWithApp(pool, 'bob@example.com');
  const open = await begin(pool);
  expect(await outcomeOf(answerCode(pool, open, 'bob@example.com', now(pool, secret)))).toEqual(session(''));
  expect(await outcomeOf(answerCode(pool, open, 'nobody@example.com', now(pool, secret)))).toEqual(
    session(''),
  );
  expect(
    await outcomeOf(answerCode(pool, 'a-session-of-my-own-invention', email, now(pool, secret))),
  ).toEqual(session(''));
  const asNewPassword = ask(pool, 'RespondToAuthChallenge', {
    ClientId: pool.pool.clientId,
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session: open,
    ChallengeResponses: { USERNAME: email, NEW_PASSWORD: 'Another-horse-8' },
  });
  expect(await outcomeOf(asNewPassword)).toEqual(session(''));
  pool.clock.advance(180);
  expect(await outcomeOf(answerCode(pool, open, email, now(pool, secret)))).toEqual(
    session(', session is expired'),
  );
});

test('a password that changed meanwhile, or an app that was switched off, ends a sign-in half way', async () => {
  const pool = await serveTestPool();
  const { secret } = await personWithApp(pool);
  const { cognitoId } = (await pool.pool.findUser(email))!;
  const open = await begin(pool);
  await pool.pool.setPassword(cognitoId, 'Another-horse-8');
  expect(await outcomeOf(answerCode(pool, open, email, now(pool, secret)))).toEqual(session(''));
  const next = await begin(pool, email, 'Another-horse-8');
  await pool.pool.disableSecondFactor(cognitoId);
  expect(await outcomeOf(answerCode(pool, next, email, now(pool, secret)))).toMatchObject({
    name: 'SoftwareTokenMFANotFoundException',
  });
});

test('refresh tokens of a sign-in with a code go on working without another', async () => {
  const pool = await serveTestPool();
  const { secret } = await personWithApp(pool);
  const { AuthenticationResult: given } = await answerCode(pool, await begin(pool), email, now(pool, secret));
  pool.clock.advance(3600);
  const refreshed = await ask(pool, 'InitiateAuth', {
    ClientId: pool.pool.clientId,
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    AuthParameters: { REFRESH_TOKEN: given.RefreshToken },
  });
  expect(
    await ask(pool, 'GetUser', { AccessToken: refreshed.AuthenticationResult.AccessToken }),
  ).toHaveProperty('Username');
});

test('a temporary password is replaced before the code is asked for', async () => {
  const pool = await serveTestPool();
  const { secret } = await personWithApp(pool);
  await pool.database.global.updateTable('userPoolUser').set({ status: 'FORCE_CHANGE_PASSWORD' }).execute();
  const challenge = await signIn(pool, email);
  const next = await ask(pool, 'RespondToAuthChallenge', {
    ClientId: pool.pool.clientId,
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session: challenge.Session,
    ChallengeResponses: { USERNAME: email, NEW_PASSWORD: 'Another-horse-8' },
  });
  expect(next).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
  expect(await answerCode(pool, next.Session, email, now(pool, secret))).toHaveProperty(
    'AuthenticationResult',
  );
});

test('secrets are sealed; one sealed with a lost key lets nobody in', async () => {
  const pool = await serveTestPool();
  const { secret } = await personWithApp(pool);
  const { AccessToken } = await signedInPerson(pool, 'bob@example.com');
  const { SecretCode } = await ask(pool, 'AssociateSoftwareToken', { AccessToken });
  const kept = JSON.stringify(
    await pool.database.global.selectFrom('userPoolSoftwareToken').selectAll().execute(),
  );
  for (const clear of [secret, SecretCode]) expect(kept).not.toContain(clear);
  await pool.database.global
    .updateTable('userPoolSoftwareToken')
    .set({ sealedSecret: 'unreadable' })
    .where('enabled', '=', true)
    .execute();
  expect(await outcomeOf(answerCode(pool, await begin(pool), email, now(pool, secret)))).toEqual(wrongCode);
});

test('a sign-in by password alone that is on its way while codes are switched on gets no tokens', async () => {
  const pool = await serveTestPool();
  const { AccessToken } = await signedInPerson(pool, email);
  const { cognitoId } = (await pool.pool.findUser(email))!;
  const { SecretCode } = await ask(pool, 'AssociateSoftwareToken', { AccessToken });
  await ask(pool, 'VerifySoftwareToken', { AccessToken, UserCode: now(pool, SecretCode) });
  const waiting = async () => {
    const { rows } = await pool.database.pool.query(
      'select from pg_stat_activity where datname = current_database() and wait_event_type = $1',
      ['Lock'],
    );
    return rows.length;
  };
  // the sign-in has seen that no code is demanded, and waits for the person's row
  const [late] = await pool.database.global.transaction().execute(async (tx) => {
    await lockUser(tx, cognitoId);
    const outcome = outcomeOf(signIn(pool, email));
    await vi.waitFor(async () => expect(await waiting()).toBe(1));
    await tx
      .updateTable('userPoolSoftwareToken')
      .set({ enabled: true })
      .where('cognitoId', '=', cognitoId)
      .execute();
    return [outcome];
  });
  expect(await late).toEqual(refused('NotAuthorizedException', 'Incorrect username or password.'));
  // and the other way round: switching on waits for a sign-in that is about to have its tokens
  const order: string[] = [];
  await pool.database.global.transaction().execute(async (tx) => {
    await lockUser(tx, cognitoId);
    const on = ask(pool, 'SetUserMFAPreference', {
      AccessToken,
      SoftwareTokenMfaSettings: { Enabled: true },
    });
    void on.then(() => order.push('switched on'));
    await vi.waitFor(async () => expect(await waiting()).toBe(1));
    order.push('signed in');
  });
  await vi.waitFor(() => expect(order).toEqual(['signed in', 'switched on']));
});
