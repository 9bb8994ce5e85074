// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { goodPassword, listeningPortal } from '../testing/listeningPortal.tsx';

const email = 'ada@acme-widgets.com';
const field = (name: string) => screen.findByLabelText(name);
const linkIn = (text: string, part: string) => new RegExp(`/${part}/[\\w-]{43}`).exec(text)![0];

test('a link by mail, a new password, and sign-in with it', async () => {
  const portal = await listeningPortal();
  await portal.identity.createUser({ email, password: goodPassword });
  const { user, router, at } = await portal.open('/forgotPassword');
  const button = await screen.findByRole('button', { name: 'Verify Email' });
  expect(button).toHaveProperty('disabled', true);
  await user.type(await field('Work email address'), 'Ada@Acme-Widgets.com');
  await user.click(button);
  expect(await screen.findByText('Check your email.')).toBeDefined();
  expect(screen.getByText(email)).toBeDefined();
  const link = linkIn((await portal.newest(email)).text, 'resetPassword');
  await router.navigate(link);
  await user.type(await field('New password'), 'Another-Horse-8');
  await user.type(await field('Confirm new password'), 'Another-Horse-8');
  await user.click(screen.getByRole('button', { name: 'Reset password' }));
  expect(
    (
      await screen.findAllByText(
        'Your password was successfully reset. You will be redirected to the sign in page.',
      )
    ).length,
  ).toBeGreaterThan(0);
  await waitFor(() => expect(at()).toBe('/signin'));
});

test('an address without an account reads the same', async () => {
  const portal = await listeningPortal();
  const { user } = await portal.open('/forgotPassword');
  await user.type(await field('Work email address'), 'nobody@example.com');
  await user.click(screen.getByRole('button', { name: 'Verify Email' }));
  expect(await screen.findByText('Check your email.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Contact Support' })).toBeDefined();
});

test.each([
  ['', 'Work email address is required.'],
  ['ada', 'Please enter a valid email address.'],
])('the address %j is told to be wrong once it was edited', async (address, said) => {
  const portal = await listeningPortal();
  const { user } = await portal.open('/forgotPassword');
  const input = await field('Work email address');
  await user.type(input, 'x');
  await user.clear(input);
  if (address) await user.type(input, address);
  await user.tab();
  expect(await screen.findByText(said)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Verify Email' })).toHaveProperty('disabled', true);
});

test('a link that does not work leads to sign-in and says why', async () => {
  const portal = await listeningPortal();
  const { at } = await portal.open(`/resetPassword/${'x'.repeat(43)}/HARBOR`);
  expect(
    await screen.findByText(
      'The link is invalid. Request another link, or email support@cybersafety.example for help.',
    ),
  ).toBeDefined();
  await waitFor(() => expect(at()).toBe('/signin/HARBOR'));
});

test('a code by mail does the same', async () => {
  const portal = await listeningPortal();
  await portal.identity.createUser({ email, password: goodPassword });
  const { user } = await portal.open('/forgotPassword');
  await user.type(await field('Work email address'), email);
  await user.click(screen.getByRole('button', { name: 'Verify Email' }));
  await user.click(await screen.findByRole('button', { name: 'Use a code instead' }));
  await portal.runJobs();
  portal.clock.advance(60);
  await user.click(await screen.findByRole('button', { name: 'Email me a code' }));
  await field('Six-digit code');
  const code = /^\d{6}/.exec((await portal.newest(email)).subject)![0];
  await user.type(await field('Six-digit code'), code);
  await user.type(await field('New password'), 'Another-Horse-8');
  await user.type(await field('Confirm new password'), 'Another-Horse-8');
  await user.click(screen.getByRole('button', { name: 'Set new password' }));
  expect((await screen.findAllByText('Your password has been reset')).length).toBeGreaterThan(0);
  await user.type(await field('Password'), 'Another-Horse-8');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('Elsewhere')).toBeDefined();
});
