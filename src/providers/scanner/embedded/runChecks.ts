import { HttpFailure } from '#probes/http/answer.ts';
import type { Check, Rule, Scan } from './rule.ts';

type Tools = {
  checks: readonly Check[];
  broken: Set<Check>;
  finished: (check: Check, undecided?: readonly Rule[]) => void;
  onProgress: (part: number, activity: string) => void;
};

/** Runs the checks that look at the website as a whole, one after the other; false when the website stopped answering. */
export async function runChecks(scan: Scan, { checks, broken, finished, onProgress }: Tools): Promise<boolean> {
  const running = checks.filter((check) => check.run);
  for (const check of checks) if (!check.run && !check.point && !check.timed) finished(check);
  const share =
    1 /
    Math.max(
      1,
      running.reduce((sum, check) => sum + (check.weight ?? 1), 0),
    );
  let next = 0;
  for (const check of running) {
    const width = share * (check.weight ?? 1);
    const at = next;
    next += width;
    onProgress(at, check.activity ?? `Checking: ${check.name}`);
    if (scan.http.stats.failedInARow >= 8) {
      scan.note.blocked('The website stopped answering, so the remaining checks were left out.');
      return false;
    }
    try {
      const end = await check.run!({ ...scan, step: (activity, part) => onProgress(at + width * Math.min(1, part), activity) });
      if (end !== 'not-run' && !check.point && !check.timed) finished(check, end?.undecided);
    } catch (error) {
      scan.signal.throwIfAborted();
      broken.add(check);
      scan.note.skipped(
        error instanceof HttpFailure && error.code === 'budget'
          ? `The check "${check.name}" was cut short: ${error.message}`
          : `The check "${check.name}" could not be finished (${error instanceof Error ? error.message : String(error)}).`,
      );
    }
  }
  return true;
}

/** What checks do when every point was tried. */
export async function finishChecks(scan: Scan, { checks, broken }: Pick<Tools, 'checks' | 'broken'>): Promise<void> {
  for (const check of checks) {
    if (!check.finish) continue;
    try {
      await check.finish(scan);
    } catch (error) {
      scan.signal.throwIfAborted();
      broken.add(check);
      scan.note.skipped(`The check "${check.name}" could not be finished (${error instanceof Error ? error.message : String(error)}).`);
    }
  }
}
