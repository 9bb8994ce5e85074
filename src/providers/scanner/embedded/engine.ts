import { randomBytes } from 'node:crypto';
import { HttpFailure } from '#probes/http/answer.ts';
import { makeHttpClient } from '#probes/http/client.ts';
import type { AddressLookup } from '#probes/net.ts';
import type { ScanProgress, ScanRequest, ScanResult } from '../port.ts';
import { ScanFailure } from '../port.ts';
import { crawl, seen as makeSeen } from './crawl/crawler.ts';
import { readRobots } from './crawl/seeds.ts';
import { makeFindings } from './findings.ts';
import type { ScanLimits } from './limits.ts';
import { limitsOf } from './limits.ts';
import { makeMissingDetector } from './missing.ts';
import { makeNotes } from './notes.ts';
import { makeProgress } from './progress.ts';
import { reach } from './reach.ts';
import { checks as allChecks } from './registry.ts';
import type { Check, Rule, Scan, Seen, SiteMap } from './rule.ts';
import { learnTech } from './tech.ts';
import { makeTls } from './tls.ts';
import { engineName, engineVersion } from './version.ts';

export type EngineOptions = {
  signal: AbortSignal;
  onProgress?: (progress: ScanProgress) => void;
  now?: () => Date;
  /** Identifies the scanner to the site's operator: product word, version and a contact address. */
  userAgent?: string;
  lookup?: AddressLookup;
  /** Further trusted roots for the certificate check, PEM. */
  ca?: string | readonly string[];
  /** Requests a second at most; 10 by default. */
  perSecond?: number;
  /** Milliseconds for one answer; 20,000 by default. */
  totalMs?: number;
  /** Smaller budgets than the level's. */
  limits?: Partial<Omit<ScanLimits, 'crawl'>> & { crawl?: Partial<ScanLimits['crawl']> };
};

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Levels that this engine performs, in the order to offer them. */
export const engineLevels = ['lightning', 'safe'] as const;

/**
 * Scans one website and resolves with everything found. Rejects with `ScanFailure` when it cannot be scanned, or with
 * the signal's reason. Leaves no socket open.
 */
export async function runScan(request: ScanRequest, options: EngineOptions): Promise<ScanResult> {
  const level = engineLevels.find((known) => known === request.level);
  if (!level)
    throw new ScanFailure(
      'level-unavailable',
      `The scan level ${request.level} is not available here. Choose one of: ${engineLevels.join(', ')}.`,
    );
  const now = options.now ?? (() => new Date());
  const startedAt = now().toISOString();
  const limits = { ...limitsOf[level], ...options.limits, crawl: { ...limitsOf[level].crawl, ...options.limits?.crawl } };
  const timeUp = AbortSignal.timeout(limits.milliseconds);
  const signal = AbortSignal.any([options.signal, timeUp]);
  options.signal.throwIfAborted();

  const mark = `zq${randomBytes(4).toString('hex')}`;
  const userAgent = options.userAgent ?? `${engineName}/${engineVersion}`;
  const http = makeHttpClient({
    signal,
    userAgent,
    headers: { 'X-Safety-Scan': mark },
    cookie: request.cookie,
    allowPrivate: request.allowPrivate,
    lookup: options.lookup,
    perSecond: options.perSecond ?? 10,
    connections: 5,
    maxRequests: limits.requests,
    maxTotalBytes: limits.bytes,
    ...(options.totalMs === undefined ? {} : { totalMs: options.totalMs }),
  });
  const notes = makeNotes();
  const site: SiteMap = {
    pages: [],
    paths: new Set(),
    parametrised: new Map(),
    forms: [],
    scripts: new Map(),
    apis: new Set(),
    tech: new Set(),
    disclosed: [],
    suspects: new Set(),
  };
  const progress = makeProgress((percent, activity) =>
    options.onProgress?.({ percent, activity, requests: http.stats.requests, pages: site.pages.length }),
  );
  const checks = allChecks.filter((check) => check.level === 'lightning' || level === 'safe');
  const passed = new Set<string>();
  const done = new Set<Rule>();

  try {
    progress.to(1, 'Connecting to the website');
    const target = new URL(request.url);
    const start = await reach(request, http);
    const { base, front, startedPlain, inScope } = start;
    if (start.note) notes.skipped(start.note);
    const findings = makeFindings(target.origin);
    const scan: Scan = {
      target,
      base,
      level,
      front,
      startedPlain,
      http,
      signal,
      now,
      mark,
      site,
      inScope,
      allowsPrivate: request.allowPrivate !== undefined,
      tls: makeTls({ base, http, now, signal, ca: options.ca }),
      report: findings.report,
      looksMissing: makeMissingDetector(http, mark),
      note: notes,
      step: () => undefined,
      probe: async (url, ask) => {
        try {
          const answer = await http.ask(url, ask);
          look(makeSeen(answer, 'probe', inScope(new URL(answer.url))));
          return answer;
        } catch (error) {
          if (!(error instanceof HttpFailure)) throw error;
          if (error.code === 'timeout') notes.timedOut(error.url);
          return null;
        }
      },
    };

    const broken = new Set<Check>();
    function look(seen: Seen): void {
      learnTech(seen, site.tech);
      for (const check of checks) {
        if (!check.look || broken.has(check)) continue;
        try {
          check.look(seen, scan);
        } catch (error) {
          // One page that a check cannot digest must not cost the rest of the scan.
          broken.add(check);
          notes.skipped(`The check "${check.name}" stopped at ${seen.answer.url} (${messageOf(error)}).`);
        }
      }
    }

    try {
      await readSite(scan, look);
      await runChecks(scan, broken);
    } catch (error) {
      // Running out of time ends the scan early, with what it has.
      if (!timeUp.aborted || options.signal.aborted) throw error;
      notes.skipped('The scan reached its time limit; the remaining checks were left out.');
    }

    const found = findings.foundRules();
    for (const rule of done) if (!found.has(rule.id)) passed.add(rule.id);
    notes.judge(http, front);
    progress.to(100, 'Finished');
    return {
      target: request.url,
      level,
      startedAt,
      finishedAt: now().toISOString(),
      requests: http.stats.requests,
      pages: Math.max(1, site.pages.length),
      findings: findings.list(),
      passed: [...passed].sort(),
      coverage: notes.coverage(),
    };
  } finally {
    http.close();
  }

  async function readSite(scan: Scan, look: (seen: Seen) => void): Promise<void> {
    if (level === 'lightning') {
      const first = makeSeen(scan.front, 'page', true);
      look(first);
      if (first.page) site.pages.push({ url: scan.front.url, answer: scan.front, page: first.page });
      return;
    }
    progress.to(5, 'Reading robots.txt');
    const robots = readRobots(await scan.probe(new URL('/robots.txt', scan.base)), userAgent.split(/[/\s]/)[0]!);
    site.disclosed.push(...robots.disclosed);
    if (!robots.allows(scan.base.href))
      notes.skipped(
        `robots.txt asks robots to leave this site out, so links were not followed. Allow the robot ${userAgent.split('/')[0]} there to have every page checked.`,
      );
    await crawl(
      {
        base: scan.base,
        http,
        robots,
        site,
        limits: limits.crawl,
        signal,
        inScope: scan.inScope,
        onSeen: look,
        onProgress: (pages, known) =>
          progress.to(
            5 + 45 * Math.min(1, pages / Math.max(10, Math.min(known, limits.crawl.pages))),
            `Reading pages (${pages} of ${Math.min(known, limits.crawl.pages)})`,
          ),
        onTimeout: notes.timedOut,
        onSkipped: notes.skipped,
      },
      scan.front,
    );
  }

  async function runChecks(scan: Scan, broken: Set<Check>): Promise<void> {
    const from = level === 'safe' ? 50 : 10;
    const running = checks.filter((check) => check.run);
    const finished = (check: Check, undecided: readonly Rule[] = []) => {
      if (!broken.has(check)) for (const rule of check.rules) if (!undecided.includes(rule)) done.add(rule);
    };
    for (const check of checks) if (!check.run) finished(check);
    const share = (99 - from) / running.reduce((sum, check) => sum + (check.weight ?? 1), 0);
    let next = from;
    for (const check of running) {
      const width = share * (check.weight ?? 1);
      const at = next;
      next += width;
      progress.to(at, check.activity ?? `Checking: ${check.name}`);
      if (http.stats.failedInARow >= 8) {
        notes.blocked('The website stopped answering, so the remaining checks were left out.');
        return;
      }
      try {
        const end = await check.run!({ ...scan, step: (activity, part) => progress.to(at + width * Math.min(1, part), activity) });
        if (end !== 'not-run') finished(check, end?.undecided);
      } catch (error) {
        signal.throwIfAborted();
        notes.skipped(
          error instanceof HttpFailure && error.code === 'budget'
            ? `The check "${check.name}" was cut short: ${error.message}`
            : `The check "${check.name}" could not be finished (${messageOf(error)}).`,
        );
      }
    }
  }
}
