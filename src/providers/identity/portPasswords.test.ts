import { describe, expect, test } from 'vitest';
import { codeAt } from './embedded/codes/oneTimeCodes.ts';
import {
  answerCode,
  ask,
  goodPassword,
  outcomeOf,
  refused,
  setUpApp,
  signIn,
  signUp,
} from './testing/pool.ts';
import { codeOf, email, implementations, tokensOf } from './testing/port.ts';

describe.each(Object.entries(implementations))('passwords of %s', (_name, open) => {
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
});

describe.each(Object.entries(implementations))('second factors of %s', (_name, open) => {
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
});
