// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { testPortal } from '../../testing/portal.ts';
import { renderScreen } from '../../testing/screens.tsx';
import { forgetStartQuery, givenAtStart } from '#modules/accounts/web/signUp/startQuery.ts';
import { chooseRedirect, takeRedirect } from '#modules/accounts/web/session/redirect.ts';
import { arrive, viewAddress } from './arrival.ts';

afterEach(() => {
  forgetStartQuery();
  history.replaceState(null, '', '/');
  document.cookie = 'redirect=; max-age=0; path=/';
});

/** Opens an address as a browser does, up to the moment before anything is drawn. */
async function open(address: string, who: 'visitor' | 'member' = 'visitor') {
  const portal = await testPortal();
  const browser = who === 'member' ? await portal.member() : portal.browser();
  await renderScreen(null, browser);
  history.replaceState(null, '', address);
  const stays = await arrive();
  return { stays, at: location.pathname + location.search };
}

test.each([
  ['training', '/training'],
  ['/training', '/training'],
  ['settings/admins', '/settings/admins'],
  ['webappscan/Shop', '/webappscan/Shop'],
  ['plan/', '/plan'],
  ['signin', null],
  ['nowhere', null],
  ['trainings', null],
  ['//evil.example', null],
  ['training//evil.example', null],
  ['training/../../evil', null],
  ['api/accounts/logout', null],
  ['', null],
])('the view %j is %j', (view, page) => {
  expect(viewAddress(view)).toBe(page);
});

test.each([
  ['/signup?Channel=chamber-2026&firstName=Ada', '/signup/CHAMBER-2026'],
  ['/signin?Channel=BROKER&ref=x', '/signin/BROKER?ref=x'],
  ['/forgotPassword?Channel=START', '/forgotPassword/START'],
  ['/?Channel=START', '/signin/START'],
  ['/signup/?Channel=START', '/signup/START'],
])('%s opens %s', async (address, page) => {
  expect(await open(address)).toEqual({ stays: true, at: page });
});

test.each([
  ['/signup?Channel=NOPE', '/signup'],
  ['/signup?Channel=SPRING-2025', '/signup'],
  ['/signup/BROKER?Channel=START', '/signup/BROKER'],
  ['/verify?Channel=START', '/verify'],
  ['/__proto__?Channel=START', '/__proto__'],
])('%s stays %s: no channel, or one that is there already', async (address, page) => {
  expect(await open(address)).toEqual({ stays: true, at: page });
});

test('a channel of another brand loads the page anew, so that all of it is in that brand', async () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
  const { stays } = await open('/signup?Channel=HARBOR');
  expect(stays).toBe(false);
  expect(replace.mock.calls).toEqual([['/signup/HARBOR']]);
  replace.mockRestore();
});

test('a view is where sign-in leads, and nothing else is', async () => {
  await open('/?view=training');
  chooseRedirect();
  expect(takeRedirect()).toEqual({ to: '/training', how: 'push' });
  await open('/?view=https%3A%2F%2Fevil.example');
  chooseRedirect();
  expect(takeRedirect()).toBeNull();
});

test('whoever is signed in sees the view at once, and no channel changes where they are', async () => {
  expect(await open('/?view=training&Channel=START', 'member')).toEqual({ stays: true, at: '/training' });
  expect(document.cookie).not.toContain('redirect');
});

test('a token in the address is dropped and used for nothing', async () => {
  const { at } = await open('/signup?id_token=eyJhbGciOiJub25lIn0.e30.&userName=ada%40acme-widgets.com');
  expect(at).toBe('/signup');
  expect(givenAtStart()).toEqual({ userName: 'ada@acme-widgets.com' });
  expect(document.cookie + JSON.stringify({ ...sessionStorage })).not.toContain('eyJ');
});
