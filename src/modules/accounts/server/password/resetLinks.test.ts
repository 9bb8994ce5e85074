import { expect, test, vi } from 'vitest';
import { testPortal, type TestPortalOptions } from '#app/testing/portal.ts';
import { goodPassword, linkOf, newestMail, signUp, tokensOf, type Portal } from '../testing/accounts.ts';

const email = 'ada@acme-widgets.com';
const newPassword = 'Another-Horse-8';
const ask = (portal: Portal, address = email, ip?: string) =>
  portal.browser({ ip }).post('/accounts/sendResetPasswordMagicLink', { email: address, host: 'localhost' });

async function withLink(options: TestPortalOptions = {}) {
  const portal = await testPortal(options);
  await portal.identity.createUser({ email, password: goodPassword });
  await ask(portal);
  const mail = (await newestMail(portal, email))!;
  const linkId = linkOf(mail, '/resetPassword/').split('/')[2]!;
  const browser = portal.browser();
  return {
    portal,
    linkId,
    mail,
    check: async () => (await browser.post('/accounts/checkResetPasswordMagicLink', { linkId })).body,
    reset: (password = newPassword) => portal.browser().post('/accounts/resetPassword', { linkId, password }),
  };
}

test('a link sets a new password once and ends every session and token of the person', async () => {
  const { portal, linkId, check, reset } = await withLink();
  const ada = await portal.signIn(email);
  const tokens = await tokensOf(portal, email);
  expect(linkId).toMatch(/^[\w-]{43}$/);
  expect(await check()).toEqual({ success: true, isValidLink: true });
  expect((await reset()).body).toEqual({ success: true });
  await expect(tokensOf(portal, email, newPassword)).resolves.toBeDefined();
  await expect(tokensOf(portal, email)).rejects.toThrow('Incorrect username or password.');
  expect((await ada.post('/accounts/check')).body.authenticated).toBe(false);
  await expect(portal.identity.verify(tokens)).rejects.toMatchObject({ code: 'invalid-token' });
  expect(await check()).toEqual({ success: true, isValidLink: false });
  const again = await reset('Third-Horse-9');
  expect([again.status, again.body.error.code]).toEqual([410, 'link-invalid']);
});

test('one reset ends the other links of the person too', async () => {
  const { portal, linkId, reset } = await withLink();
  portal.clock.advance(60);
  await ask(portal);
  const second = linkOf((await newestMail(portal, email))!, '/resetPassword/').split('/')[2]!;
  expect(second).not.toBe(linkId);
  await reset();
  expect(
    (await portal.browser().post('/accounts/resetPassword', { linkId: second, password: newPassword })).body
      .error.code,
  ).toBe('link-invalid');
});

test('a link ends after an hour', async () => {
  const { portal, check, reset } = await withLink();
  portal.clock.advance(3599);
  expect((await check()).isValidLink).toBe(true);
  portal.clock.advance(1);
  expect((await check()).isValidLink).toBe(false);
  expect((await reset()).body.error.code).toBe('link-invalid');
});

test('a weak password is refused and costs the link nothing', async () => {
  const { check, reset } = await withLink();
  const { status, body } = await reset('short');
  expect([status, body.error.code]).toEqual([422, 'weak-password']);
  expect((await check()).isValidLink).toBe(true);
  expect((await reset()).status).toBe(200);
});

/** The setting is for an outside pool alone; the tests' own pool takes its place. */
const outsidePool = {
  COGNITO_USER_POOL_ID: 'us-east-1_pool',
  COGNITO_CLIENT_ID: 'client',
  COGNITO_REGION: 'us-east-1',
};

test.each([
  ['portal', [422, 'weak-password'], []],
  ['pool', [200, undefined], ['short']],
])('with PASSWORD_RULES=%s a weak password is answered with %j', async (rules, answer, reached) => {
  const { portal, reset } = await withLink({ env: { ...outsidePool, PASSWORD_RULES: rules } });
  const setPassword = vi.spyOn(portal.identity, 'setPassword').mockResolvedValue();
  const { status, body } = await reset('short');
  expect([status, body.error?.code]).toEqual(answer);
  expect(setPassword.mock.calls.map(([, password]) => password)).toEqual(reached);
});

test('what the pool of an operator refuses is refused, and costs the link nothing', async () => {
  const { check, reset } = await withLink({ env: { ...outsidePool, PASSWORD_RULES: 'pool' } });
  const { status, body } = await reset('short');
  expect([status, body.error.code]).toEqual([422, 'weak-password']);
  expect((await check()).isValidLink).toBe(true);
});

test('of two that use a link at once, one wins', async () => {
  const { reset } = await withLink();
  const answers = await Promise.all([reset('First-Horse-1'), reset('Second-Horse-2')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
});

test('when the pool cannot be reached the link can be used again', async () => {
  const { portal, check, reset } = await withLink();
  const { setPassword } = portal.identity;
  portal.identity.setPassword = async () => {
    const { IdentityError } = await import('#providers/identity/port.ts');
    throw new IdentityError('unavailable', 'away');
  };
  const failed = await reset();
  expect([failed.status, failed.body.error.code]).toEqual([503, 'identity-unavailable']);
  portal.identity.setPassword = setPassword;
  expect((await check()).isValidLink).toBe(true);
  expect((await reset()).status).toBe(200);
});

test('an account and no account are answered alike, and only the one gets mail', async () => {
  const portal = await testPortal();
  await portal.identity.createUser({ email, password: goodPassword });
  const [known, unknown] = [
    await ask(portal, ' ADA@acme-widgets.com '),
    await ask(portal, 'nobody@example.com'),
  ];
  expect(known.status).toBe(200);
  expect(unknown.body).toEqual(known.body);
  expect((await portal.queued()).map(({ spec }) => spec.name)).toEqual([
    'send-reset-link',
    'send-reset-link',
  ]);
  expect(await newestMail(portal, 'nobody@example.com')).toBeNull();
  expect((await portal.mailbox.list()).map((mail) => mail.to.address)).toEqual([email]);
});

test('somebody who never confirmed the address may choose a password with the link, and is confirmed by it', async () => {
  const portal = await testPortal();
  await signUp(portal, email);
  await portal.runJobs();
  await ask(portal);
  await portal.runJobs();
  const mails = await Promise.all(
    (await portal.mailbox.list({ to: email })).map((mail) => portal.mailbox.read(mail.id)),
  );
  const mail = mails.find((one) => one?.text.includes('/resetPassword/'))!;
  const linkId = linkOf(mail, '/resetPassword/').split('/')[2]!;
  await portal.browser().post('/accounts/resetPassword', { linkId, password: newPassword });
  await expect(tokensOf(portal, email, newPassword)).resolves.toBeDefined();
});

test('the link leads to the portal of the brand at which it was asked for, never to a host that was only named', async () => {
  const portal = await testPortal();
  await portal.identity.createUser({ email, password: goodPassword });
  await portal
    .browser({ host: 'shield.localhost:4000' })
    .post('/accounts/sendResetPasswordMagicLink', { email, host: 'shield.localhost' });
  expect((await newestMail(portal, email))!.text).toContain('http://shield.localhost:4000/resetPassword/');
  portal.clock.advance(60);
  await portal.browser().post('/accounts/sendResetPasswordMagicLink', { email, host: 'evil.example' });
  const mail = (await newestMail(portal, email))!;
  expect(mail.text).toContain('http://localhost:4000/resetPassword/');
  expect(mail.html).not.toContain('evil.example');
});

test('the sixth mail to one address within an hour is refused, from wherever it is asked, account or not', async () => {
  const portal = await testPortal();
  for (let i = 0; i < 5; i++)
    expect((await ask(portal, 'nobody@example.com', `203.0.113.${i}`)).status).toBe(200);
  const { status, body } = await ask(portal, 'nobody@example.com', '203.0.113.99');
  expect([status, body.error.code, body.error.retryAfterSeconds]).toEqual([429, 'too-many-requests', 3600]);
});

test('nothing in the database opens an account', async () => {
  const { portal, linkId } = await withLink();
  const rows = await portal.database.global.selectFrom('passwordResetLink').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(linkId);
});

test.each(['', 'x', '../../etc', 'x'.repeat(43), 'x'.repeat(200)])(
  'the link %j is no link',
  async (linkId) => {
    const portal = await testPortal();
    expect((await portal.browser().post('/accounts/checkResetPasswordMagicLink', { linkId })).body).toEqual({
      success: true,
      isValidLink: false,
    });
  },
);
