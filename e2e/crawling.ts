import { matchRoutes, type RouteObject } from 'react-router';
import type { BrowserContext, Page } from 'playwright-core';
import { routes } from '#app/shell/routes.tsx';
import { comesToRest, lastingComplaintsOf, sideways } from './looking.ts';
import { until } from './world.ts';

const widths = [1440, 900, 390] as const;

/** Parts of an address that choose a screen rather than the thing on it. */
const choosing = ['tab', 'tabId', 'part'];

/** The route of an address, `/training/:tab?`. */
export const routeOf = (address: string): string => {
  const { pathname } = new URL(address, 'http://localhost');
  const matches = matchRoutes(routes as RouteObject[], pathname) ?? [];
  return matches.map(({ route }) => route.path ?? '').reduce((whole, part) => (part.startsWith('/') ? part : `${whole}/${part}`), '');
};

/** Addresses of one kind look alike: of each kind one is visited. */
function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const params = matchRoutes(routes as RouteObject[], pathname)?.at(-1)?.params ?? {};
  const chosen = choosing.map((name) => params[name] ?? searchParams.get(name) ?? '');
  const depth = Object.values(params).filter((value) => value !== undefined).length;
  return [routeOf(address), depth, ...chosen].join(' ');
}

/** Every address that the product knows, as it is declared. */
export function declaredRoutes(): string[] {
  const walk = (list: readonly RouteObject[], base: string): string[] =>
    list.flatMap(({ path, children }) => {
      const whole = path === undefined ? base : path.startsWith('/') ? path : `${base}/${path}`;
      return children ? walk(children, whole) : [whole];
    });
  return [...new Set(walk(routes as RouteObject[], ''))];
}

/** Requests that failed, whatever they were for; those of a page that is being left are nobody's. */
function failuresOf(context: BrowserContext): string[] {
  const failures: string[] = [];
  context.on('response', (response) => {
    if (response.status() >= 400) failures.push(`${response.status()} for ${response.url()}`);
  });
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    if (why !== 'net::ERR_ABORTED') failures.push(`${why} for ${request.url()}`);
  });
  return failures;
}

/** Tells how many answers the page still waits for. */
function countWaiting(page: Page): () => number {
  const waiting = new Set<unknown>();
  page.on('request', (request) => waiting.add(request));
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => waiting.delete(request));
  // what the page before was waiting for is nobody's any more
  page.on('framenavigated', (frame) => frame === page.mainFrame() && waiting.clear());
  return () => waiting.size;
}

/** The page is there: its heading stands, and nothing is being loaded any more. */
async function settles(page: Page, waiting: () => number): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await until('the page to be loaded', () => page.evaluate<boolean>(`!document.querySelector('[aria-busy=true], progress.app-progress')`));
  await until('the answers', async () => waiting() === 0);
  await comesToRest(page);
  // what came last may have asked for more
  await until('the last answers', async () => waiting() === 0);
}

/** What is wrong with the page that is open, at three widths; accessibility on a phone is looked at where each state is (looking.ts). */
async function complaintsAtWidths(page: Page, address: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await comesToRest(page);
    if (width === widths[0]) wrong.push(...(await lastingComplaintsOf(page)).map((line) => `${address}: ${line}`));
    const wide = await sideways(page);
    if (wide > 0) wrong.push(`${address}: ${wide} pixels too wide for ${width}`);
  }
  await page.setViewportSize({ width: widths[0], height: 900 });
  return wrong;
}

const linksOn = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('a[href^="/"]:not([download]):not([target])')].map((link) => link.getAttribute('href'))`,
  );

export type Crawl = {
  /** Routes that were shown, as declared. */
  visited: Set<string>;
  /** Every kind of address that was looked at. */
  addresses: string[];
  wrong: string[];
};

/**
 * Goes from address to address by the links that the pages show, and looks at one of each kind.
 * @param starts where to begin; in this order
 * @param follows false to look at the starts alone
 */
export async function crawl(page: Page, starts: readonly string[], { follows = true } = {}): Promise<Crawl> {
  const failures = failuresOf(page.context());
  const waiting = countWaiting(page);
  const done = new Map<string, string>();
  const visited = new Set<string>();
  const wrong: string[] = [];
  const queue = [...starts];
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    const kind = kindOf(address);
    if (done.has(kind) || address.startsWith('/api/') || address.startsWith('/mailbox')) continue;
    done.set(kind, address);
    try {
      await page.goto(address);
      await settles(page, waiting);
      visited.add(routeOf(address)).add(routeOf(new URL(page.url()).pathname));
      wrong.push(...(await complaintsAtWidths(page, address)));
      if (follows) queue.push(...(await linksOn(page)));
    } catch (error) {
      wrong.push(`${address}: ${(error as Error).message}`);
    }
  }
  return { visited, addresses: [...done.values()], wrong: [...wrong, ...failures] };
}
