import { header, type HttpAnswer, type HttpFailure } from './answer.ts';
import type { Pace } from './pace.ts';

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
