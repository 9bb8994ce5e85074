import { Buffer } from 'node:buffer';
import type { HttpAnswer } from '#probes/http/answer.ts';
import { HttpFailure, bodyText, mediaType, redirectTarget } from '#probes/http/answer.ts';
import type { HttpClient } from '#probes/http/client.ts';
import { requestOf } from '../points/collect.ts';
import type { Seen, SiteMap } from '../rule.ts';
import { isBinary, scriptAddresses, styleAddresses } from './links.ts';
import type { PageForm } from '#probes/web/form.ts';
import type { Page } from '#probes/web/page.ts';
import { readPage } from '#probes/web/page.ts';
import { absolute, refreshTarget } from '#probes/web/target.ts';
import type { Robots } from './seeds.ts';
import { readSitemap } from './seeds.ts';
import { makeFrontier } from './frontier.ts';
import { parameterShape, urlShape } from './shape.ts';

export type CrawlLimits = {
  pages: number;
  requests: number;
  depth: number;
  milliseconds: number;
  workers: number;
};

export type CrawlInput = {
  base: URL;
  http: HttpClient;
  robots: Robots;
  site: SiteMap;
  limits: CrawlLimits;
  signal: AbortSignal;
  inScope: (url: URL) => boolean;
  isHarmful: (url: URL) => boolean;
  /** Told each form; false for one that is not sent. */
  onForm: (form: PageForm) => boolean;
  onSeen: (seen: Seen) => void;
  onProgress: (pages: number, known: number) => void;
  onTimeout: (url: string) => void;
  onSkipped: (reason: string) => void;
};

const mostKnown = 60_000;
const mostShapes = 5000;
const mostForms = 3000;
const scriptsMost = 60;
const stylesMost = 15;

export function kindOf(answer: HttpAnswer): Seen['kind'] {
  const type = mediaType(answer);
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type === '' && /^\s*<(!doctype html|html|head|body)/i.test(bodyText(answer).slice(0, 300)))
    return 'html';
  if (/(java|ecma)script$/.test(type)) return 'script';
  if (type === 'text/css') return 'style';
  if (type.endsWith('/json') || type.endsWith('+json')) return 'json';
  return type.startsWith('text/') || type.endsWith('xml') ? 'text' : 'other';
}

/** Turns an answer into what the passive checks look at. */
export function seen(answer: HttpAnswer, via: Seen['via'], own: boolean): Seen {
  const kind = kindOf(answer);
  return { answer, kind, via, own, page: kind === 'html' ? readPage(bodyText(answer), answer.url) : null };
}

export type Crawl = {
  /** Reads the site from its first page and the given addresses. */
  read: (first: HttpAnswer, seeds: readonly string[]) => Promise<void>;
  /** Goes on with addresses found elsewhere, in the browser for instance. */
  more: (links: readonly string[]) => Promise<void>;
  /** Says what was left out. */
  finish: () => void;
};

/** Bodies of so many bytes are kept for the checks; of later pages only what was read in them. */
const keptBytes = 6e6;

/** A piece of a long text that does not keep the whole of it in memory. */
const own = (piece: string): string => Buffer.from(piece).toString();

/** Reads a website breadth first within its limits. Every answer goes to `onSeen`; the map of the site fills as it goes. */
export function makeCrawl(input: CrawlInput): Crawl {
  const { http, site, limits, signal, robots, isHarmful } = input;
  const started = performance.now();
  const startRequests = http.stats.requests;
  const known = new Set<string>();
  const frontier = makeFrontier();
  const formKeys = new Set<string>();
  let robotsSkipped = 0;
  let scripts = 0;
  let styles = 0;
  let kept = 0;

  /** True when the address brings parameters that were not met before. */
  function add(value: string | URL, depth: number, from: string, assets = false): boolean {
    let url: URL;
    try {
      url = new URL(value);
    } catch {
      return false;
    }
    url.hash = '';
    url.username = '';
    url.password = '';
    if (known.has(url.href) || known.size > mostKnown || !input.inScope(url) || url.href.length > 2000)
      return false;
    known.add(url.href);
    if (site.paths.size < 10_000) site.paths.add(url.pathname);
    if (isHarmful(url) || (isBinary(url) && !assets)) return false;
    const shape = url.search === '' ? null : parameterShape(url);
    const fresh = shape !== null && !site.parametrised.has(shape) && site.parametrised.size < mostShapes;
    if (fresh) {
      site.parametrised.set(shape, url);
      site.linkedFrom.set(url.href, from);
    }
    if (depth > limits.depth) return fresh;
    if (!robots.allows(url.href)) robotsSkipped += 1;
    else frontier.add({ url: url.href, depth, assets });
    return fresh;
  }

  function fromScript(code: string, base: string, depth: number): void {
    for (const found of scriptAddresses(code, base)) {
      if (!input.inScope(found.url)) continue;
      if (found.api && !isHarmful(found.url) && site.apis.size < 60) site.apis.add(found.url.href);
      add(found.url, depth + 1, base);
    }
  }

  function take(answer: HttpAnswer, depth: number): void {
    const look = seen(answer, 'page', true);
    const url = new URL(answer.url);
    input.onSeen(look);
    const next = redirectTarget(answer);
    if (next) add(next, depth, answer.url);
    const refresh = answer.headers.find(([name]) => name.toLowerCase() === 'refresh')?.[1];
    if (refresh) {
      const target = refreshTarget(refresh, answer.url);
      if (target) add(target, depth, answer.url);
    }
    if (look.kind === 'script') fromScript(bodyText(answer), site.pages[0]?.url ?? answer.url, depth);
    if (look.kind === 'style')
      for (const found of styleAddresses(bodyText(answer), answer.url)) sitePath(found);
    if (look.kind === 'json' && answer.status === 200 && site.apis.size < 60) site.apis.add(answer.url);
    if (look.kind === 'text' && /sitemap/i.test(url.pathname)) {
      const map = readSitemap(answer);
      for (const found of [...map.sitemaps, ...map.pages]) add(found, depth, answer.url);
    }
    if (!look.page || answer.status < 200 || answer.status > 299) return;
    let fresh = false;
    for (const found of look.page.links) if (add(found, depth + 1, answer.url)) fresh = true;
    if (look.page.refresh) add(look.page.refresh, depth, answer.url);
    for (const form of look.page.forms) if (takeForm(form, depth)) fresh = true;
    frontier.read(url, look.page.shape, fresh);
    keep(answer, look.page);
    for (const resource of look.page.resources) sitePath(resource.url);
    for (const script of look.page.scripts) {
      if (script.url === null) {
        if (!script.type || /javascript|module/.test(script.type)) fromScript(script.code, answer.url, depth);
        continue;
      }
      if (site.scripts.has(script.url) || site.scripts.size >= 300) continue;
      const own = input.inScope(new URL(script.url));
      site.scripts.set(script.url, { url: script.url, own, on: answer.url });
      if (own && scripts < scriptsMost) {
        scripts += 1;
        add(script.url, depth, answer.url, true);
      }
    }
    for (const style of look.page.styles) {
      if (styles < stylesMost && !known.has(style.url)) {
        styles += 1;
        add(style.url, depth, answer.url, true);
      }
    }
  }

  /** Remembers own folders that pictures and styles reveal, without asking for the files. */
  function sitePath(value: string): void {
    const url = absolute(value, input.base.href);
    if (url && site.paths.size < 3000 && input.inScope(new URL(url))) site.paths.add(new URL(url).pathname);
  }

  /** True for a form that was not met before. */
  function takeForm(form: Page['forms'][number], depth: number): boolean {
    const action = new URL(form.action);
    const key = `${form.method} ${urlShape(action)} ${form.fields.map((field) => field.name).join('&')}`;
    const fresh = !formKeys.has(key) && site.forms.length < mostForms;
    if (fresh) {
      formKeys.add(key);
      if (!input.inScope(action) || !input.onForm(form)) return fresh;
      site.forms.push(form);
    }
    if (form.method !== 'GET' || !input.inScope(action) || !input.onForm(form)) return fresh;
    const request = requestOf(form);
    if (request) add(request.url, depth + 1, form.page);
    return fresh;
  }

  /** The summary of a page. Late in a long crawl without its body and its texts, so that memory stays bounded. */
  function keep(answer: HttpAnswer, page: Page): void {
    kept += answer.body.length;
    if (kept <= keptBytes) site.pages.push({ url: answer.url, answer, page });
    else
      site.pages.push({
        url: answer.url,
        answer: { ...answer, body: Buffer.alloc(0) },
        page: {
          ...page,
          title: own(page.title),
          metas: [],
          equivs: [],
          links: [],
          scripts: [],
          styles: [],
          resources: [],
          comments: [],
          prose: '',
        },
      });
  }

  const done = () =>
    site.pages.length >= limits.pages ||
    http.stats.requests - startRequests >= limits.requests ||
    performance.now() - started > limits.milliseconds;

  let busy = 0;
  let change = Promise.withResolvers<void>();
  const stopped = () => done() || http.stats.failedInARow >= 8;

  async function worker(): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const item = stopped() ? undefined : frontier.next();
      if (!item) {
        if (busy === 0 || stopped()) return;
        await change.promise;
        continue;
      }
      busy += 1;
      if (!item.assets) frontier.asked(new URL(item.url), 1);
      try {
        take(await http.ask(item.url, { maxBytes: item.assets ? 3_000_000 : 2_000_000 }), item.depth);
      } catch (error) {
        if (!(error instanceof HttpFailure)) throw error;
        if (error.code === 'timeout') input.onTimeout(item.url);
        if (error.code === 'budget') frontier.clear();
      } finally {
        busy -= 1;
        if (!item.assets) frontier.asked(new URL(item.url), -1);
        change.resolve();
        change = Promise.withResolvers();
      }
      input.onProgress(site.pages.length, site.pages.length + frontier.waiting);
    }
  }

  async function work(): Promise<void> {
    const ends = await Promise.allSettled(Array.from({ length: limits.workers }, worker));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  return {
    read: async (first, seeds) => {
      known.add(first.url);
      // before what the first page links to, which may lie too deep to be read
      for (const seed of seeds) add(seed, 0, seed);
      take(first, 0);
      if (limits.depth > 0)
        for (const sitemap of [...robots.sitemaps, new URL('/sitemap.xml', input.base).href])
          add(sitemap, 1, input.base.href);
      await work();
    },
    more: async (links) => {
      for (const link of links) add(link, 1, input.base.href);
      await work();
    },
    finish: () => {
      if (robotsSkipped > 0)
        input.onSkipped(
          `${robotsSkipped} addresses were not read because robots.txt asks robots to leave them out.`,
        );
      if (frontier.skipped > 0)
        input.onSkipped(
          `${frontier.skipped} addresses were not read because they look like pages already read, with other data.`,
        );
      const left = frontier.waiting + frontier.dropped;
      if (left > 0 && done())
        input.onSkipped(
          `${left} more addresses were found but not read: the limit of this scan was reached.`,
        );
    },
  };
}
