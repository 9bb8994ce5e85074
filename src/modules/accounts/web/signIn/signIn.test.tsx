// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PoolError } from '#providers/identity/embedded/poolError.ts';
import { currentSession } from '#platform/web/query.ts';
import { rememberRedirect } from '../session/redirect.ts';
import { goodPassword, listeningPortal, toastSaying } from '../testing/listeningPortal.tsx';

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

/** What a field is described by, as a screen reader says it. */
const described = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');
const isWrong = (input: HTMLElement) => input.getAttribute('aria-invalid') === 'true';

test('both fields are needed: each says so, and the first that is missing takes the cursor', async () => {
  const portal = await listeningPortal();
  const { user } = await portal.open('/signin');
  await field('Password');
  await user.click(press('Sign in'));
  expect((await screen.findByRole('alert')).textContent).toBe('Please enter username and password');
  const [name, password] = [await field('Work email address'), await field('Password')];
  expect([isWrong(name), isWrong(password)]).toEqual([true, true]);
  expect(described(name)).toContain('Work email address is required.');
  expect(document.activeElement).toBe(name);
  await user.type(name, email);
  expect([isWrong(name), isWrong(password)]).toEqual([false, true]);
  await user.click(press('Sign in'));
  expect(document.activeElement).toBe(password);
  expect(described(password)).toContain('Please enter your password.');
});

test('a wrong password stands at its field, which takes the cursor, until it is edited', async () => {
  const portal = await listeningPortal();
  await portal.identity.createUser({ email, password: goodPassword });
  const { user } = await portal.open('/signin');
  await user.type(await field('Work email address'), email);
  const password = await field('Password');
  await user.type(password, 'Wrong-horse-9');
  await user.click(press('Sign in'));
  await waitFor(() => expect(described(password)).toContain('Incorrect username or password.'));
  expect([isWrong(password), isWrong(await field('Work email address'))]).toEqual([true, false]);
  expect(document.activeElement).toBe(password);
  await user.type(password, 'x');
  expect(isWrong(password)).toBe(false);
});

test('a service that fails is told at the button too, and no field is called wrong', async () => {
  const portal = await listeningPortal();
  portal.identity.handle = async () => {
    throw new PoolError('ServiceUnavailableException', '', 503);
  };
  const { user } = await portal.open('/signin');
  await user.type(await field('Work email address'), email);
  await user.type(await field('Password'), goodPassword);
  await user.click(press('Sign in'));
  await waitFor(() => {
    const form = screen.getByRole('form', { name: 'Sign in' });
    expect(form.textContent).toContain('Server Error. Please try again in some time.');
  });
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(0);
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
    await toastSaying('Incorrect username or password.', 'danger');
    await waitFor(() => expect(press('Sign in')).toHaveProperty('disabled', false));
    // the one before leaves the screen meanwhile
    await waitFor(() => expect(document.querySelectorAll('[data-tone=danger]')).toHaveLength(1));
  }
  expect(await field('Work email address')).toHaveProperty('value', 'nobody@example.com');
  expect(at()).toBe('/signin');
});

test('links to the other pages keep the subscription id', async () => {
  const portal = await listeningPortal();
  await portal.open('/signin/HARBOR');
  expect((await screen.findByRole('link', { name: 'Sign up' })).getAttribute('href')).toBe('/signup/HARBOR');
  expect(screen.getByRole('link', { name: 'I forgot my password' }).getAttribute('href')).toBe(
    '/forgotPassword/HARBOR',
  );
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
  expect(
    (await screen.findByText('New password does not match the reentered password.')).textContent,
  ).toBeTruthy();
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
    {
      ClientId: portal.identity.clientId,
      Username: email,
      Password: goodPassword,
      UserAttributes: [{ Name: 'email', Value: email }],
    },
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
  [
    '?verification_result=already_confirmed&username=ada%40acme-widgets.com',
    'Your email address has already been verified.',
  ],
  ['?verification_result=expired', 'The verification link has expired.'],
  ['?verification_result=invalid&username=bo%40acme-widgets.com', 'The verification link is invalid.'],
  ['?verification_result=confirmed&username=cy%40acme-widgets.com', 'Your email address has been verified.'],
  [
    '?verification_result=other',
    'Something went wrong. Try refreshing the page or email support@cybersafety.example.',
  ],
])('%s is told and the address is tidied', async (query, said) => {
  const portal = await listeningPortal();
  const { at } = await portal.open(`/signin${query}`);
  expect((await screen.findAllByText(said)).length).toBeGreaterThan(0);
  await waitFor(() => expect(at()).toBe('/signin'));
});

test('an expired link offers a new one', async () => {
  const portal = await listeningPortal();
  const { user, at } = await portal.open(
    '/signin?verification_result=expired&username=ada%40acme-widgets.com',
  );
  const link = await screen.findByRole('link', { name: 'request new link' });
  expect(link.parentElement!.textContent).toContain('link no longer valid, request new link');
  expect(await field('Work email address')).toHaveProperty('value', email);
  await user.click(link);
  await waitFor(() => expect(at()).toBe('/verify?username=ada%40acme-widgets.com'));
});
