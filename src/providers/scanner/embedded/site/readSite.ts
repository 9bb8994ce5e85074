import type { PageForm } from '#probes/web/form.ts';
import { browserPass } from '../browser/pass.ts';
import type { ScanLimits } from '../limits.ts';
import { makeCrawl } from '../crawl/crawler.ts';
import { seen as makeSeen } from '../crawl/reading.ts';
import { findDescriptions, readDescriptions } from '../crawl/descriptions.ts';
import { readRobots } from '../crawl/seeds.ts';
import type { Notes } from '../findings/notes.ts';
import type { Scan, Seen } from '../rule.ts';

type Reading = {
  look: (seen: Seen) => void;
  limits: ScanLimits;
  notes: Notes;
  userAgent: string;
  /** False: the first page only. */
  reads: boolean;
  /** These addresses and nothing they link to; null: the whole site. */
  seeds: readonly string[] | null;
  known: readonly string[];
  onForm: (form: PageForm) => boolean;
  onProgress: (part: number, activity: string) => void;
};

/** Reads the website: by requests, and where there is a browser once more as a visitor sees it. Fills `scan.site`. */
export async function readSite(scan: Scan, reading: Reading): Promise<void> {
  const { look, limits, notes, userAgent, onProgress } = reading;
  const { site } = scan;
  if (!reading.reads) {
    const first = makeSeen(scan.front, 'page', true);
    look(first);
    if (first.page) site.pages.push({ url: scan.front.url, answer: scan.front, page: first.page });
    return;
  }
  onProgress(0, 'Reading robots.txt');
  const robots = readRobots(
    await scan.probe(new URL('/robots.txt', scan.base)),
    userAgent.split(/[/\s]/)[0]!,
  );
  site.disclosed.push(...robots.disclosed);
  if (!robots.allows(scan.base.href))
    notes.skipped(
      `robots.txt asks robots to leave this site out, so links were not followed. Allow the robot ${userAgent.split('/')[0]} there to have every page checked.`,
    );
  // Before anything is followed: descriptions tell which addresses would do harm.
  await findDescriptions(scan);
  const crawl = makeCrawl({
    base: scan.base,
    http: scan.http,
    robots,
    site,
    limits: reading.seeds ? { ...limits.crawl, depth: 0, pages: 40 } : limits.crawl,
    signal: scan.signal,
    inScope: scan.inScope,
    isHarmful: scan.isHarmful,
    onForm: reading.onForm,
    onSeen: look,
    onProgress: (pages, known) =>
      onProgress(
        0.7 * Math.min(1, pages / Math.max(10, Math.min(known, limits.crawl.pages))),
        `Reading pages (${pages} of ${Math.min(known, limits.crawl.pages)})`,
      ),
    onTimeout: notes.timedOut,
    onSkipped: notes.skipped,
  });
  const useBrowser = !reading.seeds && limits.browser.pages > 0;
  // Chromium takes a second to start: it does so while the first pages are read.
  if (useBrowser) scan.browser().catch(() => undefined);
  await crawl.read(scan.front, reading.seeds ?? reading.known);
  if (useBrowser) {
    const browser = await scan.browser();
    if (browser) {
      const { links } = await browserPass(scan, browser, {
        ...limits.browser,
        onProgress: (done, known) =>
          onProgress(
            0.7 + (0.2 * done) / Math.max(1, known),
            `Reading pages as a visitor sees them (${done})`,
          ),
      });
      await crawl.more(links);
    }
  }
  onProgress(0.92, 'Looking for descriptions of interfaces');
  await readDescriptions(scan);
  crawl.finish();
}
