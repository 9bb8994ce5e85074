import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { administrator, goodPassword, tokensOf } from '../testing/accounts.ts';

const email = 'ada@acme-widgets.com';

test('tokens of the pool begin a session, which says who is signed in', async () => {
  const portal = await testPortal();
  const ada = await portal.signIn(email);
  const { body } = await ada.post('/accounts/check', { bc: 1 });
  expect(body).toMatchObject({
    success: true,
    authenticated: true,
    username: email,
    email,
    cognitoId: ada.cognitoId,
    newUser: true,
    isZeguroServiceSession: false,
    isProduction: false,
    productionMode: false,
    expires: 1800,
  });
});

test('a person with an organisation is no new user, and the session acts for it', async () => {
  const portal = await testPortal();
  const ada = await administrator(portal, email);
  expect((await ada.post('/accounts/check')).body).toMatchObject({ authenticated: true, newUser: false });
  expect((await ada.post('/accounts/invite_user', { email: 'bo@acme-widgets.com' })).status).toBe(200);
});

test('nobody signed in is an answer, not an error', async () => {
  const portal = await testPortal();
  const { status, body } = await portal.browser().post('/accounts/check');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    authenticated: false,
    expires: 0,
    username: '',
    email: '',
    cognitoId: '',
    newUser: false,
  });
});

test('asking is no activity, touching is', async () => {
  const portal = await testPortal();
  const ada = await portal.signIn(email);
  portal.clock.advance(1000);
  expect((await ada.post('/accounts/check', { bc: true })).body.expires).toBe(800);
  expect((await ada.post('/accounts/check', { bc: true })).body.expires).toBe(800);
  expect((await ada.post('/accounts/check', { touch: true })).body.expires).toBe(1800);
  portal.clock.advance(1799);
  expect((await ada.post('/accounts/check')).body).toMatchObject({ authenticated: true, expires: 1 });
  portal.clock.advance(1);
  expect((await ada.post('/accounts/check', { touch: true })).body).toMatchObject({ authenticated: false });
});

test('without an inactivity timeout a session lasts its longest time and touching does not lengthen it', async () => {
  const portal = await testPortal({ env: { SESSION_INACTIVITY_SECONDS: '0' } });
  const ada = await portal.signIn(email);
  portal.clock.advance(3600);
  const { body } = await ada.post('/accounts/check', { touch: true });
  expect(body).toMatchObject({ authenticated: true, expires: 11 * 3600 });
});

test.each([
  ['a forged id token', (tokens: Tokens) => ({ ...tokens, idToken: `${tokens.idToken.slice(0, -6)}AAAAAA` })],
  [
    'an access token in place of the id token',
    (tokens: Tokens) => ({ ...tokens, idToken: tokens.accessToken }),
  ],
  [
    "another person's access token",
    (tokens: Tokens, other: Tokens) => ({ ...tokens, accessToken: other.accessToken }),
  ],
  ['rubbish', (tokens: Tokens) => ({ ...tokens, idToken: 'x'.repeat(40), accessToken: 'y'.repeat(40) })],
])('%s begins no session', async (_what, spoil) => {
  const portal = await testPortal();
  await portal.identity.createUser({ email, password: goodPassword });
  await portal.identity.createUser({ email: 'mallory@example.com', password: goodPassword });
  const tokens = spoil(await tokensOf(portal, email), await tokensOf(portal, 'mallory@example.com'));
  const browser = portal.browser();
  const { status, body } = await browser.post('/accounts/session', tokens);
  expect([status, body.error.code]).toEqual([403, 'invalid-token']);
  expect(browser.cookies.has('session')).toBe(false);
});
type Tokens = Awaited<ReturnType<typeof tokensOf>>;

test('tokens that are too old begin no session', async () => {
  const portal = await testPortal();
  await portal.identity.createUser({ email, password: goodPassword });
  const tokens = await tokensOf(portal, email);
  portal.clock.advance(3601);
  expect((await portal.browser().post('/accounts/session', tokens)).body.error.code).toBe('invalid-token');
});

test('a planted session is replaced at sign-in and lives no longer', async () => {
  const portal = await testPortal();
  const mallory = await portal.signIn('mallory@example.com');
  const planted = mallory.cookies.get('session')!;
  const victim = portal.browser();
  victim.cookies.set('session', planted);
  const ada = await portal.signIn(email, victim);
  expect(ada.cookies.get('session')).not.toBe(planted);
  expect((await ada.post('/accounts/check')).body.username).toBe(email);
  expect((await mallory.post('/accounts/check')).body.authenticated).toBe(false);
});

test('a session cannot be begun without the anti-forgery token', async () => {
  const portal = await testPortal();
  await portal.identity.createUser({ email, password: goodPassword });
  const answer = await portal.browser().send('POST', '/api/accounts/session', await tokensOf(portal, email));
  expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'csrf']);
});

test('the cookie is out of reach of scripts and other sites', async () => {
  const portal = await testPortal();
  await portal.identity.createUser({ email, password: goodPassword });
  const browser = portal.browser();
  const { headers } = await browser.post('/accounts/session', await tokensOf(portal, email));
  const cookie = [headers['set-cookie']].flat().find((one) => String(one).startsWith('session='));
  expect(cookie).toMatch(/HttpOnly/);
  expect(cookie).toMatch(/SameSite=Lax/);
});

test('logging out ends the session and its refresh token, and may be repeated', async () => {
  const portal = await testPortal();
  await portal.identity.createUser({ email, password: goodPassword });
  const tokens = await tokensOf(portal, email);
  const ada = portal.browser();
  await ada.post('/accounts/session', tokens);
  const copied = ada.cookies.get('session')!;
  expect((await ada.post('/accounts/logout')).status).toBe(200);
  expect(ada.cookies.has('session')).toBe(false);
  ada.cookies.set('session', copied);
  expect((await ada.post('/accounts/check')).body.authenticated).toBe(false);
  await expect(portal.identity.verify(tokens)).rejects.toMatchObject({ code: 'invalid-token' });
  expect((await ada.post('/accounts/logout')).status).toBe(200);
});

test('sign-in attempts of one address are limited', async () => {
  const portal = await testPortal();
  const browser = portal.browser();
  const rubbish = { idToken: 'x'.repeat(40), accessToken: 'y'.repeat(40), refreshToken: 'z'.repeat(40) };
  for (let i = 0; i < 30; i++) await browser.post('/accounts/session', rubbish);
  const { status, body } = await browser.post('/accounts/session', rubbish);
  expect([status, body.error.code, body.error.retryAfterSeconds]).toEqual([429, 'too-many-requests', 60]);
  expect((await portal.browser({ ip: '203.0.113.8' }).post('/accounts/session', rubbish)).status).toBe(403);
});

test('an address that nobody proved begins no session', async () => {
  const portal = await testPortal();
  await portal.identity.createUser({ email: 'ada@acme-widgets.com', password: goodPassword });
  const tokens = await tokensOf(portal, 'ada@acme-widgets.com');
  const { verify } = portal.identity;
  portal.identity.verify = async (given) => ({ ...(await verify(given)), emailVerified: false });
  const answer = await portal.browser().post('/accounts/session', tokens);
  expect([answer.status, answer.body.error.code]).toEqual([403, 'invalid-token']);
});

test('a session that a new password was chosen against while it began is none', async () => {
  const portal = await testPortal();
  const { cognitoId } = await portal.identity.createUser({ email, password: goodPassword });
  const tokens = await tokensOf(portal, email);
  const { verify } = portal.identity;
  let looks = 0;
  portal.identity.verify = async (given) => {
    const signIn = await verify(given);
    if (++looks === 1) await portal.identity.setPassword(cognitoId, 'Another-horse-8');
    return signIn;
  };
  const browser = portal.browser();
  const answer = await browser.post('/accounts/session', tokens);
  expect([answer.status, answer.body.error?.code]).toEqual([403, 'invalid-token']);
  expect((await browser.post('/accounts/check')).body.authenticated).toBe(false);
  expect(await portal.database.global.selectFrom('appSession').select('id').execute()).toEqual([]);
});
