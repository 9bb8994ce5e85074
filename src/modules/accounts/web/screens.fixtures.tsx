import { notifications } from '@mantine/notifications';
import { configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { testPortal, type TestBrowser } from '#app/testing.ts';
import { renderScreen } from '#app/testing.tsx';
import { accountsRoutes } from './routes.tsx';
import { SessionKeeper } from './SessionKeeper.tsx';
import { useSession } from '#platform/web/query.ts';
import { Navigate, Outlet, useLocation } from 'react-router';

// a busy machine loads the code of a page slowly
configure({ asyncUtilTimeout: 10_000 });

// what one page keeps must not reach the next test's
afterEach(() => {
  notifications.clean();
  notifications.cleanQueue();
  sessionStorage.clear();
  document.cookie = 'redirect=; max-age=0; path=/';
});

export const goodPassword = 'Correct-horse-7';

/** The shell's part in this: whoever is signed in is led away from the pages before sign-in. */
function Frame() {
  const { authenticated } = useSession();
  const { pathname } = useLocation();
  const away = authenticated && /^\/(signin|signup|verify)/.test(pathname);
  return (
    <>
      {away ? <Navigate to="/" replace /> : <Outlet />}
      {authenticated && <SessionKeeper />}
    </>
  );
}

/** A portal that also listens, because the pool's client brings its own way over the network. */
export async function listeningPortal(options?: Parameters<typeof testPortal>[0]) {
  const portal = await testPortal(options);
  const host = new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).host;
  const newest = async (to: string) => {
    await portal.runJobs();
    const [summary] = await portal.mailbox.list({ to });
    return (await portal.mailbox.read(summary!.id))!;
  };
  const open = (path: string, browser: Pick<TestBrowser, 'send'> = portal.browser({ host })) =>
    renderScreen([{ element: <Frame />, children: [...accountsRoutes, { path: '*', element: <p>Elsewhere</p> }] }], browser, path);
  return { ...portal, host, newest, open, guest: () => portal.browser({ host }) };
}
