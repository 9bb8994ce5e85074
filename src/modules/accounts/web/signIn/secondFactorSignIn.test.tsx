// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { currentSession } from '#platform/web/query.ts';
import { nextCode, withSecondFactor } from '../testing/authenticator.ts';
import { goodPassword, listeningPortal, toastSaying } from '../testing/listeningPortal.tsx';

const email = 'ada@acme-widgets.com';
const field = (name: string) => screen.findByLabelText(name);

async function givePassword(user: UserEvent) {
  await user.type(await field('Work email address'), email);
  await user.type(await field('Password'), goodPassword);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

async function openCodeStep() {
  const portal = await listeningPortal();
  const { secret, recoveryCodes } = await withSecondFactor(portal, email);
  const view = await portal.open('/signin');
  await givePassword(view.user);
  const code = await field('Six-digit code');
  return { portal, secret, recoveryCodes, code, ...view };
}

test('after the password the code is asked for, and six digits sign in without a button', async () => {
  const { portal, secret, code, user } = await openCodeStep();
  expect(screen.getByRole('heading', { name: 'Enter your code' })).toBeTruthy();
  expect(code.getAttribute('autocomplete')).toBe('one-time-code');
  expect(code.getAttribute('inputmode')).toBe('numeric');
  expect(currentSession().authenticated).toBe(false);
  await user.click(code);
  const digits = nextCode(portal, secret);
  await user.paste(`${digits.slice(0, 3)} ${digits.slice(3)}`);
  await screen.findByText('Elsewhere');
  expect(currentSession()).toMatchObject({ authenticated: true, username: email });
});

test('a wrong code is told beside the field, which is empty for the next', async () => {
  const { portal, secret, code, user } = await openCodeStep();
  await user.type(code, '000000');
  await screen.findByText('That code is not right. Enter the one that your app shows now.');
  expect(code).toHaveProperty('value', '');
  const digits = nextCode(portal, secret);
  await user.type(code, digits);
  await screen.findByText('Elsewhere');
});

test('a code that served before is told so', async () => {
  const portal = await listeningPortal();
  const { secret } = await withSecondFactor(portal, email);
  const digits = nextCode(portal, secret);
  const first = await portal.open('/signin');
  await givePassword(first.user);
  await first.user.type(await field('Six-digit code'), digits);
  await screen.findByText('Elsewhere');
  first.unmount();
  const { user } = await portal.open('/signin', portal.guest());
  await givePassword(user);
  await user.type(await field('Six-digit code'), digits);
  await screen.findByText(
    'That code was used already. Wait for the next one; your app shows it within 30 seconds.',
  );
});

test('whoever looks for the phone for longer than three minutes just enters the code', async () => {
  const { portal, secret, code, user } = await openCodeStep();
  portal.clock.advance(600);
  await user.type(code, nextCode(portal, secret));
  await screen.findByText('Elsewhere');
});

test('too many wrong codes are told', async () => {
  const { portal, secret, code, user } = await openCodeStep();
  for (let i = 0; i < 5; i++) {
    await user.type(code, `00000${i}`);
    await waitFor(() => expect(code).toHaveProperty('value', ''));
    await screen.findByText('That code is not right. Enter the one that your app shows now.');
  }
  const digits = nextCode(portal, secret);
  // the lock lasts a second of the portal's clock
  await user.type(code, '000009');
  await screen.findByText(/That code is not right/);
  await user.type(code, digits);
  await screen.findByText(
    'Too many wrong codes. Wait a few minutes, then enter the code that your app shows.',
  );
});

test('one may go back to the password', async () => {
  const { user } = await openCodeStep();
  await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
  await field('Password');
  expect(screen.queryByLabelText('Six-digit code')).toBeNull();
});

test('a recovery code, in small letters and spaces, signs in and removes the app', async () => {
  const { portal, recoveryCodes, user } = await openCodeStep();
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  const code = await field('Recovery code');
  const send = screen.getByRole('button', { name: 'Sign in with this code' });
  await user.type(code, 'abc');
  await user.click(send);
  await screen.findByText(/A recovery code has ten letters and digits/);
  await user.clear(code);
  await user.type(code, 'AAAAA-AAAAA');
  await user.click(send);
  await screen.findByText('This recovery code is not right, or it was used before. Please try another.');
  expect(currentSession().authenticated).toBe(false);
  await user.clear(code);
  await user.type(code, recoveryCodes[4]!.toLowerCase().replace('-', ' '));
  await user.click(send);
  await screen.findByText('Elsewhere');
  await toastSaying(
    'Your authenticator app was removed from your account. Please set one up again.',
    'success',
  );
  expect(currentSession()).toMatchObject({ authenticated: true, secondFactorNeeded: false });
  expect(await portal.identity.checkPassword(email, goodPassword)).not.toBeNull();
});

test('from the recovery code one may go back to the phone', async () => {
  const { user } = await openCodeStep();
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  await user.click(await screen.findByRole('button', { name: 'I have my phone' }));
  await field('Six-digit code');
});
