import { HttpFailure } from '#probes/http/answer.ts';
import { countedPoint } from './counted.ts';
import { Drifted } from './drift/watch.ts';
import { asCheck } from './harm/checkNames.ts';
import type { Point } from './points/point.ts';
import type { Tried } from './points/tried.ts';
import type { Check, Scan } from './rule.ts';
import type { Tally } from './tally.ts';

export type AttemptTools = {
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
export function makeAttempts(scan: Scan, { broken, tally, onUndecided, onTried }: AttemptTools) {
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
