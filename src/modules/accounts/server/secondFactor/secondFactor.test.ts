import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { goodPassword, isIn } from '../testing/accounts.ts';
import {
  atPool,
  mailAbout,
  poolTokens,
  setUpSecondFactor,
  signInWithCode,
  verifyApp,
  actsOf,
  factorOf,
} from '../testing/secondFactor.ts';

const email = 'ada@acme-widgets.com';

test('a verified app is demanded from now on, recovery codes are told once, and every other sign-in ends', async () => {
  const portal = await testPortal();
  const ada = await portal.member(email);
  const elsewhere = await portal.signIn(email);
  expect(await factorOf(ada)).toEqual({
    on: false,
    since: null,
    recoveryCodesLeft: 0,
    demanded: false,
    passed: false,
  });
  const { secret, recoveryCodes, tokens } = await setUpSecondFactor(portal, ada, email);
  expect(recoveryCodes).toHaveLength(10);
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const code of recoveryCodes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/);
  expect([await isIn(ada), await isIn(elsewhere)]).toEqual([true, false]);
  expect(await factorOf(ada)).toEqual({
    on: true,
    since: '2026-03-02T17:00:00.000Z',
    recoveryCodesLeft: 10,
    demanded: false,
    passed: true,
  });
  await expect(portal.identity.verify(tokens)).rejects.toMatchObject({ code: 'invalid-token' });
  const phone = await signInWithCode(portal, email, secret);
  expect(await factorOf(phone)).toMatchObject({ on: true, passed: true });
  const mail = await mailAbout(portal, email, 'Your Cyber Safety account now asks for a code');
  expect(mail.text).toContain('203.0.113.7');
  for (const code of recoveryCodes) expect(mail.text).not.toContain(code);
  expect(await actsOf(portal, ada.orgId)).toEqual([
    {
      act: 'second-factor-on',
      actorId: ada.cognitoId,
      actorEmail: email,
      ip: '203.0.113.7',
      subjectId: ada.cognitoId,
      subjectName: email,
    },
  ]);
  const kept = JSON.stringify(await portal.database.global.selectFrom('recoveryCode').selectAll().execute());
  for (const code of recoveryCodes) expect(kept).not.toContain(code.replace('-', ''));
});

test('nothing is switched on before an app was verified', async () => {
  const portal = await testPortal();
  const ada = await portal.signIn(email);
  const { status, body } = await ada.post('/accounts/switchSecondFactorOn', await poolTokens(portal, email));
  expect([status, body.error.code]).toEqual([409, 'second-factor-missing']);
  expect(await factorOf(ada)).toMatchObject({ on: false });
});

test.each(['switchSecondFactorOn', 'switchSecondFactorOff', 'renewRecoveryCodes'])(
  '%s takes a sign-in of the same person made for it within ten minutes',
  async (act) => {
    const portal = await testPortal();
    const ada = await portal.signIn(email);
    const { secret } = await setUpSecondFactor(portal, ada, email);
    const mallory = await portal.signIn('mallory@example.com');
    const codes = await portal.database.global
      .selectFrom('recoveryCode')
      .select('codeHash')
      .orderBy('codeHash')
      .execute();
    const old = await poolTokens(portal, email, secret);
    const theirs = await poolTokens(portal, 'mallory@example.com');
    portal.clock.advance(601);
    const refused = async (who: typeof ada, tokens: object) => {
      const { status, body } = await who.post(`/accounts/${act}`, tokens);
      return [status, body.error.code];
    };
    expect(await refused(ada, old)).toEqual([403, 'invalid-token']);
    expect(await refused(ada, theirs)).toEqual([403, 'invalid-token']);
    expect(await refused(mallory, await poolTokens(portal, email, secret))).toEqual([403, 'invalid-token']);
    const fresh = await poolTokens(portal, email, secret);
    expect(await refused(ada, { ...fresh, accessToken: fresh.idToken })).toEqual([403, 'invalid-token']);
    expect((await portal.browser().post(`/accounts/${act}`, fresh)).status).toBe(401);
    expect(await factorOf(ada)).toMatchObject({ on: true, recoveryCodesLeft: 10 });
    expect(
      await portal.database.global
        .selectFrom('recoveryCode')
        .select('codeHash')
        .orderBy('codeHash')
        .execute(),
    ).toEqual(codes);
  },
);

test('a sign-in from before the second factor is no strong one, neither are its refreshed tokens', async () => {
  const portal = await testPortal();
  const ada = await portal.member(email);
  const before = await poolTokens(portal, email);
  // one sign-in begins one session
  const other = await poolTokens(portal, email);
  // switched on behind the portal's back, so that the earlier tokens live on
  const secret = await verifyApp(portal, before);
  await portal.identity.enableSecondFactor(before.accessToken);
  portal.clock.advance(60);
  const { AuthenticationResult: renewed } = await atPool(portal, 'InitiateAuth', {
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    AuthParameters: { REFRESH_TOKEN: other.refreshToken },
  });
  for (const accessTokens of [
    before,
    { ...other, idToken: renewed.IdToken, accessToken: renewed.AccessToken },
  ]) {
    const browser = portal.browser();
    expect((await browser.post('/accounts/session', accessTokens)).status).toBe(200);
    expect(await factorOf(browser)).toMatchObject({ on: true, passed: false });
  }
  expect(await mailAbout(portal, email, 'Your Cyber Safety account now asks for a code')).toBeTruthy();
  expect(await factorOf(await signInWithCode(portal, email, secret))).toMatchObject({ passed: true });
  expect(await actsOf(portal, ada.orgId)).toHaveLength(1);
});

test('what was switched off outside the portal is noted at the next sign-in: codes end, no session stays strong, a mail goes out', async () => {
  const portal = await testPortal();
  const ada = await portal.member(email);
  await setUpSecondFactor(portal, ada, email);
  await portal.identity.disableSecondFactor(ada.cognitoId);
  const phone = await portal.signIn(email);
  expect(await factorOf(phone)).toEqual({
    on: false,
    since: null,
    recoveryCodesLeft: 0,
    demanded: false,
    passed: false,
  });
  expect(await factorOf(ada)).toMatchObject({ passed: false });
  expect(await mailAbout(portal, email, 'Your Cyber Safety account no longer asks for a code')).toBeTruthy();
  expect((await actsOf(portal, ada.orgId)).map(({ act }) => act)).toEqual([
    'second-factor-on',
    'second-factor-off',
  ]);
});

test('switching off takes password and code, ends other sessions and all recovery codes, and is told by mail', async () => {
  const portal = await testPortal();
  const ada = await portal.member(email);
  const { secret, recoveryCodes } = await setUpSecondFactor(portal, ada, email);
  const elsewhere = await signInWithCode(portal, email, secret);
  expect(
    (await ada.post('/accounts/switchSecondFactorOff', await poolTokens(portal, email, secret))).status,
  ).toBe(200);
  expect([await isIn(ada), await isIn(elsewhere)]).toEqual([true, false]);
  expect(await factorOf(ada)).toMatchObject({ on: false, passed: false });
  expect(await factorOf(await portal.signIn(email))).toMatchObject({ on: false });
  expect(await mailAbout(portal, email, 'Your Cyber Safety account no longer asks for a code')).toBeTruthy();
  const recovery = { email, password: goodPassword, recoveryCode: recoveryCodes[0] };
  expect((await portal.browser().post('/accounts/recoverSecondFactor', recovery)).body.error.code).toBe(
    'recovery-refused',
  );
  expect(
    (await ada.post('/accounts/switchSecondFactorOff', await poolTokens(portal, email))).body.error.code,
  ).toBe('second-factor-missing');
});

test('new recovery codes end the old ones, and the tokens they took', async () => {
  const portal = await testPortal();
  const ada = await portal.member(email);
  const { secret, recoveryCodes } = await setUpSecondFactor(portal, ada, email);
  const tokens = await poolTokens(portal, email, secret);
  const { body } = await ada.post('/accounts/renewRecoveryCodes', tokens);
  expect(body.data.recoveryCodes).toHaveLength(10);
  await expect(portal.identity.verify(tokens)).rejects.toMatchObject({ code: 'invalid-token' });
  expect(await mailAbout(portal, email, 'New recovery codes for your Cyber Safety account')).toBeTruthy();
  const recover = (recoveryCode: string) =>
    portal.browser().post('/accounts/recoverSecondFactor', { email, password: goodPassword, recoveryCode });
  expect((await recover(recoveryCodes[0]!)).status).toBe(403);
  expect((await recover(body.data.recoveryCodes[0])).status).toBe(200);
});

test('a new password leaves the second factor on', async () => {
  const portal = await testPortal();
  const ada = await portal.member(email);
  const { secret } = await setUpSecondFactor(portal, ada, email);
  await portal.identity.setPassword(ada.cognitoId, 'Another-horse-8');
  const browser = portal.browser();
  await browser.post('/accounts/session', await poolTokens(portal, email, secret, 'Another-horse-8'));
  expect(await factorOf(browser)).toMatchObject({ on: true, passed: true, recoveryCodesLeft: 10 });
});

test('staff who act as the person see and change nothing of it', async () => {
  const portal = await testPortal();
  const ada = await portal.member(email);
  const { secret } = await setUpSecondFactor(portal, ada, email);
  const tokens = await poolTokens(portal, email, secret);
  await portal.database.global.updateTable('appSession').set({ supportStaff: 'sam@staff.example' }).execute();
  const answers = [
    await ada.get('/accounts/secondFactor'),
    await ada.get('/accounts/ownSessions'),
    await ada.post('/accounts/switchSecondFactorOn', tokens),
    await ada.post('/accounts/switchSecondFactorOff', tokens),
    await ada.post('/accounts/replaceSecondFactorApp', { ...tokens, code: '123456' }),
    await ada.post('/accounts/renewRecoveryCodes', tokens),
    await ada.post('/accounts/endOwnSession', { id: 'any' }),
    await ada.post('/accounts/endOtherSessions'),
    await ada.post('/accounts/setSecondFactorPolicy', { required: true }),
  ];
  expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(
    answers.map(() => [403, 'not-in-support-session']),
  );
});

test('codes switched off and on again at the pool make no strong sign-in of one by password alone', async () => {
  const portal = await testPortal();
  const ada = await portal.member(email);
  await setUpSecondFactor(portal, ada, email);
  // an outside pool takes both with an access token alone
  await portal.database.global.updateTable('userPoolSoftwareToken').set({ enabled: false }).execute();
  const byPassword = await poolTokens(portal, email);
  await portal.database.global.updateTable('userPoolSoftwareToken').set({ enabled: true }).execute();
  const browser = portal.browser();
  expect((await browser.post('/accounts/session', byPassword)).status).toBe(200);
  expect(await factorOf(browser)).toMatchObject({ on: true, passed: false });
  // nor do they open what takes a code
  const { status, body } = await browser.post('/accounts/renewRecoveryCodes', byPassword);
  expect([status, body.error?.code]).toEqual([403, 'invalid-token']);
});
