import { percentOf } from '#platform/percent.ts';
import Cmi5 from '@xapi/cmi5';
import type { LearningSystem, Report } from './learningSystem.ts';

const stateId = 'course-state';
type Kept = { state: string; completed: boolean; passed: boolean };

const verbs = {
  failed: { id: 'http://adlnet.gov/expapi/verbs/failed', display: { en: 'failed' } },
  terminated: { id: 'http://adlnet.gov/expapi/verbs/terminated', display: { en: 'terminated' } },
};
const defined = { id: 'https://w3id.org/xapi/cmi5/context/categories/cmi5' };
const movesOn = { id: 'https://w3id.org/xapi/cmi5/context/categories/moveon' };
const masteryExtension = 'https://w3id.org/xapi/cmi5/context/extensions/masteryscore';

/** A random id, also on pages that are not served securely. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const duration = (milliseconds: number): string => `PT${(Math.max(0, milliseconds) / 1000).toFixed(2)}S`;

/** What is said on the way out, in one request that outlives the page. */
function lastWords(cmi5: Cmi5, failedWith: number | null): void {
  const { actor, activityId, registration, endpoint } = cmi5.launchParameters!;
  const { contextTemplate, masteryScore } = cmi5.launchData;
  const statement = (verb: object, result: object, category: object[], extensions: object = {}) => ({
    id: newId(),
    actor,
    verb,
    object: { objectType: 'Activity', id: activityId },
    result: { ...result, duration: duration(Date.now() - cmi5.initializedDate.getTime()) },
    timestamp: new Date().toISOString(),
    context: {
      ...contextTemplate,
      registration,
      contextActivities: {
        ...contextTemplate.contextActivities,
        category: [
          ...(contextTemplate.contextActivities?.category ?? []).filter(({ id }) => id !== defined.id),
          ...category,
        ],
      },
      extensions: { ...contextTemplate.extensions, ...extensions },
    },
  });
  const failed = failedWith === null ? null : { success: false, score: { scaled: failedWith / 100 } };
  const statements = [
    ...(failed
      ? [
          statement(
            verbs.failed,
            failed,
            [defined, movesOn],
            masteryScore ? { [masteryExtension]: masteryScore } : {},
          ),
        ]
      : []),
    statement(verbs.terminated, {}, [defined]),
  ];
  void fetch(`${endpoint.replace(/\/$/, '')}/statements`, {
    method: 'POST',
    keepalive: true,
    headers: {
      'content-type': 'application/json',
      'x-experience-api-version': '1.0.3',
      authorization: `Basic ${cmi5.getAuthToken()}`,
    },
    body: JSON.stringify(statements),
  }).catch(() => {});
}

/**
 * Reports by cmi5. Of Passed and Failed a session knows one at most: a test that was failed may be taken again at once, so that
 * it is said on leaving, and only where none was passed.
 */
export async function openCmi5(): Promise<LearningSystem> {
  const cmi5 = new Cmi5();
  await cmi5.initialize();
  const { launchMode, masteryScore, returnURL } = cmi5.launchData;
  const { actor, activityId, registration } = cmi5.launchParameters!;
  const place = { agent: actor, activityId, stateId, registration };
  const found = await cmi5.xapi!.getState(place).then(
    ({ data }) => data as unknown as Partial<Kept>,
    () => null,
  );
  const kept: Kept = {
    state: found?.state ?? '',
    completed: found?.completed === true,
    passed: found?.passed === true,
  };
  const counts = launchMode === 'Normal';
  const before = kept.state;
  let failedWith: number | null = null;
  let isOver = false;
  const keep = () => cmi5.xapi!.setState({ ...place, state: kept });
  return {
    state: kept.state,
    passMark: typeof masteryScore === 'number' ? percentOf(masteryScore, 1) : null,
    report: async ({ state, status, score }: Report) => {
      if (!counts) return;
      kept.state = state;
      await keep();
      if (status === 'failed' && state !== before) failedWith = score;
      if (status !== 'passed') return;
      failedWith = null;
      if (!kept.completed) await cmi5.complete();
      kept.completed = true;
      if (!kept.passed) await cmi5.pass({ scaled: (score ?? 0) / 100 });
      if (!kept.passed) {
        kept.passed = true;
        await keep();
      }
    },
    leave: () => {
      if (isOver) return;
      isOver = true;
      lastWords(cmi5, counts ? failedWith : null);
    },
    returnAddress: returnURL ?? null,
  };
}
