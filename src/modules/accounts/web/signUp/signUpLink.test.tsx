// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentSession } from '#platform/web/query.ts';
import { goodPassword, listeningPortal, toastSaying } from '../testing/listeningPortal.tsx';

const bo = 'bo@acme-widgets.com';
const failed =
  'Oops, something went wrong. Check your email invite and try again. Questions? Contact us at support.';
const exists =
  'An account already exists. Sign in now. Having problems? Click the Forgot Password link, or email support.';

type Request = Parameters<Awaited<ReturnType<typeof listeningPortal>>['sendSignUpLink']>[0];

async function invited(given: Partial<Request> = {}) {
  const portal = await listeningPortal();
  const request = {
    email: bo,
    firstName: 'Bo',
    lastName: 'Lind',
    companyName: 'Acme Widgets Inc.',
    signUpCode: 'CHAMBER-2026',
  };
  await portal.sendSignUpLink({ variant: 'link', ...request, ...given });
  const link = /\/signup(?:Link|Sec)\/[\w-]{43}/.exec((await portal.newest(bo)).text)![0];
  const accept = () =>
    portal.guest().post('/accounts/magicLinkSignup', {
      linkId: link.split('/')[2],
      password: goodPassword,
      secOptIn: false,
    });
  const row = () => portal.database.global.selectFrom('signupLink').selectAll().executeTakeFirstOrThrow();
  return { portal, link, accept, row };
}

type User = Awaited<ReturnType<Awaited<ReturnType<typeof listeningPortal>>['open']>>['user'];
async function choose(user: User, password = goodPassword, confirmation = password) {
  await user.type(await screen.findByLabelText('Password'), password);
  if (confirmation) await user.type(screen.getByLabelText('Confirm password'), confirmation);
}

test('while the link is fetched a spinner shows, then whom it is for', async () => {
  const { portal, link } = await invited();
  const browser = portal.guest();
  const gate = Promise.withResolvers<void>();
  const send: typeof browser.send = async (method, url, ...rest) => {
    if (url.includes('magicLinkSignupFetch')) await gate.promise;
    return browser.send(method, url, ...rest);
  };
  await portal.open(link, { send });
  expect(await screen.findByText('Opening your invitation...')).toBeDefined();
  gate.resolve();
  expect(await screen.findByRole('heading', { name: 'Welcome, Bo' })).toBeDefined();
  expect(screen.getByText(/to manage Acme Widgets Inc\./)).toBeDefined();
  expect(screen.getByLabelText('Work email address')).toMatchObject({ value: bo, readOnly: true });
  expect(screen.getByText('30 days free')).toBeDefined();
  expect(screen.getByRole('link', { name: 'disclaimer' }).getAttribute('href')).toBe(
    '/disclaimer.html?subscriptionId=CHAMBER-2026',
  );
});

test('a chosen password leads straight in, and the server knows what happened', async () => {
  const { portal, link, row } = await invited();
  const { user } = await portal.open(link);
  await choose(user);
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Start Free Trial' }));
  await screen.findByText('Elsewhere');
  expect(currentSession()).toMatchObject({ authenticated: true, username: bo, newUser: true });
  await waitFor(async () =>
    expect((await row()).events).toMatchObject([
      { status: 'opened', eventType: 'page opened' },
      { status: 'accepted', eventType: 'account made' },
    ]),
  );
  expect(await row()).toMatchObject({ status: 'accepted', secOptIn: null });
});

test.each([true, false])('the other variant asks about messages on security: %s is kept', async (wanted) => {
  const { portal, link, row } = await invited({ variant: 'sec' });
  expect(link).toMatch(/^\/signupSec\//);
  const { user } = await portal.open(link);
  await choose(user);
  const question = screen.getByRole('checkbox', {
    name: 'Email me when Cyber Safety learns of a threat to companies like mine',
  });
  expect(question).toHaveProperty('checked', false);
  if (wanted) await user.click(question);
  await user.click(screen.getByRole('button', { name: 'Start Free Trial' }));
  await screen.findByText('Elsewhere');
  expect((await row()).secOptIn).toBe(wanted);
});

test('a channel without a trial says Create Account', async () => {
  const { portal, link } = await invited({ signUpCode: 'BROKER' });
  await portal.open(link);
  expect(await screen.findByRole('button', { name: 'Create Account' })).toBeDefined();
});

test.each(['signupLink', 'signupSec'])(
  'a link of %s that cannot be fetched is told, with the way to support, and goes home',
  async (page) => {
    const portal = await listeningPortal();
    const { at } = await portal.open(`/${page}/${'x'.repeat(43)}`);
    const toast = await toastSaying(failed, 'danger');
    expect(within(toast).getByRole('link', { name: 'support' }).getAttribute('href')).toBe(
      'mailto:support@cybersafety.example',
    );
    await waitFor(() => expect(at()).toBe('/'));
  },
);

test('a link that was accepted is told, with the ways on, and goes home', async () => {
  const { portal, link, accept } = await invited();
  await accept();
  const { user, at } = await portal.open(link);
  const toast = await toastSaying(exists, 'danger');
  await waitFor(() => expect(at()).toBe('/'));
  expect(within(toast).getByRole('link', { name: 'support' }).getAttribute('href')).toBe(
    'mailto:support@cybersafety.example',
  );
  await user.click(within(toast).getByRole('link', { name: 'Forgot Password' }));
  await waitFor(() => expect(at()).toBe('/forgotPassword/CHAMBER-2026'));
  await user.click(within(toast).getByRole('link', { name: 'Sign in now' }));
  await waitFor(() => expect(at()).toBe('/signin/CHAMBER-2026'));
  await waitFor(() => expect(screen.getByLabelText('Work email address')).toHaveProperty('value', bo));
});

test('an address that has an account by now is told the same and goes home', async () => {
  const { portal, link } = await invited();
  await portal.identity.createUser({ email: bo, password: goodPassword });
  const { at } = await portal.open(link);
  await toastSaying(exists, 'danger');
  await waitFor(() => expect(at()).toBe('/'));
});

test('a link that somebody else used while the page was open is told and goes home', async () => {
  const { portal, link, accept } = await invited();
  const { user, at } = await portal.open(link);
  await choose(user);
  await accept();
  await user.click(screen.getByRole('button', { name: 'Start Free Trial' }));
  await toastSaying(exists, 'danger');
  await waitFor(() => expect(at()).toBe('/'));
});

test('a link that ended while the page was open is told and goes home', async () => {
  const { portal, link } = await invited();
  const { user, at } = await portal.open(link);
  await choose(user);
  portal.clock.advance(15 * 86_400);
  await user.click(screen.getByRole('button', { name: 'Start Free Trial' }));
  await toastSaying(failed, 'danger');
  await waitFor(() => expect(at()).toBe('/'));
});

test.each([
  ['Correct-horse-7', '', 'Form Incomplete. Please fill empty fields.'],
  ['Correct-horse-7', 'Correct-horse-8', 'New password does not match the confirm password.'],
  [
    'weakling',
    'weakling',
    'Choose a password of at least 8 characters with a lowercase letter, an uppercase letter and a number.',
  ],
])('%j and %j are not sent', async (password, confirmation, said) => {
  const { portal, link, row } = await invited();
  const { user } = await portal.open(link);
  await choose(user, password, confirmation);
  await user.click(screen.getByRole('button', { name: 'Start Free Trial' }));
  expect((await screen.findByRole('alert')).textContent).toBe(said);
  expect((await row()).status).not.toBe('accepted');
});

test('whoever is signed in goes home, and the link stays good', async () => {
  const { portal, link, row } = await invited();
  const { at } = await portal.open(link, await portal.member());
  await waitFor(() => expect(at()).toBe('/'));
  expect((await row()).status).toBe('sent');
});

test('when signing in fails after the account was made, sign-in is shown with the address', async () => {
  const { portal, link } = await invited();
  const { user, at } = await portal.open(link);
  await choose(user);
  portal.identity.handle = async () => {
    throw new Error('away');
  };
  await user.click(screen.getByRole('button', { name: 'Start Free Trial' }));
  await toastSaying('Your account is ready. Please sign in.', 'success');
  await waitFor(() => expect(at()).toBe('/signin/CHAMBER-2026'));
  await waitFor(() => expect(screen.getByLabelText('Work email address')).toHaveProperty('value', bo));
});
