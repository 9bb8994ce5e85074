import { describe, expect, test } from 'vitest';
import { findApi, scorm12, timespan } from './scorm12.ts';

/** A learning system that keeps what it is told, and refuses what it does not know. */
function learningSystem(given: Record<string, string> = {}, refused: readonly string[] = []) {
  const values = new Map(Object.entries(given));
  const calls: string[] = [];
  const api = {
    LMSInitialize: () => (calls.push('LMSInitialize'), 'true'),
    LMSFinish: () => (calls.push('LMSFinish'), 'true'),
    LMSCommit: () => (calls.push('LMSCommit'), refused.includes('LMSCommit') ? 'false' : 'true'),
    LMSGetValue: (element: string) => values.get(element) ?? '',
    LMSSetValue: (element: string, value: string) => {
      if (refused.includes(element)) return 'false';
      values.set(element, value);
      return 'true';
    },
  };
  return { api, values, calls };
}
const report = { state: '[1]', place: 'signs', status: 'inProgress', score: null } as const;

describe('a learning system of SCORM 1.2', () => {
  test('is told place, state, time and status with each step, and of a score once there is one', () => {
    const { api, values, calls } = learningSystem({
      'cmi.student_data.mastery_score': '90',
      'cmi.suspend_data': '[0]',
    });
    let now = 0;
    const system = scorm12(api, () => now);
    expect(system).toMatchObject({ passMark: 90, state: '[0]' });
    now = 3_723_000;
    void system.report(report);
    expect(Object.fromEntries(values)).toMatchObject({
      'cmi.suspend_data': '[1]',
      'cmi.core.lesson_location': 'signs',
      'cmi.core.lesson_status': 'incomplete',
      'cmi.core.session_time': '0001:02:03',
      'cmi.core.exit': 'suspend',
    });
    expect(values.has('cmi.core.score.raw')).toBe(false);
    void system.report({ ...report, status: 'failed', score: 63 });
    expect(values.get('cmi.core.lesson_status')).toBe('failed');
    void system.report({ ...report, status: 'passed', score: 88 });
    expect([
      values.get('cmi.core.lesson_status'),
      values.get('cmi.core.score.raw'),
      values.get('cmi.core.score.max'),
    ]).toEqual(['passed', '88', '100']);
    system.leave();
    system.leave();
    expect(calls).toEqual(['LMSInitialize', 'LMSCommit', 'LMSCommit', 'LMSCommit', 'LMSFinish']);
  });

  test.each(['cmi.suspend_data', 'cmi.core.lesson_status', 'LMSCommit'])(
    'that refuses %s has kept nothing, and the step can be tried again',
    (what) => {
      const system = scorm12(learningSystem({}, [what]).api);
      expect(() => system.report(report)).toThrow(/learning system/);
    },
  );
});

describe('the learning system is looked for', () => {
  const { api } = learningSystem();
  type Fake = { API?: unknown; parent?: unknown; opener?: unknown; top?: unknown };
  const found = (fake: Fake) => findApi(fake as unknown as Window);
  const closed = (): Fake =>
    new Proxy({} as Fake, {
      get: (_target, name) => {
        if (name === 'API') throw new DOMException('Blocked', 'SecurityError');
        return name === 'parent' ? outermost : null;
      },
    });
  const outermost: Fake = { API: api };
  outermost.parent = outermost;

  test('in the window itself, around it, beyond a window of another origin, and where it was opened', () => {
    expect(found({ API: api })).toBe(api);
    expect(found({ parent: { parent: outermost } })).toBe(api);
    expect(found({ parent: closed() })).toBe(api);
    const popup: Fake = { opener: { top: outermost } };
    popup.parent = popup;
    expect(found(popup)).toBe(api);
  });

  test('and not for ever', () => {
    const alone: Fake = { opener: null };
    alone.parent = alone;
    expect(found(alone)).toBeNull();
    const [one, other]: [Fake, Fake] = [{ opener: null }, { opener: null }];
    one.parent = other;
    other.parent = one;
    expect(found(one)).toBeNull();
  });
});

test.each([
  [0, '0000:00:00'],
  [59_999, '0000:00:59'],
  [-5, '0000:00:00'],
  [360_000_000, '0100:00:00'],
])('%i ms are %s', (milliseconds, text) => {
  expect(timespan(milliseconds)).toBe(text);
});
