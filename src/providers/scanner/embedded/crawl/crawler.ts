import type { HttpAnswer } from '#probes/http/answer.ts';
import { HttpFailure, bodyText, mediaType, redirectTarget } from '#probes/http/answer.ts';
import type { HttpClient } from '#probes/http/client.ts';
import type { Seen, SiteMap } from '../rule.ts';
import { isBinary, isHarmful, scriptAddresses, styleAddresses } from './links.ts';
import type { Page } from '#probes/web/page.ts';
import { absolute, readPage, refreshTarget } from '#probes/web/page.ts';
import type { Robots } from './seeds.ts';
import { readSitemap } from './seeds.ts';
import { parameterShape, urlFamily, urlShape } from './shape.ts';

export type CrawlLimits = { pages: number; requests: number; depth: number; milliseconds: number; workers: number };

export type CrawlInput = {
  base: URL;
  http: HttpClient;
  robots: Robots;
  site: SiteMap;
  limits: CrawlLimits;
  signal: AbortSignal;
  inScope: (url: URL) => boolean;
  onSeen: (seen: Seen) => void;
  onProgress: (pages: number, known: number) => void;
  onTimeout: (url: string) => void;
  onSkipped: (reason: string) => void;
};

// A template is known after so many equal pages; a family of addresses after so many.
const shapeSamples = 2;
const familySamples = 4;
const shapeMost = 12;
const scriptsMost = 60;
const stylesMost = 15;

export function kindOf(answer: HttpAnswer): Seen['kind'] {
  const type = mediaType(answer);
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type === '' && /^\s*<(!doctype html|html|head|body)/i.test(bodyText(answer).slice(0, 300))) return 'html';
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

type Template = { shapes: Set<string>; read: number; asked: number };

/** Reads a website breadth first within its limits. Every answer goes to `onSeen`; the map of the site fills as it goes. */
export async function crawl(input: CrawlInput, first: HttpAnswer): Promise<void> {
  const { http, site, limits, signal, robots } = input;
  const started = performance.now();
  const startRequests = http.stats.requests;
  const known = new Set<string>();
  const queue: { url: URL; depth: number; assets: boolean }[] = [];
  const templates = new Map<string, Template>();
  const families = new Map<string, Template>();
  let robotsSkipped = 0;
  let sameSkipped = 0;
  let scripts = 0;
  let styles = 0;

  function enoughOf(url: URL): boolean {
    const shape = templates.get(urlShape(url));
    if (shape && shape.read >= (shape.shapes.size <= 1 ? shapeSamples : shapeMost)) return true;
    const family = families.get(urlFamily(url));
    return family !== undefined && family.read >= familySamples && family.shapes.size <= Math.ceil(family.read / 4);
  }

  function remember(url: URL, page: Page): void {
    for (const [map, key] of [
      [templates, urlShape(url)],
      [families, urlFamily(url)],
    ] as const) {
      const entry = map.get(key) ?? { shapes: new Set<string>(), read: 0, asked: 0 };
      entry.read += 1;
      entry.shapes.add(page.shape);
      map.set(key, entry);
    }
  }

  function add(value: string | URL, depth: number, assets = false): void {
    let url: URL;
    try {
      url = new URL(value);
    } catch {
      return;
    }
    url.hash = '';
    url.username = '';
    url.password = '';
    if (known.has(url.href) || !input.inScope(url) || url.href.length > 2000) return;
    known.add(url.href);
    site.paths.add(url.pathname);
    if (isHarmful(url) || (isBinary(url) && !assets)) return;
    if (url.search !== '') {
      const shape = parameterShape(url);
      if (!site.parametrised.has(shape)) site.parametrised.set(shape, url);
    }
    if (depth > limits.depth) return;
    if (!robots.allows(url.href)) {
      robotsSkipped += 1;
      return;
    }
    queue.push({ url, depth, assets });
  }

  function fromScript(code: string, base: string, depth: number): void {
    for (const found of scriptAddresses(code, base)) {
      if (!input.inScope(found.url)) continue;
      if (found.api && !isHarmful(found.url) && site.apis.size < 60) site.apis.add(found.url.href);
      add(found.url, depth + 1);
    }
  }

  function take(answer: HttpAnswer, depth: number): void {
    const look = seen(answer, 'page', true);
    const url = new URL(answer.url);
    input.onSeen(look);
    const next = redirectTarget(answer);
    if (next) add(next, depth);
    const refresh = answer.headers.find(([name]) => name.toLowerCase() === 'refresh')?.[1];
    if (refresh) {
      const target = refreshTarget(refresh, answer.url);
      if (target) add(target, depth);
    }
    if (look.kind === 'script') fromScript(bodyText(answer), site.pages[0]?.url ?? answer.url, depth);
    if (look.kind === 'style') for (const found of styleAddresses(bodyText(answer), answer.url)) sitePath(found);
    if (look.kind === 'json' && answer.status === 200 && site.apis.size < 60) site.apis.add(answer.url);
    if (look.kind === 'text' && /sitemap/i.test(url.pathname)) for (const found of readSitemap(answer).pages) add(found, depth + 1);
    if (!look.page || answer.status < 200 || answer.status > 299) return;
    remember(url, look.page);
    site.pages.push({ url: answer.url, answer, page: look.page });
    for (const found of look.page.links) add(found, depth + 1);
    if (look.page.refresh) add(look.page.refresh, depth);
    for (const form of look.page.forms) takeForm(form, depth);
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
        add(script.url, depth, true);
      }
    }
    for (const style of look.page.styles) {
      if (styles < stylesMost && !known.has(style.url)) {
        styles += 1;
        add(style.url, depth, true);
      }
    }
  }

  /** Remembers own folders that pictures and styles reveal, without asking for the files. */
  function sitePath(value: string): void {
    const url = absolute(value, input.base.href);
    if (url && site.paths.size < 3000 && input.inScope(new URL(url))) site.paths.add(new URL(url).pathname);
  }

  function takeForm(form: Page['forms'][number], depth: number): void {
    const action = new URL(form.action);
    if (
      !site.forms.some(
        (other) => other.action === form.action && other.method === form.method && other.fields.length === form.fields.length,
      ) &&
      site.forms.length < 200
    )
      site.forms.push(form);
    if (form.method !== 'GET' || !input.inScope(action) || isHarmful(action)) return;
    action.search = '';
    for (const field of form.fields) {
      if (['submit', 'button', 'reset', 'image', 'file', 'password'].includes(field.type)) continue;
      if (!action.searchParams.has(field.name)) action.searchParams.append(field.name, field.value || 'test');
    }
    add(action, depth + 1);
  }

  const done = () =>
    site.pages.length >= limits.pages ||
    http.stats.requests - startRequests >= limits.requests ||
    performance.now() - started > limits.milliseconds;

  let busy = 0;
  let change = Promise.withResolvers<void>();
  const stopped = () => done() || http.stats.failedInARow >= 8;

  function keysOf(url: URL) {
    return [
      [templates, urlShape(url), shapeSamples],
      [families, urlFamily(url), familySamples],
    ] as const;
  }

  /** While the samples of a template are on their way, more of it waits: they may turn out to be the same. */
  function waits(url: URL): boolean {
    return keysOf(url).some(([map, key, samples]) => {
      const entry = map.get(key);
      return entry !== undefined && entry.asked > 0 && entry.asked + entry.read >= samples;
    });
  }

  function nextItem(): (typeof queue)[number] | undefined {
    for (let at = 0; at < queue.length && !stopped(); at++) {
      const item = queue[at]!;
      if (!item.assets && enoughOf(item.url)) {
        sameSkipped += 1;
        queue.splice(at, 1);
        at -= 1;
      } else if (item.assets || !waits(item.url)) {
        queue.splice(at, 1);
        return item;
      }
    }
    return undefined;
  }

  function count(url: URL, by: 1 | -1): void {
    for (const [map, key] of keysOf(url)) {
      const entry = map.get(key) ?? { shapes: new Set<string>(), read: 0, asked: 0 };
      entry.asked += by;
      map.set(key, entry);
    }
  }

  async function worker(): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const item = nextItem();
      if (!item) {
        if (busy === 0 || stopped()) return;
        await change.promise;
        continue;
      }
      busy += 1;
      if (!item.assets) count(item.url, 1);
      try {
        take(await http.ask(item.url, { maxBytes: item.assets ? 3_000_000 : 2_000_000 }), item.depth);
      } catch (error) {
        if (!(error instanceof HttpFailure)) throw error;
        if (error.code === 'timeout') input.onTimeout(item.url.href);
        if (error.code === 'budget') queue.length = 0;
      } finally {
        busy -= 1;
        if (!item.assets) count(item.url, -1);
        change.resolve();
        change = Promise.withResolvers();
      }
      input.onProgress(site.pages.length, site.pages.length + queue.length);
    }
  }

  known.add(first.url);
  take(first, 0);
  for (const sitemap of [...robots.sitemaps, new URL('/sitemap.xml', input.base).href]) add(sitemap, limits.depth);
  const ends = await Promise.allSettled(Array.from({ length: limits.workers }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;

  if (robotsSkipped > 0) input.onSkipped(`${robotsSkipped} addresses were not read because robots.txt asks robots to leave them out.`);
  if (sameSkipped > 0)
    input.onSkipped(`${sameSkipped} addresses were not read because they look like pages already read, with other data.`);
  if (queue.length > 0 && done())
    input.onSkipped(`${queue.length} more addresses were found but not read: the limit of this scan was reached.`);
}
