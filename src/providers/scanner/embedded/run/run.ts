import type { NotTestedReason, Revisit, ScanRequest, ScanResult } from '../../port.ts';
import { makeBrowserTools } from '../browser/browser.ts';
import type { BrowserTools } from '../browser/tools.ts';
import type { OpenedCallbacks } from '../callbacks/open.ts';
import { connections } from '../traffic/client.ts';
import { renewedSentence } from '../drift/recovery.ts';
import { noteEarlyEnd, resultOf, type Notes } from '../findings/notes.ts';
import type { EngineOptions } from '../engine.ts';
import { makeFindings } from '../findings/findings.ts';
import type { Guard } from '../harm/guard.ts';
import { levelOf, type ScanLimits } from '../limits.ts';
import { workThrough } from './phases.ts';
import type { Progress } from './progress.ts';
import type { Start } from '../site/reach.ts';
import { checks as allChecks } from '../registry.ts';
import type { Check, SiteMap } from '../rule.ts';
import { makeScan } from '../scan.ts';
import type { ScanTraffic } from '../traffic/scanTraffic.ts';
import { makeTally, makeLedger } from './tally.ts';

function checksFor(request: ScanRequest): Check[] {
  const { only } = request;
  if (only) return allChecks.filter((check) => check.rules.some((rule) => rule.id === only.rule));
  return allChecks.filter((check) => levelOf[request.level].checks.includes(check.level));
}

type Reached = {
  traffic: ScanTraffic;
  guard: Guard;
  start: Start;
  site: SiteMap;
  notes: Notes;
  contacts: OpenedCallbacks | null;
};

export function openRun(request: ScanRequest, options: EngineOptions, reached: Reached) {
  const { traffic, guard, site, notes, contacts } = reached;
  const { startedAt, mark, now, signal, drift, revisits, deadline, gate } = traffic;
  const { reads, mayChange } = levelOf[request.level];
  const findings = makeFindings(new URL(request.url).origin);
  const tally = makeTally();
  const checks = checksFor(request);
  let opening: Promise<BrowserTools | null> | undefined;
  const openBrowser = (): Promise<BrowserTools | null> =>
    makeBrowserTools({
      http: guard.http,
      mark,
      signal,
      inScope: (url) => scan.inScope(url),
      isHarmful: guard.isHarmful,
      mayForm: guard.mayForm,
      mayChange,
      note: notes.skipped,
      notifyOperator: notes.operator,
    });
  const useBrowser = reads && (options.useBrowser ?? process.env.SCAN_BROWSER !== 'off');
  const { scan, look, broken } = makeScan({
    request,
    start: reached.start,
    http: guard.http,
    guard,
    signal,
    now,
    mark,
    site,
    findings,
    notes,
    checks,
    tally,
    browser: () => (opening ??= useBrowser ? openBrowser() : Promise.resolve(null)),
    callbacks: contacts?.callbacks ?? null,
    ca: options.ca,
  });
  const { done, undecided, finished } = makeLedger(broken);
  let cut: NotTestedReason | null = 'incomplete';
  let revisited: Record<string, Revisit> = {};

  const result = (): ScanResult =>
    resultOf(
      {
        request,
        checks,
        all: allChecks,
        tally,
        findings,
        ended: { done, undecided, broken, hasContacts: contacts !== null, cut },
        coverage: guard.coverage(notes.coverage()),
        operatorNotes: notes.operatorNotes(),
        revisited,
      },
      {
        startedAt,
        finishedAt: now().toISOString(),
        requests: traffic.http.stats.requests,
        pages: Math.max(1, site.pages.length),
      },
    );
  options.onBegun?.(() => ({ result: result(), rested: deadline.rested() }));

  return {
    result,
    closeBrowser: async () => (await opening?.catch(() => null))?.close(),
    async work(limits: ScanLimits, progress: Progress): Promise<void> {
      try {
        revisited = await workThrough(scan, {
          request,
          look,
          onForm: guard.met,
          checks,
          broken,
          finished,
          done,
          limits,
          notes,
          userAgent: traffic.userAgent,
          tally,
          drift,
          revisits,
          contacts,
          progress,
          atOnce: connections,
        });
        cut = traffic.http.stats.failedInARow >= 8 ? 'incomplete' : 'time';
      } catch (error) {
        // Running out of time or requests ends the scan early, with what it has.
        options.signal.throwIfAborted();
        cut = noteEarlyEnd(error, { timeUp: deadline.signal, gate: gate.signal, drift: drift.signal }, notes);
        tally.discard();
      }
      for (const note of drift.notes()) notes.skipped(note);
      const renewals = traffic.session()?.renewals() ?? 0;
      if (renewals > 0) notes.skipped(renewedSentence(renewals));
    },
  };
}
