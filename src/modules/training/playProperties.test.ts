import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { percentOf } from '#platform/percent.ts';
import { exercisesOf } from './course.ts';
import { act, progressOf, viewOf } from './play.ts';
import type { PlayAction } from './playEntities.ts';
import { freshState, readState, writeState, type PlayState } from './playState.ts';
import { isRight } from './quiz.ts';
import {
  allLessons,
  at,
  course,
  done,
  doneAll,
  hours,
  lessons,
  questions,
  rightChoices,
  solving,
  wrongChoices,
} from './testing/play.ts';

// any request that a browser could send, sensible or not
const id = fc.constantFrom(
  ...lessons,
  ...exercisesOf(course).map((one) => one.id),
  'm1',
  'm2',
  's1',
  's2',
  's3',
  'f1',
  'f2',
  'f3',
  'c1',
  'c2',
  'a',
  'b',
  'c',
  'good',
  'phone',
  'computer',
  'lock',
  'update',
  'keep',
  'report',
  'open',
  'secret',
  'call',
  'tell',
  'hide',
  'nobody',
);
const anyAction: fc.Arbitrary<PlayAction> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...allLessons) },
  id.map((lesson): PlayAction => ({ kind: 'open', lesson })),
  fc.record({ kind: fc.constant('choose' as const), exercise: id, item: id, choice: id }),
  fc.record({ kind: fc.constant('look' as const), exercise: id, spot: id }),
  fc.record({ kind: fc.constant('step' as const), exercise: id, scene: id, choice: id }),
  fc.record({ kind: fc.constant('again' as const), exercise: id }),
  fc.record({ kind: fc.constant('set' as const), exercise: id, variant: id, item: id, on: fc.boolean() }),
  fc.record({ kind: fc.constant('tried' as const), exercise: id }),
  fc.constant<PlayAction>({ kind: 'startQuiz' }),
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...questions.keys())
      .chain((question) =>
        fc
          .constantFrom(
            rightChoices(questions.get(question)!),
            wrongChoices(questions.get(question)!),
            ['a', 'a'],
            ['nobody'],
          )
          .map((choices): PlayAction => ({ kind: 'answer', question, choices })),
      ),
  },
);
// an answer to one of the questions that are being asked, which a blind guess seldom hits
const nth = fc.record({ nth: fc.nat(7), isRight: fc.boolean() });
const sequence = fc.array(
  fc.record({
    step: fc.oneof({ weight: 1, arbitrary: anyAction }, { weight: 2, arbitrary: nth }),
    wait: fc.constantFrom(0, 0, 0, 1, 25),
  }),
  { maxLength: 120, size: 'max' },
);
type Steps = typeof sequence extends fc.Arbitrary<infer S> ? S : never;

function actionOf(step: Steps[number]['step'], { quiz }: PlayState): PlayAction {
  if (!('nth' in step)) return step;
  const left = quiz?.questions.filter((id) => !Object.hasOwn(quiz.answers, id)) ?? [];
  const question = left[step.nth % left.length];
  if (question === undefined) return { kind: 'startQuiz' };
  return {
    kind: 'answer',
    question,
    choices: (step.isRight ? rightChoices : wrongChoices)(questions.get(question)!),
  };
}

/** Every step that was not refused, with the states before and after it. */
function* played(from: PlayState, steps: Steps) {
  let state = from;
  let clock = 0;
  for (const { step, wait } of steps) {
    clock += wait;
    const action = actionOf(step, state);
    const acted = act(course, state, action, hours(clock));
    if ('refused' in acted) continue;
    yield { action, before: state, after: acted.state, events: acted.events, clock };
    state = acted.state;
  }
}

/** Does what is left, in the manner of somebody who knows everything. */
function finish(from: PlayState, clock: number): PlayState {
  const reading = lessons.map((lesson): PlayAction => ({ kind: 'open', lesson }));
  const left = exercisesOf(course).filter(({ id }) => !from.done.includes(id));
  let state = doneAll(from, [...reading, ...left.flatMap(solving)], hours(clock));
  state = done(state, { kind: 'startQuiz' }, hours(clock)).state;
  for (const question of state.quiz!.questions.filter((one) => !state.quiz!.answers[one]))
    state = done(
      state,
      { kind: 'answer', question, choices: rightChoices(questions.get(question)!) },
      hours(clock),
    ).state;
  return state;
}

/** What an answer was given to: a question, or an item of an exercise. Of a scenario, any choice at all. */
function wasGiven(place: string, state: PlayState): boolean {
  const [owner, item] = place.split('.') as [string, string];
  if (questions.has(owner)) return state.quiz !== null && Object.hasOwn(state.quiz.answers, owner);
  const got = state.work[owner] ?? [];
  return owner === 'day' ? got.length > 0 : got.includes(item);
}

describe('Any sequence of requests', () => {
  test('leads to a state from which the course can be finished', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), sequence, fc.boolean(), (seed, steps, begunAtEnd) => {
        const begin = begunAtEnd ? doneAll(freshState(seed), allLessons) : freshState(seed);
        const last = [...played(begin, steps)].at(-1);
        let state = last?.after ?? begin;
        let clock = last?.clock ?? 0;
        // a test that was begun badly fails, and a day may have to pass before the next
        for (let tries = 0; tries < 2 && !state.passed; tries++) state = finish(state, (clock += 25));
        expect(progressOf(course, state, at)).toMatchObject({
          status: 'finished',
          percent: 100,
          place: 'end',
        });
      }),
      { numRuns: 300 },
    );
  });

  test('scores what was answered and nothing else, and passes nobody who left something out', () => {
    let tests = 0;
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), sequence, fc.boolean(), (seed, steps, begunAtEnd) => {
        let given = new Map<string, string[]>();
        let best: number | null = null;
        for (const { action, before, after, events } of played(
          begunAtEnd ? doneAll(freshState(seed), allLessons) : freshState(seed),
          steps,
        )) {
          if (action.kind === 'startQuiz' && before.quiz !== after.quiz) given = new Map();
          if (action.kind === 'answer' && events.length > 0) given.set(action.question, action.choices);
          const ended = events.filter((event) => event.kind === 'attempt');
          const right = [...given].filter(([question, choices]) =>
            isRight(questions.get(question)!, choices),
          ).length;
          const score = percentOf(right, 8);
          const isWhole = given.size === 8 && given.size > Object.keys(before.quiz?.answers ?? {}).length;
          expect(ended.map((event) => event.score)).toEqual(
            isWhole && action.kind === 'answer' ? [score] : [],
          );
          tests += ended.length;
          if (ended.length > 0) best = Math.max(best ?? 0, score);
          expect(after).toMatchObject({ best, attempts: before.attempts + ended.length });
          expect(after.passed !== null).toBe(best !== null && best >= 80);
          expect(
            ended.length === 0 ||
              (lessons.every((id) => after.opened.includes(id)) &&
                exercisesOf(course).every(({ id }) => after.done.includes(id))),
          ).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
    // else the property would have been about nothing
    expect(tests).toBeGreaterThan(50);
  });

  test('shows no answer that was not given, and survives being written and read', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), sequence, fc.boolean(), (seed, steps, begunAtEnd) => {
        const begin = begunAtEnd
          ? done(doneAll(freshState(seed), allLessons), { kind: 'startQuiz' }).state
          : freshState(seed);
        const state = [...played(begin, steps)].at(-1)?.after ?? begin;
        expect(readState(writeState(state))).toEqual(state);
        const shown = [...JSON.stringify(viewOf(course, state, at)).matchAll(/¤([\w.-]+)/g)].map(
          (match) => match[1]!,
        );
        expect(shown.filter((place) => !wasGiven(place, state))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
