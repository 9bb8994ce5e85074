import type { Course, Exercise, Question, Scenario } from '#modules/training/course.ts';
import { exercisesOf } from '#modules/training/course.ts';
import { act, type PlayEvent } from '#modules/training/play.ts';
import type { PlayAction } from '#modules/training/playEntities.ts';
import type { PlayState } from '#modules/training/playState.ts';
import { chance } from './chance.ts';

type At = { now: Date; passMark: number };
type Taken = { state: PlayState; events: PlayEvent[] };

/** Choices from one scene to a good ending. */
function wayToGood(scenario: Scenario, id: string): { scene: string; choice: string }[] | null {
  const scene = scenario.nodes[id]!;
  if (scene.end) return scene.end === 'good' ? [] : null;
  for (const choice of scene.choices) {
    const rest = wayToGood(scenario, choice.to);
    if (rest) return [{ scene: id, choice: choice.id }, ...rest];
  }
  return null;
}

/** What does an exercise that was not begun. */
function solving(exercise: Exercise): PlayAction[] {
  const { id } = exercise;
  const choose = (item: string, choice: string): PlayAction => ({ kind: 'choose', exercise: id, item, choice });
  switch (exercise.type) {
    case 'triage':
      return exercise.items.map((item) => choose(item.id, item.answer));
    case 'sort':
      return exercise.items.map((item) => choose(item.id, item.bin));
    case 'choose':
      return exercise.spots.map((spot) => choose(spot.id, spot.choices.find(({ right }) => right)!.id));
    case 'find':
      return exercise.spots.filter(({ risk }) => risk).map((spot) => ({ kind: 'look', exercise: id, spot: spot.id }));
    case 'scenario':
      return wayToGood(exercise, exercise.start)!.map((step) => ({ kind: 'step', exercise: id, ...step }));
    case 'checklist':
      return exercise.variants[0]!.items.map((item) => ({
        kind: 'set',
        exercise: id,
        variant: exercise.variants[0]!.id,
        item: item.id,
        on: true,
      }));
    case 'strength':
      return [{ kind: 'tried', exercise: id }];
  }
}

function answerTo(question: Question, isRight: boolean): string[] {
  if (question.type === 'order') return isRight ? question.items.map(({ id }) => id) : question.items.map(({ id }) => id).toReversed();
  const picks =
    question.type === 'spot' ? question.parts.flatMap(({ id, right }) => (id ? [{ id, right: right === true }] : [])) : question.options;
  return isRight ? picks.filter(({ right }) => right).map(({ id }) => id) : [picks.find(({ right }) => !right)!.id];
}

function perform(course: Course, taken: Taken, action: PlayAction, at: At): Taken {
  const acted = act(course, taken.state, action, at);
  if ('refused' in acted) throw new Error(`The demo cannot ${action.kind} in ${course.id}: ${acted.refused}.`);
  return { state: acted.state, events: [...taken.events, ...acted.events] };
}

/** Reads some lessons of a course, from the first on, and does their exercises. */
export function readLessons(course: Course, from: PlayState, many: number, at: At): Taken {
  const lessons = course.lessons.slice(0, many);
  const ids = new Set(lessons.flatMap(({ blocks }) => blocks.flatMap((block) => ('id' in block ? [block.id] : []))));
  const actions = [
    ...lessons.map(({ id }): PlayAction => ({ kind: 'open', lesson: id })),
    ...exercisesOf(course)
      .filter(({ id }) => ids.has(id) && !from.done.includes(id))
      .flatMap(solving),
  ];
  return actions.reduce((taken, action) => perform(course, taken, action, at), { state: from, events: [] as PlayEvent[] });
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
    taken = perform(course, taken, { kind: 'answer', question: id, choices: answerTo(question, isRight) }, at);
  }
  return taken;
}
