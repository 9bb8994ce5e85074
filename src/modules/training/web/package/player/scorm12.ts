import { type LearningSystem } from './learningSystem.ts';

/** What a learning system of SCORM 1.2 offers to the pages of a package (RTE 3.2). */
type Api = {
  LMSInitialize: (parameter: '') => string;
  LMSFinish: (parameter: '') => string;
  LMSGetValue: (element: string) => string;
  LMSSetValue: (element: string, value: string) => string;
  LMSCommit: (parameter: '') => string;
};

const mostWindows = 10;

/** Looks for it in this window, in those around it, and in the one that opened them. */
export function findApi(from: Window): Api | null {
  const apiOf = (one: Window): Api | null => {
    try {
      return (one as unknown as { API?: Api | null }).API ?? null;
    } catch {
      // a window of another origin
      return null;
    }
  };
  let at = from;
  for (let i = 0; i < mostWindows; i++) {
    const api = apiOf(at);
    if (api) return api;
    if (at.parent === at) break;
    at = at.parent;
  }
  return at.opener ? apiOf((at.opener as Window).top ?? (at.opener as Window)) : null;
}

export function timespan(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const two = (n: number) => String(n).padStart(2, '0');
  return `${String(Math.floor(seconds / 3600)).padStart(4, '0')}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

const statuses = { inProgress: 'incomplete', failed: 'failed', passed: 'passed' } as const;

export function scorm12(api: Api, now: () => number = Date.now): LearningSystem {
  const begun = now();
  const set = (element: string, value: string) => {
    if (String(api.LMSSetValue(element, value)) !== 'true')
      throw new Error(`The learning system did not take ${element}.`);
  };
  api.LMSInitialize('');
  const mastery = Number.parseFloat(api.LMSGetValue('cmi.student_data.mastery_score'));
  let isOver = false;
  return {
    state: api.LMSGetValue('cmi.suspend_data'),
    passMark: mastery > 0 && mastery <= 100 ? mastery : null,
    report: ({ state, place, status, score }) => {
      set('cmi.suspend_data', state);
      set('cmi.core.lesson_location', place);
      if (score !== null) {
        set('cmi.core.score.min', '0');
        set('cmi.core.score.max', '100');
        set('cmi.core.score.raw', String(score));
      }
      set('cmi.core.lesson_status', statuses[status]);
      set('cmi.core.session_time', timespan(now() - begun));
      set('cmi.core.exit', 'suspend');
      if (String(api.LMSCommit('')) !== 'true') throw new Error('The learning system did not keep it.');
    },
    leave: () => {
      if (isOver) return;
      isOver = true;
      // in an order that leaves the time right even where one of them fails
      api.LMSSetValue('cmi.core.session_time', timespan(now() - begun));
      api.LMSSetValue('cmi.core.exit', 'suspend');
      api.LMSFinish('');
    },
    returnAddress: null,
  };
}
