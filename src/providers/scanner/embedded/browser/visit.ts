import type { Buffer } from 'node:buffer';
import type { BrowserContext, Page } from 'playwright-core';
import { bodyText, type HttpAnswer } from '#probes/http/answer.ts';
import type { HttpClient } from '#probes/http/client.ts';
import type { PageForm } from '#probes/web/form.ts';
import { explore } from './explore.ts';
import { label, prepare, readDocument, readLibraries, readLinks, touchAll } from './inPage.mjs';
import type { BrowserVisit, BrowserVisitOptions } from './tools.ts';
import type { Visitor } from './traffic.ts';
import { atMost } from './waiting.ts';
import { quietFor, watchPage } from './watched.ts';

type VisitInput = {
  context: BrowserContext;
  visitor: Visitor;
  answer: HttpAnswer;
  options: BrowserVisitOptions;
  http: HttpClient;
  mark: string;
  mayForm: (form: PageForm) => boolean;
  mayChange: boolean;
  signal: AbortSignal;
  /** Kept over all pages of the scan, for `explore`. */
  duds: Map<string, number>;
};

const most = { html: 3_000_000, links: 2000, shot: 110_000 };

/** Cookies of the scan that scripts of the page may see; the others stay with the client, which sends them all. */
async function handCookies({ context, visitor, http }: VisitInput): Promise<void> {
  const { hostname } = new URL(visitor.url);
  const cookies = await http.cookies(visitor.url);
  for (const cookie of cookies) visitor.given.add(cookie.cookieString());
  const seen = cookies.filter((cookie) => !cookie.httpOnly).slice(0, 60);
  const made = seen.map((cookie) => ({
    name: cookie.key,
    value: cookie.value,
    domain: cookie.hostOnly === false && cookie.domain ? `.${cookie.domain}` : hostname,
    path: cookie.path ?? '/',
    secure: cookie.secure,
  }));
  // One that Chromium does not take must not cost the others.
  for (const cookie of made) await context.addCookies([cookie]).catch(() => undefined);
}

async function picture(page: Page, text: string): Promise<Buffer | null> {
  await atMost(page.evaluate(label, text), 800);
  for (const quality of [70, 40, 15]) {
    const shot = await atMost(
      page.screenshot({ type: 'jpeg', quality, timeout: 4000, animations: 'disabled', scale: 'css' }),
      4500,
    );
    if (!shot) return null;
    if (shot.length <= most.shot) return shot;
  }
  return null;
}

const plainNames = (value: unknown): Record<string, string> =>
  value !== null && typeof value === 'object'
    ? Object.fromEntries(
        Object.entries(value).filter(
          ([, version]) => typeof version === 'string' && /^\d[\w.+-]{0,40}$/.test(version),
        ),
      )
    : {};

const strings = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter((one): one is string => typeof one === 'string' && one.length < 4000)
    : [];

async function readEnd(
  page: Page,
  patience: () => number,
  linksNow: (ms: number) => Promise<void>,
): Promise<{ html: unknown; libraries: Record<string, string> }> {
  const html = await atMost(page.evaluate(readDocument, most.html), patience());
  if (html === undefined) return { html, libraries: {} };
  await linksNow(patience());
  return { html, libraries: plainNames(await atMost(page.evaluate(readLibraries), patience())) };
}

type Stay = VisitInput & { page: Page; watched: ReturnType<typeof watchPage>; left: () => number };

async function load({ page, visitor, options, watched, left }: Stay): Promise<boolean> {
  watched.now.loaded = false;
  const timeout = Math.max(1, left());
  const referer = options.referrer ? { referer: options.referrer } : {};
  await atMost(page.goto(visitor.url, { waitUntil: 'commit', timeout, ...referer }), timeout);
  if (visitor.primed) return false;
  visitor.changedAt = performance.now();
  await watched.quiet(left, left());
  return true;
}

async function exploreHere(stay: Stay): Promise<void> {
  const { visitor, answer, watched, left } = stay;
  await explore({
    page: stay.page,
    mayForm: stay.mayForm,
    mayChange: stay.mayChange,
    quiet: () => {
      visitor.changedAt = performance.now() - quietFor / 2;
      return watched.quiet(left, 800);
    },
    again: async () => {
      visitor.stay = false;
      // The same document once more, without asking for it.
      visitor.primed = { url: answer.url, answer };
      await load(stay);
      visitor.primed = null;
      visitor.stay = true;
    },
    left,
    shown: () =>
      visitor.calls.size +
      visitor.links.size +
      visitor.left.size +
      visitor.webSockets.size +
      watched.routes.size,
    duds: stay.duds,
    keep: `${stay.mark}k`,
  });
}

async function touchFrames({ page, watched, left }: Stay, text: string): Promise<void> {
  for (const frame of page.frames().slice(0, 10))
    await atMost(frame.evaluate(touchAll, text), Math.min(1500, left()));
  await watched.quiet(left);
}

async function openPage(input: VisitInput, watched: Stay['watched']): Promise<Page> {
  const { context, options, mark } = input;
  await watched.expose(context, mark);
  await handCookies(input);
  const page = await context.newPage();
  // After the page is there: its empty first document is none of the website's.
  await page.addInitScript(prepare, options.windowName ?? '');
  if (options.initScript !== undefined) await page.addInitScript({ content: options.initScript });
  watched.follow(context, page);
  return page;
}

/** Stays on one page until it is quiet, does there what was asked for, and tells what happened. Null when it does not load. */
export async function stay(input: VisitInput): Promise<BrowserVisit | null> {
  const { visitor, answer, options, signal } = input;
  const end = performance.now() + Math.min(options.atMostMs ?? 8000, 60_000);
  const left = () => (signal.aborted ? 0 : end - performance.now());
  const watched = watchPage(options, visitor, answer.status);
  const { executed, routes } = watched;
  const page = await openPage(input, watched);
  const here: Stay = { ...input, page, watched, left };
  const anchors = new Set<string>();
  const linksNow = async (ms: number) => {
    for (const link of strings(await atMost(page.evaluate(readLinks), ms)))
      if (anchors.size < most.links) anchors.add(link);
  };

  if (!(await load(here))) return null;
  if (options.touch !== undefined || options.explore) visitor.stay = true;
  if (options.touch !== undefined && left() > 0) await touchFrames(here, options.touch);
  if (options.explore) {
    // Also as they are now: what is pressed may change where they lead.
    await linksNow(1500);
    await exploreHere(here);
  }
  if (watched.now.crashed) return null;

  const patience = () => Math.min(1500, Math.max(200, left() + 1000));
  const { html, libraries } = await readEnd(page, patience, linksNow);
  const url = page.url();
  const wants = options.screenshot === true && executed.length > 0 && !signal.aborted;
  const screenshot = wants
    ? await picture(
        page,
        `Proof: this page ran the script of the safety scan (${executed[0]}). ${visitor.url.slice(0, 300)}`,
      )
    : null;
  const links = new Set([...anchors, ...routes, ...visitor.links, ...visitor.webSockets]);
  return {
    url: /^https?:/.test(url) ? url : visitor.url,
    status: watched.now.status,
    executed,
    reports: watched.reports,
    html: (typeof html === 'string' ? html : bodyText(answer)).slice(0, most.html),
    requests: [...visitor.calls.values()],
    links: [...links].slice(0, most.links),
    left: [...visitor.left],
    webSockets: [...visitor.webSockets],
    libraries,
    errors: watched.errors,
    screenshot,
  };
}
