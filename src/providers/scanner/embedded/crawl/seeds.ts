import { XMLParser } from 'fast-xml-parser';
import robotsParser from 'robots-parser';
import { bodyText, mediaType, type HttpAnswer } from '#probes/http/answer.ts';

export type Robots = {
  allows: (url: string) => boolean;
  /** Paths named in Disallow lines, without patterns. */
  disclosed: string[];
  sitemaps: string[];
};

const openRobots: Robots = { allows: () => true, disclosed: [], sitemaps: [] };

/** Reads robots.txt. Anything but a real text answer means no rules. `agent` is the product word of our User-Agent. */
export function readRobots(answer: HttpAnswer | null, agent: string): Robots {
  if (!answer || answer.status !== 200 || mediaType(answer).includes('html')) return openRobots;
  const text = bodyText(answer).slice(0, 500_000);
  if (/^\s*</.test(text)) return openRobots;
  const parse = robotsParser as unknown as (
    url: string,
    text: string,
  ) => { isAllowed: (url: string, agent: string) => boolean | undefined; getSitemaps: () => string[] };
  try {
    const robots = parse(answer.url, text);
    const disclosed = new Set<string>();
    for (const line of text.matchAll(/^[ \t]*disallow\s*:\s*(\/[^\s#]*)/gim)) {
      const path = line[1]!.replace(/\$$/, '');
      if (path !== '/' && !path.includes('*') && path.length < 200) disclosed.add(path);
    }
    return {
      allows: (url) => robots.isAllowed(url, agent) !== false,
      disclosed: [...disclosed].slice(0, 30),
      sitemaps: robots.getSitemaps().slice(0, 5),
    };
  } catch {
    return openRobots;
  }
}

/** Addresses of a sitemap or sitemap index. Entities are not resolved, so nothing can blow up. */
export function readSitemap(answer: HttpAnswer): { pages: string[]; sitemaps: string[] } {
  const text = bodyText(answer);
  if (answer.status !== 200 || !/<(urlset|sitemapindex)\b/i.test(text.slice(0, 2000)))
    return { pages: [], sitemaps: [] };
  try {
    const tree = new XMLParser({
      processEntities: false,
      ignoreAttributes: true,
      isArray: (name) => name === 'url' || name === 'sitemap',
    }).parse(text) as {
      urlset?: { url?: { loc?: unknown }[] };
      sitemapindex?: { sitemap?: { loc?: unknown }[] };
    };
    const locations = (list: { loc?: unknown }[] | undefined) =>
      (list ?? [])
        .map((entry) => (typeof entry?.loc === 'string' ? entry.loc.trim().replaceAll('&amp;', '&') : ''))
        .filter((loc) => loc !== '');
    return {
      pages: locations(tree.urlset?.url).slice(0, 500),
      sitemaps: locations(tree.sitemapindex?.sitemap).slice(0, 3),
    };
  } catch {
    return { pages: [], sitemaps: [] };
  }
}
