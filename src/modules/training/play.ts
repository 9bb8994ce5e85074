import { percentOf } from '#platform/percent.ts';
import { exercisesOf, isExercise, type Course, type Lesson } from './course.ts';
import { blockView, exerciseView, isDone, work } from './exercises.ts';
import type { PlayAction, PlayRefusal, PlayReply, PlayView, ProgressView } from './playEntities.ts';
import type { PlayState } from './playState.ts';
import { answer, draw, quizState, quizView, type At } from './quiz.ts';

/**
 * Playing a course: a state and something done in it give the next state, or a refusal. The server runs it for the portal's
 * own player, and a package runs it in the page of another learning system, so both come to the same status and score.
 */
export type PlayEvent =
  | { kind: 'answered'; question: string; right: boolean; /** Of which test, from 1 on. */ attempt: number }
  | { kind: 'attempt'; number: number; score: number; passed: boolean; missedLessons: string[] }
  | { kind: 'finished'; score: number };

export type Acted = { state: PlayState; reply: PlayReply; events: PlayEvent[] } | { refused: PlayRefusal };

const isLessonDone = ({ id, blocks }: Lesson, state: PlayState): boolean =>
  state.opened.includes(id) &&
  blocks.filter(isExercise).every((exercise) => state.done.includes(exercise.id));
const areLessonsDone = (course: Course, state: PlayState): boolean =>
  course.lessons.every((lesson) => isLessonDone(lesson, state));

export function progressOf(course: Course, state: PlayState, { now }: Pick<At, 'now'>): ProgressView {
  const lessons = course.lessons.map(({ id }) => id);
  const opened = lessons.filter((id) => state.opened.includes(id));
  const done = course.lessons.filter((lesson) => isLessonDone(lesson, state)).map(({ id }) => id);
  const exercises = exercisesOf(course);
  const worked = exercises.filter(({ id }) => state.done.includes(id)).length;
  const quiz = quizState(course, state, now, done.length === lessons.length);
  const unfinished = lessons.filter((id) => !done.includes(id));
  const resume = unfinished.includes(state.place) ? state.place : unfinished[0];
  const place =
    quiz === 'passed'
      ? 'end'
      : quiz === 'reread' || quiz === 'waiting'
        ? (state.reread[0] ?? 'quiz')
        : quiz === 'running'
          ? 'quiz'
          : (resume ?? 'quiz');
  return {
    status: state.passed
      ? 'finished'
      : state.attempts > 0
        ? 'failedQuiz'
        : opened.length > 0
          ? 'inProgress'
          : 'notStarted',
    percent: state.passed
      ? 100
      : percentOf(9 * (opened.length + worked), 10 * (lessons.length + exercises.length)),
    opened,
    done,
    place,
  };
}

/** The whole course as far as this person is, without an answer that was not given. */
export function viewOf(course: Course, state: PlayState, at: At): PlayView {
  const { id, version, title, summary, minutes, month, goals, takeaway } = course;
  return {
    course: { id, version, title, summary, minutes, month, goals, takeaway },
    lessons: course.lessons.map((lesson) => ({
      ...lesson,
      blocks: lesson.blocks.map((block) => blockView(block, state)),
    })),
    progress: progressOf(course, state, at),
    quiz: quizView(course, state, at, areLessonsDone(course, state)),
  };
}

type Done =
  | { state: PlayState; feedback?: PlayReply['feedback']; exercise?: string; events?: PlayEvent[] }
  | { refused: PlayRefusal };

function open(course: Course, state: PlayState, lesson: string): Done {
  if (!course.lessons.some(({ id }) => id === lesson)) return { refused: 'no-such-thing' };
  const opened = state.opened.includes(lesson) ? state.opened : [...state.opened, lesson];
  return { state: { ...state, opened, place: lesson, reread: state.reread.filter((id) => id !== lesson) } };
}

function doExercise(
  course: Course,
  state: PlayState,
  action: Extract<PlayAction, { exercise: string }>,
): Done {
  const exercise = exercisesOf(course).find(({ id }) => id === action.exercise);
  if (!exercise) return { refused: 'no-such-thing' };
  const worked = work(exercise, state.work[exercise.id] ?? [], action);
  if ('refused' in worked) return worked;
  const isNew = !state.done.includes(exercise.id) && isDone(exercise, worked.got);
  return {
    state: {
      ...state,
      work: { ...state.work, [exercise.id]: worked.got },
      done: isNew ? [...state.done, exercise.id] : state.done,
    },
    feedback: worked.feedback,
    exercise: exercise.id,
  };
}

function startQuiz(course: Course, state: PlayState, { now }: At): Done {
  const standing = quizState(course, state, now, areLessonsDone(course, state));
  // begun in another window, or asked for twice
  if (standing === 'running') return { state };
  if (standing !== 'open') return { refused: 'quiz-not-open' };
  return { state: { ...state, quiz: { questions: draw(course, state), answers: {} } } };
}

function answerQuiz(
  course: Course,
  state: PlayState,
  action: Extract<PlayAction, { kind: 'answer' }>,
  at: At,
): Done {
  const answered = answer(course, state, action, at);
  if (answered === null) return { state };
  if ('refused' in answered) return answered;
  const { right, ended } = answered;
  const number = state.attempts + 1;
  const events: PlayEvent[] = [{ kind: 'answered', question: action.question, right, attempt: number }];
  if (ended)
    events.push({
      kind: 'attempt',
      number,
      score: ended.score,
      passed: ended.passed,
      missedLessons: ended.missed,
    });
  if (ended?.passed && !state.passed) events.push({ kind: 'finished', score: ended.score });
  return { state: answered.state, events };
}

function perform(course: Course, state: PlayState, action: PlayAction, at: At): Done {
  if (action.kind === 'open') return open(course, state, action.lesson);
  if (action.kind === 'startQuiz') return startQuiz(course, state, at);
  if (action.kind === 'answer') return answerQuiz(course, state, action, at);
  return doExercise(course, state, action);
}

/**
 * Does one thing in a course.
 * @param at the time, and the score in percent that passes
 * @returns the next state with what the player is told and what is worth keeping; or why it cannot be done
 */
export function act(course: Course, state: PlayState, action: PlayAction, at: At): Acted {
  const done = perform(course, state, action, at);
  if ('refused' in done) return done;
  const exercise = exercisesOf(course).find(({ id }) => id === done.exercise);
  return {
    state: done.state,
    reply: {
      feedback: done.feedback ?? null,
      exercise: exercise ? exerciseView(exercise, done.state) : null,
      progress: progressOf(course, done.state, at),
      quiz: quizView(course, done.state, at, areLessonsDone(course, done.state)),
    },
    events: done.events ?? [],
  };
}
