// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentSession } from '#platform/web/query.ts';
import { rememberRedirect } from './redirect.ts';
import { goodPassword, listeningPortal } from './fixtures/listeningPortal.tsx';

const email = 'ada@acme-widgets.com';
const field = (name: string) => screen.findByLabelText(name);
const press = (name: string) => screen.getByRole('button', { name });

test('an address in any spelling and its password sign in', async () => {
  const portal = await listeningPortal();
  await portal.identity.createUser({ email, password: goodPassword });
  const { user, at } = await portal.open('/signin');
  await user.type(await field('Work email address'), '  ADA@Acme-Widgets.com ');
  await user.type(await field('Password'), goodPassword);
  await user.click(press('Sign in'));
  await screen.findByText('Elsewhere');
  expect(at()).toBe('/');
  expect(currentSession()).toMatchObject({ authenticated: true, username: email });
});

test('the saved address is followed after sign-in, once', async () => {
  const portal = await listeningPortal();
  await portal.identity.createUser({ email, password: goodPassword });
  rememberRedirect('/webappscan/Shop?tab=2');
  const { user, at } = await portal.open('/signin');
  await user.type(await field('Work email address'), email);
  await user.type(await field('Password'), goodPassword);
  await user.click(press('Sign in'));
  await waitFor(() => expect(at()).toBe('/webappscan/Shop?tab=2'));
  expect(document.cookie).not.toContain('webappscan');
});

test('both fields are needed', async () => {
  const portal = await listeningPortal();
  const { user } = await portal.open('/signin');
  await user.type(await field('Work email address'), email);
  await user.click(press('Sign in'));
  expect((await screen.findByRole('alert')).textContent).toBe('Please enter username and password');
});

test('a wrong password and an unknown address read alike, and what was typed stays', async () => {
  const portal = await listeningPortal();
  await portal.identity.createUser({ email, password: goodPassword });
  const { user, at } = await portal.open('/signin');
  for (const name of [email, 'nobody@example.com']) {
    await user.clear(await field('Work email address'));
    await user.type(await field('Work email address'), name);
    await user.clear(await field('Password'));
    await user.type(await field('Password'), 'Wrong-horse-9');
    await user.click(press('Sign in'));
    expect(await screen.findAllByText('Incorrect username or password.')).toHaveLength(1);
    await waitFor(() => expect(press('Sign in')).toHaveProperty('disabled', false));
  }
  expect(await field('Work email address')).toHaveProperty('value', 'nobody@example.com');
  expect(at()).toBe('/signin');
});

test('links to the other pages keep the subscription id', async () => {
  const portal = await listeningPortal();
  await portal.open('/signin/HARBOR');
  expect((await screen.findByRole('link', { name: 'Sign up' })).getAttribute('href')).toBe('/signup/HARBOR');
  expect(screen.getByRole('link', { name: 'I forgot my password' }).getAttribute('href')).toBe('/forgotPassword/HARBOR');
});

test('a temporary password is replaced, every token of it ends, and the new one signs in', async () => {
  const portal = await listeningPortal();
  await portal.identity.createUser({ email, password: 'Lantern-meadow-1', temporary: true });
  const { user } = await portal.open('/signin');
  await user.type(await field('Work email address'), email);
  await user.type(await field('Password'), 'Lantern-meadow-1');
  await user.click(press('Sign in'));
  await screen.findByRole('heading', { name: 'Choose your own password' });
  await user.click(await screen.findByRole('button', { name: 'Change password' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Please enter the temporary password.');
  await user.type(await field('Temporary password'), 'Lantern-meadow-1');
  await user.click(press('Change password'));
  expect((await screen.findByRole('alert')).textContent).toBe('Please enter and confirm the new password.');
  await user.type(await field('New password'), goodPassword);
  await user.type(await field('Re-enter new password'), 'Correct-horse-8');
  await user.click(press('Change password'));
  expect((await screen.findByText('New password does not match the reentered password.')).textContent).toBeTruthy();
  await user.clear(await field('Re-enter new password'));
  await user.type(await field('Re-enter new password'), goodPassword);
  await user.click(press('Change password'));
  await screen.findByText('Elsewhere');
  expect(currentSession()).toMatchObject({ authenticated: true, username: email });
});

test('an unconfirmed person is told, gets a new mail and goes to verify', async () => {
  const portal = await listeningPortal();
  const caller = { ip: '203.0.113.7' };
  await portal.identity.handle(
    'SignUp',
    { ClientId: portal.identity.clientId, Username: email, Password: goodPassword, UserAttributes: [{ Name: 'email', Value: email }] },
    caller,
  );
  await portal.newest(email);
  portal.clock.advance(61);
  const { user, at } = await portal.open('/signin');
  await user.type(await field('Work email address'), email);
  await user.type(await field('Password'), goodPassword);
  await user.click(press('Sign in'));
  await user.click(await screen.findByRole('button', { name: 'Send email and verify' }));
  await waitFor(() => expect(at()).toBe('/verify'));
  const code = /\d{6}/.exec((await portal.newest(email)).subject)![0];
  await user.type(await field('Six-digit code'), code);
  await screen.findByText('Elsewhere');
  expect(currentSession()).toMatchObject({ authenticated: true, username: email });
});

test.each([
  ['?verification_result=already_confirmed&username=ada%40acme-widgets.com', 'Your email address has already been verified.'],
  ['?verification_result=expired', 'The verification link has expired.'],
  ['?verification_result=invalid&username=bo%40acme-widgets.com', 'The verification link is invalid.'],
  ['?verification_result=confirmed&username=cy%40acme-widgets.com', 'Your email address has been verified.'],
  ['?verification_result=other', 'Something went wrong. Try refreshing the page or email support@cybersafety.example.'],
])('%s is told and the address is tidied', async (query, said) => {
  const portal = await listeningPortal();
  const { at } = await portal.open(`/signin${query}`);
  expect((await screen.findAllByText(said)).length).toBeGreaterThan(0);
  await waitFor(() => expect(at()).toBe('/signin'));
});

test('an expired link offers a new one', async () => {
  const portal = await listeningPortal();
  const { user, at } = await portal.open('/signin?verification_result=expired&username=ada%40acme-widgets.com');
  const link = await screen.findByRole('link', { name: 'request new link' });
  expect(link.parentElement!.textContent).toContain('link no longer valid, request new link');
  expect(await field('Work email address')).toHaveProperty('value', email);
  await user.click(link);
  await waitFor(() => expect(at()).toBe('/verify?username=ada%40acme-widgets.com'));
});
