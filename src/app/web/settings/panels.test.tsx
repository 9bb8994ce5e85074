// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { nextCode, withSecondFactor } from '#modules/accounts/web/testing/authenticator.ts';
import {
  goodPassword,
  listeningPortal,
  toastSaying,
} from '#modules/accounts/web/testing/listeningPortal.tsx';
import { renderScreen } from '../../testing/screens.tsx';
import { settingsModule } from './module.ts';

const email = 'ada@acme-widgets.com';
const other = 'bob@acme-widgets.com';

/** Ada administers with Bob, who has a second factor; so has she, where it is asked for. */
async function openWorld() {
  const portal = await listeningPortal();
  const ada = await portal.member(email);
  const bob = await portal.identity.createUser({ email: other, password: goodPassword });
  const at = portal.clock.now();
  const row = {
    orgId: ada.orgId,
    cognitoId: bob.cognitoId,
    email: other,
    firstName: 'Bob',
    lastName: 'Lind',
  };
  await portal.database.inOrg(ada.orgId, (db) =>
    db
      .insertInto('admin')
      .values({ ...row, createdAt: at, updatedAt: at })
      .execute(),
  );
  const { browser } = await withSecondFactor(portal, other);
  const open = (person: typeof browser) => renderScreen(settingsModule, person, '/settings/admins');
  return { portal, ada, bob: browser, open };
}
type View = Awaited<ReturnType<typeof renderScreen>>;

async function menuOf(view: View, name: string): Promise<(string | null)[]> {
  await view.user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
}

test('an administrator resets the second factor of another, who is offered no more afterwards', async () => {
  const { portal, ada, bob, open } = await openWorld();
  const view = await open(await portal.signIn(email, portal.guest()));
  expect(await menuOf(view, 'Bob Lind')).toEqual(['Edit', 'Reset second factor', 'Remove']);
  await view.user.click(screen.getByRole('menuitem', { name: 'Reset second factor' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reset the second factor of Bob Lind?' }));
  expect(
    await dialog.findByText(
      'Bob Lind is signed out everywhere at once, and signs in with only the password.',
    ),
  ).toBeDefined();
  const confirm = dialog.getByRole('button', { name: 'Reset second factor' });
  await view.user.click(confirm);
  expect(await dialog.findByText('Please enter your password.')).toBeDefined();
  await view.user.type(dialog.getByLabelText('Your password'), 'Wrong-horse-9');
  await view.user.click(confirm);
  expect(await dialog.findByText('That password is not right.')).toBeDefined();
  expect((await bob.post('/accounts/check')).body.authenticated).toBe(true);
  await view.user.clear(dialog.getByLabelText('Your password'));
  await view.user.type(dialog.getByLabelText('Your password'), goodPassword);
  await view.user.click(confirm);
  await toastSaying('Second factor successfully reset.', 'success');
  expect((await bob.post('/accounts/check')).body.authenticated).toBe(false);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(async () =>
    expect((await ada.get('/profile/getUserList')).body.data[1].hasSecondFactor).toBe(false),
  );
  await waitFor(async () => {
    await view.user.keyboard('{Escape}');
    expect(await menuOf(view, 'Bob Lind')).toEqual(['Edit', 'Remove']);
  });
});

test('whoever has a second factor resets with a code of it, and what is demanded is said', async () => {
  const { portal, ada, open } = await openWorld();
  const { browser, secret } = await withSecondFactor(portal, email);
  await portal.database.inOrg(ada.orgId, (db) =>
    db.updateTable('organization').set({ secondFactorRequired: true }).execute(),
  );
  const view = await open(browser);
  // nobody resets their own
  expect(await menuOf(view, 'Ada Vance')).toEqual(['Edit']);
  await view.user.keyboard('{Escape}');
  await menuOf(view, 'Bob Lind');
  await view.user.click(await screen.findByRole('menuitem', { name: 'Reset second factor' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(
    await dialog.findByText(
      'Your organization asks for a second factor, so a new one is set up before anything else.',
    ),
  ).toBeDefined();
  await view.user.type(dialog.getByLabelText('Your password'), goodPassword);
  await view.user.click(dialog.getByRole('button', { name: 'Reset second factor' }));
  await view.user.type(await dialog.findByLabelText('Six-digit code'), nextCode(portal, secret));
  await toastSaying('Second factor successfully reset.', 'success');
});

test('it is not offered in a support session', async () => {
  const { portal, ada, open } = await openWorld();
  const support = await portal.support(ada);
  const view = await open(support);
  expect(await menuOf(view, 'Bob Lind')).not.toContain('Reset second factor');
});
