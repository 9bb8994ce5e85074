import { useSyncExternalStore } from 'react';

/** How far the cyber maturity assessment is, for whoever reminds of it. Paths lead into the assessment. */
export type AssessmentStanding = {
  /** Something is answered; the percents may still be 0. */
  begun: boolean;
  completed: boolean;
  percent: number;
  /** What is left is likely to take. */
  minutesLeft: number;
  startPath: string;
  nextPath: string;
};

let standing: AssessmentStanding | null = null;
const listeners = new Set<() => void>();

/** Told by the part of the product that knows; null where it cannot be used. */
export const tellAssessment = (next: AssessmentStanding | null): void => {
  standing = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Null while nobody has told. */
export const useAssessmentStanding = (): AssessmentStanding | null =>
  useSyncExternalStore(subscribe, () => standing);
