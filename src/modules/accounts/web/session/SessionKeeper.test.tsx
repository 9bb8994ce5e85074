// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentSession } from '#platform/web/query.ts';
import { listeningPortal } from '../testing/listeningPortal.tsx';

async function nearItsEnd(idleSeconds = 1600) {
  const portal = await listeningPortal();
  const ada = await portal.signIn('ada@acme-widgets.com');
  portal.clock.advance(idleSeconds);
  return { portal, ada, ...(await portal.open('/dashboard', ada)) };
}

test('a session with 200 seconds left warns with minutes and seconds, and Continue Working lengthens it', async () => {
  const { ada, user } = await nearItsEnd();
  const dialog = await screen.findByRole('dialog', { name: 'Session Timeout' });
  expect(dialog.textContent).toMatch(/signed out in 3 minutes (20|19|18) seconds/);
  await user.click(screen.getByRole('button', { name: 'Continue Working' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Session Timeout' })).toBeNull());
  expect((await ada.post('/accounts/check')).body.expires).toBe(1800);
});

test('Sign Out in the dialog ends the session at the server too', async () => {
  const { ada, user } = await nearItsEnd();
  await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
  await waitFor(() => expect(currentSession().authenticated).toBe(false));
  expect((await ada.post('/accounts/check')).body.authenticated).toBe(false);
});

test('with much time left nothing is shown', async () => {
  await nearItsEnd(60);
  expect(await screen.findByText('Elsewhere')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a session that ended meanwhile signs the page out and says so', async () => {
  const { portal, user } = await nearItsEnd();
  await screen.findByRole('dialog', { name: 'Session Timeout' });
  portal.clock.advance(300);
  await user.click(screen.getByRole('button', { name: 'Continue Working' }));
  expect(
    (await screen.findAllByText('Your session has ended. Please sign in again.')).length,
  ).toBeGreaterThan(0);
  expect(currentSession().authenticated).toBe(false);
});

test('what another tab did is heard: a longer session takes the warning away, a sign-out signs out', async () => {
  await nearItsEnd();
  await screen.findByRole('dialog', { name: 'Session Timeout' });
  const otherTab = new BroadcastChannel('portal-session');
  const tell = otherTab.postMessage.bind(otherTab);
  tell({ kind: 'session', state: { ...currentSession(), expires: 1800 } });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Session Timeout' })).toBeNull());
  tell({ kind: 'session', state: { ...currentSession(), authenticated: false, username: '' } });
  await waitFor(() => expect(currentSession().authenticated).toBe(false));
  otherTab.close();
});

test('a tab that hears from another that the time was over says why it is at sign-in', async () => {
  await nearItsEnd();
  await screen.findByRole('dialog', { name: 'Session Timeout' });
  const otherTab = new BroadcastChannel('portal-session');
  const tell = otherTab.postMessage.bind(otherTab);
  tell({ kind: 'session', state: { ...currentSession(), authenticated: false, username: '' }, ended: true });
  expect(
    (await screen.findAllByText('Your session has ended. Please sign in again.')).length,
  ).toBeGreaterThan(0);
  expect(currentSession().authenticated).toBe(false);
  otherTab.close();
});
