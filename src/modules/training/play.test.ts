import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { act, progressOf, viewOf } from './play.ts';
import type { PlayAction } from './playEntities.ts';
import { freshState, readState, type PlayState } from './playState.ts';
import { draw, isRight } from './quiz.ts';
import {
  allLessons,
  at,
  course,
  done,
  doneAll,
  hours,
  lessons,
  prepared,
  questions,
  rightChoices,
  takeTest,
  wrongChoices,
} from './testing/play.ts';

describe('The test', () => {
  test('opens when every lesson was opened and every exercise done, not before', () => {
    let state = freshState('s');
    for (const action of allLessons) {
      expect(act(course, state, { kind: 'startQuiz' }, at)).toEqual({ refused: 'quiz-not-open' });
      state = done(state, action).state;
    }
    expect(viewOf(course, state, at).quiz).toMatchObject({
      state: 'open',
      asks: 8,
      attempts: 0,
      attemptsLeft: 3,
    });
    expect(done(state, { kind: 'startQuiz' }).state.quiz!.questions).toHaveLength(8);
  });

  test('is passed at the mark, and stays passed whatever the mark becomes', () => {
    const { state, events } = takeTest(prepared, 1);
    expect(events.slice(-2)).toEqual([
      {
        kind: 'attempt',
        number: 1,
        score: 88,
        passed: true,
        missedLessons: [questions.get(state.quiz!.questions[0]!)!.lesson],
      },
      { kind: 'finished', score: 88 },
    ]);
    expect(viewOf(course, state, { ...at, passMark: 100 }).quiz).toMatchObject({
      state: 'passed',
      bestScore: 88,
    });
    expect(act(course, state, { kind: 'startQuiz' }, at)).toEqual({ refused: 'quiz-not-open' });
  });

  test('fails below it, can be taken three times, then waits a day and for the missed lessons', () => {
    let state = prepared;
    for (const left of [2, 1]) {
      state = takeTest(state, 2).state;
      expect(viewOf(course, state, at).quiz).toMatchObject({
        state: 'open',
        attemptsLeft: left,
        last: { score: 75, passed: false },
      });
      expect(progressOf(course, state, at)).toMatchObject({ status: 'failedQuiz', place: 'quiz' });
    }
    state = takeTest(state, 2).state;
    const { missed } = state.last!;
    expect(viewOf(course, state, at).quiz).toMatchObject({
      state: 'waiting',
      attemptsLeft: 0,
      opensAt: hours(24).now.toISOString(),
      reread: missed,
    });
    expect(act(course, state, { kind: 'startQuiz' }, hours(23.99))).toEqual({ refused: 'quiz-not-open' });
    expect(viewOf(course, state, hours(24)).quiz.state).toBe('reread');
    expect(act(course, state, { kind: 'startQuiz' }, hours(24))).toEqual({ refused: 'quiz-not-open' });
    state = doneAll(
      state,
      missed.map((lesson): PlayAction => ({ kind: 'open', lesson })),
    );
    expect(viewOf(course, state, hours(24)).quiz).toMatchObject({ state: 'open', attemptsLeft: 3 });
    expect(takeTest(state, 0, hours(24)).state.passed).toMatchObject({ score: 100 });
  });

  test('takes an answer once: the same again changes nothing, another comes too late', () => {
    const begun = done(prepared, { kind: 'startQuiz' }).state;
    const question = begun.quiz!.questions[0]!;
    const choices = wrongChoices(questions.get(question)!);
    const first = done(begun, { kind: 'answer', question, choices });
    expect(done(first.state, { kind: 'answer', question, choices })).toMatchObject({
      state: first.state,
      events: [],
    });
    expect(
      act(
        course,
        first.state,
        { kind: 'answer', question, choices: rightChoices(questions.get(question)!) },
        at,
      ),
    ).toEqual({
      refused: 'already-answered',
    });
    const other = course.quiz.questions.find(({ id: one }) => !begun.quiz!.questions.includes(one))!;
    expect(
      act(course, begun, { kind: 'answer', question: other.id, choices: rightChoices(other) }, at),
    ).toEqual({ refused: 'not-now' });
  });
});

describe('The result of the test', () => {
  test('counts a question only when all of its answer is right', () => {
    const multiple = questions.get('one-q2')!;
    expect(isRight(multiple, ['c', 'a'])).toBe(true);
    expect(isRight(multiple, ['a'])).toBe(false);
    expect(isRight(multiple, ['a', 'b', 'c'])).toBe(false);
    expect(isRight(questions.get('one-q3')!, ['x', 'y', 'z'])).toBe(true);
    expect(isRight(questions.get('one-q3')!, ['x', 'z', 'y'])).toBe(false);
  });

  test('once corrected content has lost a question that is being asked, a new test can begin and nothing was counted', () => {
    const begun = done(prepared, { kind: 'startQuiz' }).state;
    const gone = begun.quiz!.questions[0]!;
    const corrected = {
      ...course,
      version: '1.0.1',
      quiz: { ...course.quiz, questions: course.quiz.questions.filter((one) => one.id !== gone) },
    };
    expect(viewOf(corrected, begun, at).quiz).toMatchObject({ state: 'open', attempts: 0, questions: [] });
    const again = act(corrected, begun, { kind: 'startQuiz' }, at);
    expect('state' in again && again.state.quiz!.questions).not.toContain(gone);
  });

  test('never lowers a best score', () => {
    const best = takeTest(prepared, 2).state;
    expect(takeTest(best, 8).state).toMatchObject({ best: 75, last: { score: 0 } });
  });
});

describe('A drawing', () => {
  test('asks each lesson, nothing twice, from the pool alone, and something else the next time', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), (seed) => {
        const first = draw(course, { seed, attempts: 0, seen: [] });
        const second = draw(course, { seed, attempts: 1, seen: first });
        for (const drawn of [first, second]) {
          expect(new Set(drawn).size).toBe(8);
          const byLesson = lessons.map(
            (lesson) => drawn.filter((one) => questions.get(one)?.lesson === lesson).length,
          );
          expect(byLesson.reduce((a, b) => a + b)).toBe(8);
          expect(Math.min(...byLesson)).toBeGreaterThanOrEqual(1);
          expect(Math.max(...byLesson)).toBeLessThanOrEqual(2);
        }
        expect(second.filter((one) => first.includes(one))).toEqual([]);
      }),
    );
  });

  test('takes one of each topic where questions have topics', () => {
    const topical = {
      ...course,
      quiz: {
        draw: 10,
        questions: course.quiz.questions.map((question, i) => ({ ...question, topic: `topic-${i % 10}` })),
      },
    };
    const drawn = draw(topical, { seed: 'x', attempts: 0, seen: [] });
    expect(
      new Set(drawn.map((one) => topical.quiz.questions.find((question) => question.id === one)!.topic)).size,
    ).toBe(10);
  });
});

test('a wrong answer in an exercise says why, and leaves the item open; the right one closes it', () => {
  const wrong = done(freshState('s'), { kind: 'choose', exercise: 'inbox', item: 'm1', choice: 'keep' });
  expect(wrong).toMatchObject({
    reply: { feedback: { right: false, why: '¤inbox.m1.keep' } },
    state: { work: { inbox: [] } },
  });
  const right = done(wrong.state, { kind: 'choose', exercise: 'inbox', item: 'm1', choice: 'report' });
  expect(right).toMatchObject({
    reply: { feedback: { right: true } },
    state: { work: { inbox: ['m1'] }, done: [] },
  });
  expect(
    act(course, right.state, { kind: 'choose', exercise: 'inbox', item: 'm1', choice: 'keep' }, at),
  ).toEqual({
    refused: 'already-answered',
  });
});

test('a scenario keeps its counter, can be begun again, and stays done', () => {
  const paid = doneAll(freshState('s'), [
    { kind: 'step', exercise: 'day', scene: 'a', choice: 'pay' },
    { kind: 'step', exercise: 'day', scene: 'b', choice: 'hide' },
  ]);
  const shown = (state: PlayState) => viewOf(course, state, at).lessons[3]!.blocks[0];
  expect(shown(paid)).toMatchObject({
    done: true,
    meter: { value: 600, unit: '$' },
    scene: { id: 'bad', end: 'bad' },
    path: [{ meter: 500 }, { meter: 600 }],
  });
  expect(shown(done(paid, { kind: 'again', exercise: 'day' }).state)).toMatchObject({
    done: true,
    meter: { value: 100 },
    scene: { id: 'a' },
    path: [],
  });
  expect(act(course, paid, { kind: 'step', exercise: 'day', scene: 'b', choice: 'tell' }, at)).toEqual({
    refused: 'not-now',
  });
});

test.each([
  '',
  'null',
  '[]',
  '{}',
  '[1,2]',
  `[1,"s",["a"],"",{},[],null,-1,[],null,null,null,[],null]`,
  `[1,"s",{},"",{},[],null,0,[],null,null,null,[],null]`,
])('stored text that is no state is none: %s', (text) => expect(readState(text)).toBeNull());
