// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { readBoot } from '#platform/web/boot.ts';
import { currentSession } from '#platform/web/query.ts';
import { forgetStartQuery, takeStartQuery } from './startQuery.ts';
import { CaptchaUnavailable } from '#providers/captcha/port.ts';
import { takePendingSignIn } from '../signIn/pendingSignIn.ts';
import { userPool } from '../userPool/userPool.ts';
import { goodPassword, listeningPortal, toastSaying } from '../testing/listeningPortal.tsx';

const email = 'ada@acme-widgets.com';
const field = (name: string) => screen.findByLabelText(name);

type Portal = Awaited<ReturnType<typeof listeningPortal>>;
type User = Awaited<ReturnType<Awaited<ReturnType<typeof listeningPortal>>['open']>>['user'];
async function fill(user: User, address: string, password: string, confirmation = password) {
  for (const [name, value] of [
    ['Work email address', address],
    ['Password', password],
    ['Confirm password', confirmation],
  ] as const) {
    await user.clear(await field(name));
    if (value) await user.type(await field(name), value);
  }
}

test('signing up leads to verify, and the code of the mail leads straight in', async () => {
  const portal = await listeningPortal();
  const { user, at } = await portal.open('/signup/CHAMBER-2026');
  await fill(user, email, goodPassword);
  await user.click(screen.getByRole('button', { name: 'Start Free Trial' }));
  await screen.findByText('Verify your email');
  expect(at()).toBe('/verify');
  expect(screen.getByText(email)).toBeDefined();
  expect((await portal.identity.findUser(email))?.signUpCode).toBe('CHAMBER-2026');
  const code = /\d{6}/.exec((await portal.newest(email)).subject)![0];
  await user.click(await field('Six-digit code'));
  await user.paste(`${code.slice(0, 3)} ${code.slice(3)}`);
  await screen.findByText('Elsewhere');
  expect(currentSession()).toMatchObject({ authenticated: true, newUser: true });
});

test('a channel without a trial says Create Account and nothing of a trial', async () => {
  const portal = await listeningPortal();
  await portal.open('/signup/BROKER');
  expect(await screen.findByRole('button', { name: 'Create Account' })).toBeDefined();
  expect(screen.queryByText('No credit card')).toBeNull();
});

test('a channel with a trial says what it costs', async () => {
  const portal = await listeningPortal();
  await portal.open('/signup');
  for (const line of ['30 days free', 'No credit card', 'Cancel any time'])
    expect(await screen.findByText(line)).toBeDefined();
});

test.each([
  ['/signup', '/disclaimer.html'],
  ['/signup/CHAMBER-2026', '/disclaimer.html?subscriptionId=CHAMBER-2026'],
])('at %s the disclaimer is that of the channel: %s', async (path, href) => {
  const portal = await listeningPortal();
  await portal.open(path);
  expect((await screen.findByRole('link', { name: 'disclaimer' })).getAttribute('href')).toBe(href);
});

test('words of the channel are shown', async () => {
  const portal = await listeningPortal();
  await portal.open('/signup/CHAMBER-2026');
  expect(await screen.findByText('Chamber member pricing')).toBeDefined();
});

test.each(['NOPE', 'SPRING-2025'])('the subscription id %s leads to 404', async (id) => {
  const portal = await listeningPortal();
  const { at } = await portal.open(`/signup/${id}`);
  await waitFor(() => expect(at()).toBe('/404'));
});

test.each([
  ['', '', '', 'Form Incomplete. Please fill empty fields.'],
  [email, goodPassword, '', 'Form Incomplete. Please fill empty fields.'],
  ['ada', goodPassword, goodPassword, 'Please enter a valid email address.'],
  [email, goodPassword, 'Correct-horse-8', 'New password does not match the confirm password.'],
  [
    email,
    'weakling',
    'weakling',
    'Choose a password of at least 8 characters with a lowercase letter, an uppercase letter and a number.',
  ],
])('%j %j %j is not sent', async (address, password, confirmation, said) => {
  const portal = await listeningPortal();
  const { user, at } = await portal.open('/signup');
  await fill(user, address, password, confirmation);
  await user.click(screen.getByRole('button', { name: 'Start Free Trial' }));
  expect((await screen.findByRole('alert')).textContent).toBe(said);
  expect(at()).toBe('/signup');
  expect(await portal.queued()).toEqual([]);
});

test('what is missing is marked, and the first of it takes the cursor', async () => {
  const portal = await listeningPortal();
  const { user } = await portal.open('/signup');
  await user.type(await field('Work email address'), email);
  await user.click(screen.getByRole('button', { name: 'Start Free Trial' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Form Incomplete. Please fill empty fields.');
  const marked = () =>
    [...document.querySelectorAll('[aria-invalid=true]')].map((input) => input.getAttribute('name'));
  expect(marked()).toEqual(['new-password', 'confirm-password']);
  expect(document.activeElement).toBe(await field('Password'));
  expect(screen.getByText('Please enter a password.')).toBeDefined();
  await user.type(await field('Password'), goodPassword);
  expect(marked()).toEqual(['confirm-password']);
  await user.type(await field('Confirm password'), goodPassword);
  expect(marked()).toEqual([]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('where the pool of an operator judges passwords, only that both are there and match is asked', async () => {
  const portal = await listeningPortal();
  const { user } = await portal.open('/signup');
  readBoot().config.portalConfig.passwordRules = 'pool';
  await field('Work email address');
  await fill(user, email, 'weakling', 'weaklinx');
  expect(screen.queryByRole('list', { name: 'Your password needs' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Start Free Trial' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'New password does not match the confirm password.',
  );
  await fill(user, email, 'weakling');
  await user.click(screen.getByRole('button', { name: 'Start Free Trial' }));
  // it is sent, and the pool's answer stands at the field
  const refused = await screen.findAllByText(/^Password did not conform with policy/);
  expect(refused.length).toBeGreaterThan(0);
  expect(document.querySelector('[aria-invalid=true]')!.getAttribute('name')).toBe('new-password');
});

test('the address that the portal was opened with is filled in', async () => {
  history.replaceState(null, '', '/signup?userName=ada%40acme-widgets.com');
  takeStartQuery();
  const portal = await listeningPortal();
  await portal.open('/signup');
  expect(await field('Work email address')).toHaveProperty('value', email);
  forgetStartQuery();
});

test('where every sign-up needs a captcha, a person notices nothing', async () => {
  const portal = await listeningPortal({ env: { SIGNUP_CAPTCHA: 'always' } });
  const { user } = await portal.open('/signup');
  await fill(user, email, goodPassword);
  await user.click(screen.getByRole('button', { name: 'Start Free Trial' }));
  await screen.findByText('Verify your email');
  expect(await portal.identity.findUser(email)).not.toBeNull();
});

test('after a failed sign-up the captcha is solved anew, and the second try succeeds', async () => {
  const portal = await listeningPortal({ env: { SIGNUP_CAPTCHA: 'always' } });
  await portal.identity.createUser({ email: 'taken@acme-widgets.com', password: goodPassword });
  const { user } = await portal.open('/signup');
  await fill(user, 'taken@acme-widgets.com', goodPassword);
  await user.click(screen.getByRole('button', { name: 'Start Free Trial' }));
  await screen.findAllByText(/Looks like you already have an account/);
  await user.clear(await field('Work email address'));
  await user.type(await field('Work email address'), email);
  await user.click(screen.getByRole('button', { name: 'Start Free Trial' }));
  await screen.findByText('Verify your email');
});

test.each([
  [
    'the server',
    async (portal: Portal) =>
      void (portal.base.providers.captcha.verify = async () => ({ success: false, errorCodes: [] })),
  ],
  ['the user pool', async (portal: Portal) => void portal.clock.set('2026-03-02T18:00:00Z')],
])('a captcha that %s refuses smells like a robot, and the form can be sent again', async (_who, spoil) => {
  const portal = await listeningPortal({ env: { SIGNUP_CAPTCHA: 'always' } });
  const { send } = portal.guest();
  const { user, at } = await portal.open('/signup', {
    send: async (method, url, ...rest) => {
      const answer = await send(method, url, ...rest);
      // the pass is on its way to the pool and ends there
      if (url.includes('/recaptcha/verify')) await spoil(portal);
      return answer;
    },
  });
  if (_who === 'the server') await spoil(portal);
  await fill(user, email, goodPassword);
  await user.click(screen.getByRole('button', { name: 'Start Free Trial' }));
  await toastSaying('You smell like a robot.', 'danger');
  expect(at()).toBe('/signup');
  expect(await portal.identity.findUser(email)).toBeNull();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Start Free Trial' })).toHaveProperty('disabled', false),
  );
});

test('when the captcha cannot be checked, the server is to blame and not the person', async () => {
  const portal = await listeningPortal();
  portal.base.providers.captcha.verify = async () => {
    throw new CaptchaUnavailable('away');
  };
  const { user } = await portal.open('/signup');
  await fill(user, email, goodPassword);
  await user.click(screen.getByRole('button', { name: 'Start Free Trial' }));
  await toastSaying('Server Error. Please try again in some time.', 'danger');
});

test("Google's notice stands where its captcha is used, and nowhere else", async () => {
  const ours = await listeningPortal();
  await ours.open('/signup');
  await field('Password');
  expect(document.body.textContent).not.toContain('reCAPTCHA');
  cleanup();
  const theirs = await listeningPortal({ env: { RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET: 'secret' } });
  await theirs.open('/signup');
  await field('Password');
  expect(document.body.textContent).toContain(
    'This site is protected by reCAPTCHA and the Google Privacy Policy and Terms of Service apply.',
  );
});

test('whoever fills in what people do not see is sent nowhere', async () => {
  const portal = await listeningPortal();
  const { user } = await portal.open('/signup');
  await fill(user, email, goodPassword);
  await user.type(document.querySelector('input[name=company_fax]')!, 'x');
  await user.click(screen.getByRole('button', { name: 'Start Free Trial' }));
  expect(await screen.findByText('You smell like a robot.')).toBeDefined();
  expect(await portal.identity.findUser(email)).toBeNull();
});

test('an address that has an account is shown the way to sign in', async () => {
  const portal = await listeningPortal();
  await portal.identity.createUser({ email, password: goodPassword });
  const { user, at } = await portal.open('/signup/BROKER');
  await fill(user, email, goodPassword);
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  expect((await screen.findAllByText(/Looks like you already have an account/)).length).toBeGreaterThan(0);
  await user.click(screen.getByRole('link', { name: 'Sign in now' }));
  await waitFor(() => expect(at()).toBe('/signin/BROKER'));
  expect(await field('Work email address')).toHaveProperty('value', email);
});

test('a wrong code is told beside the field and may be tried again', async () => {
  const portal = await listeningPortal();
  const { user } = await portal.open('/signup');
  await fill(user, email, goodPassword);
  await user.click(screen.getByRole('button', { name: 'Start Free Trial' }));
  await field('Six-digit code');
  const code = /\d{6}/.exec((await portal.newest(email)).subject)![0];
  await user.type(await field('Six-digit code'), code === '000000' ? '000001' : '000000');
  expect(await screen.findByText('Invalid verification code provided, please try again.')).toBeDefined();
  await user.clear(await field('Six-digit code'));
  await user.type(await field('Six-digit code'), code);
  await screen.findByText('Elsewhere');
});

test('the tab that waits for the code takes the session of the tab that opened the link, and begins none of its own', async () => {
  const portal = await listeningPortal();
  const { user } = await portal.open('/signup');
  await fill(user, email, goodPassword);
  await user.click(screen.getByRole('button', { name: 'Start Free Trial' }));
  await screen.findByText('Verify your email');
  const code = /\d{6}/.exec((await portal.newest(email)).subject)![0];
  expect(await portal.identity.confirmSignUp(email, code)).toBe('confirmed');
  const signIn = vi.spyOn(await userPool(), 'signIn');
  const otherTab = new BroadcastChannel('portal-session');
  const theirs = {
    ...currentSession(),
    authenticated: true,
    username: 'ada',
    email,
    newUser: true,
    expires: 1800,
  };
  const tell = otherTab.postMessage.bind(otherTab);
  tell({ kind: 'session', state: theirs });
  tell({ kind: 'confirmed', username: email });
  await screen.findByText('Elsewhere');
  expect(currentSession()).toMatchObject(theirs);
  expect(signIn).not.toHaveBeenCalled();
  expect(takePendingSignIn(email)).toBeNull();
  otherTab.close();
});
