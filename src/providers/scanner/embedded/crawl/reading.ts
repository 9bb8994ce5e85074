import { bodyText, mediaType, header, redirectTarget, type HttpAnswer } from '#probes/http/answer.ts';
import { readPage, type Page } from '#probes/web/page.ts';
import type { Seen } from '../rule.ts';
import { Buffer } from 'node:buffer';
import { refreshTarget } from '#probes/web/target.ts';
import type { CrawlInput } from './crawler.ts';
import { styleAddresses, type Found } from './found.ts';
import type { makeFrontier } from './frontier.ts';
import { readSitemap } from './seeds.ts';

function kindOf(answer: HttpAnswer): Seen['kind'] {
  const type = mediaType(answer);
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type === '' && /^\s*<(!doctype html|html|head|body)/i.test(bodyText(answer).slice(0, 300)))
    return 'html';
  if (/(java|ecma)script$/.test(type)) return 'script';
  if (type === 'text/css') return 'style';
  if (type.endsWith('/json') || type.endsWith('+json')) return 'json';
  return type.startsWith('text/') || type.endsWith('xml') ? 'text' : 'other';
}

export function seen(answer: HttpAnswer, via: Seen['via'], own: boolean): Seen {
  const kind = kindOf(answer);
  return { answer, kind, via, own, page: kind === 'html' ? readPage(bodyText(answer), answer.url) : null };
}

/** Bodies of so many bytes are kept for the checks; of later pages only what was read in them. */
const keptBytes = 6e6;

/** A piece of a long text that does not keep the whole of it in memory. */
const own = (piece: string): string => Buffer.from(piece).toString();

/** What of a page is kept late in a long crawl, so that memory stays bounded. */
const outline = (answer: HttpAnswer, page: Page) => ({
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

export function makeReading(
  { site, onSeen }: CrawlInput,
  found: Found,
  frontier: ReturnType<typeof makeFrontier>,
) {
  let kept = 0;

  function followUps(answer: HttpAnswer, depth: number): void {
    const next = redirectTarget(answer);
    if (next) found.add(next, depth, answer.url);
    const refresh = header(answer, 'refresh');
    const target = refresh ? refreshTarget(refresh, answer.url) : null;
    if (target) found.add(target, depth, answer.url);
  }

  function readFile({ answer, kind }: Seen, url: URL, depth: number): void {
    const text = () => bodyText(answer);
    if (kind === 'script') found.inScript(text(), site.pages[0]?.url ?? answer.url, depth);
    if (kind === 'style') for (const address of styleAddresses(text(), answer.url)) found.path(address);
    if (kind === 'json' && answer.status === 200 && site.apis.size < 60) site.apis.add(answer.url);
    if (kind === 'text' && /sitemap/i.test(url.pathname)) {
      const map = readSitemap(answer);
      for (const address of [...map.sitemaps, ...map.pages]) found.add(address, depth, answer.url);
    }
  }

  function readScripts(page: Page, at: string, depth: number): void {
    for (const script of page.scripts) {
      if (script.url !== null) found.script(script.url, at, depth);
      else if (!script.type || /javascript|module/.test(script.type)) found.inScript(script.code, at, depth);
    }
  }

  return (answer: HttpAnswer, depth: number): void => {
    const look = seen(answer, 'page', true);
    const url = new URL(answer.url);
    onSeen(look);
    followUps(answer, depth);
    readFile(look, url, depth);
    const { page } = look;
    if (!page || answer.status < 200 || answer.status > 299) return;
    let fresh = false;
    for (const link of page.links) if (found.add(link, depth + 1, answer.url)) fresh = true;
    if (page.refresh) found.add(page.refresh, depth, answer.url);
    for (const form of page.forms) if (found.form(form, depth)) fresh = true;
    frontier.read(url, page.shape, fresh);
    kept += answer.body.length;
    site.pages.push(kept <= keptBytes ? { url: answer.url, answer, page } : outline(answer, page));
    for (const resource of page.resources) found.path(resource.url);
    readScripts(page, answer.url, depth);
    for (const style of page.styles) found.style(style.url, answer.url, depth);
  };
}
