// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { renderScreen } from '#app/testing/screens.tsx';
import { readBoot } from '#platform/web/boot.ts';
import { currentSession, setSession } from '#platform/web/query.ts';
import { pageAt } from './pageAt.ts';
import { mayAskFor } from './pageRoutes.tsx';
import { routes } from './routes.tsx';
import { ErrorPage } from './errors/ErrorPage.tsx';

function Broken(): never {
  throw new Error('a drawing failed');
}

test('a page whose drawing fails says so, offers the way on and tells the server', async () => {
  const silence = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => silence.mockRestore());
  const portal = await testPortal();
  await renderScreen(
    [{ path: '/broken', element: <Broken />, errorElement: <ErrorPage /> }],
    await portal.member(),
    '/broken',
  );
  expect(await screen.findByRole('heading', { name: 'oops, something went wrong.' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/');
  expect(screen.getByRole('link', { name: 'support@cybersafety.example' }).getAttribute('href')).toBe(
    'mailto:support@cybersafety.example',
  );
  await waitFor(async () =>
    expect(
      (await portal.database.global.selectFrom('clientError').select('message').execute()).map(
        (row) => row.message,
      ),
    ).toContain('a drawing failed'),
  );
});

test('while the profile is loaded the page asks for a moment', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const slow: typeof ada.send = async (method, url, ...rest) => {
    if (url.includes('profileCheck')) await held;
    return ada.send(method, url, ...rest);
  };
  await renderScreen(routes, { send: slow }, '/dashboard');
  expect(await screen.findByText("Please wait a moment, we're loading your profile...")).toBeDefined();
  goOn();
  await waitFor(() =>
    expect(screen.queryByText("Please wait a moment, we're loading your profile...")).toBeNull(),
  );
});

test('an invalid invitation is one page for whoever is signed in too: one main part, no menu, and the way home', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  await renderScreen(routes, ada, '/link-error-page');
  expect(await screen.findByRole('heading', { name: 'Oops, link not valid' })).toBeDefined();
  expect(screen.getAllByRole('main')).toHaveLength(1);
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(screen.getByRole('link', { name: 'Go home' }).getAttribute('href')).toBe('/');
  expect(screen.queryByRole('link', { name: 'Go to sign in' })).toBeNull();
});

test('a page that a link in a mail opens is the same for somebody who is signed in: no menu, nothing of theirs is asked for', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const asked: string[] = [];
  const listening: typeof ada.send = (method, url, ...rest) => {
    asked.push(url);
    return ada.send(method, url, ...rest);
  };
  await renderScreen(routes, { send: listening }, '/policy-signing/not-a-link-of-this-portal');
  expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeDefined();
  expect(document.title).toBe('Policies to sign · Cyber Safety');
  expect(screen.queryByRole('navigation')).toBeNull();
  const boot = ['/api/config', '/api/getCSRFToken', '/api/accounts/check'];
  expect(asked.filter((url) => !boot.includes(url))).toEqual(['/api/policy/signingLink/open']);
});

test.each(['/webappscan', '/securitypolicy', '/training', '/cybermaturity/assessment'])(
  'nothing of a module that the guards turn away is asked for at %s',
  async (path) => {
    const portal = await testPortal();
    await portal.member('ada@acme-widgets.com');
    portal.clock.advance(40 * 86_400);
    const ada = await portal.signIn('ada@acme-widgets.com');
    const answered: string[] = [];
    const listening: typeof ada.send = async (method, url, ...rest) => {
      const answer = await ada.send(method, url, ...rest);
      answered.push(`${answer.statusCode} ${url}`);
      return answer;
    };
    const { at } = await renderScreen(routes, { send: listening }, path);
    await waitFor(() => expect(at()).toBe('/plan'));
    expect(await screen.findByRole('heading', { name: 'My Cyber Safety Plan' })).toBeDefined();
    expect(answered.filter((line) => !line.startsWith('2'))).toEqual([]);
  },
);

test('the data of a module begins to load beside its code once the module is known to be active', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  await renderScreen(<p />, ada);
  expect(mayAskFor(pageAt('/webappscan/Shop')!)).toBe(false);
  const answer = await ada.get('/plans/featureUsageProfile');
  readBoot().answers = { featureUsageProfile: answer.body };
  expect(mayAskFor(pageAt('/webappscan/Shop')!)).toBe(true);
  setSession({ ...currentSession(), secondFactorNeeded: true });
  expect(mayAskFor(pageAt('/webappscan/Shop')!)).toBe(false);
  expect(mayAskFor(pageAt('/plan')!)).toBe(true);
});
