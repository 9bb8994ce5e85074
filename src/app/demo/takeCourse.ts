import { exercisesOf, type Course } from '#modules/training/course.ts';
import { act, type PlayEvent } from '#modules/training/play.ts';
import type { PlayAction } from '#modules/training/playEntities.ts';
import type { PlayState } from '#modules/training/playState.ts';
import { answerTo, solving } from '#modules/training/solving.ts';
import { chance } from './chance.ts';

type At = { now: Date; passMark: number };
type Taken = { state: PlayState; events: PlayEvent[] };

function perform(course: Course, taken: Taken, action: PlayAction, at: At): Taken {
  const acted = act(course, taken.state, action, at);
  if ('refused' in acted)
    throw new Error(`The demo cannot ${action.kind} in ${course.id}: ${acted.refused}.`);
  return { state: acted.state, events: [...taken.events, ...acted.events] };
}

/** Reads some lessons of a course, from the first on, and does their exercises. */
export function readLessons(course: Course, from: PlayState, many: number, at: At): Taken {
  const lessons = course.lessons.slice(0, many);
  const ids = new Set(
    lessons.flatMap(({ blocks }) => blocks.flatMap((block) => ('id' in block ? [block.id] : []))),
  );
  const actions = [
    ...lessons.map(({ id }): PlayAction => ({ kind: 'open', lesson: id })),
    ...exercisesOf(course)
      .filter(({ id }) => ids.has(id) && !from.done.includes(id))
      .flatMap(solving),
  ];
  return actions.reduce((taken, action) => perform(course, taken, action, at), {
    state: from,
    events: [] as PlayEvent[],
  });
}

/**
 * Takes the test of a course whose lessons are read.
 * @param skill share of the questions that are answered rightly, 0 to 1
 */
export function takeTest(course: Course, from: PlayState, skill: number, at: At): Taken {
  let taken = perform(course, { state: from, events: [] }, { kind: 'startQuiz' }, at);
  for (const id of taken.state.quiz!.questions) {
    const question = course.quiz.questions.find((one) => one.id === id)!;
    const isRight = chance(from.seed, id) < skill;
    taken = perform(
      course,
      taken,
      { kind: 'answer', question: id, choices: answerTo(question, isRight) },
      at,
    );
  }
  return taken;
}
