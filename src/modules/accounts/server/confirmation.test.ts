import { expect, test } from 'vitest';
import { testPortal } from '#app/testing.ts';
import { linkOf, newestMail, signUp } from './accounts.fixtures.ts';

const email = 'ada@acme-widgets.com';
const follow = async (portal: Awaited<ReturnType<typeof testPortal>>, path: string) => {
  const answer = await portal.browser().send('GET', path);
  return [answer.statusCode, answer.headers.location];
};
const signIn = (result: string, username = email) => [302, `/signin?${new URLSearchParams({ verification_result: result, username })}`];

test('the mail carries a code and a link, which does the same', async () => {
  const portal = await testPortal();
  await signUp(portal, email);
  const mail = (await newestMail(portal, email))!;
  const code = /\b\d{6}\b/.exec(mail.subject)![0];
  const link = linkOf(mail, '/api/accounts/confirmSignup');
  expect(link).toBe(`/api/accounts/confirmSignup?username=ada%40acme-widgets.com&code=${code}`);
  expect(await follow(portal, link)).toEqual(signIn('confirmed'));
  expect(await portal.identity.findUser(email)).toMatchObject({ emailVerified: true });
  expect(await follow(portal, link)).toEqual(signIn('already_confirmed'));
});

test('the mail speaks in the brand of the subscription id and leads to its portal', async () => {
  const portal = await testPortal();
  await signUp(portal, email, 'HARBOR');
  const mail = (await newestMail(portal, email))!;
  expect(mail.from.name).toBe('Harborline Business Shield');
  expect(mail.replyTo).toBe('support@harborline.example');
  expect(mail.text).toContain('http://shield.localhost:4000/api/accounts/confirmSignup?');
});

test('a confirmed address goes on under the subscription id that it signed up with; a wrong code tells nothing of it', async () => {
  const portal = await testPortal();
  await signUp(portal, email, 'HARBOR');
  expect(await follow(portal, `/api/accounts/confirmSignup?username=${encodeURIComponent(email)}&code=000000`)).toEqual(signIn('invalid'));
  const link = linkOf((await newestMail(portal, email))!, '/api/accounts/confirmSignup');
  const [status, location] = await follow(portal, link);
  expect([status, String(location).split('?')[0]]).toEqual([302, '/signin/HARBOR']);
});

test('an old link has expired', async () => {
  const portal = await testPortal();
  await signUp(portal, email);
  const link = linkOf((await newestMail(portal, email))!, 'confirmSignup');
  portal.clock.advance(24 * 3600 + 1);
  expect(await follow(portal, link)).toEqual(signIn('expired'));
});

test.each([
  ['another code', `username=${encodeURIComponent(email)}&code=000000`],
  ['no code', `username=${encodeURIComponent(email)}`],
  ['letters', `username=${encodeURIComponent(email)}&code=abcdef`],
])('%s is invalid', async (_what, query) => {
  const portal = await testPortal();
  await signUp(portal, email);
  expect(await follow(portal, `/api/accounts/confirmSignup?${query}`)).toEqual(signIn('invalid'));
});

test('a link for nobody says only that it is invalid', async () => {
  const portal = await testPortal();
  expect(await follow(portal, '/api/accounts/confirmSignup?code=123456')).toEqual([302, '/signin?verification_result=invalid']);
  expect(await follow(portal, '/api/accounts/confirmSignup?username=nobody%40example.com&code=123456')).toEqual(
    signIn('invalid', 'nobody@example.com'),
  );
});

test('whatever stands in a link, the answer leads to sign-in of this portal', async () => {
  const portal = await testPortal();
  const [status, location] = await follow(
    portal,
    `/api/accounts/confirmSignup?username=${encodeURIComponent('//evil.example/\r\nSet-Cookie: a=b')}&code=123456`,
  );
  expect(status).toBe(302);
  expect(location).toMatch(/^\/signin\?verification_result=invalid&username=[\w%.+-]*$/);
});

test('following links is limited', async () => {
  const portal = await testPortal();
  for (let i = 0; i < 30; i++) await follow(portal, '/api/accounts/confirmSignup?username=a%40b.co&code=000000');
  expect((await follow(portal, '/api/accounts/confirmSignup?username=a%40b.co&code=000000'))[0]).toBe(429);
});
