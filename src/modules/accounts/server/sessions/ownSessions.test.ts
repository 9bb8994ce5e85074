import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { tokensOf, isIn } from '../testing/accounts.ts';
import { describeDevice } from '../secondFactor/devices.ts';

const email = 'ada@acme-widgets.com';
type Browser = {
  get: (path: string) => Promise<{ body: any }>;
  post: (path: string, body?: object) => Promise<{ status: number; body: any }>;
};
const sessionsOf = async (browser: Browser) => (await browser.get('/accounts/ownSessions')).body.data;

test('a person sees where they are signed in, this session first, and nobody else', async () => {
  const portal = await testPortal();
  const ada = await portal.signIn(email);
  await portal.signIn('bob@example.com');
  portal.clock.advance(120);
  const phone = await portal.signIn(email, portal.browser({ ip: '198.51.100.4' }));
  expect(await sessionsOf(ada)).toEqual([
    expect.objectContaining({
      current: true,
      address: '203.0.113.7',
      sameAddress: true,
      signedIn: '2026-03-02T17:00:00.000Z',
      staffName: null,
    }),
    expect.objectContaining({
      current: false,
      address: '198.51.100.4',
      sameAddress: false,
      signedIn: '2026-03-02T17:02:00.000Z',
      strong: false,
    }),
  ]);
  expect(
    (await sessionsOf(phone)).map((one: { current: boolean; address: string }) => [one.current, one.address]),
  ).toEqual([
    [true, '198.51.100.4'],
    [false, '203.0.113.7'],
  ]);
  const kept = await portal.database.global.selectFrom('appSession').select('tokenHash').execute();
  const told = JSON.stringify(await sessionsOf(ada));
  for (const { tokenHash } of kept) expect(told).not.toContain(tokenHash);
});

test('a session that ended by inactivity is not listed', async () => {
  const portal = await testPortal();
  await portal.signIn(email);
  portal.clock.advance(1800);
  expect(await sessionsOf(await portal.signIn(email))).toHaveLength(1);
});

test('signing one session out ends it and its tokens, and no other', async () => {
  const portal = await testPortal();
  const ada = await portal.signIn(email);
  const phone = portal.browser();
  const tokens = await tokensOf(portal, email);
  await phone.post('/accounts/session', tokens);
  const laptop = await portal.signIn(email);
  const [, other] = (await sessionsOf(phone)).map((one: { id: string }) => one.id);
  const id = (await sessionsOf(phone))[0].id;
  expect(other).not.toBe(id);
  expect((await ada.post('/accounts/endOwnSession', { id })).status).toBe(200);
  expect([await isIn(ada), await isIn(phone), await isIn(laptop)]).toEqual([true, false, true]);
  await expect(portal.identity.verify(tokens)).rejects.toMatchObject({ code: 'invalid-token' });
  expect((await ada.post('/accounts/endOwnSession', { id })).body.error.code).toBe('no-such-session');
});

test("somebody else's session, the own one and nonsense are no such session", async () => {
  const portal = await testPortal();
  const ada = await portal.signIn(email);
  const bob = await portal.signIn('bob@example.com');
  for (const id of [
    (await sessionsOf(bob))[0].id,
    (await sessionsOf(ada))[0].id,
    'nonsense',
    '',
    "' or true --",
  ]) {
    const { status, body } = await ada.post('/accounts/endOwnSession', { id });
    expect([status, body.error.code]).toEqual([404, 'no-such-session']);
  }
  expect([await isIn(ada), await isIn(bob)]).toEqual([true, true]);
});

test('signing out everywhere else ends every other session and every token, and this one goes on under a new cookie', async () => {
  const portal = await testPortal();
  const ada = await portal.signIn(email);
  const phone = await portal.signIn(email);
  const bob = await portal.signIn('bob@example.com');
  const loose = await tokensOf(portal, email);
  const before = ada.cookies.get('session');
  expect((await ada.post('/accounts/endOtherSessions')).status).toBe(200);
  expect([await isIn(ada), await isIn(phone), await isIn(bob)]).toEqual([true, false, true]);
  expect(ada.cookies.get('session')).not.toBe(before);
  expect(await sessionsOf(ada)).toHaveLength(1);
  await expect(portal.identity.verify(loose)).rejects.toMatchObject({ code: 'invalid-token' });
});

test('a session that is ended by a new password at the very moment it signs out all others stays ended', async () => {
  const portal = await testPortal();
  const thief = await portal.signIn(email);
  const { endAllTokens } = portal.identity;
  portal.identity.endAllTokens = async (cognitoId) => {
    await endAllTokens(cognitoId);
    await portal.identity.setPassword(cognitoId, 'Another-horse-8');
  };
  const { status, body } = await thief.post('/accounts/endOtherSessions');
  expect([status, body.error?.code]).toEqual([401, 'unauthenticated']);
  expect(await isIn(thief)).toBe(false);
  expect(await portal.database.global.selectFrom('appSession').select('id').execute()).toEqual([]);
});

test('signing out everywhere else makes no session live longer than one does', async () => {
  const portal = await testPortal({ env: { SESSION_INACTIVITY_SECONDS: '0' } });
  const ada = await portal.signIn(email);
  portal.clock.advance(11 * 3600);
  expect((await ada.post('/accounts/endOtherSessions')).status).toBe(200);
  expect((await ada.post('/accounts/check')).body.expires).toBe(3600);
});

test('a session of staff who act as the person is listed with their name, and can be ended', async () => {
  const portal = await testPortal();
  const ada = await portal.member(email);
  const staff = await portal.signIn(email);
  const { id } = (await sessionsOf(staff))[0];
  await portal.database.global
    .updateTable('appSession')
    .set({ supportStaff: 'sam@staff.example' })
    .where('id', '=', id)
    .execute();
  const listed = (await sessionsOf(ada)).find((one: { id: string }) => one.id === id);
  expect(listed.staffName).toBe('sam@staff.example');
  await ada.post('/accounts/endOwnSession', { id });
  expect(await isIn(staff)).toBe(false);
});

test('nobody signed in has no list', async () => {
  const portal = await testPortal();
  for (const answer of [
    await portal.browser().get('/accounts/ownSessions'),
    await portal.browser().post('/accounts/endOtherSessions'),
  ])
    expect(answer.status).toBe(401);
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    'Chrome on Windows',
    'computer',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Edge on Windows',
    'computer',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari on a Mac',
    'computer',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari on an iPhone',
    'phone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
    'Chrome on an iPad',
    'tablet',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
    'phone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0 Safari/537.36',
    'Samsung Internet on Android',
    'tablet',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox on Linux', 'computer'],
  ['<script>alert(1)</script>', 'Unknown device', 'other'],
  ['', 'Unknown device', 'other'],
  [null, 'Unknown device', 'other'],
])('%s is %s', (userAgent, words, kind) => {
  expect(describeDevice(userAgent)).toEqual({ words, kind });
});
