// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderScreen } from '#app/testing/screens.tsx';
import { nextCode, withSecondFactor } from '../testing/authenticator.ts';
import { goodPassword, listeningPortal, toastSaying } from '../testing/listeningPortal.tsx';
import { SignInSecurity } from './SignInSecurity.tsx';

const email = 'ada@acme-widgets.com';
const newPassword = 'Another-Horse-8';
const field = (name: string) => screen.findByLabelText(name);
const form = () => within(screen.getByRole('form', { name: 'Change your password' }));
const submit = (user: UserEvent) => user.click(form().getByRole('button', { name: 'Change password' }));

async function fill(user: UserEvent, current: string, chosen: string, again = chosen) {
  for (const [name, value] of [
    ['Current password', current],
    ['New password', chosen],
    ['Re-enter new password', again],
  ] as const) {
    await user.clear(await field(name));
    if (value) await user.type(await field(name), value);
  }
}
const described = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

test('the password is changed with the present one, and every other session ends', async () => {
  const portal = await listeningPortal();
  const ada = await portal.signIn(email, portal.guest());
  const phone = await portal.signIn(email);
  const { user } = await renderScreen(<SignInSecurity />, ada);
  await user.click(await screen.findByRole('button', { name: 'Change password' }));
  await field('Current password');
  await fill(user, goodPassword, newPassword);
  await submit(user);
  await toastSaying('Password successfully changed. You are signed out everywhere else.', 'success');
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Change your password' })).toBeNull());
  expect((await ada.post('/accounts/check')).body.authenticated).toBe(true);
  expect((await phone.post('/accounts/check')).body.authenticated).toBe(false);
  expect(await portal.identity.checkPassword(email, newPassword)).not.toBeNull();
  const alive = await portal.database.global
    .selectFrom('userPoolRefreshToken')
    .selectAll()
    .where('revokedAt', 'is', null)
    .execute();
  expect(alive).toEqual([]);
});

test.each([
  ['', '', '', 'Current password', 'Please enter your current password.'],
  [goodPassword, '', '', 'New password', 'Please enter a password.'],
  [goodPassword, newPassword, 'Another-Horse-9', 'Re-enter new password', "Passwords don't match"],
  [
    goodPassword,
    goodPassword,
    goodPassword,
    'New password',
    'Choose a password that differs from your current one.',
  ],
  ['Wrong-horse-9', newPassword, newPassword, 'Current password', 'That is not your current password.'],
  [goodPassword, 'Welcome1', 'Welcome1', 'New password', /^This password is too easy to guess/],
])('%j %j %j stands at the field %s, which takes the cursor', async (current, chosen, again, name, said) => {
  const portal = await listeningPortal();
  const ada = await portal.signIn(email, portal.guest());
  const { user } = await renderScreen(<SignInSecurity />, ada);
  await user.click(await screen.findByRole('button', { name: 'Change password' }));
  await field('Current password');
  await fill(user, current, chosen, again);
  await submit(user);
  const input = await field(name);
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'));
  await waitFor(() => expect(document.activeElement).toBe(input));
  expect(described(input)).toMatch(said);
  expect(await portal.identity.checkPassword(email, goodPassword)).not.toBeNull();
});

test('with a second factor the code is asked for too, and a refused new password takes no second code', async () => {
  const portal = await listeningPortal();
  const { browser, secret } = await withSecondFactor(portal, email);
  const { user } = await renderScreen(<SignInSecurity />, browser);
  await user.click(await screen.findByRole('button', { name: 'Change password' }));
  await field('Current password');
  await fill(user, goodPassword, 'Welcome1');
  await submit(user);
  await user.type(await field('Six-digit code'), '000000');
  await waitFor(async () =>
    expect(described(await field('Six-digit code'))).toContain('That code is not right.'),
  );
  await user.type(await field('Six-digit code'), nextCode(portal, secret));
  await waitFor(async () =>
    expect(described(await field('New password'))).toContain('This password is too easy to guess'),
  );
  await fill(user, goodPassword, newPassword);
  await submit(user);
  await toastSaying('Password successfully changed. You are signed out everywhere else.', 'success');
  expect((await browser.get('/accounts/secondFactor')).body.data).toMatchObject({ on: true, passed: true });
});

test('who closes the dialog after a refusal leaves no tokens behind', async () => {
  const portal = await listeningPortal();
  const ada = await portal.signIn(email, portal.guest());
  const { user } = await renderScreen(<SignInSecurity />, ada);
  await user.click(await screen.findByRole('button', { name: 'Change password' }));
  await field('Current password');
  await fill(user, goodPassword, 'Welcome1');
  await submit(user);
  await waitFor(async () => expect((await field('New password')).getAttribute('aria-invalid')).toBe('true'));
  await user.click(form().getByRole('button', { name: 'Cancel' }));
  const alive = () =>
    portal.database.global
      .selectFrom('userPoolRefreshToken')
      .selectAll()
      .where('revokedAt', 'is', null)
      .execute();
  // the one of the session itself
  await waitFor(async () => expect(await alive()).toHaveLength(1));
});
