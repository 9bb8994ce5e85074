import { percentOf } from '#platform/percent.ts';

export type Progress = {
  to: (percent: number, activity: string) => void;
  rest: (activity: string | null) => void;
};

/** Progress that never falls and is told only when something changed. */
export function makeProgress(tell: (percent: number, activity: string) => void): Progress {
  let last = -1;
  let lastActivity = '';
  let before: string | null = null;
  return {
    to: (percent, activity) => {
      const next = Math.max(last, percentOf(percent, 100));
      if (next === last && activity === lastActivity) return;
      last = next;
      lastActivity = activity;
      tell(next, activity);
    },
    rest: (activity) => {
      if (activity) before ??= lastActivity;
      const shown = activity ?? before ?? lastActivity;
      if (!activity) before = null;
      lastActivity = shown;
      tell(Math.max(0, last), shown);
    },
  };
}
