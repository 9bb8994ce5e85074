import { percentOf } from '#platform/percent.ts';
import type { Course, Question } from './course.ts';
import type { PlayAction, QuestionView, QuizView } from './playEntities.ts';
import type { PlayState } from './playState.ts';
import { shuffled } from './shuffle.ts';

/** Tests before a wait, and how long that is (the outline's section 4). */
export const attemptsInARow = 3;
export const waitHours = 24;

export type At = { now: Date; passMark: number };

/**
 * Which questions the next test asks: as many from each lesson (or topic, where questions have one) as there are to go round,
 * those that were asked lately last, in a mixed order.
 */
export function draw(
  course: Course,
  { seed, attempts, seen }: Pick<PlayState, 'seed' | 'attempts' | 'seen'>,
): string[] {
  const mixed = shuffled(course.quiz.questions, `${seed} ${attempts}`);
  const groups = new Map<string, Question[]>();
  for (const question of [
    ...mixed.filter(({ id }) => !seen.includes(id)),
    ...mixed.filter(({ id }) => seen.includes(id)),
  ]) {
    const name = question.topic ?? question.lesson;
    groups.set(name, [...(groups.get(name) ?? []), question]);
  }
  const most = Math.max(...[...groups.values()].map((group) => group.length));
  const byTurn = Array.from({ length: most }, (_, turn) =>
    shuffled([...groups.values()], `${seed} ${attempts} ${turn}`).flatMap((group) => group[turn] ?? []),
  );
  return shuffled(byTurn.flat().slice(0, course.quiz.draw), `${seed} ${attempts} order`).map(({ id }) => id);
}

const questionsOf = (course: Course, ids: readonly string[]): Question[] | null => {
  const found = ids.map((id) => course.quiz.questions.find((one) => one.id === id));
  return found.every((one) => one !== undefined) ? found : null;
};

/** The questions of the test that runs or ended last; null where there is none, or the content has lost one of them. */
export const askedNow = (course: Course, state: PlayState): Question[] | null =>
  state.quiz ? questionsOf(course, state.quiz.questions) : null;

/** A test is running: it was begun, and not every question is answered. */
export const isRunning = (course: Course, state: PlayState): boolean =>
  askedNow(course, state)?.some(({ id }) => !Object.hasOwn(state.quiz!.answers, id)) ?? false;

export type Choice = { id: string; text: string; right: boolean; why: string };

/** What can be picked of a question; of `order` everything, in the right order. */
export function picksOf(question: Question): Choice[] {
  if (question.type === 'order') return question.items.map((item) => ({ ...item, right: true }));
  if (question.type === 'spot')
    return question.parts.flatMap(({ id, text, right = false, why = '' }) =>
      id === undefined ? [] : [{ id, text: text.trim(), right, why }],
    );
  return question.options;
}

/** The answer that is right: one id, a set in the order of the content, or a sequence. */
export const rightAnswer = (question: Question): string[] =>
  picksOf(question)
    .filter(({ right }) => right)
    .map(({ id }) => id);

export function isAnswer(question: Question, choices: readonly string[]): boolean {
  const ids = picksOf(question).map(({ id }) => id);
  if (new Set(choices).size !== choices.length || !choices.every((id) => ids.includes(id))) return false;
  if (question.type === 'order') return choices.length === ids.length;
  return question.type === 'multiple' || choices.length === 1;
}

/** All or nothing: a question is right when its whole answer is. */
export function isRight(question: Question, choices: readonly string[]): boolean {
  const right = rightAnswer(question);
  const given = question.type === 'order' ? choices : right.filter((id) => choices.includes(id));
  return choices.length === right.length && right.every((id, i) => id === given[i]);
}

/** Items in an order that is not already the answer. */
function mixedItems(items: readonly Choice[], seed: string): Choice[] {
  const mixed = shuffled(items, seed);
  return mixed.every((item, i) => item === items[i]) ? [...mixed.slice(1), mixed[0]!] : mixed;
}

function questionView(question: Question, given: readonly string[] | undefined, seed: string): QuestionView {
  const { id, type, stem } = question;
  const own = `${seed} ${id}`;
  const picks = picksOf(question);
  const options: QuestionView['options'] =
    question.type === 'spot'
      ? question.parts.map((part) => ({ id: part.id ?? null, text: part.text }))
      : (question.type === 'order' ? mixedItems(picks, own) : shuffled(picks, own)).map((one) => ({
          id: one.id,
          text: one.text,
        }));
  const answer = given && {
    right: isRight(question, given),
    given: [...given],
    correct: rightAnswer(question),
    reasons: picks.map((pick, i) => ({
      id: pick.id,
      right: question.type === 'order' ? given[i] === pick.id : pick.right,
      why: pick.why,
    })),
  };
  return { id, type, stem, options, answer: answer ?? null };
}

type Answered = {
  state: PlayState;
  right: boolean;
  ended: { score: number; passed: boolean; missed: string[] } | null;
};
type Refused = { refused: 'no-such-thing' | 'already-answered' | 'not-now' };

/** Takes one answer of the running test; the last one ends it. Null where the same answer was given before. */
export function answer(
  course: Course,
  state: PlayState,
  action: Extract<PlayAction, { kind: 'answer' }>,
  { now, passMark }: At,
): Answered | Refused | null {
  const asked = askedNow(course, state);
  const question = asked?.find(({ id }) => id === action.question);
  if (!asked || !question) return { refused: 'not-now' };
  const before = state.quiz!.answers[question.id];
  if (before)
    return before.length === action.choices.length && before.every((id, i) => id === action.choices[i])
      ? null
      : { refused: 'already-answered' };
  if (!isAnswer(question, action.choices)) return { refused: 'no-such-thing' };
  const answers = { ...state.quiz!.answers, [question.id]: [...action.choices] };
  const right = isRight(question, action.choices);
  const answered: PlayState = { ...state, quiz: { questions: state.quiz!.questions, answers } };
  if (!asked.every(({ id }) => Object.hasOwn(answers, id))) return { state: answered, right, ended: null };
  const wrong = asked.filter((one) => !isRight(one, answers[one.id]!));
  const score = percentOf(asked.length - wrong.length, asked.length);
  const missed = course.lessons.map(({ id }) => id).filter((id) => wrong.some(({ lesson }) => lesson === id));
  const passed = score >= passMark;
  const attempts = state.attempts + 1;
  const mustWait = !passed && attempts % attemptsInARow === 0;
  return {
    state: {
      ...answered,
      attempts,
      seen: [...asked.map(({ id }) => id), ...state.seen].slice(0, 2 * course.quiz.draw),
      last: { score, missed },
      best: Math.max(state.best ?? 0, score),
      waitUntil: mustWait ? new Date(now.getTime() + waitHours * 3_600_000).toISOString() : null,
      reread: mustWait ? missed : [],
      passed: passed ? { score, at: now.toISOString(), version: course.version } : state.passed,
    },
    right,
    ended: { score, passed, missed },
  };
}

/** Why a test cannot begin now, or that it can, or that one runs. */
export function quizState(
  course: Course,
  state: PlayState,
  now: Date,
  lessonsDone: boolean,
): QuizView['state'] {
  if (state.passed) return 'passed';
  if (isRunning(course, state)) return 'running';
  if (!lessonsDone) return 'closed';
  if (state.waitUntil && Date.parse(state.waitUntil) > now.getTime()) return 'waiting';
  return state.reread.length > 0 ? 'reread' : 'open';
}

export function quizView(
  course: Course,
  state: PlayState,
  { now, passMark }: At,
  lessonsDone: boolean,
): QuizView {
  const { seed, attempts, last } = state;
  const running = isRunning(course, state);
  const asked = askedNow(course, state) ?? [];
  // of a test that ended, the number that it was drawn with
  const drawn = `${seed} ${running ? attempts : attempts - 1}`;
  const standing = quizState(course, state, now, lessonsDone);
  return {
    state: standing,
    asks: course.quiz.draw,
    passMark,
    questions: asked.map((question) => questionView(question, state.quiz!.answers[question.id], drawn)),
    attempts,
    attemptsLeft: attemptsInARow - (standing === 'waiting' ? attemptsInARow : attempts % attemptsInARow),
    opensAt: standing === 'waiting' ? state.waitUntil : null,
    reread: state.passed ? [] : state.reread,
    last:
      last && !running
        ? {
            score: last.score,
            passed: state.passed !== null && last.score === state.passed.score,
            missedLessons: last.missed,
          }
        : null,
    bestScore: state.best,
  };
}
