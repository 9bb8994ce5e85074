import { randomBytes } from 'node:crypto';
import { HttpFailure } from '#probes/http/answer.ts';
import type { HttpClient } from '#probes/http/client.ts';
import type { AddressLookup } from '#probes/net.ts';
import type { NotTestedReason, Revisit, ScanLevel, ScanProgress, ScanRequest, ScanResult } from '../port.ts';
import { ScanFailure } from '../port.ts';
import { makeBrowserTools } from './browser/browser.ts';
import type { BrowserTools } from './browser/tools.ts';
import { connections, hooksOf, makeClient } from './client.ts';
import type { OpenedCallbacks, Relay } from './callbacks/open.ts';
import { openCallbacks } from './callbacks/open.ts';
import { watchDrift } from './drift/watch.ts';
import { renewedSentence } from './drift/wording.ts';
import { noteEarlyEnd, onlyId, resultOf } from './ending.ts';
import { makeFindings } from './findings.ts';
import { isExcluded } from './harm/exclude.ts';
import type { Guard } from './harm/guard.ts';
import { makeGuard } from './harm/guard.ts';
import { putBackAtEnd } from './harm/putBackAtEnd.ts';
import type { ScanLimits } from './limits.ts';
import { engineLevels, levelOf, limitsOf } from './limits.ts';
import { makeDeadline } from './manners/deadline.ts';
import { makeGate } from './manners/gate.ts';
import type { Notes } from './notes.ts';
import { makeNotes } from './notes.ts';
import { workThrough } from './phases.ts';
import { makeProgress } from './progress.ts';
import type { Start } from './reach.ts';
import { reach } from './reach.ts';
import { checks as allChecks } from './registry.ts';
import type { Check } from './rule.ts';
import { makeRevisits } from './revisit.ts';
import { emptySite, makeScan } from './scan.ts';
import type { Session } from './session/signIn.ts';
import { formSession } from './session/signIn.ts';
import { makeTally } from './tally.ts';
import { makeLedger } from './verdicts.ts';
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

// A cancelled scan is over within two seconds.
const cancelledMs = 1200;
const noCallbacks =
  'Flaws that show only when the server contacts a third machine (blind server-side requests, external XML entities, log lookups) were not tested: the website has no way to reach the scanner.';
const setCallbacks =
  'Set SCAN_CALLBACK_HOST and SCAN_CALLBACK_PORT to an address that the internet reaches, for checks that need an answer from outside.';

/** The checks of a level, or those that can say whether one finding is still there. */
function checksFor(request: ScanRequest): Check[] {
  const { only } = request;
  if (only) return allChecks.filter((check) => check.rules.some((rule) => rule.id === only.rule));
  return allChecks.filter((check) => levelOf[request.level].checks.includes(check.level));
}

function limitsFor(level: ScanLevel, given: EngineOptions['limits']): ScanLimits {
  const base = limitsOf[level];
  return {
    ...base,
    ...given,
    crawl: { ...base.crawl, ...given?.crawl },
    browser: { ...base.browser, ...given?.browser },
  };
}

/** Signs in where a form is given; null where there is none, or where it did not work. */
async function openSession(
  request: ScanRequest,
  http: HttpClient,
  start: Start,
  notes: Notes,
): Promise<Session | null> {
  if (request.signIn?.kind !== 'form') return null;
  const opened = formSession(http, request.signIn, start.front, start.inScope);
  const problem = await opened.open();
  if (problem !== null) {
    notes.blocked(`${problem} Only what strangers see was checked.`);
    return null;
  }
  // From here on the site is what a signed-in visitor sees; a stranger may have been sent to the sign-in page at once.
  start.front = (await http.follow(request.url, { mayFollow: start.inScope })).at(-1)!;
  start.base = new URL(start.front.url);
  return opened;
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
  const { reads, mayChange } = levelOf[level];
  const now = options.now ?? (() => new Date());
  const startedAt = now().toISOString();
  const limits = limitsFor(level, options.limits);
  const deadline = makeDeadline(limits.milliseconds);
  const timeUp = deadline.signal;
  options.signal.throwIfAborted();

  const mark = `zq${randomBytes(4).toString('hex')}`;
  const userAgent = options.userAgent ?? `${engineName}/${engineVersion}`;
  const waits = options.healthWaits === undefined ? {} : { waits: options.healthWaits };
  const gate = makeGate({
    blackout: request.blackout,
    deadline,
    signal: AbortSignal.any([options.signal, timeUp]),
    now,
    onRest: (activity) => progress.rest(activity),
    onRecovered: () => drift.disturb(),
    ...waits,
  });
  let session: Session | null = null;
  const drift = watchDrift({
    ask: (url) => http.ask(url, { unhooked: true }),
    session: () => session,
    gate,
    ...waits,
  });
  const signal = AbortSignal.any([options.signal, timeUp, gate.signal, drift.signal]);
  const checks = checksFor(request);
  const { only } = request;
  const revisits = makeRevisits(
    [...(request.known ?? []), ...(only ? [{ ...only, id: onlyId }] : [])],
    allChecks,
  );
  const identified = { userAgent, headers: { 'X-Safety-Scan': mark } };
  const client = makeClient(request, options, {
    ...identified,
    signal,
    maxRequests: limits.requests,
    maxTotalBytes: limits.bytes,
    hooks: hooksOf(gate, drift, revisits, () => session),
  });
  // What we fetch ourselves is no contact of the website: pages may repeat the addresses that we sent.
  const http: HttpClient = {
    ...client,
    ask: (url, asked) =>
      contacts?.isOurs(new URL(url)) === true
        ? Promise.reject(
            new HttpFailure('refused-address', String(url), 'This is an address of the scan itself.'),
          )
        : client.ask(url, asked),
  };
  const notes = makeNotes();
  const site = emptySite();
  const tally = makeTally();
  const progress = makeProgress((percent, activity) =>
    options.onProgress?.({ percent, activity, requests: http.stats.requests, pages: site.pages.length }),
  );
  let opening: Promise<BrowserTools | null> | undefined;
  let contacts: OpenedCallbacks | null = null;
  let guard: Guard | undefined;
  const putBack = async (milliseconds: number) => {
    if (!guard) return;
    const open = (ending: AbortSignal) =>
      makeClient(request, options, { ...identified, signal: ending, jar: client.jar });
    await putBackAtEnd({ guard, open, origins: client.cookieOrigins, milliseconds });
  };

  try {
    progress.to(1, 'Connecting to the website');
    const start = await reach(request, http);
    if (start.note) notes.skipped(start.note);
    gate.watch(() => http.ask(start.base, { unhooked: true, maxBytes: 100_000 }));
    if (reads) {
      progress.to(3, 'Opening a session');
      session = await openSession(request, http, start, notes);
    }
    const exclude = request.exclude ?? [];
    const harm = (guard = makeGuard({
      http,
      mark,
      mayChange,
      inScope: (url) => start.inScope(url) && !isExcluded(url, exclude),
      signedIn: () =>
        session !== null ||
        (request.signIn !== undefined && request.signIn.kind !== 'form') ||
        request.cookie !== undefined,
      ownUser: request.signIn?.kind === 'form' ? request.signIn.user : null,
      limits: limits.residue,
    }));
    if (reads) {
      contacts = await openCallbacks({
        address: start.front.address,
        port: Number(start.base.port) || (start.base.protocol === 'https:' ? 443 : 80),
        relay: options.relay ?? null,
        signal,
      }).catch(() => null);
      if (!contacts) {
        notes.skipped(noCallbacks);
        notes.operator(setCallbacks);
      }
    }
    const findings = makeFindings(new URL(request.url).origin);
    const openBrowser = (): Promise<BrowserTools | null> =>
      makeBrowserTools({
        http: harm.http,
        mark,
        signal,
        inScope: (url) => scan.inScope(url),
        isHarmful: harm.isHarmful,
        mayForm: harm.mayForm,
        mayChange,
        note: notes.skipped,
        tellOperator: notes.operator,
      });
    const useBrowser = reads && (options.useBrowser ?? process.env.SCAN_BROWSER !== 'off');
    const browser = () => (opening ??= useBrowser ? openBrowser() : Promise.resolve(null));
    const { scan, look, broken } = makeScan({
      request,
      start,
      http: harm.http,
      guard: harm,
      signal,
      now,
      mark,
      site,
      findings,
      notes,
      checks,
      tally,
      browser,
      callbacks: contacts?.callbacks ?? null,
      ca: options.ca,
    });
    const { done, undecided, finished } = makeLedger(broken);
    let cut: NotTestedReason | null = 'incomplete';
    let revisited: Record<string, Revisit> = {};
    const resultNow = (): ScanResult =>
      resultOf(
        {
          request,
          checks,
          all: allChecks,
          tally,
          findings,
          ended: { done, undecided, broken, hasContacts: contacts !== null, cut },
          coverage: harm.coverage(notes.coverage()),
          operatorNotes: notes.operatorNotes(),
          revisited,
        },
        {
          startedAt,
          finishedAt: now().toISOString(),
          requests: http.stats.requests,
          pages: Math.max(1, site.pages.length),
        },
      );
    options.onBegun?.(() => ({ result: resultNow(), rested: deadline.rested() }));

    try {
      revisited = await workThrough(scan, {
        request,
        look,
        onForm: harm.met,
        checks,
        broken,
        finished,
        done,
        limits,
        notes,
        userAgent,
        tally,
        drift,
        revisits,
        contacts,
        progress,
        atOnce: connections,
      });
      cut = http.stats.failedInARow >= 8 ? 'incomplete' : 'time';
    } catch (error) {
      // Running out of time or requests ends the scan early, with what it has.
      options.signal.throwIfAborted();
      cut = noteEarlyEnd(error, { timeUp, gate: gate.signal, drift: drift.signal }, notes);
      tally.discard();
    }

    for (const note of drift.notes()) notes.skipped(note);
    const renewals = (session as Session | null)?.renewals() ?? 0;
    if (renewals > 0) notes.skipped(renewedSentence(renewals));
    await putBack(timeUp.aborted ? 20_000 : 60_000);
    notes.judge(http, start.front);
    progress.to(100, 'Finished');
    return resultNow();
  } finally {
    deadline.close();
    if (options.signal.aborted) await putBack(cancelledMs).catch(() => undefined);
    http.close();
    await contacts?.close();
    await (await opening?.catch(() => null))?.close();
  }
}
