import { makeHttpClient } from '#probes/http/client.ts';
import type { Handler, Site } from '../../../../sites/serve.ts';
import { serve } from '../../../../sites/serve.ts';
import type { Finding, ScanLevel } from '../../../../port.ts';
import { makeBrowserTools } from '../../../browser/browser.ts';
import type { BrowserTools } from '../../../browser/tools.ts';
import { makeFindings } from '../../../findings/findings.ts';
import { makeNotes } from '../../../findings/notes.ts';
import { pointsOf } from '../../../points/collect.ts';
import type { Point, SiteRequest } from '../../../points/point.ts';
import { tryPoint } from '../../../points/tried.ts';
import { reach } from '../../../site/reach.ts';
import type { Check, Scan } from '../../../rule.ts';
import { emptySite, makeScan } from '../../../scan.ts';
import { makeTally } from '../../../run/tally.ts';

/** One website with many pages, one scan of it and one browser: for the tests of this folder. */

export type Trial = {
  scan: Scan;
  site: Site;
  findings: () => Finding[];
  /** Requests sent so far. */
  sent: () => number;
  /** Tries one point with a check; gives the requests beyond the first try that all checks share. */
  point: (
    check: Check,
    shape: Pick<SiteRequest, 'method' | 'body' | 'headers'> & { path: string; page?: string },
    name?: string,
  ) => Promise<number>;
  at: (check: Check, point: Point) => Promise<number>;
  close: () => Promise<void>;
};

let marks = 0x61c2d9e3;

export async function openTrial(
  handler: Handler,
  options: { level?: ScanLevel; browser?: boolean } = {},
): Promise<Trial> {
  const site = await serve((visit, response) =>
    visit.path === '/' ? (handler(visit, response) ?? { body: '<h1>Home</h1>' }) : handler(visit, response),
  );
  const controller = new AbortController();
  const { signal } = controller;
  const http = makeHttpClient({
    signal,
    userAgent: 'trial',
    allowPrivate: [site.host],
    perSecond: 5000,
    connections: 5,
  });
  const request = { url: site.url, level: options.level ?? ('normal' as const), allowPrivate: [site.host] };
  const start = await reach(request, http);
  const findings = makeFindings(site.url);
  marks += 104_729;
  const mark = `zq${(marks >>> 0).toString(16).padStart(8, '0')}`;
  let opening: Promise<BrowserTools | null> | undefined;
  const open = () =>
    makeBrowserTools({
      http,
      mark,
      signal,
      inScope: start.inScope,
      isHarmful: () => false,
      mayForm: () => true,
      mayChange: true,
      note: () => undefined,
      notifyOperator: () => undefined,
    });
  const { scan } = makeScan({
    request,
    start,
    http,
    signal,
    now: () => new Date(),
    mark,
    site: emptySite(),
    findings,
    notes: makeNotes(),
    tally: makeTally(),
    checks: [],
    browser: () => (opening ??= options.browser ? open() : Promise.resolve(null)),
    callbacks: null,
    ca: undefined,
  });
  const at = async (check: Check, point: Point) => {
    const tried = await tryPoint(scan, point);
    if (!tried) throw new Error('the site did not answer');
    const before = http.stats.requests;
    await check.point?.(tried, scan);
    return http.stats.requests - before;
  };
  return {
    scan,
    site,
    findings: findings.list,
    sent: () => http.stats.requests,
    at,
    point: (check, { path, page, ...shape }, name) => {
      const points = pointsOf({
        ...shape,
        url: new URL(path, site.url).href,
        page: new URL(page ?? '/', site.url).href,
        source: 'form',
      });
      const point = name === undefined ? points[0] : points.find((one) => one.name === name);
      if (!point) throw new Error('the request has no such point');
      return at(check, point);
    },
    close: async () => {
      await (await opening)?.close();
      controller.abort();
      http.close();
      await site.close();
    },
  };
}

/** What careful programs do to text between elements and in attributes. */
export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
