// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PoolError } from '#providers/identity/embedded/poolError.ts';
import { goodPassword, listeningPortal, toastSaying } from '../testing/listeningPortal.tsx';
import {
  email,
  failing,
  field,
  help,
  lasts,
  newPassword,
  poolFails,
  press,
  type Portal,
} from '../testing/failingPortal.ts';

test('reset: a request that fails is told', async () => {
  const portal = await listeningPortal();
  const { user, at } = await portal.open(
    '/forgotPassword/HARBOR',
    failing(portal, 'sendResetPasswordMagicLink'),
  );
  await user.type(await field('Work email address'), email);
  await user.click(press('Verify Email'));
  await toastSaying(`Something went wrong while verifying email. ${help}`, 'danger');
  expect([at(), lasts()]).toEqual(['/forgotPassword/HARBOR', false]);
});

test('reset: a link that cannot be checked is told and leads to sign-in', async () => {
  const portal = await listeningPortal();
  const { at } = await portal.open(
    `/resetPassword/${'x'.repeat(43)}/HARBOR`,
    failing(portal, 'checkResetPasswordMagicLink', 400),
  );
  await toastSaying(`Something went wrong while verifying the link. ${help}`, 'danger');
  await waitFor(() => expect(at()).toBe('/signin/HARBOR'));
});

test('reset: a link that is invalid is told and leads to sign-in', async () => {
  const portal = await listeningPortal();
  const { at } = await portal.open('/resetPassword/nothing/HARBOR');
  await toastSaying(
    'The link is invalid. Request another link, or email support@cybersafety.example for help.',
    'danger',
  );
  await waitFor(() => expect(at()).toBe('/signin/HARBOR'));
});

async function withResetLink() {
  const portal = await listeningPortal();
  await portal.identity.createUser({ email, password: goodPassword });
  await portal.guest().post('/accounts/sendResetPasswordMagicLink', { email, subscriptionId: 'START' });
  const link = /\/resetPassword\/[\w-]{43}\/START/.exec((await portal.newest(email)).text)![0];
  return { portal, link };
}
async function choose(view: Awaited<ReturnType<Portal['open']>>) {
  await view.user.type(await field('New password'), newPassword);
  await view.user.type(await field('Confirm new password'), newPassword);
  await view.user.click(press('Reset password'));
}

test('reset: success by link is told for five seconds and leads to sign-in under the same subscription id', async () => {
  const { portal, link } = await withResetLink();
  const view = await portal.open(link);
  await choose(view);
  await toastSaying(
    'Your password was successfully reset. You will be redirected to the sign in page.',
    'success',
  );
  expect(lasts()).toBe(5000);
  await waitFor(() => expect(view.at()).toBe('/signin/START'));
});

test('reset: a failure by link is told and the form stays', async () => {
  const { portal, link } = await withResetLink();
  const view = await portal.open(link, failing(portal, '/accounts/resetPassword', 500));
  await choose(view);
  await toastSaying(`Something went wrong while resetting password. ${help}`, 'danger');
  expect(view.at()).toBe(link);
});

test.each([
  [
    new PoolError('ExpiredCodeException', 'Invalid code provided, please request a code again.'),
    'Invalid code provided, please request a code again.',
  ],
  [
    new PoolError('InternalErrorException', '', 500),
    `Something went wrong while resetting password. ${help}`,
  ],
])('reset by code: %s is told', async (error, said) => {
  const portal = await listeningPortal();
  poolFails(portal, 'ConfirmForgotPassword', error);
  const { user } = await portal.open('/forgotPassword');
  await user.type(await field('Work email address'), email);
  await user.click(press('Verify Email'));
  await user.click(await screen.findByRole('button', { name: 'Use a code instead' }));
  await user.clear(await field('Work email address'));
  await user.click(await screen.findByRole('button', { name: 'Email me a code' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Please enter username');
  await user.click(press('I already have a code'));
  await user.type(await field('Work email address'), email);
  await user.type(await field('Six-digit code'), '123456');
  await user.type(await field('New password'), newPassword);
  await user.type(await field('Confirm new password'), newPassword);
  await user.click(press('Set new password'));
  await toastSaying(said, 'danger');
});
