import { makeHttpClient } from '#probes/http/client.ts';
import type { Handler, Site } from '../../../sites/serve.ts';
import { serve } from '../../../sites/serve.ts';
import { isOperation } from '../../harm/addresses.ts';
import type { BrowserInput } from '../browser.ts';
import { makeBrowserTools } from '../browser.ts';
import { findChromium } from '../launch.ts';
import type { BrowserTools, BrowserVisit } from '../tools.ts';

/** Websites and browsers for the tests of this folder. */

/** The Chromium that tests run with. They fail where there is none, as the journeys do. */
export function testChromium(): string {
  const found = findChromium();
  if (found === null)
    throw new Error(
      'These tests need a Chromium: install one (Debian: apt-get install chromium) or name it with CHROMIUM_PATH.',
    );
  return found;
}

export const mark = 'zqtest';

export type Lab = {
  site: Site;
  secure: Site;
  /** Puts a page on both sites. */
  page: (path: string, body: string | Handler) => void;
  /** A browser of its own; closed with the lab. */
  open: (input?: Partial<BrowserInput>) => Promise<BrowserTools>;
  client: () => BrowserInput['http'];
  visit: (
    by: BrowserTools,
    path: string,
    options?: Parameters<BrowserTools['visit']>[1],
  ) => Promise<BrowserVisit>;
  /** Every address that the client of a scan was asked for. */
  asked: string[];
  notes: string[];
  close: () => Promise<void>;
};

/** `own` are further origins that count as the scanned website; `cdn.test` and its like lead to this machine. */
export async function openLab(own: readonly string[] = [], others: readonly Site[] = []): Promise<Lab> {
  const pages = new Map<string, Handler>();
  const handler: Handler = (visit, response) => pages.get(visit.path)?.(visit, response);
  const site = await serve(handler);
  const secure = await serve(handler, { tls: 'good' });
  const asked: string[] = [];
  const notes: string[] = [];
  const closers: (() => unknown)[] = [];
  const signal = new AbortController().signal;
  const scope = new Set([site.url, secure.url, ...own]);

  function client(): BrowserInput['http'] {
    const http = makeHttpClient({
      signal,
      userAgent: 'SafetyScan/1',
      headers: { 'X-Safety-Scan': mark },
      perSecond: 1000,
      allowPrivate: [site.host, secure.host, ...others.map((other) => other.host)],
      lookup: async (host) => (host === 'rebind.test' ? ['203.0.113.9', '127.0.0.1'] : ['127.0.0.1']),
    });
    closers.push(http.close);
    return {
      ...http,
      ask: (url, options) => {
        asked.push(`${options?.method ?? 'GET'} ${String(url)}`);
        return http.ask(url, options);
      },
    };
  }

  async function open(input: Partial<BrowserInput> = {}): Promise<BrowserTools> {
    const tools = await makeBrowserTools({
      http: client(),
      mark,
      signal,
      inScope: (url) => scope.has(url.origin),
      isHarmful: isOperation,
      mayForm: () => true,
      mayChange: true,
      note: (text) => notes.push(text),
      notifyOperator: (text) => notes.push(text),
      executable: testChromium(),
      isPublic: async (url) => url.hostname === 'cdn.test',
      ...input,
    });
    if (!tools) throw new Error(notes.at(-1));
    closers.push(tools.close);
    return tools;
  }

  return {
    site,
    secure,
    page: (path, body) => {
      pages.set(
        path,
        typeof body === 'string' ? () => ({ body: `<!doctype html><title>t</title>${body}` }) : body,
      );
    },
    open,
    client,
    visit: async (by, path, options) => {
      const seen = await by.visit({ url: `${site.url}${path}` }, options);
      if (!seen) throw new Error(`${path} did not load.`);
      return seen;
    },
    asked,
    notes,
    close: async () => {
      for (const close of closers.toReversed()) await close();
      await Promise.all([site, secure, ...others].map((one) => one.close()));
    },
  };
}
