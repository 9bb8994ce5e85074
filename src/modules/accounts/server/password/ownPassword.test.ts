import { expect, test } from 'vitest';
import { testPortal, type TestBrowser } from '#app/testing/portal.ts';
import { administrator, goodPassword, isIn, tokensOf, type Portal } from '../testing/accounts.ts';
import { mailAbout, poolTokens, setUpSecondFactor, type PoolTokens } from '../testing/secondFactor.ts';

const email = 'ada@acme-widgets.com';
const newPassword = 'Another-Horse-8';
const change = async (
  portal: Portal,
  browser: TestBrowser,
  more: Record<string, unknown> = {},
  tokens?: PoolTokens,
) => {
  const { status, body } = await browser.post('/accounts/changeOwnPassword', {
    ...(tokens ?? (await poolTokens(portal, email))),
    password: goodPassword,
    newPassword,
    ...more,
  });
  return [status, body.error?.code ?? 'changed'];
};
const alive = (portal: Portal) =>
  portal.database.global
    .selectFrom('userPoolRefreshToken')
    .selectAll()
    .where('revokedAt', 'is', null)
    .execute();

test('a new password signs in alone; every other session, token and reset link ends, and this session goes on', async () => {
  const portal = await testPortal();
  const ada = await administrator(portal, email);
  const elsewhere = await portal.signIn(email);
  const kept = await tokensOf(portal, email);
  await portal.browser().post('/accounts/sendResetPasswordMagicLink', { email });
  await portal.runJobs();
  expect(await change(portal, ada)).toEqual([200, 'changed']);
  expect([await isIn(ada), await isIn(elsewhere)]).toEqual([true, false]);
  expect(await alive(portal)).toEqual([]);
  await expect(portal.identity.verify(kept)).rejects.toMatchObject({ code: 'invalid-token' });
  await expect(tokensOf(portal, email)).rejects.toThrow('Incorrect username or password.');
  expect(await tokensOf(portal, email, newPassword)).toHaveProperty('accessToken');
  const links = await portal.database.global.selectFrom('passwordResetLink').selectAll().execute();
  expect(links).toEqual([]);
});

test('the person is told by email and the log names who did it, once', async () => {
  const portal = await testPortal();
  const ada = await administrator(portal, email);
  await change(portal, ada);
  const mail = await mailAbout(portal, email, 'Your Cyber Safety password was changed');
  expect(mail.text).toContain('Your account has a new password.');
  expect(mail.text).toContain('203.0.113.7');
  expect(
    (await portal.mailbox.list({ to: email })).filter(({ subject }) =>
      subject.includes('password was changed'),
    ),
  ).toHaveLength(1);
  const acts = await portal.database.inOrg(ada.orgId, (db) =>
    db
      .selectFrom('auditEntry')
      .select(['act', 'actorEmail', 'subjectName'])
      .where('act', '=', 'password-changed')
      .execute(),
  );
  expect(acts).toEqual([{ act: 'password-changed', actorEmail: email, subjectName: email }]);
});

test.each([
  ['the same password', { newPassword: goodPassword }, [422, 'same-password']],
  ['a weak one', { newPassword: 'alllowercase1' }, [422, 'weak-password']],
  ['a common one', { newPassword: 'Welcome1' }, [422, 'guessable-password']],
  ['one made of the company', { newPassword: 'Acme-widgets1' }, [422, 'guessable-password']],
  ['a wrong present password', { password: 'Wrong-horse-9' }, [403, 'wrong-password']],
  ['tokens of another kind', { accessToken: 'x'.repeat(40) }, [403, 'invalid-token']],
])('%s changes nothing', async (_name, more, answer) => {
  const portal = await testPortal();
  const ada = await administrator(portal, email);
  const elsewhere = await portal.signIn(email);
  expect(await change(portal, ada, more)).toEqual(answer);
  expect(await isIn(elsewhere)).toBe(true);
  expect(await tokensOf(portal, email)).toHaveProperty('accessToken');
});

test('tokens of a sign-in that began a session, of ten minutes ago or of another person change nothing', async () => {
  const portal = await testPortal();
  const ada = await administrator(portal, email);
  await portal.signIn('mallory@example.com');
  const used = await tokensOf(portal, email);
  await portal.browser().post('/accounts/session', used);
  const old = await tokensOf(portal, email);
  portal.clock.advance(601);
  for (const tokens of [used, old, await tokensOf(portal, 'mallory@example.com')])
    expect(await change(portal, ada, {}, tokens)).toEqual([403, 'invalid-token']);
  expect(await tokensOf(portal, email)).toHaveProperty('accessToken');
});

test('with a second factor, tokens that gave no code change nothing, and those that did change it and keep the factor', async () => {
  const portal = await testPortal();
  const ada = await administrator(portal, email);
  const before = await poolTokens(portal, email);
  const { secret } = await setUpSecondFactor(portal, ada, email);
  expect(await change(portal, ada, {}, before)).toEqual([403, 'invalid-token']);
  expect(await change(portal, ada, {}, await poolTokens(portal, email, secret))).toEqual([200, 'changed']);
  expect((await ada.get('/accounts/secondFactor')).body.data).toMatchObject({
    on: true,
    passed: true,
    recoveryCodesLeft: 10,
  });
  expect(await poolTokens(portal, email, secret, newPassword)).toHaveProperty('accessToken');
});

test('staff who act for a person and a session without a demanded second factor may not change the password', async () => {
  const portal = await testPortal();
  const ada = await administrator(portal, email);
  await portal.database.global.updateTable('appSession').set({ supportStaff: 'sam@staff.example' }).execute();
  expect((await change(portal, ada))[0]).toBe(403);
  await portal.database.global.updateTable('appSession').set({ supportStaff: null }).execute();
  await portal.database.inOrg(ada.orgId, (db) =>
    db.updateTable('organization').set({ secondFactorRequired: true }).execute(),
  );
  expect(await change(portal, ada)).toEqual([403, 'second-factor-needed']);
  expect((await portal.browser().post('/accounts/changeOwnPassword', {})).status).toBe(401);
});
