import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import {
  addAdmin,
  administrator,
  goodPassword,
  linkOf,
  newestMail,
  tokensOf,
  type Portal,
} from '../testing/accounts.ts';
import { noteFailedSignIns } from './signInNotes.ts';

const email = 'ada@acme-widgets.com';
const phone = {
  ip: '198.51.100.9',
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
};

/** What the log of an organization says, newest first. */
async function logOf(admin: { get: (path: string) => Promise<{ body: any }> }): Promise<any[]> {
  const { body } = await admin.get('/audit/entries?kind=security');
  return body.data;
}
const sentences = async (admin: Parameters<typeof logOf>[0]) =>
  (await logOf(admin)).map((entry) => entry.what);
const atPool = (portal: Portal, action: string, body: object) =>
  portal.identity.handle(action, { ClientId: portal.identity.clientId, ...body }, phone);

test('the log shows who signed in and out, from where and with what', async () => {
  const portal = await testPortal();
  const ada = await administrator(portal, email);
  const bo = await addAdmin(portal, ada.orgId, 'bo@acme-widgets.com');
  await bo.post('/accounts/logout');
  const entries = await logOf(ada);
  expect(entries.slice(0, 2).map((entry) => [entry.what, entry.who.email])).toEqual([
    ['Signed out', 'bo@acme-widgets.com'],
    ['Signed in', 'bo@acme-widgets.com'],
  ]);
  expect(entries[0].from.address).toBe('203.0.113.7');
});

test('failed sign-ins of a quarter of an hour are one entry with their number, however many there are', async () => {
  const portal = await testPortal();
  const ada = await administrator(portal, email);
  const wrong = {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: 'Wrong-password-1' },
  };
  for (let i = 0; i < 3; i++) await atPool(portal, 'InitiateAuth', wrong).catch(() => {});
  const stranger = { USERNAME: 'nobody@example.com', PASSWORD: 'Wrong-password-1' };
  await atPool(portal, 'InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: stranger }).catch(
    () => {},
  );
  await noteFailedSignIns(portal.base);
  expect(await sentences(ada)).toEqual(['Signed in']);
  portal.clock.advance(900);
  await Promise.all([noteFailedSignIns(portal.base), noteFailedSignIns(portal.base)]);
  const [entry, ...older] = await logOf(ada);
  expect(entry).toMatchObject({
    what: `Failed attempts to sign in as ${email}`,
    from: { address: phone.ip },
    who: { kind: 'portal' },
  });
  expect(entry.changes).toContainEqual({ label: 'Tries', before: null, after: '3' });
  expect(older).toHaveLength(1);
  expect(await portal.database.global.selectFrom('failedSignIn').selectAll().execute()).toEqual([]);
});

test('each way to a new password is in the log and told by email', async () => {
  const portal = await testPortal();
  const ada = await administrator(portal, email);
  const told = async () => (await newestMail(portal, email))?.subject;
  await portal.browser().post('/accounts/sendResetPasswordMagicLink', { email });
  const linkId = linkOf((await newestMail(portal, email))!, '/resetPassword/')
    .split('/')
    .at(-1)!
    .split('?')[0]!;
  expect(
    (await portal.browser().post('/accounts/resetPassword', { linkId, password: 'AcmeWidgets1' })).body.error
      .code,
  ).toBe('guessable-password');
  expect(
    (await portal.browser().post('/accounts/resetPassword', { linkId, password: 'Another-horse-8' })).status,
  ).toBe(200);
  portal.clock.advance(1);
  expect(await told()).toMatch(/password was changed$/);
  portal.clock.advance(1);
  await atPool(portal, 'ForgotPassword', { Username: email });
  const [ConfirmationCode] = /\d{6}/.exec((await newestMail(portal, email))!.subject)!;
  await atPool(portal, 'ConfirmForgotPassword', {
    Username: email,
    ConfirmationCode,
    Password: 'Third-horse-9',
  });
  portal.clock.advance(1);
  const mail = (await newestMail(portal, email))!;
  expect(mail.subject).toMatch(/password was changed$/);
  for (const words of [phone.ip, 'Safari on an iPhone']) expect(mail.text).toContain(words);
  const { accessToken } = await tokensOf(portal, email, 'Third-horse-9');
  const change = {
    AccessToken: accessToken,
    PreviousPassword: 'Third-horse-9',
    ProposedPassword: goodPassword,
  };
  await atPool(portal, 'ChangePassword', change);
  await portal.runJobs();
  portal.clock.advance(1);
  const back = await portal.signIn(email);
  expect((await sentences(back)).slice(0, 4)).toEqual([
    'Signed in',
    'Changed their password',
    'Reset their password with an emailed code',
    'Reset their password with an emailed link',
  ]);
  expect((await ada.post('/accounts/check')).body.authenticated).toBe(false);
});

test('somebody without an organization is told of a new password by email', async () => {
  const portal = await testPortal();
  await portal.identity.createUser({ email, password: goodPassword });
  const { accessToken } = await tokensOf(portal, email);
  await atPool(portal, 'ChangePassword', {
    AccessToken: accessToken,
    PreviousPassword: goodPassword,
    ProposedPassword: 'Another-horse-8',
  });
  expect((await newestMail(portal, email))?.subject).toMatch(/password was changed$/);
});

test('a password changed at the pool ends every session but the one of that sign-in, and outstanding reset links', async () => {
  const portal = await testPortal();
  const other = await administrator(portal, email);
  await portal.browser().post('/accounts/sendResetPasswordMagicLink', { email });
  const linkId = linkOf((await newestMail(portal, email))!, '/resetPassword/')
    .split('/')
    .at(-1)!
    .split('?')[0]!;
  const tokens = await tokensOf(portal, email);
  const own = portal.browser();
  expect((await own.post('/accounts/session', tokens)).status).toBe(200);
  const change = {
    AccessToken: tokens.accessToken,
    PreviousPassword: goodPassword,
    ProposedPassword: 'Another-horse-8',
  };
  await atPool(portal, 'ChangePassword', change);
  expect((await other.post('/accounts/check')).body.authenticated).toBe(false);
  expect((await own.post('/accounts/check')).body.authenticated).toBe(true);
  expect((await own.post('/accounts/checkResetPasswordMagicLink', { linkId })).body.isValidLink).toBe(false);
});

test('the tokens of one sign-in begin one session, however often and at once they are sent, renewed ones included', async () => {
  const portal = await testPortal();
  await administrator(portal, email);
  const tokens = await tokensOf(portal, email);
  const browsers = Array.from({ length: 4 }, () => portal.browser());
  const answers = await Promise.all(browsers.map((browser) => browser.post('/accounts/session', tokens)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403]);
  const winner = browsers[answers.findIndex(({ status }) => status === 200)]!;
  expect((await winner.post('/accounts/check')).body.username).toBe(email);
  const refresh = { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: tokens.refreshToken } };
  const { AuthenticationResult: renewed } = (await atPool(portal, 'InitiateAuth', refresh)) as any;
  const again = { ...tokens, idToken: renewed.IdToken, accessToken: renewed.AccessToken };
  expect((await portal.browser().post('/accounts/session', again)).status).toBe(403);
  // nor do they change anything about the second factor
  expect((await winner.post('/accounts/renewRecoveryCodes', tokens)).body.error.code).toBe('invalid-token');
});
