import { HttpFailure, type HttpAnswer } from '#probes/http/answer.ts';
import type { HttpClient } from '#probes/http/client.ts';
import type { Seen, SiteMap } from '../rule.ts';
import type { PageForm } from '#probes/web/form.ts';
import type { Robots } from './seeds.ts';
import { makeFound } from './found.ts';
import { makeFrontier } from './frontier.ts';
import { makeReading } from './reading.ts';

export type CrawlLimits = {
  pages: number;
  requests: number;
  depth: number;
  milliseconds: number;
  workers: number;
};

export type CrawlInput = {
  base: URL;
  http: HttpClient;
  robots: Robots;
  site: SiteMap;
  limits: CrawlLimits;
  signal: AbortSignal;
  inScope: (url: URL) => boolean;
  isHarmful: (url: URL) => boolean;
  onForm: (form: PageForm) => boolean;
  onSeen: (seen: Seen) => void;
  onProgress: (pages: number, known: number) => void;
  onTimeout: (url: string) => void;
  onSkipped: (reason: string) => void;
};

export type Crawl = {
  read: (first: HttpAnswer, seeds: readonly string[]) => Promise<void>;
  /** Goes on with addresses found elsewhere, in the browser for instance. */
  more: (links: readonly string[]) => Promise<void>;
  finish: () => void;
};

/** Reads a website breadth first within its limits. Every answer goes to `onSeen`; the map of the site fills as it goes. */
export function makeCrawl(input: CrawlInput): Crawl {
  const { http, site, limits, signal } = input;
  const started = performance.now();
  const startRequests = http.stats.requests;
  const frontier = makeFrontier();
  const found = makeFound(input, frontier);
  const take = makeReading(input, found, frontier);

  const done = () =>
    site.pages.length >= limits.pages ||
    http.stats.requests - startRequests >= limits.requests ||
    performance.now() - started > limits.milliseconds;

  let busy = 0;
  let change = Promise.withResolvers<void>();
  const stopped = () => done() || http.stats.failedInARow >= 8;

  async function worker(): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const item = stopped() ? undefined : frontier.next();
      if (!item) {
        if (busy === 0 || stopped()) return;
        await change.promise;
        continue;
      }
      busy += 1;
      if (!item.assets) frontier.asked(new URL(item.url), 1);
      try {
        take(await http.ask(item.url, { maxBytes: item.assets ? 3_000_000 : 2_000_000 }), item.depth);
      } catch (error) {
        if (!(error instanceof HttpFailure)) throw error;
        if (error.code === 'timeout') input.onTimeout(item.url);
        if (error.code === 'budget') frontier.clear();
      } finally {
        busy -= 1;
        if (!item.assets) frontier.asked(new URL(item.url), -1);
        change.resolve();
        change = Promise.withResolvers();
      }
      input.onProgress(site.pages.length, site.pages.length + frontier.waiting);
    }
  }

  async function work(): Promise<void> {
    const ends = await Promise.allSettled(Array.from({ length: limits.workers }, worker));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  return {
    read: async (first, seeds) => {
      found.know(first.url);
      // before what the first page links to, which may lie too deep to be read
      for (const seed of seeds) found.add(seed, 0, seed);
      take(first, 0);
      if (limits.depth > 0)
        for (const sitemap of [...input.robots.sitemaps, new URL('/sitemap.xml', input.base).href])
          found.add(sitemap, 1, input.base.href);
      await work();
    },
    more: async (links) => {
      for (const link of links) found.add(link, 1, input.base.href);
      await work();
    },
    finish: () => {
      if (found.robotsSkipped() > 0)
        input.onSkipped(
          `${found.robotsSkipped()} addresses were not read because robots.txt asks robots to leave them out.`,
        );
      if (frontier.skipped > 0)
        input.onSkipped(
          `${frontier.skipped} addresses were not read because they look like pages already read, with other data.`,
        );
      const left = frontier.waiting + frontier.dropped;
      if (left > 0 && done())
        input.onSkipped(
          `${left} more addresses were found but not read: the limit of this scan was reached.`,
        );
    },
  };
}
