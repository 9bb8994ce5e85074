import { randomBytes } from 'node:crypto';
import { HttpFailure } from '#probes/http/answer.ts';
import type { HttpClient, HttpClientOptions } from '#probes/http/client.ts';
import { makeHttpClient } from '#probes/http/client.ts';
import type { AddressLookup } from '#probes/net.ts';
import type { ScanLevel, ScanProgress, ScanRequest, ScanResult } from '../port.ts';
import { ScanFailure } from '../port.ts';
import { makeBrowserTools } from './browser/browser.ts';
import type { BrowserTools } from './browser/tools.ts';
import type { OpenedCallbacks, Relay } from './callbacks/open.ts';
import { openCallbacks } from './callbacks/open.ts';
import { makeFindings } from './findings.ts';
import type { ScanLimits } from './limits.ts';
import { levelOf, limitsOf } from './limits.ts';
import { makeDeadline } from './manners/deadline.ts';
import { makeGate } from './manners/gate.ts';
import { makeNotes } from './notes.ts';
import { makeProgress } from './progress.ts';
import { reach } from './reach.ts';
import { readSite } from './readSite.ts';
import { checks as allChecks } from './registry.ts';
import { matchesPlace, retestSeeds } from './retest.ts';
import type { Check, Rule } from './rule.ts';
import { finishChecks, runChecks } from './runChecks.ts';
import { runPoints } from './runPoints.ts';
import { emptySite, makeScan } from './scan.ts';
import type { Session } from './session/signIn.ts';
import { formSession, signInHeaders } from './session/signIn.ts';
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
  /** Pauses before each look whether an unwell website has recovered, milliseconds. */
  healthWaits?: readonly number[];
  /** Smaller budgets than the level's. */
  limits?: Partial<Omit<ScanLimits, 'crawl' | 'browser'>> & {
    crawl?: Partial<ScanLimits['crawl']>;
    browser?: Partial<ScanLimits['browser']>;
  };
  /** False does without Chromium even where there is one; SCAN_BROWSER decides by default. */
  useBrowser?: boolean;
  /** Given once, a function that tells what the scan has found so far and how long it rested, in milliseconds. */
  onBegun?: (soFar: () => { result: ScanResult; rested: number }) => void;
  /** A listener that scanned servers of the public internet reach; those of private networks need none. */
  relay?: Relay;
};

/** Levels that this engine performs, in the order to offer them. */
export const engineLevels = [
  'lightning',
  'safe',
  'normal',
  'full',
  'log4shell',
  'sandbox_lightning',
  'sandbox_normal',
] as const satisfies readonly ScanLevel[];

const connections = 5;
const longestSettleMs = 20_000;
// Logs are written behind the answer, by some programs much later.
const logsSettleMs = 8000;
const noCallbacks =
  'Flaws that show only when the server contacts a third machine (blind server-side requests, external XML entities, log lookups) were not tested: the website has no way to reach the scanner. Set SCAN_CALLBACK_HOST and SCAN_CALLBACK_PORT to an address that the internet reaches.';

function makeClient(
  request: ScanRequest,
  options: EngineOptions,
  limits: ScanLimits,
  own: Pick<HttpClientOptions, 'signal' | 'userAgent' | 'headers' | 'hooks'>,
): HttpClient {
  return makeHttpClient({
    ...own,
    cookie: request.signIn?.kind === 'cookie' ? request.signIn.cookie : request.cookie,
    ownHeaders: signInHeaders(request.signIn),
    allowPrivate: request.allowPrivate,
    lookup: options.lookup,
    perSecond: request.perSecond ?? options.perSecond ?? 10,
    connections,
    maxRequests: limits.requests,
    maxTotalBytes: limits.bytes,
    ...(options.totalMs === undefined ? {} : { totalMs: options.totalMs }),
  });
}

/** The checks of a level, or those that can say whether one finding is still there. */
function checksFor(request: ScanRequest): Check[] {
  const { only } = request;
  if (only) return allChecks.filter((check) => check.rules.some((rule) => rule.id === only.rule));
  return allChecks.filter((check) => levelOf[request.level].checks.includes(check.level));
}

/**
 * Scans one website and resolves with everything found. Rejects with `ScanFailure` when it cannot be scanned, or with
 * the signal's reason. Leaves no socket and no browser open.
 */
export async function runScan(request: ScanRequest, options: EngineOptions): Promise<ScanResult> {
  if (!(engineLevels as readonly string[]).includes(request.level))
    throw new ScanFailure(
      'level-unavailable',
      `The scan level ${request.level} is not available here. Choose one of: ${engineLevels.join(', ')}.`,
    );
  const { level } = request;
  const now = options.now ?? (() => new Date());
  const startedAt = now().toISOString();
  const base = limitsOf[level];
  const limits: ScanLimits = {
    ...base,
    ...options.limits,
    crawl: { ...base.crawl, ...options.limits?.crawl },
    browser: { ...base.browser, ...options.limits?.browser },
  };
  const deadline = makeDeadline(limits.milliseconds);
  const timeUp = deadline.signal;
  options.signal.throwIfAborted();

  const mark = `zq${randomBytes(4).toString('hex')}`;
  const userAgent = options.userAgent ?? `${engineName}/${engineVersion}`;
  const gate = makeGate({
    blackout: request.blackout,
    deadline,
    signal: AbortSignal.any([options.signal, timeUp]),
    now,
    onRest: (activity) => progress.rest(activity),
    ...(options.healthWaits === undefined ? {} : { waits: options.healthWaits }),
  });
  const signal = AbortSignal.any([options.signal, timeUp, gate.signal]);
  let session: Session | null = null;
  const client = makeClient(request, options, limits, {
    signal,
    userAgent,
    headers: { 'X-Safety-Scan': mark },
    hooks: { ...gate, again: async (answer, ask) => (await session?.again(answer, ask)) ?? false },
  });
  // What we fetch ourselves is no contact of the website: pages may repeat the addresses that we sent.
  const http: HttpClient = {
    ...client,
    ask: (url, asked) =>
      contacts?.isOurs(new URL(url)) === true
        ? Promise.reject(new HttpFailure('refused-address', String(url), 'This is an address of the scan itself.'))
        : client.ask(url, asked),
  };
  const notes = makeNotes();
  const site = emptySite();
  const progress = makeProgress((percent, activity) =>
    options.onProgress?.({ percent, activity, requests: http.stats.requests, pages: site.pages.length }),
  );
  const checks = checksFor(request);
  const done = new Set<Rule>();
  let opening: Promise<BrowserTools | null> | undefined;
  let contacts: OpenedCallbacks | null = null;

  try {
    progress.to(1, 'Connecting to the website');
    const start = await reach(request, http);
    if (start.note) notes.skipped(start.note);
    gate.watch(() => http.ask(start.base, { unhooked: true, maxBytes: 100_000 }));
    if (request.signIn?.kind === 'form' && levelOf[level].reads) {
      progress.to(3, 'Signing in');
      const opened = formSession(http, request.signIn, start.front, start.inScope);
      const problem = await opened.open();
      if (problem === null) {
        session = opened;
        // From here on the site is what a signed-in visitor sees.
        start.front = (await http.follow(start.base, { mayFollow: start.inScope })).at(-1)!;
      } else notes.blocked(`${problem} Only what strangers see was checked.`);
    }
    if (levelOf[level].reads)
      contacts = await openCallbacks({
        address: start.front.address,
        port: Number(start.base.port) || (start.base.protocol === 'https:' ? 443 : 80),
        relay: options.relay ?? null,
        signal,
      }).catch(() => null);
    if (levelOf[level].reads && !contacts) notes.skipped(noCallbacks);
    const findings = makeFindings(new URL(request.url).origin);
    const openBrowser = (): Promise<BrowserTools | null> =>
      makeBrowserTools({
        http,
        mark,
        signal,
        inScope: (url) => scan.inScope(url),
        isHarmful: (url) => scan.isHarmful(url),
        mayChange: levelOf[level].mayChange,
        note: notes.skipped,
      });
    const resultNow = (): ScanResult => {
      const found = findings.foundRules();
      const { only } = request;
      const list = findings.list();
      return {
        target: request.url,
        level,
        startedAt,
        finishedAt: now().toISOString(),
        requests: http.stats.requests,
        pages: Math.max(1, site.pages.length),
        findings: only ? list.filter((finding) => finding.rule === only.rule) : list,
        passed: [...done]
          .map((rule) => rule.id)
          .filter((id) => !found.has(id) && (!only || id === only.rule))
          .sort(),
        coverage: notes.coverage(),
      };
    };
    options.onBegun?.(() => ({ result: resultNow(), rested: deadline.rested() }));
    const useBrowser = levelOf[level].reads && (options.useBrowser ?? process.env.SCAN_BROWSER !== 'off');
    const browser = () => (opening ??= useBrowser ? openBrowser() : Promise.resolve(null));
    const { scan, look, broken } = makeScan({
      request,
      start,
      http,
      signal,
      now,
      mark,
      site,
      findings,
      notes,
      checks,
      browser,
      callbacks: contacts?.callbacks ?? null,
      ca: options.ca,
    });
    const finished = (check: Check, undecided: readonly Rule[] = []) => {
      if (!broken.has(check)) {
        const open = contacts ? undecided : [...undecided, ...(check.needsContacts ?? [])];
        for (const rule of check.rules) if (!open.includes(rule)) done.add(rule);
      }
    };

    try {
      await readSite(scan, {
        look,
        limits,
        notes,
        userAgent,
        reads: levelOf[level].reads,
        seeds: request.only ? retestSeeds(request.only) : null,
        onProgress: (part, activity) => progress.to(5 + 35 * part, activity),
      });
      const from = levelOf[level].reads ? 40 : 10;
      const half = levelOf[level].reads ? 55 : 99;
      const ended = await runChecks(scan, {
        checks,
        broken,
        finished,
        onProgress: (part, activity) => progress.to(from + (half - from) * part, activity),
      });
      if (ended && levelOf[level].reads) {
        const { only } = request;
        const complete = await runPoints(scan, {
          checks,
          broken,
          most: limits.points,
          ...(only ? { wants: (point) => matchesPlace(only, point) } : {}),
          atOnce: connections,
          onProgress: (activity, part) => progress.to(55 + 43 * part, activity),
        });
        progress.to(98, 'Waiting for late contacts');
        await contacts?.callbacks.settle(longestSettleMs, levelOf[level].checks.includes('log4shell') ? logsSettleMs : undefined);
        await finishChecks(scan, { checks, broken });
        for (const check of checks) if ((check.point || check.timed) && complete) finished(check);
      }
    } catch (error) {
      // Running out of time or requests ends the scan early, with what it has.
      options.signal.throwIfAborted();
      if (!signal.aborted && !(error instanceof HttpFailure && error.code === 'budget')) throw error;
      if (gate.signal.aborted)
        notes.blocked(
          'The website stopped answering properly while it was scanned, so the scan was stopped. Scan it again at a quieter time.',
        );
      else
        notes.skipped(
          timeUp.aborted
            ? 'The scan reached its time limit; the remaining checks were left out.'
            : `The scan was cut short: ${(error as Error).message}`,
        );
    }

    notes.judge(http, start.front);
    progress.to(100, 'Finished');
    return resultNow();
  } finally {
    deadline.close();
    http.close();
    await contacts?.close();
    await (await opening?.catch(() => null))?.close();
  }
}
