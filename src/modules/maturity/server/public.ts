import type { OrgScope } from '#platform/server/ctx.ts';
import { readSummary, summaryPart } from '#platform/server/database/summaryPart.ts';
import type { LevelInfo, NextQuestion } from '../entities.ts';
import { answersValue, storedOf } from './summary.store.ts';
import { maturityModel } from './model.ts';
import { levelInfoOf, shownUpdate, standingOf, weakestOf } from './standing.ts';

/** What the dashboard shows of this module (modules.md 3: zimm). */
export type MaturitySummary = {
  /** Null: nothing is answered. */
  assessmentStatus: 'notCompleted' | 'completed' | null;
  /** Of the last change of an answer, UTC ISO without milliseconds. */
  lastUpdated: string | null;
  overallLevel: number;
  levelInfo: LevelInfo;
  percent: number;
  /** What is left of the assessment is likely to take. */
  minutesLeft: number;
  nextQuestion: NextQuestion | null;
  /** By element id, elements that are complete. */
  levels: Record<string, number>;
  /** The same in the order of the model, with their titles. */
  finished: { id: string; title: string; level: number }[];
  /** How many elements there are. */
  elements: number;
  /** Elements at the lowest level, to be addressed first. */
  weakest: { id: string; title: string }[];
};

/** What the dashboard asks of this module: the answers without their notes. */
export const maturityPart = summaryPart({
  value: () => answersValue,
  read: (json): MaturitySummary => {
    const model = maturityModel();
    const stored = storedOf(json);
    const standing = standingOf(model, stored);
    const { result, score, answers } = standing;
    return {
      assessmentStatus: answers.length > 0 ? result.status : null,
      lastUpdated: shownUpdate(stored.updatedAt),
      overallLevel: result.overallLevel,
      levelInfo: levelInfoOf(model)[result.overallLevel]!,
      percent: score.percent,
      minutesLeft: score.minutesLeft,
      nextQuestion: score.nextQuestion,
      levels: result.levels,
      finished: model.config.elements.flatMap(({ id, title }) => {
        const level = result.levels[id];
        return level === undefined ? [] : [{ id, title, level }];
      }),
      elements: model.config.elements.length,
      weakest: model.config.elements
        .filter(({ id }) => weakestOf(standing).has(id))
        .map(({ id, title }) => ({ id, title })),
    };
  },
});

/** Remembered until something of the organisation changes. */
export const maturitySummary = (ctx: OrgScope): Promise<MaturitySummary> =>
  ctx.remember('organization', ctx.orgId, 'maturity-summary', () => readSummary(ctx, maturityPart));

/** What the model asks about: the elements by id, as people call them. */
export const maturityElements = (): { id: string; title: string }[] =>
  maturityModel().config.elements.map(({ id, title }) => ({ id, title }));

/** The elements by area, as people call both. */
export const maturityAreas = (): { title: string; elements: { id: string; title: string }[] }[] => {
  const { areas, elements } = maturityModel().config;
  return areas.map((area) => ({
    title: area.title,
    elements: elements.filter((element) => element.area === area.id).map(({ id, title }) => ({ id, title })),
  }));
};

export const maturityLevelNames = (): string[] =>
  maturityModel().config.levels.map(({ levelName }) => levelName);

/** For taking an organisation back to how it began. */
export { deleteAssessment } from './assessment.store.ts';
