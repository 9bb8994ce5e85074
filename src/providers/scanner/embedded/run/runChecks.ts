import { HttpFailure } from '#probes/http/answer.ts';
import { countedScan } from './counted.ts';
import { Drifted, type DriftWatch } from '../drift/watch.ts';
import { asCheck } from '../harm/allowance.ts';
import type { Check, Rule, Scan } from '../rule.ts';
import type { Tally } from './tally.ts';

type Tools = {
  checks: readonly Check[];
  broken: Set<Check>;
  tally: Tally;
  drift: Pick<DriftWatch, 'attempt'>;
  finished: (check: Check, undecided?: readonly Rule[]) => void;
  onProgress: (part: number, activity: string) => void;
};

type Steady = Pick<Tools, 'tally' | 'drift'>;

/** Does work until the website answered as usual from its beginning to its end. */
export async function untilSteady({ tally, drift }: Steady, work: () => Promise<void>): Promise<void> {
  while (!(await drift.attempt(work))) tally.discard();
  tally.commit();
}

const mostInGroup = 5;

/** Neighbors that send little are repeated together, so that the website is not looked at after each of them. */
function inGroups(checks: readonly Check[]): Check[][] {
  const groups: Check[][] = [];
  for (const check of checks) {
    const last = groups.at(-1);
    const isLight = (one: Check) => (one.weight ?? 1) <= 1;
    if (last && last.length < mostInGroup && last.every(isLight) && isLight(check)) last.push(check);
    else groups.push([check]);
  }
  return groups;
}

async function runOne(
  scan: Scan,
  check: Check,
): Promise<Awaited<ReturnType<NonNullable<Check['run']>>> | 'failed'> {
  try {
    return await asCheck(check.name, () => check.run!(scan));
  } catch (error) {
    if (error instanceof Drifted) throw error;
    scan.signal.throwIfAborted();
    scan.note.skipped(
      error instanceof HttpFailure && error.code === 'budget'
        ? `The check "${check.name}" was cut short: ${error.message}`
        : `The check "${check.name}" could not be finished (${error instanceof Error ? error.message : String(error)}).`,
    );
    return 'failed';
  }
}

/** Runs the checks that look at the website as a whole, one after the other; false when the website stopped answering. */
export async function runChecks(scan: Scan, tools: Tools): Promise<boolean> {
  const { checks, broken, tally, finished, onProgress } = tools;
  const running = checks.filter((check) => check.run);
  for (const check of checks) if (!check.run && !check.point && !check.timed) finished(check);
  const share =
    1 /
    Math.max(
      1,
      running.reduce((sum, check) => sum + (check.weight ?? 1), 0),
    );
  let next = 0;
  for (const group of inGroups(running)) {
    if (scan.http.stats.failedInARow >= 8) {
      scan.note.blocked('The website stopped answering, so the remaining checks were left out.');
      return false;
    }
    const ends = new Map<Check, Awaited<ReturnType<NonNullable<Check['run']>>> | 'failed'>();
    const start = next;
    await untilSteady(tools, async () => {
      ends.clear();
      next = start;
      for (const check of group) {
        const width = share * (check.weight ?? 1);
        const at = next;
        next += width;
        onProgress(at, check.activity ?? `Checking: ${check.name}`);
        const step: Scan['step'] = (activity, part) => onProgress(at + width * Math.min(1, part), activity);
        ends.set(check, await runOne(countedScan({ ...scan, step }, check, tally), check));
      }
    });
    for (const [check, end] of ends)
      if (end === 'failed') broken.add(check);
      else if (!check.point && !check.timed)
        finished(check, end === 'not-run' ? check.rules : end?.undecided);
  }
  return true;
}

export async function finishChecks(
  scan: Scan,
  { checks, broken }: Pick<Tools, 'checks' | 'broken'>,
): Promise<void> {
  for (const check of checks) {
    if (!check.finish) continue;
    try {
      await asCheck(check.name, () => check.finish!(scan));
    } catch (error) {
      if (error instanceof Drifted) throw error;
      scan.signal.throwIfAborted();
      broken.add(check);
      scan.note.skipped(
        `The check "${check.name}" could not be finished (${error instanceof Error ? error.message : String(error)}).`,
      );
    }
  }
}
