// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { PoolError } from '#providers/identity/embedded/poolError.ts';
import { goodPassword, listeningPortal, toastSaying } from '../testing/listeningPortal.tsx';
import {
  email,
  failing,
  field,
  help,
  lasts,
  poolFails,
  press,
  type Portal,
} from '../testing/failingPortal.ts';

// platform.md 8: what people read when something did or did not work, at the moment it names, in which colour and for how long

async function signInWith(portal: Portal, path = '/signin') {
  const view = await portal.open(path);
  await view.user.type(await field('Work email address'), email);
  await view.user.type(await field('Password'), goodPassword);
  await view.user.click(press('Sign in'));
  return view;
}

test.each([502, 503, 504])(
  'sign-in: a user pool that answers %i is told as a server error and stays',
  async (status) => {
    const portal = await listeningPortal();
    poolFails(portal, 'InitiateAuth', new PoolError('ServiceUnavailableException', 'busy', status));
    await signInWith(portal);
    await toastSaying('Server Error. Please try again in some time.', 'danger');
    expect(lasts()).toBe(false);
  },
);

test('sign-in: any other refusal is told in the words of the user pool', async () => {
  const portal = await listeningPortal();
  poolFails(portal, 'InitiateAuth', new PoolError('NotAuthorizedException', 'Password attempts exceeded'));
  await signInWith(portal);
  await toastSaying('Password attempts exceeded', 'danger');
});

test.each([
  ['User does not exist.', 'Incorrect username or password.'],
  ['Username/client id combination not found.', 'Please enter a valid email address.'],
])('sign-in: %s is told as %s', async (message, said) => {
  const portal = await listeningPortal();
  poolFails(portal, 'InitiateAuth', new PoolError('UserNotFoundException', message));
  await signInWith(portal);
  await toastSaying(said, 'danger');
});

test('sign-up: an address that has an account is warned of for twenty seconds', async () => {
  const portal = await listeningPortal();
  await portal.identity.createUser({ email, password: goodPassword });
  const { user } = await portal.open('/signup');
  await user.type(await field('Work email address'), email);
  await user.type(await field('Password'), goodPassword);
  await user.type(await field('Confirm password'), goodPassword);
  await user.click(press('Start Free Trial'));
  const toast = await toastSaying('Looks like you already have an accountSign in now', 'warning');
  expect(within(toast).getByRole('link', { name: 'Sign in now' }).getAttribute('href')).toBe('/signin');
  expect(lasts()).toBe(20_000);
});

test.each([
  [
    'already_confirmed&username=a1%40acme.com',
    'Your email address has already been verified.',
    'success',
    5000,
  ],
  ['expired&username=a2%40acme.com', 'link no longer valid, request new link', 'danger', false],
  ['expired', 'The verification link has expired.', 'danger', false],
  ['invalid&username=a3%40acme.com', 'The verification link is invalid.', 'danger', false],
  [
    'other&username=a4%40acme.com',
    'Something went wrong. Try refreshing the page or email support@cybersafety.example.',
    'danger',
    false,
  ],
  [
    '%3Cb%3E&username=a5%40acme.com',
    'Something went wrong. Try refreshing the page or email support@cybersafety.example.',
    'danger',
    false,
  ],
] as const)(
  'verification: %s is told and the address is tidied, under the same subscription id',
  async (result, said, tone, duration) => {
    const portal = await listeningPortal();
    // told once for a page load, which is what a link is
    const { at } = await portal.open(
      `/signin/HARBOR?verification_result=${result}&x=${duration}${result.length}`,
    );
    await waitFor(() => expect(at()).toBe('/signin/HARBOR'));
    await toastSaying(said, tone);
    expect(lasts()).toBe(duration);
  },
);

test('verification: the new link is asked for under the same subscription id', async () => {
  const portal = await listeningPortal();
  const { user, at } = await portal.open(
    '/signin/HARBOR?verification_result=expired&username=new%40acme-widgets.com',
  );
  await user.click(await screen.findByRole('link', { name: 'request new link' }));
  await waitFor(() => expect(at()).toBe('/verify?username=new%40acme-widgets.com'));
  expect((await screen.findByRole('link', { name: 'Use another email address' })).getAttribute('href')).toBe(
    '/signup/HARBOR',
  );
});

const limit = () =>
  new PoolError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');

test('resend: a mail that cannot be sent is told', async () => {
  const portal = await listeningPortal();
  poolFails(portal, 'ResendConfirmationCode', limit());
  const realNow = Date.now;
  let later = 0;
  const now = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + later);
  const { user } = await portal.open('/verify?username=ada%40acme-widgets.com');
  const resend = await screen.findByRole('button', { name: 'Resend Email' });
  later = 61_000;
  await waitFor(() => expect(resend.getAttribute('aria-disabled')).toBeNull());
  await user.click(resend);
  await toastSaying('Unable to resend verification email. Please try again later.', 'danger');
  now.mockRestore();
});

test('resend: the same from sign-in, and once it works verify is shown under the same subscription id', async () => {
  const portal = await listeningPortal();
  await portal.identity.handle(
    'SignUp',
    {
      ClientId: portal.identity.clientId,
      Username: email,
      Password: goodPassword,
      UserAttributes: [{ Name: 'email', Value: email }],
    },
    { ip: '203.0.113.7' },
  );
  portal.clock.advance(61);
  const { handle } = portal.identity;
  poolFails(portal, 'ResendConfirmationCode', limit());
  const { user } = await signInWith(portal, '/signin/HARBOR');
  await user.click(await screen.findByRole('button', { name: 'Send email and verify' }));
  await toastSaying('Unable to resend verification email. Please try again later.', 'danger');
  portal.identity.handle = handle;
  await user.click(screen.getByRole('button', { name: 'Send email and verify' }));
  expect((await screen.findByRole('link', { name: 'Use another email address' })).getAttribute('href')).toBe(
    '/signup/HARBOR',
  );
});

async function invited() {
  const portal = await listeningPortal();
  const ada = await portal.member();
  await ada.post('/accounts/invite_user', {
    email: 'bo@acme-widgets.com',
    firstName: 'Bo',
    lastName: 'Lind',
    jobTitle: '',
  });
  const link = /\/invite-link\/[\w-]{43}/.exec((await portal.newest('bo@acme-widgets.com')).text)![0];
  const accept = () =>
    portal.guest().post('/accounts/inviteLink', { linkId: link.split('/')[2], password: goodPassword });
  return { portal, link, accept };
}

test('invitation: a used one is warned of for five seconds at sign-in', async () => {
  const { portal, link, accept } = await invited();
  await accept();
  const { at } = await portal.open(link);
  await toastSaying("You've already created an account (bo@acme-widgets.com). Please sign in.", 'warning');
  expect(lasts()).toBe(5000);
  await waitFor(() => expect(at()).toMatch(/^\/signin/));
});

test('invitation: one that was used while its page was open is warned of in the same words', async () => {
  const { portal, link, accept } = await invited();
  const { user, at } = await portal.open(link);
  await user.type(await field('Password'), goodPassword);
  await user.type(await field('Confirm password'), goodPassword);
  await accept();
  await user.click(press('Create Account'));
  await toastSaying("You've already created an account (bo@acme-widgets.com). Please sign in.", 'warning');
  await waitFor(() => expect(at()).toMatch(/^\/signin/));
});

test('invitation: one that cannot be fetched is told and leads home', async () => {
  const { portal, link } = await invited();
  const { at } = await portal.open(link, failing(portal, '/accounts/inviteLink', 400));
  const toast = await toastSaying(
    'Oops, something went wrong. Check your email invite and try again. Questions? Contact us at support.',
    'danger',
  );
  expect(within(toast).getByRole('link', { name: 'support' })).toBeDefined();
  await waitFor(() => expect(at()).toBe('/'));
  expect(lasts()).toBe(false);
});

test('invitation: a lookup that fails is told', async () => {
  const portal = await listeningPortal();
  const { user } = await portal.open('/link-error-page', failing(portal, 'inviteLinkLookup'));
  await user.type(await field('Or have your newest invitation sent again'), email);
  await user.click(press('Send my invitation'));
  await toastSaying(`Something went wrong while checking the provided data. ${help}`, 'danger');
});
