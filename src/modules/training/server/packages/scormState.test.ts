import { describe, expect, test } from 'vitest';
import { resultOfState } from './scormState.ts';

const sco = { masteryScore: null, isAsset: false };
const of12 = (core: object, masteryScore: number | null = null) =>
  resultOfState(JSON.stringify({ cmi: { core } }), '1.2', { ...sco, masteryScore });
const of2004 = (cmi: object, masteryScore: number | null = null) =>
  resultOfState(JSON.stringify({ cmi }), '2004', { ...sco, masteryScore });

describe('SCORM 1.2', () => {
  test.each([
    ['passed', true, false],
    ['completed', true, false],
    ['failed', false, true],
    ['incomplete', false, false],
    ['browsed', false, false],
    ['not attempted', false, false],
    ['Passed ', true, false],
    ['PASS', false, false],
  ])('%s', (lesson_status, done, failed) => {
    expect(of12({ lesson_status })).toEqual({ done, failed, score: null });
  });

  test('the score that the package asks for decides, whatever the part says', () => {
    expect(of12({ lesson_status: 'passed', score: { raw: '79' } }, 80)).toEqual({
      done: false,
      failed: true,
      score: 79,
    });
    expect(of12({ lesson_status: 'failed', score: { raw: '80' } }, 80)).toEqual({
      done: true,
      failed: false,
      score: 80,
    });
    expect(of12({ lesson_status: 'incomplete', score: { raw: '90' } }, 80)).toEqual({
      done: false,
      failed: false,
      score: 90,
    });
    expect(of12({ lesson_status: 'passed' }, 80).done).toBe(true);
  });

  test('a score counts within its bounds', () => {
    expect(of12({ score: { raw: '5', min: '0', max: '10' } }).score).toBe(50);
    expect(of12({ score: { raw: '15', min: '10', max: '20' } }).score).toBe(50);
    expect(of12({ score: { raw: '500', min: '', max: '' } }).score).toBe(100);
    expect(of12({ score: { raw: '5', min: '9', max: '9' } }).score).toBeNull();
    for (const raw of ['1e3', 'Infinity', 'NaN', '0x10', '', ' ', null, {}, [5], true])
      expect(of12({ score: { raw } }).score, String(raw)).toBeNull();
  });
});

describe('SCORM 2004', () => {
  test.each([
    ['completed', 'unknown', true, false],
    ['completed', 'passed', true, false],
    ['completed', 'failed', false, true],
    ['incomplete', 'passed', true, false],
    ['incomplete', 'unknown', false, false],
    ['unknown', 'failed', false, true],
  ])('%s and %s', (completion_status, success_status, done, failed) => {
    expect(of2004({ completion_status, success_status })).toEqual({ done, failed, score: null });
  });

  test('the measure that the package asks for decides', () => {
    expect(of2004({ success_status: 'passed', score: { scaled: '0.5' } }, 0.8)).toEqual({
      done: false,
      failed: true,
      score: 50,
    });
    expect(of2004({ success_status: 'failed', score: { scaled: '0.8' } }, 0.8)).toEqual({
      done: true,
      failed: false,
      score: 80,
    });
    expect(of2004({ score: { scaled: '-0.5' } }).score).toBe(0);
    expect(of2004({ score: { raw: '7', min: '0', max: '10' } }).score).toBe(70);
  });
});

test('an asset is done once it was seen', () => {
  expect(resultOfState('{"cmi":{}}', '2004', { masteryScore: null, isAsset: true })).toEqual({
    done: true,
    failed: false,
    score: null,
  });
});

test('what is no state is refused', () => {
  const states = [
    '',
    'x',
    '[]',
    'null',
    '{}',
    '{"cmi":null}',
    '{"cmi":[]}',
    '{"cmi":"passed"}',
    '['.repeat(150_000),
  ];
  for (const state of states)
    expect(() => resultOfState(state, '1.2', sco), state.slice(0, 20)).toThrow('unreadable-state');
});

test('names that every object has are no data', () => {
  expect(resultOfState('{"cmi":{"__proto__":{"core":{"lesson_status":"passed"}}}}', '1.2', sco).done).toBe(
    false,
  );
});
