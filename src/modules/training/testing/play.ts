import { exercisesOf, type Exercise, type Question } from '../course.ts';
import { act, type PlayEvent } from '../play.ts';
import type { PlayAction, PlayReply } from '../playEntities.ts';
import { freshState, type PlayState } from '../playState.ts';
import { solving as solvingFresh } from '../solving.ts';
import { testCourse } from './course.ts';

export const course = testCourse;
export const start = new Date('2026-03-02T17:00:00Z');
export const at = { now: start, passMark: 80 };
export const hours = (n: number) => ({ ...at, now: new Date(start.getTime() + n * 3_600_000) });
export const questions = new Map(course.quiz.questions.map((question) => [question.id, question]));
export const lessons = course.lessons.map(({ id }) => id);

export const rightChoices = (question: Question): string[] => {
  if (question.type === 'order') return question.items.map(({ id }) => id);
  const picks = question.type === 'spot' ? question.parts : question.options;
  return picks.filter(({ right }) => right).map(({ id }) => id!);
};
export const wrongChoices = (question: Question): string[] => {
  if (question.type === 'order') return question.items.map(({ id }) => id).toReversed();
  const picks = question.type === 'spot' ? question.parts : question.options;
  return [picks.find((pick) => pick.id !== undefined && !pick.right)!.id!];
};

/** What does an exercise from wherever it stands. */
export const solving = (exercise: Exercise): PlayAction[] =>
  exercise.type === 'scenario'
    ? [{ kind: 'again', exercise: exercise.id }, ...solvingFresh(exercise)]
    : solvingFresh(exercise);

export function done(
  state: PlayState,
  action: PlayAction,
  when = at,
): { state: PlayState; events: PlayEvent[]; reply: PlayReply } {
  const acted = act(course, state, action, when);
  if ('refused' in acted) throw new Error(`${acted.refused}: ${JSON.stringify(action)}`);
  return acted;
}
export const doneAll = (state: PlayState, actions: readonly PlayAction[], when = at): PlayState =>
  actions.reduce((now, action) => done(now, action, when).state, state);
export const allLessons: PlayAction[] = [
  ...lessons.map((lesson): PlayAction => ({ kind: 'open', lesson })),
  ...exercisesOf(course).flatMap(solving),
];

/** Takes a test, giving the first `wrong` questions a wrong answer. */
export function takeTest(
  state: PlayState,
  wrong: number,
  when = at,
): { state: PlayState; events: PlayEvent[] } {
  let now = done(state, { kind: 'startQuiz' }, when).state;
  const events: PlayEvent[] = [];
  for (const [i, id] of now.quiz!.questions.entries()) {
    const question = questions.get(id)!;
    const acted = done(
      now,
      { kind: 'answer', question: id, choices: i < wrong ? wrongChoices(question) : rightChoices(question) },
      when,
    );
    now = acted.state;
    events.push(...acted.events);
  }
  return { state: now, events };
}
export const prepared = doneAll(freshState('seed'), allLessons);
