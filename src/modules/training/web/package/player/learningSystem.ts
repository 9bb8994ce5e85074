export type Report = {
  /** What to begin with the next time. */
  state: string;
  place: string;
  status: 'inProgress' | 'failed' | 'passed';
  /** Best so far, in percent; null before the first test. */
  score: number | null;
};

export type LearningSystem = {
  /** What was kept the last time; '' before. */
  state: string;
  /** What the learning system asks for instead of the package's own; in percent. */
  passMark: number | null;
  /** Throws where it was not kept. */
  report: (report: Report) => void | Promise<void>;
  /** The learner leaves; the page may be gone the next moment. */
  leave: () => void;
  /** Where to go after that, where the learning system says so. */
  returnAddress: string | null;
};

/** A page that was opened by itself: the course can be taken, and nothing of it is kept. */
export const nowhere: LearningSystem = {
  state: '',
  passMark: null,
  report: () => {},
  leave: () => {},
  returnAddress: null,
};
