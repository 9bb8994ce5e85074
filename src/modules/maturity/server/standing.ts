import type { AssessmentData, ElementState, EvidenceOffer, LevelInfo } from '../entities.ts';
import type { Result, StoredAnswer, StoredAssessment } from './assessment.store.ts';
import type { Model } from './model.ts';
import { completeLevels, overallLevelOf, score, type Score } from './scoring.ts';

const toWire = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, 'Z');
const majorOf = (version: string): string => version.split('.')[0]!;
const numbersOf = (version: string): number[] => version.split('.').map(Number);
const isOlder = (a: string, b: string): boolean => {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  const i = left.findIndex((n, k) => n !== right[k]);
  return i !== -1 && left[i]! < (right[i] ?? 0);
};

/** Where an organisation stands: its answers, and what follows from them. */
export type Standing = {
  /** Answers whose question the model knows. */
  answers: StoredAnswer[];
  /** What follows from the answers and the model of now. */
  score: Score;
  /** Answers were given to another major version of the model, and nobody has looked through them since. */
  reconfirm: boolean;
  /** Oldest version of the model that an answer was given to. */
  contentVersion: string;
  /** What is shown: of the model of now, or, while answers wait to be looked through, what they came to before. */
  result: Result;
  elements: ElementState[];
};

/** The overall level of a kept state: rows from before 1.1 hold the lowest of the finished elements while others were open. */
export const keptLevel = ({ status, levels }: Pick<Result, 'status' | 'levels'>): number =>
  overallLevelOf(levels, status === 'completed');

export function standingOf(model: Model, stored: Pick<StoredAssessment, 'answers' | 'result'>): Standing {
  const answers = stored.answers.filter(({ questionId }) => model.questions.has(questionId));
  const now = score(model, new Map(answers.map(({ questionId, answer }) => [questionId, answer])));
  const { version } = model.config;
  const reconfirm = answers.some(({ contentVersion }) => majorOf(contentVersion) !== majorOf(version));
  const fresh: Result = {
    overallLevel: now.overallLevel,
    status: now.isComplete ? 'completed' : 'notCompleted',
    levels: completeLevels(now.elements),
  };
  const result = reconfirm ? { ...stored.result, overallLevel: keptLevel(stored.result) } : fresh;
  return {
    answers,
    score: now,
    reconfirm,
    contentVersion: answers.reduce(
      (oldest, { contentVersion }) => (isOlder(contentVersion, oldest) ? contentVersion : oldest),
      version,
    ),
    result,
    elements: now.elements.map(({ reachable: _reachable, ...element }) =>
      reconfirm
        ? {
            ...element,
            level: result.levels[element.id] ?? 0,
            complete: Object.hasOwn(result.levels, element.id),
          }
        : element,
    ),
  };
}

/** Ids of the finished elements at the lowest level among them: fix first. At the highest there is nothing to fix. */
export function weakestOf({ elements, result }: Standing): ReadonlySet<string> {
  const lowest = Math.min(...Object.values(result.levels));
  return new Set(
    elements.filter(({ level, complete }) => complete && level < 5 && level === lowest).map(({ id }) => id),
  );
}

const levelInfos = new WeakMap<Model, Record<string, LevelInfo>>();

/** The levels' names and descriptions by level. */
export function levelInfoOf(model: Model): Record<string, LevelInfo> {
  const known = levelInfos.get(model);
  if (known) return known;
  const made = Object.fromEntries(model.config.levels.map((info) => [String(info.level), info]));
  levelInfos.set(model, made);
  return made;
}

export const shownUpdate = (at: Date | null): string | null => at && toWire(at);

/** A standing as it goes over the wire. */
export function assessmentData(
  model: Model,
  standing: Standing,
  { updatedAt, evidence }: { updatedAt: Date | null; evidence: EvidenceOffer[] },
): AssessmentData {
  const { score: now, result } = standing;
  return {
    assessment: { assessmentStatus: result.status },
    overallLevel: result.overallLevel,
    levelInfo: levelInfoOf(model),
    lastUpdated: shownUpdate(updatedAt),
    questions: Object.fromEntries(
      standing.answers.map(({ questionId, answer, note, answeredAt, answeredBy }) => [
        questionId,
        {
          questionId,
          answer,
          note,
          inactive: !now.reachable.has(questionId),
          answeredAt: toWire(answeredAt),
          answeredBy,
        },
      ]),
    ),
    nextQuestion: now.nextQuestion,
    percent: now.percent,
    minutesLeft: now.minutesLeft,
    answered: now.answered,
    elements: standing.elements,
    reachable: [...now.reachable],
    completedAreas: now.completedAreas,
    evidence,
    contentVersion: standing.contentVersion,
    reconfirm: standing.reconfirm,
  };
}
