import { expect, test } from 'vitest';
import { testPortal, type TestPortal } from '#app/testing/portal.ts';
import { IdentityError } from '#providers/identity/port.ts';
import { goodPassword, linkOf, newestMail, signUp, tokensOf } from '../testing/accounts.ts';
import { applyRetention } from '#app/database/retention.ts';
import { sendSignUpLink, type SignUpLinkRequest } from './signUpLinks.ts';

const bo = 'bo@acme-widgets.com';
const request: SignUpLinkRequest = {
  email: bo,
  firstName: 'Bo',
  lastName: 'Lind',
  companyName: 'Acme Widgets Inc.',
  signUpCode: 'chamber-2026',
  variant: 'link',
};
const another = 'Another-Horse-8';

const read = (portal: TestPortal, linkId: string) =>
  portal.browser().get(`/accounts/magicLinkSignupFetch/${encodeURIComponent(linkId)}`);
const accept = (portal: TestPortal, linkId: string, more: object = {}) =>
  portal.browser().post('/accounts/magicLinkSignup', { linkId, password: goodPassword, ...more });
const note = (portal: TestPortal, linkId: string, news: object = {}) =>
  portal.browser().post('/accounts/magicLinkSignupUpdate', {
    linkId,
    status: 'opened',
    eventType: 'page opened',
    eventDateTime: '2026-03-02T17:00:00Z',
    ...news,
  });
const row = (portal: TestPortal) =>
  portal.database.global
    .selectFrom('signupLink')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .executeTakeFirstOrThrow();
const linkIn = async (portal: TestPortal, part = '/signupLink/') =>
  linkOf((await newestMail(portal, bo))!, part).split('/')[2]!;

async function withLink(
  given: Partial<SignUpLinkRequest> = {},
  options: Parameters<typeof testPortal>[0] = {},
) {
  const portal = await testPortal(options);
  await sendSignUpLink(portal.base, { ...request, ...given });
  return { portal, linkId: await linkIn(portal, given.variant === 'sec' ? '/signupSec/' : '/signupLink/') };
}

test('an invited person sets a password, has a confirmed account and onboarding knows their names, company and channel', async () => {
  const { portal, linkId } = await withLink();
  expect((await read(portal, linkId)).body.data).toEqual({
    status: 'sent',
    createdFor: { firstName: 'Bo', lastName: 'Lind', email: bo },
    companyName: 'Acme Widgets Inc.',
    subscriptionId: 'CHAMBER-2026',
    variant: 'link',
    trialDays: 30,
    expirationDate: '2026-03-16T17:00:00.000Z',
  });
  expect((await accept(portal, linkId)).body).toEqual({
    success: true,
    data: { email: bo, subscriptionId: 'CHAMBER-2026' },
  });
  const person = await portal.signIn(bo);
  const profile = await person.post('/profile/profileCheck', { cognitoId: person.cognitoId });
  expect(profile.body.signupData).toEqual({
    email: bo,
    subscriptionId: 'CHAMBER-2026',
    channelId: 'chamber',
    firstName: 'Bo',
    lastName: 'Lind',
    companyName: 'Acme Widgets Inc.',
  });
});

test('the mail is in the brand of the channel, leads to its portal and says what is free', async () => {
  const { portal } = await withLink({ signUpCode: 'HARBOR' });
  const mail = (await newestMail(portal, bo))!;
  expect(mail.subject).toBe('Your Harborline account is waiting');
  expect(mail.text).toContain('Harborline Business Shield');
  expect(mail.text).toContain('http://shield.localhost:4000/signupLink/');
  expect(mail.text).toContain('free for 30 days');
  expect(mail.text).toContain('until Mar 16, 2026');
});

test('where there is no trial the mail promises none', async () => {
  const { portal, linkId } = await withLink({ signUpCode: 'BROKER' });
  expect((await newestMail(portal, bo))!.text).not.toContain('free for');
  expect((await read(portal, linkId)).body.data.trialDays).toBeNull();
});

test('names that an operator typed cannot become links in the mail', async () => {
  const { portal } = await withLink({
    firstName: 'https://evil.example/x',
    companyName: '<b>evil.example</b>',
  });
  const mail = (await newestMail(portal, bo))!;
  expect(mail.html).not.toContain('href="https://evil');
  expect(mail.html).not.toContain('<b>evil');
});

test('the table holds no link, only its hash', async () => {
  const { portal, linkId } = await withLink();
  expect(JSON.stringify(await row(portal))).not.toContain(linkId);
});

test('a link makes one account: used, it says so and changes nothing', async () => {
  const { portal, linkId } = await withLink();
  await accept(portal, linkId);
  expect((await read(portal, linkId)).body.data.status).toBe('accepted');
  const again = await accept(portal, linkId, { password: another });
  expect([again.status, again.body.error.code]).toEqual([409, 'link-used']);
  await expect(tokensOf(portal, bo)).resolves.toBeDefined();
  await expect(tokensOf(portal, bo, another)).rejects.toThrow('Incorrect username or password.');
});

test('of several that accept at once one makes the account, and its password counts', async () => {
  const { portal, linkId } = await withLink();
  const passwords = [goodPassword, another, 'Third-Horse-99'];
  const answers = await Promise.all(passwords.map((password) => accept(portal, linkId, { password })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const signsIn = (password: string) => tokensOf(portal, bo, password).then(Boolean, () => false);
  expect(await Promise.all(passwords.map(signsIn))).toEqual(answers.map(({ status }) => status === 200));
});

test('a link ends after fourteen days', async () => {
  const { portal, linkId } = await withLink();
  portal.clock.advance(14 * 86_400 - 1);
  expect((await read(portal, linkId)).status).toBe(200);
  portal.clock.advance(1);
  expect((await read(portal, linkId)).body.error.code).toBe('link-invalid');
  expect((await accept(portal, linkId)).body.error.code).toBe('link-invalid');
  expect((await note(portal, linkId)).body.error.code).toBe('link-invalid');
});

test('a newer link replaces the one before', async () => {
  const { portal, linkId } = await withLink();
  portal.clock.advance(60);
  await sendSignUpLink(portal.base, request);
  const newer = await linkIn(portal);
  expect((await accept(portal, linkId)).body.error.code).toBe('link-invalid');
  expect((await accept(portal, newer)).status).toBe(200);
});

test.each(['', 'nothing', 'x'.repeat(43), '../etc', '%00', "' or 1=1 --"])(
  'the link %j is none',
  async (linkId) => {
    const { portal } = await withLink();
    expect((await read(portal, linkId)).body.success).toBe(false);
    expect((await accept(portal, linkId)).body.success).toBe(false);
    expect((await row(portal)).status).toBe('sent');
  },
);

test('a weak password uses no link up', async () => {
  const { portal, linkId } = await withLink();
  const weak = await accept(portal, linkId, { password: 'weakling' });
  expect([weak.status, weak.body.error.code]).toEqual([422, 'weak-password']);
  expect((await accept(portal, linkId)).status).toBe(200);
});

test('whose address got an account meanwhile is told so, and keeps the password', async () => {
  const { portal, linkId } = await withLink();
  await portal.identity.createUser({ email: bo, password: another });
  expect((await read(portal, linkId)).body.data.status).toBe('userExists');
  expect((await accept(portal, linkId)).body.error.code).toBe('user-exists');
  await expect(tokensOf(portal, bo, another)).resolves.toBeDefined();
});

test('a sign-up that somebody began with the address and never confirmed does not stand in the way', async () => {
  const { portal, linkId } = await withLink();
  await signUp(portal, bo, 'HARBOR');
  expect((await read(portal, linkId)).body.data.status).toBe('sent');
  expect((await accept(portal, linkId, { password: another })).status).toBe(200);
  await expect(tokensOf(portal, bo, another)).resolves.toBeDefined();
  await expect(tokensOf(portal, bo, goodPassword)).rejects.toThrow('Incorrect username or password.');
  // the plan is the link's, not what the other one asked for
  const browser = portal.browser();
  const session = await browser.post('/accounts/session', await tokensOf(portal, bo, another));
  const profile = await browser.post('/profile/profileCheck', { cognitoId: session.body.cognitoId });
  expect(profile.body.signupData).toMatchObject({ subscriptionId: 'CHAMBER-2026', channelId: 'chamber' });
});

test('when the pool is away the link stays good', async () => {
  const { portal, linkId } = await withLink();
  const { createUser } = portal.identity;
  portal.identity.createUser = async () => {
    throw new IdentityError('unavailable', 'away');
  };
  expect((await accept(portal, linkId)).body.error.code).toBe('identity-unavailable');
  portal.identity.createUser = createUser;
  expect((await accept(portal, linkId)).status).toBe(200);
});

test('a link whose account was never made, because the server was lost on the way, works again after a minute', async () => {
  const { portal, linkId } = await withLink();
  await portal.database.global
    .updateTable('signupLink')
    .set({ status: 'accepted', acceptedAt: portal.clock.now() })
    .execute();
  expect((await accept(portal, linkId)).body.error.code).toBe('link-used');
  portal.clock.advance(61);
  expect((await read(portal, linkId)).body.data.status).toBe('opened');
  expect((await accept(portal, linkId)).status).toBe(200);
});

test.each([
  ['sec', true, true],
  ['sec', false, false],
  ['link', undefined, null],
] as const)('a %s link with secOptIn %s keeps %s', async (variant, secOptIn, kept) => {
  const { portal, linkId } = await withLink({ variant });
  await accept(portal, linkId, secOptIn === undefined ? {} : { secOptIn });
  expect((await row(portal)).secOptIn).toBe(kept);
});

test('what a page tells is kept, and never makes a link accepted', async () => {
  const { portal, linkId } = await withLink();
  await note(portal, linkId);
  expect((await read(portal, linkId)).body.data.status).toBe('opened');
  await note(portal, linkId, { status: 'accepted', eventType: 'trick' });
  expect(await row(portal)).toMatchObject({
    status: 'opened',
    events: [
      {
        at: '2026-03-02T17:00:00.000Z',
        status: 'opened',
        eventType: 'page opened',
        eventDateTime: '2026-03-02T17:00:00Z',
      },
      { status: 'accepted', eventType: 'trick' },
    ],
  });
  expect((await accept(portal, linkId)).status).toBe(200);
  expect((await note(portal, linkId)).status).toBe(200);
  expect((await row(portal)).status).toBe('accepted');
});

test('what a page tells is bounded', async () => {
  const { portal, linkId } = await withLink();
  for (const news of [
    { eventType: 'x'.repeat(61) },
    { eventType: '' },
    { status: 'x'.repeat(41) },
    { eventDateTime: 'yesterday' },
  ])
    expect((await note(portal, linkId, news)).status, JSON.stringify(news)).toBe(400);
  for (let i = 0; i < 55; i++) {
    portal.clock.advance(2);
    await note(portal, linkId);
  }
  expect((await row(portal)).events).toHaveLength(50);
});

test.each([
  [{ signUpCode: 'NOPE' }, 'no-such-subscription'],
  [{ signUpCode: 'SPRING-2025' }, 'subscription-expired'],
])('%j makes no link', async (given, code) => {
  const portal = await testPortal();
  await expect(sendSignUpLink(portal.base, { ...request, ...given })).rejects.toMatchObject({ code });
  expect(await portal.queued()).toEqual([]);
});

test('an address that has an account gets no link', async () => {
  const portal = await testPortal();
  await portal.identity.createUser({ email: bo, password: goodPassword });
  await expect(sendSignUpLink(portal.base, request)).rejects.toMatchObject({ code: 'user-exists' });
});

test('links that nobody accepted are removed after a while, an accepted one keeps what was agreed to', async () => {
  const { portal, linkId } = await withLink({ variant: 'sec' });
  await accept(portal, linkId, { secOptIn: true });
  await sendSignUpLink(portal.base, { ...request, email: 'cy@acme-widgets.com' });
  portal.clock.advance((14 + 91) * 86_400);
  await applyRetention(portal.base);
  const kept = await portal.database.global.selectFrom('signupLink').select(['email', 'secOptIn']).execute();
  expect(kept).toEqual([{ email: bo, secOptIn: true }]);
});
