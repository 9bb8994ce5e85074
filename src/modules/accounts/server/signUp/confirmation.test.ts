import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { administrator, goodPassword, linkOf, newestMail, organize, signUp } from '../testing/accounts.ts';
import { atPool, poolTokens, setUpSecondFactor } from '../testing/secondFactor.ts';

type Portal = Awaited<ReturnType<typeof testPortal>>;
const email = 'ada@acme-widgets.com';
const follow = async (portal: Portal, path: string) => {
  const answer = await portal.browser().send('GET', path);
  return [answer.statusCode, answer.headers.location];
};
const signIn = (result: string, username = email) => [
  302,
  `/signin?${new URLSearchParams({ verification_result: result, username })}`,
];
const codeIn = (mail: { subject: string }) => /\b\d{6}\b/.exec(mail.subject)![0];
const confirm = async (portal: Portal, code: string, password = goodPassword, username = email) => {
  const { status, body } = await portal
    .browser()
    .post('/accounts/confirmSignup', { username, code, password });
  return status === 200 ? body.result : [status, body.error.code];
};
/** What a gateway does with a mail: opens every link in it, by each method that a link can be opened with. */
async function openEverything(portal: Portal, mail: { text: string; html: string }) {
  const links = new Set(
    [...`${mail.text} ${mail.html.replaceAll('&amp;', '&')}`.matchAll(/https?:\/\/[^\s"<>]+/g)].map(
      ([link]) => new URL(link),
    ),
  );
  for (const { pathname, search } of links)
    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
      await portal.app.inject({
        method,
        url: pathname + search,
        headers: { host: 'localhost', 'user-agent': 'Mozilla/5.0 gateway' },
      });
}

test('the link of the mail changes nothing and leads to a page; code and password together confirm, once', async () => {
  const portal = await testPortal();
  await signUp(portal, email);
  const mail = (await newestMail(portal, email))!;
  const code = codeIn(mail);
  const link = linkOf(mail, '/api/accounts/confirmSignup');
  expect(link).toBe(`/api/accounts/confirmSignup?username=ada%40acme-widgets.com&code=${code}`);
  expect(await follow(portal, link)).toEqual([
    302,
    `/confirm-signup#username=ada%40acme-widgets.com&code=${code}`,
  ]);
  await openEverything(portal, mail);
  expect(await portal.identity.findUser(email)).toMatchObject({ emailVerified: false });
  expect(await confirm(portal, code)).toBe('confirmed');
  expect(await portal.identity.findUser(email)).toMatchObject({ emailVerified: true });
  expect(await confirm(portal, code)).toBe('already_confirmed');
});

test('the code without the password confirms nothing, nor does the password without the code', async () => {
  const portal = await testPortal();
  await signUp(portal, email);
  const code = codeIn((await newestMail(portal, email))!);
  expect(await confirm(portal, code, 'Another-horse-7')).toEqual([403, 'wrong-password']);
  expect(await confirm(portal, code, goodPassword, 'nobody@example.com')).toEqual([403, 'wrong-password']);
  expect(await confirm(portal, code === '000000' ? '000001' : '000000')).toBe('invalid');
  const noToken = await portal
    .browser()
    .send('POST', '/api/accounts/confirmSignup', { username: email, code, password: goodPassword });
  expect(noToken.statusCode).toBe(403);
  expect(await portal.identity.findUser(email)).toMatchObject({ emailVerified: false });
});

test('an address that a stranger signed up stays free for its owner, whatever opens the mail', async () => {
  const portal = await testPortal();
  await signUp(portal, email);
  await openEverything(portal, (await newestMail(portal, email))!);
  await expect(poolTokens(portal, email)).rejects.toMatchObject({ name: 'UserNotConfirmedException' });
  // emails of one moment have no order
  portal.clock.advance(2);
  const owner = portal.browser();
  await owner.post('/accounts/sendResetPasswordMagicLink', { email });
  const linkId = linkOf((await newestMail(portal, email))!, '/resetPassword/').split('/')[2]!;
  expect((await owner.post('/accounts/resetPassword', { linkId, password: 'Owners-horse-8' })).status).toBe(
    200,
  );
  await expect(poolTokens(portal, email)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  const session = await owner.post(
    '/accounts/session',
    await poolTokens(portal, email, undefined, 'Owners-horse-8'),
  );
  expect(session.body).toMatchObject({ authenticated: true, newUser: true });
});

/** As earlier versions left them: an account that a gateway confirmed, with the stranger's authenticator app. */
async function takenAccount(portal: Portal) {
  await portal.identity.createUser({ email, password: goodPassword });
  const stranger = await portal.signIn(email);
  await setUpSecondFactor(portal, stranger, email);
  await portal.runJobs();
  portal.clock.advance(2);
  return stranger;
}
const factorRows = async (portal: Portal) => {
  const rows = await Promise.all(
    (['secondFactor', 'recoveryCode', 'userPoolSoftwareToken', 'appSession'] as const).map((table) =>
      portal.database.global.selectFrom(table).selectAll().execute(),
    ),
  );
  return rows.map(({ length }) => length);
};

test('a reset by link frees an account of no organization from the second factor that a stranger set up', async () => {
  const portal = await testPortal();
  const stranger = await takenAccount(portal);
  const owner = portal.browser();
  await owner.post('/accounts/sendResetPasswordMagicLink', { email });
  const linkId = linkOf((await newestMail(portal, email))!, '/resetPassword/').split('/')[2]!;
  await owner.post('/accounts/resetPassword', { linkId, password: 'Owners-horse-8' });
  expect(await factorRows(portal)).toEqual([0, 0, 0, 0]);
  expect((await stranger.post('/accounts/check')).body.authenticated).toBe(false);
  const session = await owner.post(
    '/accounts/session',
    await poolTokens(portal, email, undefined, 'Owners-horse-8'),
  );
  expect(session.body.authenticated).toBe(true);
});

test('a reset by code does the same', async () => {
  const portal = await testPortal();
  await takenAccount(portal);
  await atPool(portal, 'ForgotPassword', { Username: email });
  const ConfirmationCode = codeIn((await newestMail(portal, email))!);
  await atPool(portal, 'ConfirmForgotPassword', {
    Username: email,
    ConfirmationCode,
    Password: 'Owners-horse-8',
  });
  expect(await factorRows(portal)).toEqual([0, 0, 0, 0]);
});

test('an administrator keeps the second factor after a reset by link and by code', async () => {
  const portal = await testPortal();
  const stranger = await takenAccount(portal);
  await organize(portal, stranger);
  await stranger.post('/accounts/sendResetPasswordMagicLink', { email });
  const linkId = linkOf((await newestMail(portal, email))!, '/resetPassword/').split('/')[2]!;
  await stranger.post('/accounts/resetPassword', { linkId, password: 'Owners-horse-8' });
  // the mail about the new password is older than the one with the code
  await portal.runJobs();
  portal.clock.advance(2);
  await atPool(portal, 'ForgotPassword', { Username: email });
  const ConfirmationCode = codeIn((await newestMail(portal, email))!);
  await atPool(portal, 'ConfirmForgotPassword', {
    Username: email,
    ConfirmationCode,
    Password: 'Owners-horse-9',
  });
  expect(await factorRows(portal)).toEqual([1, 10, 1, 0]);
  const asked = await atPool(portal, 'InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: 'Owners-horse-9' },
  });
  expect(asked.ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
});

test('accepting an invitation frees the account from the second factor that a stranger set up', async () => {
  const portal = await testPortal();
  await takenAccount(portal);
  const admin = await administrator(portal, 'boss@lamps.example', 'Lamps LLC');
  await admin.post('/accounts/invite_user', { email });
  const linkId = linkOf((await newestMail(portal, email))!, '/invite-link/').split('/')[2]!;
  const owner = portal.browser();
  expect((await owner.post('/accounts/inviteLink', { linkId, password: 'Owners-horse-8' })).status).toBe(200);
  const session = await owner.post(
    '/accounts/session',
    await poolTokens(portal, email, undefined, 'Owners-horse-8'),
  );
  expect(session.body).toMatchObject({ authenticated: true, newUser: false });
});

test('a page of someone else cannot have an invitation mailed again', async () => {
  const portal = await testPortal();
  const url = `/api/accounts/inviteLinkLookup?email=${encodeURIComponent(email)}`;
  const headers = { 'user-agent': 'Mozilla/5.0', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' };
  expect((await portal.browser().send('GET', url, undefined, headers)).statusCode).toBe(403);
  const own = { 'user-agent': 'Mozilla/5.0', 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' };
  expect((await portal.browser().send('GET', url, undefined, own)).statusCode).toBe(200);
});

test('the mail speaks in the brand of the subscription id and leads to its portal', async () => {
  const portal = await testPortal();
  await signUp(portal, email, 'HARBOR');
  const mail = (await newestMail(portal, email))!;
  expect(mail.from.name).toBe('Harborline Business Shield');
  expect(mail.replyTo).toBe('support@harborline.example');
  expect(mail.text).toContain('http://shield.localhost:4000/api/accounts/confirmSignup?');
  const { body } = await portal
    .browser()
    .post('/accounts/confirmSignup', { username: email, code: codeIn(mail), password: goodPassword });
  expect(body).toMatchObject({ result: 'confirmed', subscriptionId: 'HARBOR' });
});

test('an old link has expired', async () => {
  const portal = await testPortal();
  await signUp(portal, email);
  const code = codeIn((await newestMail(portal, email))!);
  portal.clock.advance(24 * 3600 + 1);
  expect(await confirm(portal, code)).toBe('expired');
});

test.each([
  ['no code', `username=${encodeURIComponent(email)}`],
  ['letters', `username=${encodeURIComponent(email)}&code=abcdef`],
])('a link with %s is invalid at once', async (_what, query) => {
  const portal = await testPortal();
  expect(await follow(portal, `/api/accounts/confirmSignup?${query}`)).toEqual(signIn('invalid'));
});

test('a link without an address says only that it is invalid', async () => {
  const portal = await testPortal();
  expect(await follow(portal, '/api/accounts/confirmSignup?code=123456')).toEqual([
    302,
    '/signin?verification_result=invalid',
  ]);
});

test('whatever a link says, it leads to a page of this portal', async () => {
  const portal = await testPortal();
  const evil = encodeURIComponent('//evil.example/\r\nSet-Cookie: a=b');
  const [status, location] = await follow(portal, `/api/accounts/confirmSignup?username=${evil}&code=123456`);
  expect(status).toBe(302);
  expect(location).toMatch(/^\/confirm-signup#username=[\w%.+-]*&code=123456$/);
});

test('following links is limited', async () => {
  const portal = await testPortal();
  for (let i = 0; i < 30; i++)
    await follow(portal, '/api/accounts/confirmSignup?username=a%40b.co&code=000000');
  expect((await follow(portal, '/api/accounts/confirmSignup?username=a%40b.co&code=000000'))[0]).toBe(429);
});
