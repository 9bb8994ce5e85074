import pLimit from 'p-limit';
import type { Browser, BrowserContext } from 'playwright-core';
import { bodyText, mediaType, redirectTarget, type HttpAnswer } from '#probes/http/answer.ts';
import type { HttpClient } from '#probes/http/client.ts';
import type { PageForm } from '#probes/web/form.ts';
import { outgoing } from '../points/point.ts';
import { findChromium } from './launch.ts';
import { startProxy } from './proxy.ts';
import { keepRunning, toleratesStrays } from './running.ts';
import type { BrowserTools, BrowserVisit } from './tools.ts';
import { makeTraffic, type Visitor } from './traffic.ts';
import { stay } from './visit.ts';
import { atMost, unlessAborted } from './waiting.ts';

export type BrowserInput = {
  http: HttpClient;
  /** Name of the function whose call proves that a script of ours ran. */
  mark: string;
  signal: AbortSignal;
  inScope: (url: URL) => boolean;
  isHarmful: (url: URL) => boolean;
  mayForm: (form: PageForm) => boolean;
  mayChange: boolean;
  note: (text: string) => void;
  notifyOperator: (text: string) => void;
  /** Chromium's program; the machine's own by default, null for none. */
  executable?: string | null;
  isPublic?: (url: URL) => Promise<boolean>;
};

// One for each core of a small machine.
const atOnce = 2;

const noScripts = 'The scripts of the pages were not run, because the scanner had no browser for this scan.';

const shown = /html|xml|^$|multipart|octet/;

const unshown = (url: string, answer: HttpAnswer): BrowserVisit => ({
  url,
  status: answer.status,
  executed: [],
  reports: [],
  html: bodyText(answer),
  requests: [],
  links: [],
  left: [],
  webSockets: [],
  libraries: {},
  errors: [],
  screenshot: null,
});

function mayOpen({ inScope, isHarmful, mayChange }: BrowserInput, url: URL, method: string): boolean {
  return inScope(url) && !isHarmful(url) && (method === 'GET' || method === 'HEAD' || mayChange);
}

/** A visitor of an address whose document was asked for already. */
const visitorOf = (url: URL, hash: string, answer: HttpAnswer): Omit<Visitor, 'id'> => ({
  url: `${url.href}${hash}`,
  primed: { url: url.href, answer },
  stay: false,
  active: 0,
  changedAt: performance.now(),
  calls: new Map(),
  asked: new Map(),
  links: new Set(),
  left: new Set(),
  webSockets: new Set(),
  given: new Set(),
});

const contextFor = (browser: Browser, headers: Record<string, string>): Promise<BrowserContext | null> =>
  browser
    .newContext({
      extraHTTPHeaders: headers,
      serviceWorkers: 'block',
      acceptDownloads: false,
      viewport: { width: 1000, height: 640 },
      locale: 'en-US',
      timezoneId: 'UTC',
    })
    .catch(() => null);

export async function makeBrowserTools(input: BrowserInput): Promise<BrowserTools | null> {
  const { http, signal, note, notifyOperator } = input;
  const executable = input.executable === undefined ? findChromium() : input.executable;
  if (executable === null) {
    note(noScripts);
    notifyOperator('No Chromium was found on this machine. Install one, or name it with CHROMIUM_PATH.');
    return null;
  }
  signal.throwIfAborted();
  toleratesStrays();
  const proxy = await startProxy(makeTraffic(input));
  const running = keepRunning(executable, proxy, input);
  const { alive } = running;
  const limit = pLimit(atOnce);
  const duds = new Map<string, number>();
  const close = () => {
    signal.removeEventListener('abort', onAbort);
    return running.close();
  };
  const onAbort = () => void close();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await unlessAborted(running.started, signal);
  } catch (error) {
    await close();
    signal.throwIfAborted();
    note(noScripts);
    notifyOperator(`Chromium could not be started (${String(error).split('\n')[0]!.slice(0, 200)}).`);
    return null;
  }

  async function open(
    request: Parameters<BrowserTools['visit']>[0],
    options: Parameters<BrowserTools['visit']>[1] = {},
  ) {
    const url = new URL(request.url);
    const { hash } = url;
    const method = request.method ?? 'GET';
    if (!mayOpen(input, url, method)) return null;
    url.hash = '';
    const { ask } = outgoing({ ...request, method, url: url.href, page: url.href, source: 'browser' });
    const headers = { ...ask.headers, ...(options.referrer ? { Referer: options.referrer } : {}) };
    // Asked for before a page is opened: rests of the scan do not count as slowness of the page.
    const answer = await http.ask(url, { ...ask, headers, maxBytes: 3_000_000 });
    if (!redirectTarget(answer) && !shown.test(mediaType(answer))) return unshown(request.url, answer);
    const browser = await alive();
    if (!browser) return null;
    const visitor = proxy.enter(visitorOf(url, hash, answer));
    const fresh = async (one: Browser | null) =>
      one && (await contextFor(one, { [proxy.header]: visitor.id }));
    // It may have broken since it was looked at.
    const context = (await fresh(browser)) ?? (await fresh(await alive(browser)));
    try {
      if (!context) return null;
      return await stay({ ...input, duds, context, visitor, answer, options });
    } finally {
      proxy.leave(visitor);
      const closed = context?.close().then(() => true);
      const gone = closed === undefined || (await atMost(closed, 3000));
      // A page that cannot even be closed has the whole browser in its hands.
      if (!gone && !running.isClosing()) await alive(browser);
    }
  }

  async function visit(...args: Parameters<BrowserTools['visit']>): Promise<BrowserVisit | null> {
    if (running.isClosing()) return null;
    try {
      return await unlessAborted(open(...args), signal);
    } catch {
      signal.throwIfAborted();
      // No answer from the site, or the browser broke under this page: the page is lost, the scan goes on.
      return null;
    }
  }

  return {
    visit: (...args) =>
      unlessAborted(
        limit(() => visit(...args)),
        signal,
      ),
    close,
  };
}
