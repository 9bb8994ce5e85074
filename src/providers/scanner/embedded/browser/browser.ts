import type { Browser } from 'playwright-core';
import type { HttpAnswer } from '#probes/http/answer.ts';
import { HttpFailure, bodyText, mediaType, redirectTarget } from '#probes/http/answer.ts';
import type { HttpClient } from '#probes/http/client.ts';
import type { PageForm } from '#probes/web/form.ts';
import { outgoing } from '../points/request.ts';
import { findChromium, launchBrowser } from './launch.ts';
import type { Proxy } from './proxy.ts';
import { startProxy } from './proxy.ts';
import { toleratesStrays } from './strays.ts';
import type { BrowserTools, BrowserVisit } from './tools.ts';
import { makeTraffic } from './traffic.ts';
import { stay } from './visit.ts';
import { atMost, makeSlots, unlessAborted } from './waiting.ts';

export type BrowserInput = {
  http: HttpClient;
  /** Name of the function whose call proves that a script of ours ran. */
  mark: string;
  signal: AbortSignal;
  inScope: (url: URL) => boolean;
  isHarmful: (url: URL) => boolean;
  /** A form that may be sent, by what it says of itself. */
  mayForm: (form: PageForm) => boolean;
  /** Whether methods other than GET and HEAD may be sent. */
  mayChange: boolean;
  /** What the report says about the limits of the scan. */
  note: (text: string) => void;
  /** What the operator of this machine should know. */
  tellOperator: (text: string) => void;
  /** Chromium's program; the machine's own by default, null for none. */
  executable?: string | null;
  isPublic?: (url: URL) => Promise<boolean>;
};

// One for each core of a small machine.
const atOnce = 2;
const mostRestarts = 1;

const noScripts = 'The scripts of the pages were not run, because the scanner had no browser for this scan.';

const shown = /html|xml|^$|multipart|octet/;

const unshown = (url: string, answer: HttpAnswer): BrowserVisit => ({
  url,
  status: answer.status,
  executed: [],
  told: [],
  html: bodyText(answer),
  requests: [],
  links: [],
  left: [],
  webSockets: [],
  libraries: {},
  errors: [],
  screenshot: null,
});

/** Starts the browser of a scan; null where the machine has none, which is noted. Close it when the scan ends. */
export async function makeBrowserTools(input: BrowserInput): Promise<BrowserTools | null> {
  const { http, signal, note, tellOperator } = input;
  const executable = input.executable === undefined ? findChromium() : input.executable;
  if (executable === null) {
    note(noScripts);
    tellOperator('No Chromium was found on this machine. Install one, or name it with CHROMIUM_PATH.');
    return null;
  }
  signal.throwIfAborted();
  toleratesStrays();
  const proxy: Proxy = await startProxy(makeTraffic(input));
  const start = () =>
    launchBrowser({ executable, proxyPort: proxy.port, fingerprint: proxy.fingerprint, tellOperator });
  const shut = async (one: Browser | null) => {
    if (one) await atMost(one.close(), 3000);
  };
  let restarts = 0;
  let closing: Promise<void> | undefined;
  const slots = makeSlots(atOnce);
  const duds = new Map<string, number>();

  let running: Promise<Browser | null> = start();
  const close = () =>
    (closing ??= (async () => {
      signal.removeEventListener('abort', onAbort);
      await shut(await running.catch(() => null));
      await proxy.close();
    })());
  const onAbort = () => void close();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await unlessAborted(running, signal);
  } catch (error) {
    await close();
    signal.throwIfAborted();
    note(noScripts);
    tellOperator(`Chromium could not be started (${String(error).split('\n')[0]!.slice(0, 200)}).`);
    return null;
  }

  /** The running browser, started once more when it broke. */
  async function alive(broken?: Browser): Promise<Browser | null> {
    const now = await running.catch(() => null);
    if (closing) return null;
    if (now?.isConnected() && now !== broken) return now;
    // Somebody else has seen it too.
    const again = await running.catch(() => null);
    if (again !== now) return alive(broken);
    if (restarts >= mostRestarts) {
      note("The scanner's browser stopped twice, so the scripts of the remaining pages were not run.");
      tellOperator('Chromium broke down twice in one scan.');
      return null;
    }
    restarts += 1;
    running = shut(now).then(start);
    return running.catch(() => null);
  }

  async function open(
    request: Parameters<BrowserTools['visit']>[0],
    options: Parameters<BrowserTools['visit']>[1] = {},
  ) {
    const url = new URL(request.url);
    const { hash } = url;
    const method = request.method ?? 'GET';
    if (
      !input.inScope(url) ||
      input.isHarmful(url) ||
      (method !== 'GET' && method !== 'HEAD' && !input.mayChange)
    )
      return null;
    url.hash = '';
    const { ask } = outgoing({ ...request, method, url: url.href, page: url.href, source: 'browser' });
    const headers = { ...ask.headers, ...(options.referrer ? { Referer: options.referrer } : {}) };
    // Asked for before a page is opened: rests of the scan do not count as slowness of the page.
    const answer = await http.ask(url, { ...ask, headers, maxBytes: 3_000_000 });
    if (!redirectTarget(answer) && !shown.test(mediaType(answer))) return unshown(request.url, answer);
    const browser = await alive();
    if (!browser) return null;
    const visitor = proxy.enter({
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
    const fresh = (one: Browser | null) =>
      one
        ?.newContext({
          extraHTTPHeaders: { [proxy.header]: visitor.id },
          serviceWorkers: 'block',
          acceptDownloads: false,
          viewport: { width: 1000, height: 640 },
          locale: 'en-US',
          timezoneId: 'UTC',
        })
        .catch(() => null) ?? null;
    // It may have broken since it was looked at.
    const context = (await fresh(browser)) ?? (await fresh(await alive(browser)));
    try {
      if (!context) return null;
      return await stay({ ...input, duds, context, visitor, answer, options });
    } finally {
      proxy.leave(visitor);
      if (context) {
        const gone = await atMost(
          context.close().then(() => true),
          3000,
        );
        // A page that cannot even be closed has the whole browser in its hands.
        if (!gone && !closing) await alive(browser);
      }
    }
  }

  async function visit(...args: Parameters<BrowserTools['visit']>): Promise<BrowserVisit | null> {
    const release = await unlessAborted(slots.take(), signal);
    try {
      if (closing) return null;
      return await unlessAborted(open(...args), signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof HttpFailure) return null;
      // The browser broke under this page: the page is lost, the scan goes on.
      return null;
    } finally {
      release();
    }
  }

  return { visit, close };
}
