import { longestScanMs, ScanFailure, scanLevels, type ScanLevel } from '../port.ts';
import type { CrawlLimits } from './crawl/crawler.ts';

export type ScanLimits = {
  requests: number;
  bytes: number;
  milliseconds: number;
  crawl: CrawlLimits;
  points: number;
  /** Pages opened in the browser while reading the site, and the longest that takes. */
  browser: { pages: number; milliseconds: number };
  /** Entries left on the website in all and at one form, and wrong sign-ins at one form, at most. */
  residue: { entries: number; perForm: number; signIns: number };
};

const minute = 60_000;

const lightning: ScanLimits = {
  requests: 30,
  bytes: 20e6,
  milliseconds: 3 * minute,
  crawl: { pages: 1, requests: 0, depth: 0, milliseconds: 0, workers: 1 },
  points: 0,
  browser: { pages: 0, milliseconds: 0 },
  residue: { entries: 0, perForm: 0, signIns: 0 },
};
const safe: ScanLimits = {
  requests: 6000,
  bytes: 400e6,
  milliseconds: 45 * minute,
  crawl: { pages: 500, requests: 1500, depth: 10, milliseconds: 12 * minute, workers: 5 },
  points: 400,
  browser: { pages: 25, milliseconds: 4 * minute },
  residue: { entries: 10, perForm: 1, signIns: 30 },
};
const normal: ScanLimits = {
  requests: 30_000,
  bytes: 1.5e9,
  milliseconds: 150 * minute,
  crawl: { pages: 3000, requests: 6000, depth: 15, milliseconds: 30 * minute, workers: 5 },
  points: 3000,
  browser: { pages: 60, milliseconds: 10 * minute },
  residue: { entries: 60, perForm: 15, signIns: 150 },
};

/** Hard budgets of a scan by level; nothing a site does can make it larger. */
export const limitsOf: Record<ScanLevel, ScanLimits> = {
  lightning,
  safe,
  normal,
  full: {
    requests: 100_000,
    bytes: 4e9,
    milliseconds: longestScanMs,
    crawl: { pages: 6000, requests: 15_000, depth: 20, milliseconds: 60 * minute, workers: 5 },
    points: 6000,
    browser: { pages: 120, milliseconds: 20 * minute },
    residue: { entries: 150, perForm: 30, signIns: 300 },
  },
  log4shell: {
    ...safe,
    crawl: { pages: 300, requests: 800, depth: 8, milliseconds: 8 * minute, workers: 5 },
    browser: { pages: 10, milliseconds: 2 * minute },
  },
  // A copy of the website to be thrown away: one look around, soon over.
  sandbox_lightning: { ...lightning, requests: 20, milliseconds: minute },
  sandbox_normal: {
    requests: 4000,
    bytes: 200e6,
    milliseconds: 20 * minute,
    crawl: { pages: 150, requests: 500, depth: 8, milliseconds: 5 * minute, workers: 5 },
    points: 300,
    browser: { pages: 15, milliseconds: 2 * minute },
    residue: { entries: 20, perForm: 8, signIns: 60 },
  },
};

type Level = {
  checks: readonly ('lightning' | 'safe' | 'normal' | 'full' | 'log4shell')[];
  reads: boolean;
  depth: 'few' | 'usual' | 'many';
  mayChange: boolean;
};

const quick: Level = { checks: ['lightning'], reads: false, depth: 'few', mayChange: false };
const usual: Level = {
  checks: ['lightning', 'safe', 'normal'],
  reads: true,
  depth: 'usual',
  mayChange: true,
};

/** What each level does (scanner.md): `log4shell` is that one check alone, and a part of `full`. */
export const levelOf: Record<ScanLevel, Level> = {
  lightning: quick,
  sandbox_lightning: quick,
  safe: { checks: ['lightning', 'safe'], reads: true, depth: 'few', mayChange: false },
  normal: usual,
  sandbox_normal: usual,
  full: {
    checks: ['lightning', 'safe', 'normal', 'full', 'log4shell'],
    reads: true,
    depth: 'many',
    mayChange: true,
  },
  log4shell: { checks: ['log4shell'], reads: true, depth: 'usual', mayChange: true },
};

/**
 * Switches of a process that scans: without them the runtime lets garbage lie as long as the machine has memory.
 * package.json has the same for `npm run scan`.
 * @param megabytes of what is alive; what is young and the program itself come on top
 */
export const memoryFlags = (megabytes = 320): string[] => [
  `--max-old-space-size=${megabytes}`,
  '--max-semi-space-size=8',
];

export const unavailable = (level: ScanLevel): ScanFailure | null =>
  (scanLevels as readonly string[]).includes(level)
    ? null
    : new ScanFailure(
        'level-unavailable',
        `The scan level ${level} is not available here. Choose one of: ${scanLevels.join(', ')}.`,
      );

export type GivenLimits = Partial<Omit<ScanLimits, 'crawl' | 'browser'>> & {
  crawl?: Partial<ScanLimits['crawl']>;
  browser?: Partial<ScanLimits['browser']>;
};

export function limitsFor(level: ScanLevel, given?: GivenLimits): ScanLimits {
  const base = limitsOf[level];
  return {
    ...base,
    ...given,
    crawl: { ...base.crawl, ...given?.crawl },
    browser: { ...base.browser, ...given?.browser },
  };
}
