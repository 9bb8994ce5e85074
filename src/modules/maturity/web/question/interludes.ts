import type { AreaId, AssessmentConfig, AssessmentData, Interstitial } from '../../entities.ts';

/** What an address of the assessment carries along: pages to read first, and where the last of them leads to. */
export type InterludeState = { pages: string[]; leadsTo: string };

type Before = Pick<AssessmentData, 'elements' | 'completedAreas' | 'assessment'>;
type After = Before & Pick<AssessmentData, 'questions'>;

const stoppedEarly = ({ elements }: Before) =>
  elements.filter(({ complete, level }) => complete && level < 5).length;

/**
 * Pages between a question and the one gone on to, in the order that they are read.
 * @param before what was known when the question came on the screen
 * @param enters the area that is gone on to, where it is another one; null at the end
 */
export function interludesBetween(
  config: AssessmentConfig,
  before: Before,
  after: After,
  enters: AreaId | null,
): Interstitial[] {
  const triggers: Interstitial['trigger'][] = [];
  if (stoppedEarly(before) === 0 && stoppedEarly(after) > 0) triggers.push('first-failed-step');
  for (const area of after.completedAreas)
    if (!before.completedAreas.includes(area)) triggers.push(`area-done:${area}`);
  if (after.assessment.assessmentStatus === 'completed' && before.assessment.assessmentStatus !== 'completed')
    triggers.push('all-done');
  if (enters && isUntouched(config, after, enters)) triggers.push(`before:${enters}`);
  return triggers.flatMap((trigger) => config.interstitials.filter((page) => page.trigger === trigger));
}

/** Whether no question of an area has been answered. */
export const isUntouched = (
  config: AssessmentConfig,
  { questions }: Pick<AssessmentData, 'questions'>,
  area: AreaId,
): boolean =>
  !config.elements.some(
    (element) =>
      element.area === area &&
      element.steps.some((step) => step.questions.some(({ id }) => questions[id] !== undefined)),
  );

/** Reads what an address carries; anything else is nothing. */
export function readInterludes(state: unknown): InterludeState | null {
  const { pages, leadsTo } = (state ?? {}) as Partial<InterludeState>;
  const isWhole = Array.isArray(pages) && pages.length > 0 && typeof leadsTo === 'string';
  return isWhole ? { pages: pages.map(String), leadsTo } : null;
}
