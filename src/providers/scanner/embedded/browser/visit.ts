import type { Buffer } from 'node:buffer';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import type { HttpAnswer } from '#probes/http/answer.ts';
import { bodyText } from '#probes/http/answer.ts';
import type { HttpClient } from '#probes/http/client.ts';
import type { PageForm } from '#probes/web/form.ts';
import { explore } from './explore.ts';
import { label, prepare, readDocument, readLibraries, readLinks, touchAll } from './inPage.mjs';
import type { BrowserVisit, BrowserVisitOptions } from './tools.ts';
import type { Visitor } from './traffic.ts';
import { atMost } from './waiting.ts';

export type VisitInput = {
  context: BrowserContext;
  visitor: Visitor;
  answer: HttpAnswer;
  options: BrowserVisitOptions;
  http: HttpClient;
  /** Name of the function that payloads call. */
  mark: string;
  mayForm: (form: PageForm) => boolean;
  mayChange: boolean;
  signal: AbortSignal;
  /** Kept over all pages of the scan, for `explore`. */
  duds: Map<string, number>;
};

const most = {
  told: 300,
  toldBytes: 20_000,
  executed: 100,
  text: 500,
  html: 3_000_000,
  links: 2000,
  pages: 4,
  errors: 30,
  shot: 110_000,
};
// A page counts as loaded when nothing came or went for so long, milliseconds.
const quietFor = 150;
const quietAtMost = 1500;
const provedFor = 60;
// One whose loading was broken off by its own wish to go elsewhere never says that it is loaded.
const unloadedFor = 700;

function tellInto(
  list: unknown[],
  lastTold: string | undefined,
  onLast: () => void,
): (value: unknown) => void {
  return (value) => {
    if (lastTold !== undefined && (value as { kind?: unknown } | null)?.kind === lastTold) {
      onLast();
      return;
    }
    if (list.length >= most.told) return;
    const text = JSON.stringify(value) as string | undefined;
    if (text !== undefined && text.length <= most.toldBytes) list.push(value);
  };
}

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

/** Stays on one page until it is quiet, does there what was asked for, and tells what happened. Null when it does not load. */
export async function stay(input: VisitInput): Promise<BrowserVisit | null> {
  const { context, visitor, answer, options, mark, signal } = input;
  const began = performance.now();
  const end = began + Math.min(options.atMostMs ?? 8000, 60_000);
  const left = () => (signal.aborted ? 0 : end - performance.now());
  const executed: string[] = [];
  const told: unknown[] = [];
  const errors: string[] = [];
  const routes = new Set<string>();
  const anchors = new Set<string>();
  let status = answer.status;
  let crashed = false;
  let loaded = false;
  let awaited = options.lastTold !== undefined && options.initScript !== undefined;
  const ran = (value: unknown) => {
    const text = String(value).slice(0, most.text);
    if (executed.length < most.executed && !executed.includes(text)) executed.push(text);
  };

  await context.exposeBinding(mark, (_source, value: unknown) => ran(value));
  if (options.initScript !== undefined) {
    const tell = tellInto(told, options.lastTold, () => {
      if (!awaited) return;
      awaited = false;
      visitor.changedAt = performance.now();
    });
    await context.exposeBinding('__zqTell', (_source, value: unknown) => tell(value));
  }
  await handCookies(input);

  const page = await context.newPage();
  // After the page is there: its empty first document is none of the website's.
  await page.addInitScript(prepare, options.windowName ?? '');
  if (options.initScript !== undefined) await page.addInitScript({ content: options.initScript });
  const onFrame = (frame: Frame) => {
    if (frame === page.mainFrame() && routes.size < most.links && /^https?:/.test(frame.url()))
      routes.add(frame.url());
  };
  let pages = 0;
  context.on('page', (opened) => {
    // Windows that the page opens may prove something, but not without end.
    if ((pages += 1) > most.pages) void opened.close().catch(() => undefined);
  });
  context.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') ran(dialog.message());
    void dialog.dismiss().catch(() => undefined);
  });
  context.on('weberror', (error) => {
    if (errors.length < most.errors) errors.push(error.error().message.slice(0, most.text));
  });
  page.on('framenavigated', onFrame);
  page.on('crash', () => {
    crashed = true;
  });
  page.on('response', (response) => {
    // The way somewhere else, refused: the page is still the one that it was.
    if (response.status() === 204) return;
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame())
      status = response.status();
  });

  const quiet = async (limit = quietAtMost): Promise<void> => {
    const until = performance.now() + Math.min(limit, left());
    while (performance.now() < until && !crashed && !signal.aborted) {
      const still = performance.now() - visitor.changedAt;
      // What was to be proved is proved: what else the page loads is of no interest.
      const proved = executed.length > 0 && !options.explore;
      const enough = proved ? provedFor : loaded ? Math.max(quietFor, options.restMs ?? 0) : unloadedFor;
      const open = visitor.active > 0 || (loaded && awaited);
      if ((!open || proved) && still >= enough) return;
      await new Promise((resolve) =>
        setTimeout(resolve, visitor.active > 0 ? 50 : Math.max(10, Math.min(50, enough - still))),
      );
    }
  };

  const load = async (): Promise<boolean> => {
    loaded = false;
    const timeout = Math.max(1, left());
    const referer = options.referrer ? { referer: options.referrer } : {};
    await atMost(page.goto(visitor.url, { waitUntil: 'commit', timeout, ...referer }), timeout);
    if (visitor.primed) return false;
    visitor.changedAt = performance.now();
    await quiet(left());
    return true;
  };
  page.on('load', () => {
    loaded = true;
    visitor.changedAt = performance.now();
  });
  if (!(await load())) return null;
  if (options.touch !== undefined || options.explore) visitor.stay = true;
  if (options.touch !== undefined && left() > 0) {
    for (const frame of page.frames().slice(0, 10))
      await atMost(frame.evaluate(touchAll, options.touch), Math.min(1500, left()));
    await quiet();
  }
  const linksNow = async (ms: number) => {
    for (const link of strings(await atMost(page.evaluate(readLinks), ms)))
      if (anchors.size < most.links) anchors.add(link);
  };
  if (options.explore) {
    // Also as they are now: what is pressed may change where they lead.
    await linksNow(1500);
    await explore({
      page,
      mayForm: input.mayForm,
      mayChange: input.mayChange,
      quiet: () => {
        visitor.changedAt = performance.now() - quietFor / 2;
        return quiet(800);
      },
      again: async () => {
        visitor.stay = false;
        // The same document once more, without asking for it.
        visitor.primed = { url: answer.url, answer };
        await load();
        visitor.primed = null;
        visitor.stay = true;
      },
      left,
      shown: () =>
        visitor.calls.size + visitor.links.size + visitor.left.size + visitor.webSockets.size + routes.size,
      duds: input.duds,
      keep: `${mark}k`,
    });
  }
  if (crashed) return null;

  // A page whose scripts never rest is not asked for long.
  const patience = () => Math.min(1500, Math.max(200, left() + 1000));
  const html = await atMost(page.evaluate(readDocument, most.html), patience());
  if (html !== undefined) await linksNow(patience());
  const libraries =
    html === undefined ? {} : plainNames(await atMost(page.evaluate(readLibraries), patience()));
  const url = page.url();
  const wants = options.screenshot === true && executed.length > 0 && !signal.aborted;
  const shot = wants
    ? await picture(
        page,
        `Proof: this page ran the script of the safety scan (${executed[0]}). ${visitor.url.slice(0, 300)}`,
      )
    : null;
  return {
    url: /^https?:/.test(url) ? url : visitor.url,
    status,
    executed,
    told,
    html: (typeof html === 'string' ? html : bodyText(answer)).slice(0, most.html),
    requests: [...visitor.calls.values()],
    links: [...new Set([...anchors, ...routes, ...visitor.links, ...visitor.webSockets])].slice(
      0,
      most.links,
    ),
    left: [...visitor.left],
    webSockets: [...visitor.webSockets],
    libraries,
    errors,
    screenshot: shot,
  };
}
