import type { CrawlLimits } from './crawl/crawler.ts';

export type ScanLimits = { requests: number; bytes: number; milliseconds: number; crawl: CrawlLimits };

/** Hard budgets of a scan by level; nothing a site does can make it larger. */
export const limitsOf: Record<'lightning' | 'safe', ScanLimits> = {
  lightning: {
    requests: 30,
    bytes: 20e6,
    milliseconds: 3 * 60_000,
    crawl: { pages: 1, requests: 0, depth: 0, milliseconds: 0, workers: 1 },
  },
  safe: {
    requests: 1500,
    bytes: 200e6,
    milliseconds: 30 * 60_000,
    crawl: { pages: 120, requests: 400, depth: 8, milliseconds: 10 * 60_000, workers: 5 },
  },
};
