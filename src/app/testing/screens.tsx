import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, Link as RouterLink, type InitialEntry, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { ModuleName } from '#modules/plans/contract.ts';
import { setBoot, type Boot } from '#platform/web/boot.ts';
import { keepCsrfToken } from '#platform/web/call.ts';
import type { WebModule } from '#platform/web/page.ts';
import { queryClient, setSession } from '#platform/web/query.ts';
import type { LinkProps } from '#ui/text/Link.tsx';
import { UiProvider } from '#ui/theme/UiProvider.tsx';
import { routesOf } from '../web/shell/pageRoutes.tsx';
import type { TestBrowser } from './portal.ts';

const TestLink = ({ href, ...rest }: LinkProps) => <RouterLink to={href} {...rest} />;

/** Every fetch of the screen goes through the real server's routes, in this process, with this browser's cookies. */
function fetchThrough(browser: Pick<TestBrowser, 'send'>): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(String(input instanceof Request ? input.url : input), 'http://localhost');
    const form = init.body instanceof FormData ? new Response(init.body) : null;
    const headers = {
      ...Object.fromEntries(new Headers(init.headers).entries()),
      ...(form ? { 'content-type': form.headers.get('content-type')! } : {}),
    };
    const body = form ? Buffer.from(await form.arrayBuffer()) : (init.body ?? undefined);
    const answer = await browser.send(
      (init.method ?? 'GET') as 'GET' | 'POST',
      url.pathname + url.search,
      body,
      headers,
    );
    const given = new Headers();
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined && name !== 'set-cookie') given.set(name, String(value));
    return new Response(answer.statusCode === 204 ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: given,
    });
  };
}

/** The boot block as the page would bring it for this browser. */
async function bootOf(browser: Pick<TestBrowser, 'send'>): Promise<Boot> {
  const config = (await browser.send('GET', '/api/config')).json<Boot['config']>();
  const csrfToken = (await browser.send('GET', '/api/getCSRFToken')).json<{ CSRFToken: string }>().CSRFToken;
  const session = (await browser.send('POST', '/api/accounts/check', {}, { 'x-csrf-token': csrfToken })).json<
    Boot['session']
  >();
  return { config, session, csrfToken };
}

type Rendered = ReactNode | WebModule<ModuleName> | readonly (RouteObject | WebModule<ModuleName>)[];

const isModule = (one: unknown): one is WebModule<ModuleName> =>
  typeof one === 'object' && one !== null && ('pages' in one || 'panels' in one);

/** What is rendered, as routes. */
function routesIn(what: Rendered): RouteObject[] {
  const list = Array.isArray(what) ? (what as readonly unknown[]) : [what];
  const isRoutes = list.every((one) => typeof one === 'object' && one !== null && !('$$typeof' in one));
  if (!isRoutes) return [{ path: '*', element: what as ReactNode }];
  return list.flatMap((one) => (isModule(one) ? routesOf([one]) : [one as RouteObject]));
}

/**
 * Renders a screen, or the pages of modules at an address, on the real server in this process.
 * @param what a screen, modules, or route objects
 * @param browser who looks at it, from `testPortal`
 */
export async function renderScreen(
  what: Rendered,
  browser: Pick<TestBrowser, 'send'>,
  path: InitialEntry = '/',
) {
  globalThis.fetch = fetchThrough(browser);
  const boot = await bootOf(browser);
  setBoot(boot);
  keepCsrfToken(boot.csrfToken);
  queryClient.clear();
  setSession(boot.session);
  const router = createMemoryRouter(
    [...routesIn(what), { path: '*', element: <div data-testid="elsewhere" /> }],
    {
      initialEntries: [path],
    },
  );
  const { brand } = boot.config;
  const view = render(
    <QueryClientProvider client={queryClient}>
      <UiProvider look={{ accent: brand.accent, radius: brand.radius }} link={TestLink}>
        <RouterProvider router={router} />
      </UiProvider>
    </QueryClientProvider>,
  );
  return {
    ...view,
    router,
    user: userEvent.setup(),
    at: () => router.state.location.pathname + router.state.location.search,
  };
}
