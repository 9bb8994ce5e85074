import { matchRoutes, type RouteObject } from 'react-router';

/** How long one points at a link before it counts as meant, milliseconds. */
const meantAfter = 60;

let underway = 0;
/** A chunk is being fetched ahead: where it is gone, following the link finds out and reloads the page, not pointing at it. */
export const isPreloading = (): boolean => underway > 0;

const wantsLess = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** The address that a link leads to within the portal, or null. */
function addressOf(target: EventTarget | null): URL | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target || link.hasAttribute('download')) return null;
  const url = new URL(link.href, window.location.href);
  const isPage = url.origin === window.location.origin && !url.pathname.startsWith('/api/');
  return isPage && url.pathname + url.search !== window.location.pathname + window.location.search
    ? url
    : null;
}

/** Fetches code and data of the page at an address, as its route would; what fails is left to the visit. */
async function preload(routes: RouteObject[], url: URL): Promise<void> {
  underway++;
  try {
    await Promise.allSettled(
      (matchRoutes(routes, url.pathname) ?? []).flatMap(({ route, params }) => [
        typeof route.lazy === 'function' ? route.lazy() : undefined,
        // loaders only begin to fetch, and answers that are fresh are not asked for again
        typeof route.loader === 'function'
          ? route.loader({
              request: new Request(url),
              params,
              url,
              pattern: route.path ?? '',
              context: undefined as never,
            })
          : undefined,
      ]),
    );
  } finally {
    underway--;
  }
}

/**
 * Begins to fetch a page when a link to it is pointed at, focused or touched, so that following it shows content at once.
 * @returns what ends it
 */
export function preloadLinks(routes: RouteObject[]): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = (event: Event, wait: number) => {
    clearTimeout(timer);
    const url = wantsLess() ? null : addressOf(event.target);
    if (url) timer = setTimeout(() => void preload(routes, url), wait);
  };
  const meant = (event: Event) => begin(event, meantAfter);
  const atOnce = (event: Event) => begin(event, 0);
  const listeners = [
    ['pointerover', meant],
    ['focusin', meant],
    ['touchstart', atOnce],
    ['pointerdown', atOnce],
  ] as const;
  for (const [name, listener] of listeners) document.addEventListener(name, listener, { passive: true });
  return () => {
    clearTimeout(timer);
    for (const [name, listener] of listeners) document.removeEventListener(name, listener);
  };
}
