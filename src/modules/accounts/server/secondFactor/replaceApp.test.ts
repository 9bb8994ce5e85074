import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { goodPassword, isIn, type Portal } from '../testing/accounts.ts';
import { codeAt } from '#providers/identity/embedded/codes/oneTimeCodes.ts';
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

/** Begins to set another app up, as the dialog does. */
const anotherApp = async (portal: Portal, tokens: { accessToken: string }): Promise<string> =>
  (await atPool(portal, 'AssociateSoftwareToken', { AccessToken: tokens.accessToken })).SecretCode;

test.each([false, true])(
  'another phone takes the place of the one in use; recovery codes stay (demanded: %s)',
  async (required) => {
    const portal = await testPortal();
    const ada = await portal.member(email);
    const { secret, recoveryCodes } = await setUpSecondFactor(portal, ada, email);
    await ada.post('/accounts/setSecondFactorPolicy', { required });
    const elsewhere = await signInWithCode(portal, email, secret);
    const tokens = await poolTokens(portal, email, secret);
    const next = await anotherApp(portal, tokens);
    const replace = async (code: string) => {
      const { status, body } = await ada.post('/accounts/replaceSecondFactorApp', { ...tokens, code });
      return [status, body.error?.code];
    };
    portal.clock.advance(60);
    expect(await replace(codeAt(secret, portal.clock.now()))).toEqual([403, 'wrong-code']);
    expect(await replace('12345')).toEqual([400, 'invalid']);
    expect([await isIn(ada), await isIn(elsewhere)]).toEqual([true, true]);
    expect(await replace(codeAt(next, portal.clock.now()))).toEqual([200, undefined]);
    expect([await isIn(ada), await isIn(elsewhere)]).toEqual([true, false]);
    expect(await factorOf(ada)).toEqual({
      on: true,
      since: '2026-03-02T17:00:00.000Z',
      recoveryCodesLeft: 10,
      demanded: required,
      passed: true,
    });
    await expect(portal.identity.verify(tokens)).rejects.toMatchObject({ code: 'invalid-token' });
    await expect(poolTokens(portal, email, secret)).rejects.toMatchObject({ name: 'CodeMismatchException' });
    expect(await factorOf(await signInWithCode(portal, email, next))).toMatchObject({
      on: true,
      passed: true,
    });
    const mail = await mailAbout(portal, email, 'Your Cyber Safety account has another authenticator app');
    expect(mail.text).toContain('Was this not you? Choose a new password at once');
    expect((await actsOf(portal, ada.orgId)).map(({ act }) => act)).toEqual([
      'second-factor-on',
      'second-factor-app-replaced',
    ]);
    const recovery = { email, password: goodPassword, recoveryCode: recoveryCodes[0] };
    expect((await portal.browser().post('/accounts/recoverSecondFactor', recovery)).status).toBe(200);
  },
);

test('another phone takes the code of the present one: neither a password alone nor tokens of before will do', async () => {
  const portal = await testPortal();
  const ada = await portal.member(email);
  const weak = await poolTokens(portal, email);
  const replace = async (tokens: object, code: string) => {
    const { status, body } = await ada.post('/accounts/replaceSecondFactorApp', { ...tokens, code });
    return [status, body.error?.code];
  };
  const early = await anotherApp(portal, weak);
  expect(await replace(weak, codeAt(early, portal.clock.now()))).toEqual([409, 'second-factor-missing']);
  const secret = await verifyApp(portal, weak);
  await portal.identity.enableSecondFactor(weak.accessToken);
  portal.clock.advance(1);
  // the portal learns of it now, and the password alone was given before
  await portal.browser().post('/accounts/session', await poolTokens(portal, email, secret));
  const next = await anotherApp(portal, weak);
  expect(await replace(weak, codeAt(next, portal.clock.now()))).toEqual([403, 'invalid-token']);
  const strong = await poolTokens(portal, email, secret);
  expect(await replace(strong, '000000')).toEqual([403, 'wrong-code']);
  portal.clock.advance(601);
  expect(await replace(strong, codeAt(next, portal.clock.now()))).toEqual([403, 'invalid-token']);
  expect(await factorOf(await signInWithCode(portal, email, secret))).toMatchObject({ passed: true });
});
