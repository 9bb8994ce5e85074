import { matchRoutes, type RouteObject } from 'react-router';
import type { BrowserContext, Page } from 'playwright-core';
import { routes } from '#app/web/shell/routes.tsx';
import { comesToRest, lastingComplaintsOf, sideways } from './looking.ts';
import { until } from '../world.ts';

const widths = [1440, 900, 390] as const;

/** design.md 10: how much a page may move while it comes. */
const mostShift = 0.02;

type Shift = {
  value: number;
  hadRecentInput: boolean;
  sources: { node: { nodeName: string; className: string } | null }[];
};

/** Adds up how much of the page moves by itself, from the first drawing on; runs in the page. */
export const watchShifts = `globalThis.shifts = [];
  new PerformanceObserver((list) => globalThis.shifts.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true });`;

/** What moved while the page came, where that is more than may be. */
async function movementOf(page: Page): Promise<string | null> {
  const shifts = await page.evaluate<Shift[]>(
    `globalThis.shifts.filter((one) => !one.hadRecentInput).map(({ value, hadRecentInput, sources }) => ({ value, hadRecentInput,
      sources: sources.map(({ node }) => ({ node: node && { nodeName: node.nodeName, className: String(node.className ?? node.parentNode?.className) } })) }))`,
  );
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  if (sum <= mostShift) return null;
  const moved = shifts.flatMap(({ sources }) =>
    sources.map(({ node }) => (node ? `${node.nodeName}.${node.className}` : 'gone')),
  );
  return `moves by ${sum.toFixed(3)}: ${[...new Set(moved)].slice(0, 5).join(', ')}`;
}

/** Parts of an address that choose a screen rather than the thing on it. */
const choosing = ['tab', 'tabId', 'part'];

/** The route of an address, `/training/:tab?`. */
export const routeOf = (address: string): string => {
  const { pathname } = new URL(address, 'http://localhost');
  const matches = matchRoutes(routes as RouteObject[], pathname) ?? [];
  return matches
    .map(({ route }) => route.path ?? '')
    .reduce((whole, part) => (part.startsWith('/') ? part : `${whole}/${part}`), '');
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
  await until('the page to be loaded', () =>
    page.evaluate<boolean>(`!document.querySelector('[aria-busy=true], progress.app-progress')`),
  );
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
    if (width === widths[0])
      wrong.push(...(await lastingComplaintsOf(page)).map((line) => `${address}: ${line}`));
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

/** Where the page ended: the filter of a list is no page of its own. */
const placeOf = async (page: Page): Promise<string> => {
  const { pathname, searchParams } = new URL(page.url());
  // the places of a course are one page that is leafed
  return [
    pathname.replace(/^(\/learn\/[^/]+\/[^/]+)\/.*/, '$1'),
    ...choosing.map((name) => searchParams.get(name) ?? ''),
  ]
    .join(' ')
    .trim();
};

export type Crawl = {
  /** Routes that were shown, as declared. */
  visited: Set<string>;
  /** Every kind of address that was looked at. */
  addresses: string[];
  /** Addresses, as they ended, by the title of their tab. */
  titles: Map<string, Set<string>>;
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
  const titles = new Map<string, Set<string>>();
  const seconds = new Set<string>();
  const open = async (address: string) => {
    await page.goto(address);
    await settles(page, waiting);
  };
  const noteTitle = async () => {
    const title = await page.title();
    titles.set(title, (titles.get(title) ?? new Set()).add(await placeOf(page)));
  };
  const queue = [...starts];
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    const kind = kindOf(address);
    if (address.startsWith('/api/') || address.startsWith('/mailbox') || done.get(kind) === address) continue;
    try {
      if (done.has(kind)) {
        // a second thing of the kind looks alike, but has a name of its own
        if (seconds.has(kind)) continue;
        seconds.add(kind);
        await open(address);
        await noteTitle();
        continue;
      }
      done.set(kind, address);
      await open(address);
      await noteTitle();
      const moved = await movementOf(page);
      if (moved) wrong.push(`${address}: ${moved} at ${widths[0]}`);
      visited.add(routeOf(address)).add(routeOf(new URL(page.url()).pathname));
      wrong.push(...(await complaintsAtWidths(page, address)));
      if (follows) queue.push(...(await linksOn(page)));
      await page.setViewportSize({ width: 390, height: 844 });
      await open(address);
      const movedOnPhone = await movementOf(page);
      if (movedOnPhone) wrong.push(`${address}: ${movedOnPhone} at 390`);
      await page.setViewportSize({ width: widths[0], height: 900 });
    } catch (error) {
      wrong.push(`${address}: ${(error as Error).message}`);
    }
  }
  return { visited, titles, addresses: [...done.values()], wrong: [...wrong, ...failures] };
}

/** How much a page moves while it comes, where that is more than may be; what it asks for may be refused. */
export async function movementsOf(page: Page, address: string): Promise<string[]> {
  const waiting = countWaiting(page);
  const wrong: string[] = [];
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(address);
    await settles(page, waiting);
    const moved = await movementOf(page);
    if (moved) wrong.push(`${address}: ${moved} at ${width}`);
  }
  return wrong;
}
