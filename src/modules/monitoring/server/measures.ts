import { counter, histogram, level } from '#platform/server/log/measures.ts';

/** How a scan goes on in one worker. A scan that is handed back or put off begins again. */
export type ScanStep =
  | 'begun'
  | 'resumed'
  | 'completed'
  | 'failed'
  | 'canceled'
  | 'postponed'
  | 'handed-back';
const steps: ScanStep[] = ['begun', 'resumed', 'completed', 'failed', 'canceled', 'postponed', 'handed-back'];

const count = counter('scans_total', 'Website scans, by what became of them', { step: steps });
const observe = histogram(
  'scan_seconds',
  'How long a worker was at work on a scan that it completed',
  [10, 60, 300, 1800, 7200, 28_800],
  {
    level: ['safe', 'lightning', 'normal', 'full', 'log4shell'],
  },
);
const running = level('scans_running', 'Website scans in the hands of this worker');

export const noteScan = (step: ScanStep): void => count({ step });
export const noteScanTime = (scanLevel: string, seconds: number): void =>
  observe({ level: scanLevel }, seconds);

/** Counts a scan as running for as long as the work takes. */
export async function whileRunning<T>(work: () => Promise<T>): Promise<T> {
  running(1);
  try {
    return await work();
  } finally {
    running(-1);
  }
}
