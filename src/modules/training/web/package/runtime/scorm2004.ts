import * as library from 'scorm-again/scorm2004/min';
import { connect, entryOf, isOutermost, lastNameFirst, readLaunchData, type Cmi } from './bridge.ts';

// its types speak of a default export that it does not have
const { Scorm2004API } = library as unknown as { Scorm2004API: typeof library.default };

const launch = readLaunchData();
const settings = { lmsCommitUrl: false, autocommit: false, logLevel: 5 } as const;
let api = new Scorm2004API(settings as never);

/** What the learning system says at the beginning, over what the part kept. */
function beginning(cmi: Cmi | null): Cmi {
  const { session_time: _session, exit, scaled_passing_score: _measure, ...kept } = cmi ?? {};
  return {
    ...kept,
    launch_data: launch.launchData,
    learner_id: launch.learner.id,
    learner_name: lastNameFirst(launch.learner.name),
    credit: 'credit',
    mode: 'normal',
    entry: entryOf(cmi, { exit, place: kept.location }),
    ...(launch.masteryScore === null ? {} : { scaled_passing_score: String(launch.masteryScore) }),
  };
}

function restore(cmi: Cmi | null): void {
  const wasRunning = api.isInitialized();
  api = new Scorm2004API(settings as never);
  api.loadFromJSON({ cmi: beginning(cmi) } as never);
  if (wasRunning) api.Initialize('');
}

const link = connect(launch, { read: () => (api.renderCommitCMI(true) as { cmi: Cmi }).cmi, restore });

/** A frame within a part finds the part begun: there is one learning system for all of them. */
const begin = () => {
  if (!isOutermost() && api.isNotInitialized()) api.Initialize('');
};
const saved = (result: string): string => {
  link.save();
  return result;
};

Object.assign(window, {
  API_1484_11: {
    version: '1.0',
    Initialize: (parameter = '') =>
      !isOutermost() && api.isInitialized() ? 'true' : saved(api.Initialize(parameter)),
    Terminate: (parameter = '') => (begin(), saved(api.Terminate(parameter))),
    GetValue: (element: string) => (begin(), api.GetValue(element)),
    SetValue: (element: string, value: unknown) => {
      begin();
      const result = api.SetValue(element, value as never);
      link.changed();
      return result;
    },
    Commit: (parameter = '') => (begin(), saved(api.Commit(parameter))),
    GetLastError: () => api.GetLastError(),
    GetErrorString: (code: string) => api.GetErrorString(code as never),
    GetDiagnostic: (code: string) => api.GetDiagnostic(code as never),
  },
});
