import { HttpFailure } from '#probes/http/answer.ts';
import { countedPoint } from './counted.ts';
import { Drifted, type DriftWatch } from '../drift/watch.ts';
import { asCheck } from '../harm/allowance.ts';
import type { Point } from '../points/point.ts';
import { forgetBaselines, tryPoint } from '../points/tried.ts';
import type { Check, Scan, Tried } from '../rule.ts';
import type { Tally } from './tally.ts';
import { collectPoints } from '../points/collect.ts';
import { untilSteady } from './runChecks.ts';

type AttemptTools = {
  broken: Set<Check>;
  tally: Tally;
  onUndecided: (check: Check) => void;
  /** Told each point at which a check was tried on normal answers. */
  onTried: (check: Check, point: Point) => void;
};

// Failures after which a check is left out.
const mostFailures = 5;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Tries one check at one point. An answer that a check cannot digest costs that check its verdict, and the rest of the scan nothing. */
function makeAttempts(scan: Scan, { broken, tally, onUndecided, onTried }: AttemptTools) {
  const failures = new Map<Check, number>();
  return async (check: Check, one: Tried, part: 'point' | 'timed', isNormal: boolean): Promise<void> => {
    const work = check[part];
    const failed = failures.get(check) ?? 0;
    if (!work || failed >= mostFailures) return;
    const counted = countedPoint(scan, one, check, tally);
    try {
      if ((await asCheck(check.name, () => work(counted.tried, counted.scan))) === 'undecided')
        return onUndecided(check);
      if (counted.end(isNormal)) onTried(check, one.point);
    } catch (error) {
      if (error instanceof Drifted) throw error;
      scan.signal.throwIfAborted();
      if (error instanceof HttpFailure && error.code === 'budget') throw error;
      failures.set(check, failed + 1);
      broken.add(check);
      if (failed === 0)
        scan.note.skipped(
          `The check "${check.name}" failed at ${one.point.request.url} (${messageOf(error)}).`,
        );
    }
  };
}

type Tools = AttemptTools & {
  checks: readonly Check[];
  drift: Pick<DriftWatch, 'attempt' | 'turned'>;
  most: number;
  /** True for points that are wanted; all by default. */
  wants?: (point: Point) => boolean;
  atOnce: number;
  /** Whether what was tried since the last call stands, or is repeated. */
  onSteady: (stands: boolean) => void;
  onProgress: (activity: string, part: number) => void;
};

// Points whose answers are remembered at the same time, and the fewest that are tried between two changes of the website.
const batchSize = 60;
const leastBatch = 4;

/**
 * Tries every point of the website with every check that has something to try there, several points at the same time;
 * then, one at a time and alone, with those that measure time. Resolves with false when points had to be left out.
 */
export async function runPoints(scan: Scan, tools: Tools): Promise<boolean> {
  const active = tools.checks.filter((check) => check.point || check.timed);
  if (active.length === 0) return true;
  const { drift } = tools;
  const all: Point[] = [];
  await untilSteady(tools, async () => {
    all.splice(0, all.length, ...(await collectPoints(scan)).filter((point) => tools.wants?.(point) ?? true));
  });
  // a look at one finding whose place is gone has tried nothing, and says nothing about it
  if (tools.wants && all.length === 0 && active.every((check) => !check.run && !check.look)) {
    scan.note.skipped('The place of the issue could not be found any more, so nothing was tried there.');
    return false;
  }
  const points = all.slice(0, tools.most);
  const attempt = makeAttempts(scan, tools);
  const unanswered = new Set<Point>();
  let complete = points.length === all.length;
  if (!complete)
    scan.note.skipped(
      `${all.length - points.length} of ${all.length} places for input were left out: the limit of this scan was reached.`,
    );

  const stopped = () => scan.http.stats.failedInARow >= 8;

  async function runBatch(batch: readonly Point[], before: number): Promise<void> {
    const tried: { one: Tried; isNormal: boolean }[] = [];
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < batch.length && !stopped()) {
        const point = batch[next++]!;
        const begun = before + next;
        tools.onProgress(`Trying places for input (${begun} of ${points.length})`, begun / points.length);
        const one = await tryPoint(scan, point);
        if (!one) {
          unanswered.add(point);
          continue;
        }
        unanswered.delete(point);
        const isNormal = point.request.method !== 'GET' || !drift.turned(point.request.url, one.plain);
        tried.push({ one, isNormal });
        for (const check of active) await attempt(check, one, 'point', isNormal);
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: tools.atOnce }, worker));
    const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Error] : []));
    if (reasons.length > 0) throw reasons.find((reason) => !(reason instanceof Drifted)) ?? reasons[0]!;
    // Nothing else is under way now: what is measured is the website's own time.
    for (const { one, isNormal } of tried)
      for (const check of active) if (!stopped()) await attempt(check, one, 'timed', isNormal);
  }

  try {
    let size = batchSize;
    for (let at = 0; at < points.length && !stopped();) {
      const batch = points.slice(at, at + size);
      const steady = await drift.attempt(() => runBatch(batch, at), true);
      forgetBaselines(scan);
      if (steady) {
        tools.onSteady(true);
        at += batch.length;
      } else {
        tools.onSteady(false);
        size = Math.max(leastBatch, Math.floor(size / 2));
      }
    }
  } catch (error) {
    scan.signal.throwIfAborted();
    if (!(error instanceof HttpFailure && error.code === 'budget')) throw error;
    scan.note.skipped(`Places for input were cut short: ${error.message}`);
    complete = false;
  }
  if (unanswered.size > 0)
    scan.note.skipped(`${unanswered.size} places for input gave no answer and were left out.`);
  return complete && !stopped();
}
