import { HttpFailure } from '#probes/http/answer.ts';
import type { PageForm } from '#probes/web/form.ts';
import type { Revisit, ScanRequest } from '../../port.ts';
import type { OpenedCallbacks } from '../callbacks/open.ts';
import type { DriftWatch } from '../drift/watch.ts';
import { levelOf, type ScanLimits } from '../limits.ts';
import type { Notes } from '../findings/notes.ts';
import type { Progress } from './progress.ts';
import { readSite } from '../site/readSite.ts';
import { matchesPlace, retestSeeds } from '../site/retest.ts';
import type { Revisits } from '../site/revisit.ts';
import type { Check, PageSummary, Rule, Scan, Seen } from '../rule.ts';
import { finishChecks, runChecks, untilSteady } from './runChecks.ts';
import { runPoints } from './runPoints.ts';
import { emptySite } from '../scan.ts';
import type { Tally } from './tally.ts';

/** The work of a scan once the website is reached, from its first page to the last late contact. */

type Phases = {
  request: ScanRequest;
  look: (seen: Seen) => void;
  /** Told each form; false for one that is not sent. */
  onForm: (form: PageForm) => boolean;
  checks: readonly Check[];
  broken: Set<Check>;
  finished: (check: Check, undecided?: readonly Rule[]) => void;
  done: ReadonlySet<Rule>;
  limits: ScanLimits;
  notes: Notes;
  userAgent: string;
  tally: Tally;
  drift: DriftWatch;
  revisits: Revisits;
  contacts: OpenedCallbacks | null;
  progress: Progress;
  atOnce: number;
};

const longestSettleMs = 20_000;
// Logs are written behind the answer, by some programs much later.
const logsSettleMs = 8000;

async function read(scan: Scan, phases: Phases): Promise<void> {
  const { request, drift, tally } = phases;
  const { reads } = levelOf[request.level];
  const seeds = request.only ? retestSeeds(request.only) : null;
  // a page that keeps what its address says is not asked for again and again
  const isHarmless = ({ answer: { url } }: PageSummary) =>
    !scan.guard.keeps({ method: 'GET', url, page: url, source: 'link' });
  for (;;) {
    await readSite(scan, {
      look: phases.look,
      onForm: phases.onForm,
      limits: phases.limits,
      notes: phases.notes,
      userAgent: phases.userAgent,
      reads,
      seeds,
      known: phases.revisits.seeds,
      onProgress: (part, activity) => phases.progress.to(5 + 35 * part, activity),
    });
    if (!reads || (await drift.begin(scan.site.pages.filter(isHarmless)))) break;
    tally.discard();
    Object.assign(scan.site, emptySite());
  }
  tally.commit();
}

/** Tries all points; true when none was left out. */
async function tryPoints(scan: Scan, phases: Phases): Promise<boolean> {
  const { request, checks, broken, tally, drift, revisits, progress } = phases;
  const { only } = request;
  return runPoints(scan, {
    checks,
    broken,
    tally,
    drift,
    most: phases.limits.points,
    ...(only ? { wants: (point) => matchesPlace(only, point) } : {}),
    atOnce: phases.atOnce,
    onTried: revisits.triedAt,
    onUndecided: (check) => phases.finished(check, check.rules),
    onSteady: (stands) => {
      if (stands) {
        tally.commit();
        revisits.commit();
      } else {
        tally.discard();
        revisits.discard();
      }
    },
    onProgress: (activity, part) => progress.to(55 + 43 * part, activity),
  });
}

export async function workThrough(scan: Scan, phases: Phases): Promise<Record<string, Revisit>> {
  const { request, checks, broken, finished, progress, contacts, notes } = phases;
  const { reads, checks: parts } = levelOf[request.level];
  await read(scan, phases);
  const from = reads ? 40 : 10;
  const half = reads ? 55 : 99;
  const ended = await runChecks(scan, {
    checks,
    broken,
    tally: phases.tally,
    drift: phases.drift,
    finished,
    onProgress: (part, activity) => progress.to(from + (half - from) * part, activity),
  });
  if (ended && reads) {
    const complete = await tryPoints(scan, phases);
    progress.to(98, 'Waiting for late contacts');
    await contacts?.callbacks.settle(longestSettleMs, parts.includes('log4shell') ? logsSettleMs : undefined);
    await untilSteady(phases, () => finishChecks(scan, { checks, broken }));
    for (const check of checks) if ((check.point || check.timed) && complete) finished(check);
  }
  if (scan.http.stats.failedInARow >= 8)
    notes.incomplete(
      'The website stopped answering, so the scan ended early. Checks that were not finished do not count as passed.',
    );
  return phases.revisits.verdicts(phases.done, (url) =>
    scan.http.ask(url, { maxBytes: 20_000 }).catch((error: unknown) => {
      if (error instanceof HttpFailure && error.code !== 'budget') return null;
      throw error;
    }),
  );
}
