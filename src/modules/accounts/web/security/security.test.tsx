// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderScreen } from '#app/testing/screens.tsx';
import { currentSession } from '#platform/web/query.ts';
import { nextCode, withSecondFactor } from '../testing/authenticator.ts';
import { goodPassword, listeningPortal, toastSaying } from '../testing/listeningPortal.tsx';
import { accountsModule } from '../module.ts';
import { SecondFactorPolicyPanel } from './SecondFactorPolicyPanel.tsx';
import { SignInSecurity } from './SignInSecurity.tsx';

const email = 'ada@acme-widgets.com';
const button = (name: string) => screen.findByRole('button', { name });

async function prove(user: UserEvent, confirm: string) {
  await user.type(await screen.findByLabelText('Your password'), goodPassword);
  await user.click(
    within(screen.getByRole('form', { name: 'Confirm that it is you' })).getByRole('button', {
      name: confirm,
    }),
  );
}
/** Goes through the steps of setting up, from the app's picture on. @returns the codes shown */
async function setUpApp(
  portal: Awaited<ReturnType<typeof listeningPortal>>,
  user: UserEvent,
): Promise<string[]> {
  await screen.findByRole('img', { name: 'QR code for your authenticator app' });
  const secret = document.querySelector('code')!.textContent!.replaceAll(' ', '');
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await user.type(await screen.findByLabelText('Six-digit code'), nextCode(portal, secret));
  const list = await screen.findByRole('list', { name: 'Recovery codes' });
  return within(list)
    .getAllByRole('listitem')
    .map((item) => item.textContent!);
}

test('a second factor is set up with the password, an app and its first code; ten recovery codes are shown once', async () => {
  const portal = await listeningPortal();
  const ada = await portal.signIn(email, portal.guest());
  const { user } = await renderScreen(<SignInSecurity />, ada);
  await user.click(await button('Set up'));
  await user.type(await screen.findByLabelText('Your password'), 'Wrong-horse-9');
  await user.click(await button('Continue'));
  await screen.findByText('That password is not right.');
  await user.clear(await screen.findByLabelText('Your password'));
  await prove(user, 'Continue');
  await user.type(await screen.findByLabelText('Six-digit code'), '000000');
  await screen.findByText(/That code is not right\./);
  const codes = await setUpApp(portal, user);
  expect(codes).toHaveLength(10);
  for (const name of ['Copy', 'Download', 'Print']) expect(await button(name)).toBeTruthy();
  // nothing but the button that says so puts them away
  await user.keyboard('{Escape}');
  expect(screen.getByText(codes[0]!)).toBeTruthy();
  await user.click(await button('I have kept them'));
  await toastSaying('Your second factor is on.', 'success');
  await screen.findByText('10 codes are left for the day your phone is lost. Each works once.');
  expect(screen.queryByText(codes[0]!)).toBeNull();
});

test('who gives up half way leaves no tokens behind and changes nothing', async () => {
  const portal = await listeningPortal();
  const ada = await portal.signIn(email, portal.guest());
  const { user } = await renderScreen(<SignInSecurity />, ada);
  await user.click(await button('Set up'));
  await prove(user, 'Continue');
  await screen.findByRole('img', { name: 'QR code for your authenticator app' });
  await user.click(await button('Cancel'));
  const alive = () =>
    portal.database.global
      .selectFrom('userPoolRefreshToken')
      .selectAll()
      .where('revokedAt', 'is', null)
      .execute();
  // the one of the session itself
  await waitFor(async () => expect(await alive()).toHaveLength(1));
  expect((await ada.get('/accounts/secondFactor')).body.data.on).toBe(false);
});

test('new recovery codes and switching off take the password and a code', async () => {
  const portal = await listeningPortal();
  const { browser, secret, recoveryCodes } = await withSecondFactor(portal, email);
  const { user } = await renderScreen(<SignInSecurity />, browser);
  await user.click(await button('Make new codes'));
  await prove(user, 'Make new codes');
  await user.type(await screen.findByLabelText('Six-digit code'), nextCode(portal, secret));
  const list = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(list.textContent).not.toContain(recoveryCodes[0]);
  await user.click(await button('I have kept them'));
  await toastSaying('You have ten new recovery codes.', 'success');
  await user.click(await button('Switch off'));
  await prove(user, 'Switch off');
  await user.type(await screen.findByLabelText('Six-digit code'), '000000');
  await screen.findByText('That code is not right. Enter the one that your app shows now.');
  await user.type(await screen.findByLabelText('Six-digit code'), nextCode(portal, secret));
  await toastSaying('Your second factor is off.', 'success');
  await button('Set up');
});

test('another phone takes the place of the one in use, after a code of that one', async () => {
  const portal = await listeningPortal();
  const { browser, secret } = await withSecondFactor(portal, email);
  const { user } = await renderScreen(<SignInSecurity />, browser);
  await user.click(await button('Use another phone'));
  await prove(user, 'Continue');
  await user.type(await screen.findByLabelText('Six-digit code'), nextCode(portal, secret));
  await screen.findByRole('img', { name: 'QR code for your authenticator app' });
  const next = document.querySelector('code')!.textContent!.replaceAll(' ', '');
  expect(next).not.toBe(secret);
  // the phone in use does not confirm the other one
  await user.type(await screen.findByLabelText('Six-digit code'), nextCode(portal, secret));
  await screen.findByText(/That code is not right\./);
  await user.type(await screen.findByLabelText('Six-digit code'), nextCode(portal, next));
  await toastSaying('Your codes come from the other phone now.', 'success');
  await screen.findByText('10 codes are left for the day your phone is lost. Each works once.');
  await user.click(await button('Make new codes'));
  await prove(user, 'Make new codes');
  await user.type(await screen.findByLabelText('Six-digit code'), nextCode(portal, secret));
  await screen.findByText('That code is not right. Enter the one that your app shows now.');
  await user.type(await screen.findByLabelText('Six-digit code'), nextCode(portal, next));
  await screen.findByRole('list', { name: 'Recovery codes' });
});

test('who moves to another phone and stops half way keeps the one in use, and leaves no tokens behind', async () => {
  const portal = await listeningPortal();
  const ada = await portal.member(email);
  const { browser, secret } = await withSecondFactor(portal, email);
  await portal.database.inOrg(ada.orgId, (db) =>
    db.updateTable('organization').set({ secondFactorRequired: true }).execute(),
  );
  const { user } = await renderScreen(<SignInSecurity />, browser);
  await user.click(await button('Use another phone'));
  // where it is demanded, this is the one thing that can be done with it
  expect(screen.queryByRole('button', { name: 'Switch off' })).toBeNull();
  await prove(user, 'Continue');
  await user.type(await screen.findByLabelText('Six-digit code'), nextCode(portal, secret));
  await screen.findByRole('img', { name: 'QR code for your authenticator app' });
  await user.click(await button('Cancel'));
  const alive = () =>
    portal.database.global
      .selectFrom('userPoolRefreshToken')
      .selectAll()
      .where('revokedAt', 'is', null)
      .execute();
  await waitFor(async () => expect(await alive()).toEqual([]));
  await user.click(await button('Make new codes'));
  await prove(user, 'Make new codes');
  await user.type(await screen.findByLabelText('Six-digit code'), nextCode(portal, secret));
  await screen.findByRole('list', { name: 'Recovery codes' });
});

test('sessions elsewhere are listed and signed out, one or all', async () => {
  const portal = await listeningPortal();
  const ada = await portal.signIn(email, portal.guest());
  const [phone, laptop] = [await portal.signIn(email), await portal.signIn(email)];
  const { user } = await renderScreen(<SignInSecurity />, ada);
  const list = await screen.findByRole('list', { name: 'Your sessions' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(3);
  expect(within(list).getAllByText('This one')).toHaveLength(1);
  await user.click(within(list).getAllByRole('button')[0]!);
  await toastSaying('Signed out there.', 'success');
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2));
  await user.click(await button('Sign out everywhere else'));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Sign out everywhere else' }));
  await toastSaying('You are signed out everywhere else.', 'success');
  for (const other of [phone, laptop])
    expect((await other.post('/accounts/check')).body.authenticated).toBe(false);
  expect((await ada.post('/accounts/check')).body.authenticated).toBe(true);
});

test('nothing of it is shown in a support session', async () => {
  const portal = await listeningPortal();
  const ada = await portal.member(email);
  await portal.database.global.updateTable('appSession').set({ supportStaff: 'sam@staff.example' }).execute();
  const { container } = await renderScreen(<SignInSecurity />, ada);
  expect(currentSession().isZeguroServiceSession).toBe(true);
  expect([...container.querySelectorAll('*')].filter(({ tagName }) => tagName !== 'STYLE')).toEqual([]);
});

test('whoever has a second factor demands it of everybody, after being asked', async () => {
  const portal = await listeningPortal();
  await portal.member(email);
  const { browser } = await withSecondFactor(portal, email);
  const { user } = await renderScreen(<SecondFactorPolicyPanel />, browser);
  const toggle = await screen.findByRole('switch', { name: /Every administrator needs a second factor/ });
  expect(
    within(await screen.findByRole('list', { name: 'Administrators and their second factor' })).getByText(
      /On since Mar 2, 2026/,
    ),
  ).toBeTruthy();
  await user.click(toggle);
  await user.click(await button('Ask everyone'));
  await toastSaying('Every administrator now needs a second factor.', 'success');
  await waitFor(() => expect(toggle).toHaveProperty('checked', true));
  expect((await browser.get('/accounts/secondFactorPolicy')).body.data.required).toBe(true);
});

test('whoever has none is told to set one up first', async () => {
  const portal = await listeningPortal();
  const ada = await portal.member(email);
  await renderScreen(<SecondFactorPolicyPanel />, ada);
  const toggle = await screen.findByRole('switch', { name: /Every administrator needs a second factor/ });
  expect(toggle).toHaveProperty('disabled', true);
  expect(screen.getByText('Set up your own second factor first, under Your Details.')).toBeTruthy();
});

test('whoever lacks the demanded one sets it up on a page of its own, and is let in after it', async () => {
  const portal = await listeningPortal();
  const ada = await portal.member(email);
  await portal.database.inOrg(ada.orgId, (db) =>
    db.updateTable('organization').set({ secondFactorRequired: true }).execute(),
  );
  const guest = await portal.signIn(email, portal.guest());
  const { user } = await renderScreen(accountsModule, guest, '/second-factor-setup');
  expect(currentSession().secondFactorNeeded).toBe(true);
  await screen.findByRole('heading', { name: 'Set up your second factor' });
  await prove(user, 'Continue');
  await setUpApp(portal, user);
  expect(currentSession().secondFactorNeeded).toBe(true);
  await user.click(await button('Continue'));
  await waitFor(() => expect(currentSession().secondFactorNeeded).toBe(false));
});

test('whoever has one but signed in without it is asked to sign in again', async () => {
  const portal = await listeningPortal();
  const ada = await portal.member(email);
  const { browser } = await withSecondFactor(portal, email);
  await portal.database.inOrg(ada.orgId, (db) =>
    db.updateTable('organization').set({ secondFactorRequired: true }).execute(),
  );
  await portal.database.global.updateTable('appSession').set({ strong: false }).execute();
  const { user } = await renderScreen(accountsModule, browser, '/second-factor-setup');
  await screen.findByRole('heading', { name: 'Sign in with your code' });
  await user.click(await button('Sign Out'));
  await waitFor(() => expect(currentSession().authenticated).toBe(false));
});
