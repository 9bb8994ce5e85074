import { ScanFailure, type ScanResult } from '../../port.ts';

type Watchdog = {
  /** The process gave a sign of life; `rested` is how long its scan has rested in all, in milliseconds. */
  beat: (rested: number) => void;
  /** What is kept if it has to be killed. */
  keep: (result: ScanResult) => void;
  close: () => void;
};

type Options = {
  /** Milliseconds of work that the level allows; the process ends by itself before. */
  budgetMs: number;
  /** Milliseconds without a sign of life after which the process hangs. */
  silenceMs: number;
  /** Kills the process; then the scan ends with what was kept, or fails where that is nothing. */
  kill: (end: { result: ScanResult } | { failure: ScanFailure }) => void;
};

/** The process ends by itself at its budget; whatever keeps it from doing so gets this much longer. */
const graceMs = 60_000;

/** A busy machine may take this long to start a process. */
const startMs = 60_000;

const minutes = (milliseconds: number) => {
  const count = Math.max(1, Math.round(milliseconds / 60_000));
  return count === 1 ? '1 minute' : `${count} minutes`;
};

/**
 * Watches one scan's process from outside: a website can keep the process itself from ever looking at its clock, for
 * example with a text that one expression never finishes reading.
 */
export function watchScan({ budgetMs, silenceMs, kill }: Options): Watchdog {
  const begun = performance.now();
  let heard = begun;
  let patience = Math.max(silenceMs, startMs);
  let rested = 0;
  let kept: ScanResult | null = null;
  const stop = (why: string) => {
    clearInterval(timer);
    const reason = `${why} The scan was stopped after ${minutes(performance.now() - begun - rested)}.`;
    if (!kept)
      return kill({
        failure: new ScanFailure(
          'unreachable',
          `${reason} Ask your provider to look at this website, or try a quicker level.`,
        ),
      });
    const incomplete = `${reason} What was found until then is listed; nothing else counts as checked.`;
    kill({
      result: {
        ...kept,
        finishedAt: new Date().toISOString(),
        passed: [],
        ...(kept.notTested
          ? {
              notTested: [
                ...kept.notTested,
                ...kept.passed.map((rule) => ({ rule, reason: 'incomplete' as const })),
              ],
            }
          : {}),
        coverage: { ...kept.coverage, blocked: [incomplete, ...kept.coverage.blocked], incomplete },
      },
    });
  };
  const timer = setInterval(
    () => {
      const now = performance.now();
      if (now - heard > patience)
        stop('The website sent something that the scanner could not finish reading.');
      else if (now - begun - rested > budgetMs + graceMs)
        stop('The website kept the scan busy beyond its time limit.');
    },
    Math.min(1000, silenceMs / 4),
  );
  return {
    beat: (milliseconds) => {
      heard = performance.now();
      patience = silenceMs;
      rested = milliseconds;
    },
    keep: (result) => {
      kept = result;
    },
    close: () => clearInterval(timer),
  };
}
