import { shownDay } from '#platform/dates.ts';
import { heading, paragraph } from '#platform/server/pdf/blocks.ts';
import type { PdfBrand } from '#platform/server/pdf/brand/brand.ts';
import { contents, type ContentsEntry } from '#platform/server/pdf/contents.ts';
import { cover } from '#platform/server/pdf/brand/cover.ts';
import { finishPdf, newPage, openPdf, type Pdf } from '#platform/server/pdf/document.ts';
import { callout, statTiles } from '#platform/server/pdf/charts/panels.ts';
import type { Report } from '../entities.ts';
import {
  completeDays,
  drawLevels,
  writeElements,
  writeHistory,
  writeMethod,
  writeNotApplicable,
  writeWeakest,
} from './reportPdf.sections.ts';
import { finishedOf, nameOf, verdictOf } from './reportPdf.wording.ts';

export type MaturityReportInput = {
  brand: PdfBrand;
  report: Report;
  /** Answers that say a question does not apply, with the reason. */
  notApplicable: readonly { element: string; level: number; text: string; note: string }[];
  /** The questions have changed since they were answered, and nobody has looked through the answers. */
  reconfirm: boolean;
  now: Date;
};

const title = 'Cyber maturity report';

/** The report of the assessment as a tagged PDF. Same input, same bytes. */
export function renderMaturityReport(input: MaturityReportInput): Promise<Buffer> {
  const { brand, report, now } = input;
  const pdf = openPdf({
    brand,
    title: `${title}: ${report.companyName}`,
    subject: `${title} of ${report.companyName}, ${shownDay(now)}`,
    keywords: ['cyber maturity', 'security assessment'],
    runningTitle: `${title}  ·  ${shownDay(now)}`,
    footer: `Confidential. Prepared for ${report.companyName}`,
    now,
  });
  writeOwnerPage(pdf, input);
  newPage(pdf);
  writeContents(pdf, report);
  writeWeakest(pdf, report);
  writeElements(pdf, report);
  writeHistory(pdf, report);
  writeNotApplicable(pdf, input);
  writeMethod(pdf, input);
  return finishPdf(pdf);
}

function writeOwnerPage(pdf: Pdf, { report, reconfirm, now }: MaturityReportInput): void {
  const isDone = report.assessment.assessmentStatus === 'completed';
  const changed = report.lastUpdated ? `  ·  answers last changed ${shownDay(report.lastUpdated)}` : '';
  cover(pdf, {
    title,
    kind: isDone ? 'Complete assessment' : 'Assessment in progress',
    organization: report.companyName,
    subtitle: `As of ${shownDay(now)}${changed}`,
  });
  const verdict = verdictOf(report);
  callout(pdf, verdict.tone, verdict.title, verdict.body);
  if (reconfirm)
    paragraph(
      pdf,
      'The questions have changed since they were answered. The levels stay as they were until someone reviews the answers in the portal.',
    );
  const atTarget = finishedOf(report).filter((element) => element.level >= report.target).length;
  statTiles(pdf, [
    {
      label: isDone ? 'Level' : 'Level so far',
      value: String(report.overallLevel),
      note: isDone
        ? nameOf(report, report.overallLevel)
        : `${finishedOf(report).length} of ${report.elements.length} finished`,
    },
    { label: 'Target', value: String(report.target), note: nameOf(report, report.target) },
    { label: 'At target', value: `${atTarget}/${report.elements.length}`, note: 'Elements' },
    { label: 'Answered', value: `${report.percent}%`, note: 'Of the questions' },
  ]);
  heading(pdf, 2, 'Level of each element', { keep: 325 });
  drawLevels(pdf, report);
}

function writeContents(pdf: Pdf, report: Report): void {
  const entries: (ContentsEntry | false)[] = [
    report.elements.some((element) => element.weakest) && { text: 'Fix these first', id: 'first', level: 1 },
    { text: 'All elements', id: 'elements', level: 1 },
    completeDays(report).length > 1 && { text: 'Level over time', id: 'history', level: 1 },
    { text: 'Answers marked not applicable', id: 'not-applicable', level: 1 },
    { text: 'How the level is calculated', id: 'method', level: 1 },
  ];
  heading(pdf, 1, 'Contents');
  contents(
    pdf,
    entries.filter((entry) => entry !== false),
  );
}
