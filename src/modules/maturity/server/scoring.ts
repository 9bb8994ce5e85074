import { percentOf } from '#platform/percent.ts';
import { promisedMinutes } from '#platform/taskTime.ts';
import {
  areaIds,
  type AnswerValue,
  type AreaId,
  type Element,
  type ElementState,
  type NextQuestion,
  type Question,
} from '../entities.ts';
import type { Model } from './model.ts';

/** What was answered, by question id. Ids that the model does not know count for nothing. */
export type Answers = ReadonlyMap<string, AnswerValue>;

const highest = 5;
const enough = 0.75;

/** What an answer counts; null takes the question out of its step. */
const weights: Record<AnswerValue, number | null> = {
  yes: 1,
  mostly: 0.75,
  partly: 0.5,
  no: 0,
  unsure: 0,
  notApplicable: null,
};

export function offeredAnswers({ scale, naAllowed }: Pick<Question, 'scale' | 'naAllowed'>): AnswerValue[] {
  const grades: AnswerValue[] = scale === 'graded' ? ['yes', 'mostly', 'partly', 'no'] : ['yes', 'no'];
  return [...grades, 'unsure', ...(naAllowed ? (['notApplicable'] as const) : [])];
}

/**
 * Whether a step is met: its key question and the mean of what applies both count 0.75 at least. A key question that does
 * not apply, where its question allows that, leaves the decision to the rest; with nothing left the step is met.
 * Null while a question is open.
 */
export function stepVerdict(questions: readonly Question[], answers: Answers): boolean | null {
  const given = questions.map(({ id }) => answers.get(id));
  if (given.includes(undefined)) return null;
  const key = weights[given[questions.findIndex(({ kind }) => kind === 'key')]!];
  if (key !== null && key < enough) return false;
  const counts = given.map((answer) => weights[answer!]).filter((weight) => weight !== null);
  return counts.length === 0 || counts.reduce((sum, weight) => sum + weight, 0) / counts.length >= enough;
}

export type ScoredElement = ElementState & {
  /** Ids of questions that may be answered: those of steps that are met, and of the one that people stand at. */
  reachable: string[];
};

/** An element is complete once a step is answered and not met, or the last one is met. */
export function scoreElement(element: Element, answers: Answers): ScoredElement {
  const { id, area, steps } = element;
  const verdicts = steps.map(({ questions }) => stepVerdict(questions, answers));
  const met = verdicts.findIndex((verdict) => verdict !== true);
  const level = met === -1 ? highest : met;
  const failed = met !== -1 && verdicts[met] === false;
  const reachable = steps
    .slice(0, level + 1)
    .flatMap(({ questions }) => questions.map((question) => question.id));
  return {
    id,
    area,
    level,
    complete: level === highest || failed,
    answered: reachable.filter((questionId) => answers.has(questionId)).length,
    open: (failed ? steps.slice(0, level + 1) : steps).reduce(
      (sum, { questions }) => sum + questions.length,
      0,
    ),
    reachable,
  };
}

export type Score = {
  elements: ScoredElement[];
  isComplete: boolean;
  /** See `overallLevelOf`. */
  overallLevel: number;
  percent: number;
  /** What is left is likely to take; 0 when all is answered. */
  minutesLeft: number;
  answered: number;
  reachable: ReadonlySet<string>;
  completedAreas: AreaId[];
  nextQuestion: NextQuestion | null;
};

export const completeLevels = (elements: readonly ElementState[]): Record<string, number> =>
  Object.fromEntries(elements.filter(({ complete }) => complete).map(({ id, level }) => [id, level]));

/**
 * modules.md 2: the lowest level of all elements, where one without all its answers counts as 0.
 * @param levels of the elements that are complete, by id
 */
export const overallLevelOf = (levels: Readonly<Record<string, number>>, isComplete: boolean): number =>
  isComplete ? Math.min(highest, ...Object.values(levels)) : 0;

/** Everything that follows from answers. The same answers give the same score, in whatever order they came. */
export function score(model: Model, answers: Answers): Score {
  const elements = model.config.elements.map((element) => scoreElement(element, answers));
  const isComplete = elements.every((element) => element.complete);
  const sum = (of: (element: ScoredElement) => number) =>
    elements.reduce((total, element) => total + of(element), 0);
  const answered = sum((element) => element.answered);
  const reachable = new Set(elements.flatMap((element) => element.reachable));
  return {
    elements,
    isComplete,
    overallLevel: overallLevelOf(completeLevels(elements), isComplete),
    percent: percentOf(
      answered,
      sum((element) => element.open),
    ),
    minutesLeft: minutesLeft(model, elements, answers),
    answered,
    reachable,
    completedAreas: areaIds.filter((area) =>
      elements.every((element) => element.area !== area || element.complete),
    ),
    nextQuestion: nextOf(model, elements, answers),
  };
}

/**
 * Each unfinished element ends with its open step at the earliest, and with its last step at the latest: the promise is
 * halfway between the two ways.
 */
function minutesLeft(model: Model, elements: readonly ScoredElement[], answers: Answers): number {
  const seconds = (questions: readonly Question[]) =>
    questions.reduce((sum, { id }) => sum + (answers.has(id) ? 0 : model.questions.get(id)!.seconds), 0);
  const left = elements.map(({ complete, level }, i) => {
    const { steps } = model.config.elements[i]!;
    return complete
      ? 0
      : (seconds(steps[level]!.questions) +
          seconds(steps.slice(level).flatMap(({ questions }) => questions))) /
          2;
  });
  return promisedMinutes(left.reduce((sum, one) => sum + one, 0));
}

/** In the order area, element, level, question: the first that is reachable and not answered. */
function nextOf(model: Model, elements: readonly ScoredElement[], answers: Answers): NextQuestion | null {
  for (const element of elements) {
    const questionId = element.reachable.find((id) => !answers.has(id));
    if (questionId === undefined) continue;
    const { level, index } = model.questions.get(questionId)!;
    return { questionId, elementPath: `${element.area}/${element.id}`, level, index, reachable: true };
  }
  return null;
}
