import { signal } from '#platform/web/signal.ts';

/** How far the cyber maturity assessment is, for reminders. Paths lead into the assessment. */
export type AssessmentProgress = {
  /** Something is answered; the percents may still be 0. */
  begun: boolean;
  completed: boolean;
  percent: number;
  /** The time that the rest is likely to take. */
  minutesLeft: number;
  startPath: string;
  nextPath: string;
};

const progress = signal<AssessmentProgress | null>(null);

/** Set by the page that knows the progress; null where the assessment cannot be used. */
export const setAssessmentProgress = progress.set;
export const useAssessmentProgress = progress.use;
