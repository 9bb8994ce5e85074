export type Progress = { to: (percent: number, activity: string) => void };

/** Progress that never falls and is told only when something changed. */
export function makeProgress(tell: (percent: number, activity: string) => void): Progress {
  let last = -1;
  let lastActivity = '';
  return {
    to: (percent, activity) => {
      const next = Math.max(last, Math.min(100, Math.round(percent)));
      if (next === last && activity === lastActivity) return;
      last = next;
      lastActivity = activity;
      tell(next, activity);
    },
  };
}
