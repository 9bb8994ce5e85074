import { waitFor } from '@testing-library/react';
import { testPortal, type TestBrowser } from '#app/testing/portal.ts';
import { renderScreen } from '#app/testing/screens.tsx';
import { routesOf } from '#app/web/shell/pageRoutes.tsx';
import { accountsModule } from '../module.ts';
import { SessionKeeper } from '../session/SessionKeeper.tsx';
import { useSession } from '#platform/web/query.ts';
import { Navigate, Outlet, useLocation } from 'react-router';

export const goodPassword = 'Correct-horse-7';

/** The toast of a tone that says exactly this, links and all. */
export const toastSaying = (text: string, tone: 'success' | 'warning' | 'danger'): Promise<HTMLElement> =>
  waitFor(() => {
    const toasts = [...document.querySelectorAll<HTMLElement>(`[data-tone=${tone}]`)];
    const found = toasts.find((one) => one.textContent!.replace(/^[^:]+: /, '') === text);
    if (!found)
      throw new Error(
        `No ${tone} toast says ${text}; there are ${JSON.stringify(toasts.map((one) => one.textContent))}`,
      );
    return found;
  });

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
  // one person, from wherever the pool and the portal see them
  const guest = () => portal.browser({ host, ip: '127.0.0.1' });
  const open = (path: string, browser: Pick<TestBrowser, 'send'> = guest()) =>
    renderScreen(
      [
        {
          element: <Frame />,
          children: [...routesOf([accountsModule]), { path: '*', element: <p>Elsewhere</p> }],
        },
      ],
      browser,
      path,
    );
  return { ...portal, host, newest, open, guest };
}
