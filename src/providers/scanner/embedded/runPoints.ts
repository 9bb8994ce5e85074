import { HttpFailure } from '#probes/http/answer.ts';
import { collectPoints } from './points/collect.ts';
import type { Point } from './points/point.ts';
import type { Tried } from './points/tried.ts';
import { forgetBaselines, tryPoint } from './points/tried.ts';
import type { Check, Scan } from './rule.ts';

type Tools = {
  checks: readonly Check[];
  broken: Set<Check>;
  /** Points tried at most. */
  most: number;
  /** True for points that are wanted; all by default. */
  wants?: (point: Point) => boolean;
  atOnce: number;
  onProgress: (activity: string, part: number) => void;
};

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

// Points whose answers are remembered at the same time; and failures after which a check is left out.
const batchSize = 60;
const mostFailures = 5;

/**
 * Tries every point of the website with every check that has something to try there, several points at the same time;
 * then, one at a time and alone, with those that measure time. Resolves with false when points had to be left out.
 */
export async function runPoints(scan: Scan, tools: Tools): Promise<boolean> {
  const active = tools.checks.filter((check) => check.point || check.timed);
  if (active.length === 0) return true;
  const all = (await collectPoints(scan)).filter((point) => tools.wants?.(point) ?? true);
  // a look at one finding whose place is gone has tried nothing, and says nothing about it
  if (tools.wants && all.length === 0 && active.every((check) => !check.run && !check.look)) {
    scan.note.skipped('The place of the issue could not be found any more, so nothing was tried there.');
    return false;
  }
  const points = all.slice(0, tools.most);
  const failures = new Map<Check, number>();
  let unanswered = 0;
  let begun = 0;
  let complete = points.length === all.length;
  if (!complete)
    scan.note.skipped(`${all.length - points.length} of ${all.length} places for input were left out: the limit of this scan was reached.`);

  /** One answer that a check cannot digest costs that check its verdict, and the rest of the scan nothing. */
  async function attempt(check: Check, work: () => Promise<void>, where: Tried): Promise<void> {
    const failed = failures.get(check) ?? 0;
    if (failed >= mostFailures) return;
    try {
      await work();
    } catch (error) {
      scan.signal.throwIfAborted();
      if (error instanceof HttpFailure && error.code === 'budget') throw error;
      failures.set(check, failed + 1);
      tools.broken.add(check);
      if (failed === 0) scan.note.skipped(`The check "${check.name}" failed at ${where.point.request.url} (${messageOf(error)}).`);
    }
  }

  const stopped = () => scan.http.stats.failedInARow >= 8;

  async function runBatch(batch: readonly Point[]): Promise<void> {
    const tried: Tried[] = [];
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < batch.length && !stopped()) {
        const point = batch[next++]!;
        begun += 1;
        tools.onProgress(`Trying places for input (${begun} of ${points.length})`, begun / points.length);
        const one = await tryPoint(scan, point);
        if (!one) {
          unanswered += 1;
          continue;
        }
        tried.push(one);
        for (const check of active) if (check.point) await attempt(check, () => check.point!(one, scan), one);
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: tools.atOnce }, worker));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    // Nothing else is under way now: what is measured is the website's own time.
    for (const one of tried)
      for (const check of active) if (check.timed && !stopped()) await attempt(check, () => check.timed!(one, scan), one);
    forgetBaselines(scan);
  }

  try {
    for (let at = 0; at < points.length && !stopped(); at += batchSize) await runBatch(points.slice(at, at + batchSize));
  } catch (error) {
    scan.signal.throwIfAborted();
    if (!(error instanceof HttpFailure && error.code === 'budget')) throw error;
    scan.note.skipped(`Places for input were cut short: ${error.message}`);
    complete = false;
  }
  if (unanswered > 0) scan.note.skipped(`${unanswered} places for input gave no answer and were left out.`);
  return complete && !stopped();
}
