import * as library from 'scorm-again/scorm12/min';
import { connect, entryOf, isOutermost, lastNameFirst, readLaunchData, type Cmi } from './bridge.ts';

// its types speak of a default export that it does not have
const { Scorm12API } = library as unknown as { Scorm12API: typeof library.default };

const launch = readLaunchData();
const settings = { lmsCommitUrl: false, autocommit: false, logLevel: 5, mastery_override: true } as const;
let api = new Scorm12API(settings as never);

type Core = Record<string, unknown>;

/** What the learning system says at the beginning, over what the part kept. */
function beginning(cmi: Cmi | null): Cmi {
  const { session_time: _session, exit, ...core } = (cmi?.core ?? {}) as Core;
  const { mastery_score: _mastery, ...studentData } = (cmi?.student_data ?? {}) as Core;
  return {
    ...cmi,
    launch_data: launch.launchData,
    core: {
      ...core,
      student_id: launch.learner.id,
      student_name: lastNameFirst(launch.learner.name),
      credit: 'credit',
      lesson_mode: 'normal',
      entry: entryOf(cmi, { exit, place: core.lesson_location }),
    },
    student_data: {
      ...studentData,
      ...(launch.masteryScore === null ? {} : { mastery_score: String(launch.masteryScore) }),
    },
  };
}

function restore(cmi: Cmi | null): void {
  const wasRunning = api.isInitialized();
  api = new Scorm12API(settings as never);
  api.loadFromJSON({ cmi: beginning(cmi) } as never);
  if (wasRunning) api.LMSInitialize('');
}

const link = connect(launch, { read: () => (api.renderCommitCMI(true) as { cmi: Cmi }).cmi, restore });

/** A frame within a part finds the part begun: there is one learning system for all of them. */
const begin = () => {
  if (!isOutermost() && api.isNotInitialized()) api.LMSInitialize('');
};
const saved = (result: string): string => {
  link.save();
  return result;
};

Object.assign(window, {
  API: {
    LMSInitialize: (parameter = '') =>
      !isOutermost() && api.isInitialized() ? 'true' : saved(api.LMSInitialize(parameter)),
    LMSFinish: (parameter = '') => (begin(), saved(api.LMSFinish(parameter))),
    LMSGetValue: (element: string) => (begin(), api.LMSGetValue(element)),
    LMSSetValue: (element: string, value: unknown) => {
      begin();
      const result = api.LMSSetValue(element, value);
      link.changed();
      return result;
    },
    LMSCommit: (parameter = '') => (begin(), saved(api.LMSCommit(parameter))),
    LMSGetLastError: () => api.LMSGetLastError(),
    LMSGetErrorString: (code: string) => api.LMSGetErrorString(code),
    LMSGetDiagnostic: (code: string) => api.LMSGetDiagnostic(code),
  },
});
