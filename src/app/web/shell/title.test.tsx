// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { renderScreen } from '#app/testing/screens.tsx';
import { named, type TitlePlace } from '#platform/web/pageTitle.ts';
import { queryClient } from '#platform/web/query.ts';
import { routes } from './routes.tsx';
import { Shell } from './Shell.tsx';

const policies = [
  {
    element: <Shell />,
    children: [
      { path: '/policy-signing/list', handle: { title: 'Security Policies' }, element: <h1>All</h1> },
      {
        path: '/policy-signing/:id',
        handle: {
          title: 'Security policy',
          thing: async ({ params }: TitlePlace) =>
            named<{ name: string }>(['policy', params.id], ({ name }) => name),
        },
        element: <h1>One</h1>,
      },
    ],
  },
];

test('the tab has the name of the thing before that of the screen, and follows when it is renamed', async () => {
  const portal = await testPortal();
  await renderScreen(policies, await portal.member(), '/policy-signing/passwords');
  await waitFor(() => expect(document.title).toBe('Security policy · Cyber Safety'));
  act(() => void queryClient.setQueryData(['policy', 'passwords'], { name: 'Passwords' }));
  await waitFor(() => expect(document.title).toBe('Passwords · Security policy · Cyber Safety'));
  act(() => void queryClient.setQueryData(['policy', 'passwords'], { name: 'Pass phrases' }));
  await waitFor(() => expect(document.title).toBe('Pass phrases · Security policy · Cyber Safety'));
});

test('another screen is announced, the first one and a change within it are not', async () => {
  const portal = await testPortal();
  const { router } = await renderScreen(policies, await portal.member(), '/policy-signing/list');
  await screen.findByRole('heading', { name: 'All' });
  const spoken = () =>
    [...document.querySelectorAll('[aria-live=polite]')].map((one) => one.textContent).join('');
  expect(spoken()).toBe('');
  queryClient.setQueryData(['policy', 'passwords'], { name: 'Passwords' });
  await act(() => router.navigate('/policy-signing/passwords'));
  await waitFor(() => expect(spoken()).toBe('Passwords · Security policy'));
  await waitFor(() => expect(spoken()).toBe(''), { timeout: 5000 });
  await act(() => router.navigate('/policy-signing/phones'));
  await new Promise((later) => setTimeout(later, 500));
  expect(spoken()).toBe('');
});

type Route = { path?: string; handle?: unknown; children?: Route[]; lazy?: unknown };
const screens = (list: readonly Route[]): Route[] =>
  list.flatMap((route) => [...(route.lazy && route.path ? [route] : []), ...screens(route.children ?? [])]);

test('every screen says its title, and no two say the same', () => {
  const all = screens(routes as Route[]);
  expect(all.filter(({ handle }) => !handle).map(({ path }) => path)).toEqual([]);
  const titles = all
    .map(({ handle }) => (handle as { title: unknown }).title)
    .filter((title) => typeof title === 'string');
  expect(titles.length).toBeGreaterThan(30);
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
});
