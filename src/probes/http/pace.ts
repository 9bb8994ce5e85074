import pLimit from 'p-limit';
import { header, type HttpAnswer, type HttpFailure } from './answer.ts';

/** Keeps a scan polite: so many requests a second, so many at a time, slower when the site asks for it. */
export type Pace = {
  /** Runs a task when its turn has come. Rejects with the signal's reason when the scan ends first. */
  run: <T>(task: () => Promise<T>) => Promise<T>;
  /** The site asked to slow down: half the speed, and no request for `ms`. */
  slowDown: (ms: number) => void;
  /** Tells how long an answer took; three times the usual is a sign of strain and slows down. */
  took: (ms: number) => void;
  perSecond: () => number;
};

const slowest = 0.5;

export function makePace(options: { perSecond: number; connections: number; signal: AbortSignal }): Pace {
  const { signal } = options;
  let perSecond = options.perSecond;
  let nextAt = 0;
  let slow = 0;
  const recent: number[] = [];
  let usual: number | undefined;
  const limit = pLimit(options.connections);

  const sleep = (ms: number) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      }, ms);
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', onAbort, { once: true });
    });

  async function turn(): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const now = performance.now();
      if (nextAt <= now) {
        nextAt = now + 1000 / perSecond;
        return;
      }
      await sleep(nextAt - now);
    }
  }

  const run = <T>(task: () => Promise<T>): Promise<T> =>
    limit(async () => {
      await turn();
      return task();
    });

  function took(ms: number): void {
    recent.push(ms);
    if (recent.length < 20) return;
    const sorted = recent.splice(0).sort((a, b) => a - b);
    const median = sorted[10]!;
    if (usual === undefined) usual = Math.max(median, 50);
    else if (median > usual * 3) {
      slow += 1;
      perSecond = Math.max(slowest, perSecond / 2);
    } else if (slow > 0 && median < usual * 1.5) {
      slow -= 1;
      perSecond = Math.min(options.perSecond, perSecond * 2);
    }
  }

  return {
    run,
    took,
    slowDown: (ms) => {
      perSecond = Math.max(slowest, perSecond / 2);
      nextAt = Math.max(nextAt, performance.now() + ms);
    },
    perSecond: () => perSecond,
  };
}

export type TrafficStats = {
  requests: number;
  bytes: number;
  answered: number;
  refused: number;
  failed: number;
  failedInARow: number;
  slowedDown: number;
};

const defaultPauseMs = 15_000;

function retryAfter(answer: HttpAnswer, longestMs: number): number {
  const value = header(answer, 'retry-after')?.trim() ?? '';
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : 2000;
  return Math.min(longestMs, ms);
}

export function makeTraffic(pace: Pace, longestPauseMs = defaultPauseMs) {
  const stats: TrafficStats = {
    requests: 0,
    bytes: 0,
    answered: 0,
    refused: 0,
    failed: 0,
    failedInARow: 0,
    slowedDown: 0,
  };
  return {
    stats,
    answered(answer: HttpAnswer): void {
      stats.answered += 1;
      stats.failedInARow = 0;
      stats.bytes += answer.body.length;
      pace.took(answer.ms);
    },
    /** True for an answer that asks for fewer requests; the pause has begun then. */
    asksToWait(answer: HttpAnswer): boolean {
      const isRefused =
        answer.status === 429 || (answer.status === 503 && header(answer, 'retry-after') !== undefined);
      if (!isRefused) return false;
      stats.refused += 1;
      stats.slowedDown += 1;
      pace.slowDown(retryAfter(answer, longestPauseMs));
      return true;
    },
    failed(error: HttpFailure): void {
      stats.failed += 1;
      if (error.code !== 'refused-address') stats.failedInARow += 1;
    },
  };
}
