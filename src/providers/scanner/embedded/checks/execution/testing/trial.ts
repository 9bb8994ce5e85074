import { makeHttpClient } from '#probes/http/client.ts';
import type { Handler, Reply, Site } from '../../../../sites/serve.ts';
import { serve } from '../../../../sites/serve.ts';
import type { Finding, ScanLevel } from '../../../../port.ts';
import type { BrowserTools } from '../../../browser/tools.ts';
import type { Callbacks } from '../../../callbacks/callbacks.ts';
import { makeFindings } from '../../../findings/findings.ts';
import { makeNotes } from '../../../findings/notes.ts';
import { pointsOf } from '../../../points/collect.ts';
import type { SiteRequest } from '../../../points/point.ts';
import { tryPoint } from '../../../points/tried.ts';
import { reach } from '../../../site/reach.ts';
import type { Check, Scan } from '../../../rule.ts';
import { emptySite, makeScan } from '../../../scan.ts';
import { makeTally } from '../../../run/tally.ts';

/** One request of a small website, tried by some checks without the rest of the engine: for tests of single checks. */

export type Shape = Pick<SiteRequest, 'method' | 'body'> & { path: string };

export type Trial = {
  findings: Finding[];
  rules: string[];
  /** Requests that the checks sent, those for the baseline left out. */
  requests: number;
  visits: string[];
};

export type TrialOptions = {
  level?: ScanLevel;
  /** Only this point of the request; the first by default. */
  point?: string;
  tech?: readonly string[];
  browser?: BrowserTools;
  callbacks?: Callbacks;
  /** Runs the parts of the checks that measure time too. */
  timed?: boolean;
  /** Prepares what reading the site would have found. */
  prepare?: (scan: Scan) => Promise<void> | void;
};

export const get = (path: string): Shape => ({ method: 'GET', path });
export const post = (path: string, ...fields: [string, string][]): Shape => ({
  method: 'POST',
  path,
  body: { kind: 'form', fields },
});
export const postJson = (path: string, value: { [key: string]: string | number }): Shape => ({
  method: 'POST',
  path,
  body: { kind: 'json', value },
});

let marks = 0x7f31a2c4;

export async function tryOut(
  checks: readonly Check[],
  handler: Handler,
  shape: Shape | null,
  options: TrialOptions = {},
): Promise<Trial> {
  const site: Site = await serve((visit, response) =>
    visit.path === '/' && visit.method === 'GET' && visit.url.search === '' && !shape?.path.startsWith('/?')
      ? (handler(visit, response) ?? front)
      : handler(visit, response),
  );
  const signal = new AbortController().signal;
  const http = makeHttpClient({
    signal,
    userAgent: 'trial',
    allowPrivate: [site.host],
    perSecond: 5000,
    connections: 5,
  });
  try {
    const request = { url: site.url, level: options.level ?? ('normal' as const), allowPrivate: [site.host] };
    const start = await reach(request, http);
    const findings = makeFindings(site.url);
    marks += 977;
    const { scan, look } = makeScan({
      request,
      start,
      http,
      signal,
      now: () => new Date(),
      mark: `zq${(marks >>> 0).toString(16).padStart(8, '0')}`,
      site: emptySite(),
      findings,
      notes: makeNotes(),
      tally: makeTally(),
      checks,
      browser: () => Promise.resolve(options.browser ?? null),
      callbacks: options.callbacks ?? null,
      ca: undefined,
    });
    void look;
    for (const name of options.tech ?? []) scan.site.tech.add(name);
    await options.prepare?.(scan);
    let before = http.stats.requests;
    if (shape) {
      const { path, ...rest } = shape;
      const points = pointsOf({ ...rest, url: new URL(path, site.url).href, page: site.url, source: 'link' });
      const point =
        options.point === undefined ? points[0] : points.find(({ name }) => name === options.point);
      if (!point) throw new Error('the request has no such point');
      const tried = await tryPoint(scan, point);
      if (!tried) throw new Error('the site did not answer');
      before = http.stats.requests;
      for (const check of checks) await check.point?.(tried, scan);
      if (options.timed) for (const check of checks) await check.timed?.(tried, scan);
    } else for (const check of checks) await check.run?.(scan);
    await options.callbacks?.settle(2000);
    const list = findings.list();
    return {
      findings: list,
      rules: list.map(({ rule }) => rule),
      requests: http.stats.requests - before,
      visits: site.visits,
    };
  } finally {
    http.close();
    await site.close();
  }
}

const front: Reply = {
  body: '<!doctype html><title>Home</title><h1>Welcome to the lamp shop</h1><p>Lamps for every room of the house.</p>',
};

/** A page as programs write them. */
export const page = (body: string, more: Partial<Reply> = {}): Reply => ({
  body: `<!doctype html><html><head><title>Lamps</title></head><body><nav><a href="/">Home</a></nav><main>${body}</main><footer>Open every day</footer></body></html>`,
  ...more,
});

export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
