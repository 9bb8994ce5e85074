import { dayWords } from '#platform/days.ts';
import { heading, list, paragraph } from '#platform/server/pdf/blocks.ts';
import { trendLine } from '#platform/server/pdf/charts/trendLine.ts';
import type { Pdf } from '#platform/server/pdf/document.ts';
import { pillRow } from '#platform/server/pdf/pills/pillRow.ts';
import { stepBars } from '#platform/server/pdf/charts/stepBars.ts';
import { table } from '#platform/server/pdf/table.ts';
import { effort } from '#platform/taskTime.ts';
import type { Report, ReportAction, ReportElement, Snapshot } from '../entities.ts';
import type { MaturityReportInput } from './reportPdf.ts';
import { answerWords, areaTitleOf, count, levelWords, nameOf, standOf } from './reportPdf.wording.ts';

/** A bare day, which is meant in no zone. */

export function drawLevels(pdf: Pdf, report: Report): void {
  const words = (element: ReportElement) =>
    element.complete ? levelWords(report, element.level) : 'Not finished';
  stepBars(pdf, {
    steps: [1, 2, 3, 4, 5].map((level) => nameOf(report, level)),
    groups: report.areas.map(({ id, title }) => ({
      title,
      bars: report.elements
        .filter((element) => element.area === id)
        .map((element) => ({
          label: element.title,
          value: element.level,
          shown: words(element),
          open: !element.complete,
        })),
    })),
    target: { value: report.target, label: `Target ${report.target}` },
    alt: `Level of each element, from 0 to 5, with the target at ${report.target}. ${report.elements.map((element) => `${element.title}: ${words(element)}.`).join(' ')}`,
  });
}

const taskWords = ({ task }: ReportAction): string => {
  const parts = [task?.owner ?? '', task?.due ? `Due ${dayWords(task.due)}` : ''].filter(
    (part) => part !== '',
  );
  return parts.length > 0 ? parts.join('\n') : 'No one yet';
};

function checklist(pdf: Pdf, actions: readonly ReportAction[]): void {
  table(
    pdf,
    [
      { header: 'State', width: 62, fixed: true },
      { header: 'What to do', width: 1, rowHeader: true },
      { header: 'Answer', width: 66, fixed: true },
      { header: 'Owner and date', width: 106, fixed: true, maxLines: 5 },
      { header: 'Effort', width: 58, fixed: true, align: 'right', tabular: true },
    ],
    actions.map((action) => [
      action.task?.done ? { pill: 'good', word: 'Done' } : { pill: 'neutral', word: 'Open' },
      [action.action, { text: `\n${action.text}`, color: pdf.theme.muted }],
      answerWords(action.answer),
      taskWords(action),
      effort(action.minutes),
    ]),
  );
}

export function writeWeakest(pdf: Pdf, report: Report): void {
  const weakest = report.elements.filter((element) => element.weakest);
  if (weakest.length === 0) return;
  heading(pdf, 1, 'Fix these first', { id: 'first', keep: 220 });
  paragraph(
    pdf,
    'These elements are at the lowest level, and the company is only as strong as its weakest element. Each is listed with what it needs to reach the next level. Once an action is done, answer its question again in the portal to raise the level.',
  );
  for (const element of weakest) {
    const { next } = element;
    if (!next) continue;
    const minutes = next.actions
      .filter(({ task }) => !task?.done)
      .reduce((sum, action) => sum + action.minutes, 0);
    heading(pdf, 2, element.title, { keep: 180 });
    pillRow(
      pdf,
      [
        {
          tone: element.level === 0 ? 'danger' : 'warning',
          word: `Level ${levelWords(report, element.level)}`,
        },
      ],
      `Next: level ${levelWords(report, next.level)}  ·  ${count(next.actions.length, 'action')}  ·  about ${effort(minutes)}`,
    );
    paragraph(pdf, element.why);
    paragraph(pdf, [{ text: `Level ${next.level} means: `, strong: true }, next.summary]);
    if (next.actions.length > 0) checklist(pdf, next.actions);
  }
}

export function writeElements(pdf: Pdf, report: Report): void {
  heading(pdf, 1, 'All elements', { id: 'elements', keep: 120 });
  table(
    pdf,
    [
      { header: 'Element', width: 136, fixed: true, rowHeader: true },
      { header: 'Level', width: 78, fixed: true, tabular: true },
      { header: 'Target', width: 92, fixed: true },
      { header: 'What the next level means', width: 1 },
    ],
    report.elements.map((element) => [
      [element.title, { text: `\n${areaTitleOf(report, element)}`, color: pdf.theme.muted }],
      element.complete ? levelWords(report, element.level) : `${element.level} so far`,
      standOf(report, element),
      element.next
        ? [{ text: `${element.next.level}  `, strong: true }, element.next.summary]
        : 'The highest level is reached.',
    ]),
  );
}

const mostPoints = 24;

/** Days with an overall level, newest first: one with an open element would draw a 0 that is no verdict. */
export const completeDays = ({ snapshots }: Report): Snapshot[] =>
  snapshots.filter((day) => day.assessmentStatus === 'completed');

export function writeHistory(pdf: Pdf, report: Report): void {
  const days = completeDays(report).slice(0, mostPoints).toReversed();
  if (days.length < 2) return;
  heading(pdf, 1, 'Level over time', { id: 'history', keep: 190 });
  const [oldest, newest] = [days[0]!, days.at(-1)!];
  const moved = report.elements.filter(
    ({ id }) => id in oldest.levels && id in newest.levels && oldest.levels[id] !== newest.levels[id],
  );
  paragraph(
    pdf,
    `From ${dayWords(oldest.day)} to ${dayWords(newest.day)}, on days when answers changed and the assessment was complete.`,
  );
  trendLine(pdf, {
    points: days.map(({ day, overallLevel }) => ({ day, value: overallLevel })),
    min: 0,
    max: 5,
    alt: `Overall level over time. ${days.map(({ day, overallLevel }) => `${dayWords(day)}: ${overallLevel}.`).join(' ')}`,
  });
  if (moved.length > 0)
    list(
      pdf,
      moved.map(({ id, title }) => `${title}: from level ${oldest.levels[id]} to level ${newest.levels[id]}`),
    );
}

export function writeNotApplicable(pdf: Pdf, { notApplicable }: MaturityReportInput): void {
  heading(pdf, 1, 'Answers marked not applicable', { id: 'not-applicable', keep: 80 });
  if (notApplicable.length === 0) {
    paragraph(pdf, 'No question was left out as not applicable.');
    return;
  }
  paragraph(pdf, 'These questions do not count toward the levels, for the reasons that the company gave.');
  table(
    pdf,
    [
      { header: 'Element', width: 118, fixed: true, rowHeader: true },
      { header: 'Level', width: 40, fixed: true, tabular: true },
      { header: 'Question', width: 1 },
      { header: 'Reason', width: 1, maxLines: 30 },
    ],
    notApplicable.map(({ element, level, text, note }) => [element, String(level), text, note]),
  );
}

export function writeMethod(pdf: Pdf, { report, brand }: MaturityReportInput): void {
  heading(pdf, 1, 'How the level is calculated', { id: 'method', keep: 210 });
  paragraph(
    pdf,
    'Each element has five steps of four questions; a step is met when its key question and the average of all answers that apply reach three quarters, and the level of an element is the number of steps that are met one after the other from the first. The company’s level is that of its weakest element, because attackers look for the weakest spot as well.',
  );
  table(
    pdf,
    [
      { header: 'Level', width: 92, fixed: true, rowHeader: true, tabular: true, style: { face: 'medium' } },
      { header: 'What it says of the company', width: 1 },
      { header: 'For whom', width: 1 },
    ],
    Object.values(report.levelInfo).map((info) => [
      `${info.level}  ${info.levelName}`,
      info.description,
      info.target ?? '',
    ]),
  );
  paragraph(
    pdf,
    "This report is based on the company's own answers. It is not an audit, a certification, or legal advice, and cannot promise that no incident will happen.",
    { style: pdf.scale.meta },
  );
  const address = `support@${brand.emailDomain}`;
  paragraph(pdf, [
    'Questions about this report? Write to ',
    { text: address, link: `mailto:${address}` },
    '.',
  ]);
}
