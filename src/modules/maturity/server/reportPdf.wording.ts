import type { Tone } from '#platform/server/pdf/theme.ts';
import type { AnswerValue, Report, ReportElement } from '../entities.ts';

export const nameOf = (report: Report, level: number): string => report.levelInfo[String(level)]!.levelName;
/** `2 Basic` */
export const levelWords = (report: Report, level: number): string => `${level} ${nameOf(report, level)}`;

/** `1 level`, `2 levels` */
export const count = (many: number, one: string): string => `${many} ${one}${many === 1 ? '' : 's'}`;

/** `a`, `a and b`, `a, b and c` */
const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

const answers: Record<AnswerValue, string> = {
  yes: 'Yes',
  mostly: 'Mostly',
  partly: 'Partly',
  no: 'No',
  unsure: 'Not sure',
  notApplicable: 'Not applicable',
};
export const answerWords = (answer: AnswerValue | null): string => (answer ? answers[answer] : 'Open');

/** Titles of areas may follow a brand; ids are as the model has them. */
export const areaTitleOf = (report: Report, element: ReportElement): string =>
  report.areas.find(({ id }) => id === element.area)!.title;

const mostNamed = 3;

function weakestSentence(report: Report): string {
  const weakest = report.elements.filter((element) => element.weakest).map(({ title }) => title);
  if (weakest.length === 0) return 'Every element is at the highest level.';
  if (weakest.length === 1)
    return `The weakest element is ${weakest[0]}: it alone keeps the company at this level, and should be addressed first.`;
  if (weakest.length <= mostNamed)
    return `The weakest elements are ${joined(weakest)}: they should be addressed first.`;
  if (weakest.length === report.elements.length)
    return 'Every element is at this level: start with those that take the least effort.';
  return `${weakest.length} of ${report.elements.length} elements are at this lowest level: they should be addressed first.`;
}

export const finishedOf = (report: Report): ReportElement[] =>
  report.elements.filter((element) => element.complete);

/** `3 of 15 elements finished` */
const finishedWords = (report: Report): string =>
  `${finishedOf(report).length} of ${report.elements.length} elements finished`;

export type Verdict = { tone: Tone; title: string; body: string };

/** The state of the company in one sentence, and what follows. */
export function verdictOf(report: Report): Verdict {
  const { overallLevel, target, percent } = report;
  const level = `${overallLevel}, ${nameOf(report, overallLevel)}`;
  if (report.assessment.assessmentStatus === 'completed') {
    const short = target - overallLevel;
    const { description } = report.levelInfo[String(overallLevel)]!;
    return {
      tone: short <= 0 ? 'good' : overallLevel === 0 ? 'danger' : 'warning',
      title:
        short <= 0
          ? `Level ${level}. The target of level ${target} is reached.`
          : `Level ${level}. The company is ${count(short, 'level')} below its target.`,
      body: `${description} ${weakestSentence(report)}`,
    };
  }
  if (finishedOf(report).length === 0)
    return {
      tone: 'neutral',
      title:
        percent === 0
          ? 'The assessment is at its very beginning.'
          : `The assessment has started: ${percent}% of the questions are answered.`,
      body: 'No element is finished yet, so the overall level is still 0. The report fills in as you answer questions.',
    };
  return {
    tone: 'notice',
    title: `${finishedWords(report)}, and ${percent}% of the questions are answered.`,
    body: 'The overall level stays at 0 until every element has a level of its own. The chart below shows the level of each finished element.',
  };
}

/** How an element stands against the target. */
export function standOf(report: Report, element: ReportElement): { pill: Tone; word: string } {
  if (!element.complete) return { pill: 'neutral', word: 'Not finished' };
  if (element.level >= report.target) return { pill: 'good', word: 'At target' };
  return { pill: element.level === 0 ? 'danger' : 'warning', word: `${report.target - element.level} below` };
}
