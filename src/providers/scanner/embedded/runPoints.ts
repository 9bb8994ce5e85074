import { HttpFailure } from '#probes/http/answer.ts';
import { collectPoints } from './points/collect.ts';
import type { Point } from './points/point.ts';
import type { Tried } from './points/tried.ts';
import { tryPoint } from './points/tried.ts';
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

/**
 * Tries every point of the website with every check that has something to try there, several points at the same time;
 * then, one at a time and alone, with those that measure time. Resolves with false when points had to be left out.
 */
export async function runPoints(scan: Scan, tools: Tools): Promise<boolean> {
  const active = tools.checks.filter((check) => check.point || check.timed);
  if (active.length === 0) return true;
  const all = collectPoints(scan).filter((point) => tools.wants?.(point) ?? true);
  const points = all.slice(0, tools.most);
  const tried: Tried[] = [];
  let next = 0;
  let unanswered = 0;
  let complete = points.length === all.length;
  if (!complete)
    scan.note.skipped(`${all.length - points.length} of ${all.length} places for input were left out: the limit of this scan was reached.`);

  async function attempt(check: Check, work: () => Promise<void>, where: Tried): Promise<void> {
    if (tools.broken.has(check)) return;
    try {
      await work();
    } catch (error) {
      scan.signal.throwIfAborted();
      if (error instanceof HttpFailure && error.code === 'budget') throw error;
      tools.broken.add(check);
      scan.note.skipped(`The check "${check.name}" stopped at ${where.point.request.url} (${messageOf(error)}).`);
    }
  }

  const stopped = () => scan.http.stats.failedInARow >= 8;

  async function worker(): Promise<void> {
    while (next < points.length && !stopped()) {
      const at = next++;
      const point = points[at]!;
      tools.onProgress(`Trying places for input (${at + 1} of ${points.length})`, at / points.length);
      const one = await tryPoint(scan, point);
      if (!one) {
        unanswered += 1;
        continue;
      }
      tried.push(one);
      for (const check of active) if (check.point) await attempt(check, () => check.point!(one, scan), one);
    }
  }

  try {
    const ends = await Promise.allSettled(Array.from({ length: tools.atOnce }, worker));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    const timed = active.filter((check) => check.timed);
    for (const [index, one] of tried.entries()) {
      if (stopped()) break;
      tools.onProgress(`Measuring answers (${index + 1} of ${tried.length})`, 1);
      for (const check of timed) await attempt(check, () => check.timed!(one, scan), one);
    }
  } catch (error) {
    scan.signal.throwIfAborted();
    if (!(error instanceof HttpFailure && error.code === 'budget')) throw error;
    scan.note.skipped(`Places for input were cut short: ${error.message}`);
    complete = false;
  }
  if (unanswered > 0) scan.note.skipped(`${unanswered} places for input gave no answer and were left out.`);
  if (stopped()) complete = false;
  return complete;
}
