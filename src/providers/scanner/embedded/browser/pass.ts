import { isBinary } from '../crawl/found.ts';
import { segmentShape, urlShape } from '../crawl/frontier.ts';
import type { SiteRequest } from '../points/point.ts';
import type { PageSummary, Scan } from '../rule.ts';
import { callKey } from './recorded.ts';
import type { BrowserTools, BrowserVisit } from './tools.ts';

type PassOptions = {
  pages: number;
  milliseconds: number;
  onProgress?: (done: number, known: number) => void;
};

type PassResult = {
  links: string[];
  requests: SiteRequest[];
  visited: number;
};

const workers = 2;
// So many pages in a row that show nothing new: the rest of the website is the same program.
const patience = 12;
const most = { links: 2000, requests: 400, webSockets: 50, queue: 500 };

/** Equal for addresses that show the same screen with other data; routes in the fragment count as paths. */
function screenKey(url: URL): string {
  const route = /^#!?\//.test(url.hash) ? url.hash.split('?')[0]!.split('/').map(segmentShape).join('/') : '';
  return `${url.origin}${urlShape(url)}${route}`;
}

function promising(pages: readonly PageSummary[]): string[] {
  const kinds = new Set<string>();
  const first: string[] = [];
  const later: string[] = [];
  for (const { url, page, answer } of pages) {
    const bare = page.forms.some((form) => !form.explicitGet && form.method === 'GET');
    // Late in a long crawl only the outline of a page is kept; its resources tell nothing then.
    const runs =
      page.scripts.length > 0 ||
      page.resources.some((one) => one.tag === 'script') ||
      answer.body.length === 0;
    if (answer.status >= 400 || (!runs && !bare)) continue;
    const scripts = page.scripts.map((script) => script.url ?? `${script.code.length}`).join(' ');
    const kind = `${page.shape} ${scripts}`;
    (kinds.has(kind) ? later : first).push(url);
    kinds.add(kind);
  }
  return [...first, ...later];
}

function makeQueue(scan: Scan) {
  const queued = new Set<string>();
  const pages: string[] = [];
  const routes: string[] = [];
  const found: string[] = [];
  const lists = { pages, routes, found };

  function mayOpen(url: URL): boolean {
    if (!scan.inScope(url) || scan.isHarmful(url) || isBinary(url)) return false;
    // A route of a single-page application says no less than a path.
    return url.hash.length <= 1 || !scan.isHarmful(new URL(`/${url.hash.slice(1)}`, url));
  }

  return {
    has: (url: URL) => queued.has(screenKey(url)),
    add(list: keyof typeof lists, address: string): void {
      if (!URL.canParse(address)) return;
      const url = new URL(address);
      const key = screenKey(url);
      if (queued.has(key) || queued.size >= most.queue || !mayOpen(url)) return;
      queued.add(key);
      lists[list].push(url.href);
    },
    /** The first page comes first, then routes. */
    next: (isFirst: boolean): string | undefined =>
      (isFirst ? pages.shift() : undefined) ?? routes.shift() ?? pages.shift() ?? found.shift(),
    length: () => routes.length + pages.length + found.length,
  };
}

function makeNotes(scan: Scan, queue: ReturnType<typeof makeQueue>) {
  const { site } = scan;
  const links = new Set<string>();
  const requests: SiteRequest[] = [];
  const known = new Set(site.requests.map(callKey));
  const linked = new Set(site.pages.flatMap(({ url, page }) => [url, ...page.links]));

  function takeRequest(request: SiteRequest): boolean {
    const key = callKey(request);
    if (known.has(key) || requests.length >= most.requests || !scan.inScope(new URL(request.url)))
      return false;
    known.add(key);
    requests.push(request);
    site.requests.push(request);
    return true;
  }

  function takeAddress(address: string): boolean {
    if (!URL.canParse(address)) return false;
    const url = new URL(address);
    if (!/^https?:$/.test(url.protocol) || !scan.inScope(url)) return false;
    const isRoute = /^#!?\/?\w/.test(url.hash) && /^#!?\//.test(url.hash) && !queue.has(url);
    if (isRoute) queue.add('routes', url.href);
    url.hash = '';
    if (linked.has(url.href) || links.has(url.href) || links.size >= most.links) return isRoute;
    links.add(url.href);
    queue.add('found', url.href);
    return true;
  }

  return {
    links,
    requests,
    take(visit: BrowserVisit): boolean {
      const fresh = [
        ...visit.requests.map(takeRequest),
        ...[visit.url, ...visit.links].map(takeAddress),
      ].includes(true);
      for (const address of visit.webSockets)
        if (site.webSockets.size < most.webSockets) site.webSockets.add(address);
      for (const [id, version] of Object.entries(visit.libraries)) {
        const key = `${id} ${version}`;
        if (!site.runtime.has(key)) site.runtime.set(key, { id, version, on: visit.url });
      }
      return fresh;
    },
  };
}

/**
 * The browser's half of reading a website: opens its most promising pages, uses them, and writes down what their scripts
 * ask for. Fills `requests`, `webSockets` and `runtime` of the site. Rejects only with the reason of the scan's signal.
 */
export async function browserPass(
  scan: Scan,
  tools: BrowserTools,
  options: PassOptions,
): Promise<PassResult> {
  const until = performance.now() + options.milliseconds;
  const queue = makeQueue(scan);
  const notes = makeNotes(scan, queue);
  let visited = 0;
  let running = 0;
  let idle = 0;
  queue.add('pages', scan.base.href);
  for (const url of promising(scan.site.pages)) queue.add('pages', url);

  let change = Promise.withResolvers<void>();
  async function worker(): Promise<void> {
    for (;;) {
      scan.signal.throwIfAborted();
      const left = until - performance.now();
      if (visited >= options.pages || left < 500 || idle >= patience) return;
      const next = queue.next(visited === 0);
      if (next === undefined) {
        if (running === 0) return;
        await change.promise;
        continue;
      }
      visited += 1;
      running += 1;
      try {
        const visit = await tools.visit({ url: next }, { explore: true, atMostMs: Math.min(15_000, left) });
        idle = visit && notes.take(visit) ? 0 : idle + 1;
      } finally {
        running -= 1;
        change.resolve();
        change = Promise.withResolvers();
      }
      options.onProgress?.(visited, Math.min(options.pages, visited + queue.length()));
    }
  }

  const ends = await Promise.allSettled(Array.from({ length: workers }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return { links: [...notes.links], requests: notes.requests, visited };
}
