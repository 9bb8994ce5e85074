import { expect, test } from 'vitest';
import type { AssessmentConfig } from '../entities.ts';
import { answeredBefore, placesOf, questionAfter } from './order.ts';

const element = (id: string, area: 'people' | 'process') => ({
  id,
  area,
  steps: [2, 1].map((level) => ({
    level,
    questions: ['a', 'b'].map((kind) => ({ id: `${id}-${level}-${kind}` })),
  })),
});
const config = {
  areas: [
    { id: 'process', order: 2, elements: ['risk'] },
    { id: 'people', order: 1, elements: ['awareness', 'leadership'] },
  ],
  elements: [element('leadership', 'people'), element('risk', 'process'), element('awareness', 'people')],
} as unknown as AssessmentConfig;
const places = placesOf(config);
const ids = places.map(({ question }) => question.id);

const known = (answered: string[], reachable: string[], next: string | null) => ({
  reachable,
  questions: Object.fromEntries(answered.map((id) => [id, {} as never])),
  nextQuestion: next === null ? null : ({ questionId: next } as never),
});

test('questions follow area, element, level and place, whatever the order of the file', () => {
  expect(ids.slice(0, 5)).toEqual([
    'awareness-1-a',
    'awareness-1-b',
    'awareness-2-a',
    'awareness-2-b',
    'leadership-1-a',
  ]);
  expect(ids.at(-1)).toBe('risk-2-b');
});

test('back is the answered one before; on is the next that may be answered', () => {
  const data = known(
    ['awareness-1-a'],
    ['awareness-1-a', 'awareness-1-b', 'leadership-1-a'],
    'awareness-1-b',
  );
  expect(answeredBefore(places, data, 'leadership-1-a')).toBe('awareness-1-a');
  expect(answeredBefore(places, data, 'awareness-1-a')).toBeNull();
  expect(questionAfter(places, data, 'awareness-1-a')).toBe('awareness-1-b');
  expect(questionAfter(places, data, 'awareness-1-b')).toBe('leadership-1-a');
});

test('an answer that is beyond an unmet level is no way back', () => {
  const data = known(
    ['awareness-1-a', 'awareness-2-a'],
    ['awareness-1-a', 'leadership-1-a'],
    'leadership-1-a',
  );
  expect(answeredBefore(places, data, 'leadership-1-a')).toBe('awareness-1-a');
});

test('at the end it goes on with what was left open before, else nowhere', () => {
  expect(questionAfter(places, known([], ['awareness-1-a', 'risk-1-a'], 'awareness-1-a'), 'risk-1-a')).toBe(
    'awareness-1-a',
  );
  expect(questionAfter(places, known(['risk-1-a'], ['risk-1-a'], null), 'risk-1-a')).toBeNull();
  expect(questionAfter(places, known([], ['risk-1-a'], 'risk-1-a'), 'risk-1-a')).toBeNull();
});
