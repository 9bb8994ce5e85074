import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserAttribute,
  CognitoUserPool,
  type CognitoUserSession,
  type ICognitoStorage,
  type ISignUpResult,
} from 'amazon-cognito-identity-js';
import { describe, expect, test } from 'vitest';
import { codeAt } from './embedded/codes/oneTimeCodes.ts';
import { goodPassword, outcomeOf, refused, serveTestPool, type TestPool } from './testing/pool.ts';

const email = 'ann@example.com';
const newPassword = 'Another-horse-8';

function storage(): ICognitoStorage {
  const kept = new Map<string, string>();
  return {
    setItem: (key, value) => void kept.set(key, value),
    getItem: (key) => kept.get(key) ?? null,
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

/** A browser with the ordinary Cognito client, told only where the pool is. */
function browser(pool: TestPool, flow: string) {
  const { UserPoolId, ClientId, endpoint } = pool.pool.browserUserPool();
  const kept = storage();
  const userPool = new CognitoUserPool({ UserPoolId, ClientId, endpoint: endpoint!, Storage: kept });
  const user = (Username = email) => {
    const made = new CognitoUser({ Username, Pool: userPool, Storage: kept });
    made.setAuthenticationFlowType(flow);
    return made;
  };
  const signIn = (who: CognitoUser, Password: string) =>
    new Promise<CognitoUserSession | 'new password required'>((onSuccess, onFailure) =>
      who.authenticateUser(new AuthenticationDetails({ Username: email, Password }), {
        onSuccess,
        onFailure,
        newPasswordRequired: () => onSuccess('new password required'),
      }),
    );
  return { userPool, user, signIn };
}

const called = <T>(work: (done: (error: unknown, answer?: T) => void) => void): Promise<T> =>
  new Promise((resolve, reject) => work((error, answer) => (error ? reject(error) : resolve(answer as T))));

describe.each(['USER_SRP_AUTH', 'USER_PASSWORD_AUTH'])('amazon-cognito-identity-js with %s', (flow) => {
  test('the whole story of a person', async () => {
    const pool = await serveTestPool();
    const { userPool, user, signIn } = browser(pool, flow);
    const attributes = [
      new CognitoUserAttribute({ Name: 'email', Value: email }),
      new CognitoUserAttribute({ Name: 'custom:subscriptionId', Value: 'sub-1' }),
    ];
    const made = await called<ISignUpResult | undefined>((done) =>
      userPool.signUp(email, goodPassword, attributes, [], done),
    );
    expect(made).toMatchObject({ userConfirmed: false, codeDeliveryDetails: { Destination: 'a***@e***' } });
    await expect(
      called((done) => userPool.signUp(email, goodPassword, attributes, [], done)),
    ).rejects.toMatchObject({
      code: 'UsernameExistsException',
    });
    expect(await outcomeOf(signIn(user(), goodPassword))).toEqual(
      refused('UserNotConfirmedException', 'User is not confirmed.'),
    );
    await called((done) => user().resendConfirmationCode(done));
    expect(await called((done) => user().confirmRegistration(pool.lastCode(email), true, done))).toBe(
      'SUCCESS',
    );

    expect(await outcomeOf(signIn(user(), 'Wrong-password-1'))).toEqual(
      refused('NotAuthorizedException', 'Incorrect username or password.'),
    );
    expect(await outcomeOf(signIn(user('nobody@example.com'), goodPassword))).toEqual(
      refused('NotAuthorizedException', 'Incorrect username or password.'),
    );
    const ann = user();
    const session = (await signIn(ann, goodPassword)) as CognitoUserSession;
    expect(session.getIdToken().payload).toMatchObject({
      email,
      'custom:subscriptionId': 'sub-1',
      sub: made?.userSub,
    });
    const known = await called<CognitoUserAttribute[] | undefined>((done) => ann.getUserAttributes(done));
    expect(known?.map((attribute) => [attribute.getName(), attribute.getValue()])).toContainEqual([
      'email',
      email,
    ]);

    const refreshed = await called<CognitoUserSession>((done) =>
      ann.refreshSession(session.getRefreshToken(), done),
    );
    expect(refreshed.getAccessToken().getJwtToken()).not.toBe(session.getAccessToken().getJwtToken());
    expect(refreshed.getRefreshToken().getToken()).toBe(session.getRefreshToken().getToken());

    expect(await called((done) => ann.changePassword(goodPassword, newPassword, done))).toBe('SUCCESS');
    await called((done) =>
      ann.globalSignOut({ onSuccess: (message) => done(null, message), onFailure: done }),
    );
    expect(await outcomeOf(signIn(user(), goodPassword))).toMatchObject({ name: 'NotAuthorizedException' });
    expect(await signIn(user(), newPassword)).not.toBe('new password required');

    await called((done) =>
      user().forgotPassword({ onSuccess: (details) => done(null, details), onFailure: done }),
    );
    const wrong = pool.lastCode(email) === '000000' ? '000001' : '000000';
    const reset = (code: string) =>
      called<string>((done) =>
        user().confirmPassword(code, 'Third-horse-9', {
          onSuccess: (answer) => done(null, answer),
          onFailure: done,
        }),
      );
    expect(await outcomeOf(reset(wrong))).toEqual(
      refused('CodeMismatchException', 'Invalid verification code provided, please try again.'),
    );
    expect(await reset(pool.lastCode(email))).toBe('SUCCESS');
    const back = user();
    const last = (await signIn(back, 'Third-horse-9')) as CognitoUserSession;
    await new Promise<void>((resolve) => back.signOut(() => resolve()));
    await expect(
      pool.pool.verify({
        idToken: last.getIdToken().getJwtToken(),
        accessToken: last.getAccessToken().getJwtToken(),
      }),
    ).rejects.toMatchObject({ code: 'invalid-token', message: 'Access Token has been revoked' });
  });

  test('a temporary password is replaced', async () => {
    const pool = await serveTestPool();
    await pool.pool.createUser({ email, password: goodPassword, temporary: true });
    const { user, signIn } = browser(pool, flow);
    const ann = user();
    expect(await signIn(ann, goodPassword)).toBe('new password required');
    const session = await called<CognitoUserSession>((done) =>
      ann.completeNewPasswordChallenge(
        newPassword,
        {},
        { onSuccess: (made) => done(null, made), onFailure: done },
      ),
    );
    expect(session.getIdToken().payload).toMatchObject({ email });
    expect(await signIn(user(), newPassword)).not.toBe('new password required');
  });
});

test.each(['USER_SRP_AUTH', 'USER_PASSWORD_AUTH'])(
  'amazon-cognito-identity-js sets an authenticator app up and signs in with it by %s',
  async (flow) => {
    const pool = await serveTestPool();
    await pool.pool.createUser({ email, password: goodPassword });
    const { user } = browser(pool, flow);
    // the client compares the tokens with the real time
    pool.clock.set(new Date());
    const signIn = (who: CognitoUser) =>
      new Promise<CognitoUserSession | 'code'>((onSuccess, onFailure) =>
        who.authenticateUser(new AuthenticationDetails({ Username: email, Password: goodPassword }), {
          onSuccess,
          onFailure,
          totpRequired: () => onSuccess('code'),
        }),
      );
    const ann = user();
    await signIn(ann);
    const secret = await new Promise<string>((associateSecretCode, onFailure) =>
      ann.associateSoftwareToken({ associateSecretCode, onFailure }),
    );
    const verify = (code: string) =>
      new Promise((onSuccess, onFailure) => ann.verifySoftwareToken(code, 'Phone', { onSuccess, onFailure }));
    await expect(verify('000000')).rejects.toMatchObject({ code: 'EnableSoftwareTokenMFAException' });
    expect(await verify(codeAt(secret, pool.clock.now()))).toMatchObject({ Status: 'SUCCESS' });
    expect(
      await called((done) => ann.setUserMfaPreference(null, { Enabled: true, PreferredMfa: true }, done)),
    ).toBe('SUCCESS');
    expect(await called((done) => ann.getUserData(done, { bypassCache: true }))).toMatchObject({
      PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA',
    });
    pool.clock.advance(60);
    const again = user();
    expect(await signIn(again)).toBe('code');
    const send = (code: string) =>
      new Promise<CognitoUserSession>((onSuccess, onFailure) =>
        again.sendMFACode(code, { onSuccess, onFailure }, 'SOFTWARE_TOKEN_MFA'),
      );
    await expect(send('000000')).rejects.toMatchObject({
      code: 'CodeMismatchException',
      message: 'Invalid code received for user',
    });
    expect((await send(codeAt(secret, pool.clock.now()))).getIdToken().payload).toMatchObject({ email });
  },
);

test('a person remembered by the browser is still signed in, until signed out elsewhere', async () => {
  const pool = await serveTestPool();
  const { cognitoId } = await pool.pool.createUser({ email, password: goodPassword });
  const { userPool, user, signIn } = browser(pool, 'USER_SRP_AUTH');
  // the client compares the tokens with the real time
  pool.clock.set(new Date());
  await signIn(user(), goodPassword);
  const current = userPool.getCurrentUser()!;
  expect((await called<CognitoUserSession>((done) => current.getSession(done))).isValid()).toBe(true);
  await pool.pool.signOutEverywhere(cognitoId);
  await expect(called((done) => current.getUserAttributes(done))).rejects.toMatchObject({
    code: 'NotAuthorizedException',
    message: 'Access Token has been revoked',
  });
});
