import type { AddressLookup } from '#probes/net.ts';
import type { ScanProgress, ScanRequest, ScanResult } from '../port.ts';
import { openCallbacks, type OpenedCallbacks, type Relay } from './callbacks/open.ts';
import { isExcluded } from './harm/exclude.ts';
import { makeGuard, putBackAtEnd, type Guard, type GuardInput } from './harm/guard.ts';
import { levelOf, limitsFor, unavailable, type GivenLimits } from './limits.ts';
import { makeNotes, type Notes } from './findings/notes.ts';
import { makeProgress } from './run/progress.ts';
import { reach, type Start } from './site/reach.ts';
import { openRun } from './run/run.ts';
import { emptySite } from './scan.ts';
import { openTraffic, type ScanTraffic } from './traffic/scanTraffic.ts';

export type EngineOptions = {
  signal: AbortSignal;
  onProgress?: (progress: ScanProgress) => void;
  now?: () => Date;
  /** Identifies the scanner to the site's operator: product word, version and a contact address. */
  userAgent?: string;
  lookup?: AddressLookup;
  ca?: string | readonly string[];
  perSecond?: number;
  totalMs?: number;
  /** Pauses before each look whether an unwell website has recovered, milliseconds. */
  healthWaits?: readonly number[];
  limits?: GivenLimits;
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

/** How scanned servers reach the scan; null, which is noted, where they cannot. */
async function openContacts(
  relay: Relay | undefined,
  { front, base }: Start,
  signal: AbortSignal,
  notes: Notes,
): Promise<OpenedCallbacks | null> {
  const contacts = await openCallbacks({
    address: front.address,
    port: Number(base.port) || (base.protocol === 'https:' ? 443 : 80),
    relay: relay ?? null,
    signal,
  }).catch(() => null);
  if (!contacts) {
    notes.skipped(noCallbacks);
    notes.operator(setCallbacks);
  }
  return contacts;
}

function guardOf(
  { signIn, cookie, exclude = [] }: ScanRequest,
  { http, mark, session }: ScanTraffic,
  start: Start,
  own: Pick<GuardInput, 'mayChange' | 'limits'>,
): Guard {
  return makeGuard({
    ...own,
    http,
    mark,
    inScope: (url) => start.inScope(url) && !isExcluded(url, exclude),
    signedIn: () =>
      session() !== null || (signIn !== undefined && signIn.kind !== 'form') || cookie !== undefined,
    ownUser: signIn?.kind === 'form' ? signIn.user : null,
  });
}

/**
 * Scans one website and resolves with everything found. Rejects with `ScanFailure` when it cannot be scanned, or with
 * the signal's reason. Leaves no socket and no browser open.
 */
export async function runScan(request: ScanRequest, options: EngineOptions): Promise<ScanResult> {
  const problem = unavailable(request.level);
  if (problem) throw problem;
  options.signal.throwIfAborted();
  const { reads } = levelOf[request.level];
  const limits = limitsFor(request.level, options.limits);
  const site = emptySite();
  const progress = makeProgress((percent, activity) =>
    options.onProgress?.({ percent, activity, requests: http.stats.requests, pages: site.pages.length }),
  );
  const traffic = openTraffic(request, options, limits, (activity) => progress.rest(activity));
  const { http, signal, deadline } = traffic;
  const notes = makeNotes();
  const closers: (() => Promise<void> | undefined)[] = [];
  let guard: Guard | undefined;
  const putBack = async (milliseconds: number) => {
    if (!guard) return;
    const { openClient: open } = traffic;
    await putBackAtEnd({ guard, open, origins: http.cookieOrigins, milliseconds });
  };

  try {
    progress.to(1, 'Connecting to the website');
    const start = await reach(request, http);
    if (start.note) notes.skipped(start.note);
    traffic.gate.watch(() => http.ask(start.base, { unhooked: true, maxBytes: 100_000 }));
    if (reads) {
      progress.to(3, 'Opening a session');
      await traffic.signIn(start, notes);
    }
    const { mayChange } = levelOf[request.level];
    guard = guardOf(request, traffic, start, { mayChange, limits: limits.residue });
    const contacts = reads ? await openContacts(options.relay, start, signal, notes) : null;
    if (contacts) {
      traffic.leaveOut(contacts.isOurs);
      closers.push(contacts.close);
    }
    const run = openRun(request, options, { traffic, guard, start, site, notes, contacts });
    closers.push(run.closeBrowser);
    await run.work(limits, progress);
    await putBack(deadline.signal.aborted ? 20_000 : 60_000);
    notes.judge(http, start.front);
    progress.to(100, 'Finished');
    return run.result();
  } finally {
    deadline.close();
    if (options.signal.aborted) await putBack(cancelledMs).catch(() => undefined);
    http.close();
    for (const close of closers) await close();
  }
}
