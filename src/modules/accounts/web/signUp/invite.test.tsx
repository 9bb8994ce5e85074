// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentSession } from '#platform/web/query.ts';
import { goodPassword, listeningPortal, toastSaying } from '../testing/listeningPortal.tsx';

const bo = 'bo@acme-widgets.com';

async function invited() {
  const portal = await listeningPortal();
  const ada = await portal.member();
  await ada.post('/accounts/invite_user', { email: bo, firstName: 'Bo', lastName: 'Lind', jobTitle: '' });
  const link = /\/invite-link\/[\w-]{43}/.exec((await portal.newest(bo)).text)![0];
  const accept = () =>
    portal.guest().post('/accounts/inviteLink', { linkId: link.split('/')[2], password: goodPassword });
  return { portal, ada, link, accept };
}

test('an invited person chooses a password and is in', async () => {
  const { portal, link } = await invited();
  const { user } = await portal.open(link);
  expect(await screen.findByRole('heading', { name: 'Welcome, Bo' })).toBeDefined();
  expect(screen.getByText(/Acme Widgets Inc\./)).toBeDefined();
  expect(screen.getByLabelText('Work email address')).toMatchObject({ value: bo, readOnly: true });
  await user.type(screen.getByLabelText('Password'), goodPassword);
  await user.type(screen.getByLabelText('Confirm password'), goodPassword);
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  await screen.findByText('Elsewhere');
  expect(currentSession()).toMatchObject({ authenticated: true, username: bo, newUser: false });
});

test('a used invitation leads to sign-in with a warning', async () => {
  const { portal, link, accept } = await invited();
  await accept();
  const { at } = await portal.open(link);
  expect(
    (await screen.findAllByText(`You've already created an account (${bo}). Please sign in.`)).length,
  ).toBeGreaterThan(0);
  await waitFor(() => expect(at()).toMatch(/^\/signin/));
});

test('an address that administers elsewhere is told to sign in and goes home', async () => {
  const { portal, link } = await invited();
  await portal.member(bo, 'Other Ltd.');
  const { at } = await portal.open(link);
  await toastSaying(
    'An account already exists. Sign in now. Having problems? Click the Forgot Password link, or email support.',
    'danger',
  );
  await waitFor(() => expect(at()).toBe('/'));
});

test('an invitation that is none leads to its page, where a lost one can be had again', async () => {
  const { portal } = await invited();
  const { user, at } = await portal.open('/invite-link/nothing');
  expect(await screen.findByRole('heading', { name: 'Oops, link not valid' })).toBeDefined();
  expect(at()).toBe('/link-error-page');
  await user.type(screen.getByLabelText('Or have your newest invitation sent again'), bo);
  await user.click(screen.getByRole('button', { name: 'Send my invitation' }));
  expect(await screen.findByText('Check your email')).toBeDefined();
  await portal.runJobs();
  expect(await portal.mailbox.list({ to: bo })).toHaveLength(2);
});

test('whoever is signed in goes home', async () => {
  const { portal, ada, link } = await invited();
  const { at } = await portal.open(link, ada);
  await waitFor(() => expect(at()).toBe('/'));
});
