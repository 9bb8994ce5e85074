import { shownDay } from '#platform/dates.ts';
import { cover } from '#platform/server/pdf/cover.ts';
import { finishPdf, openPdf } from '#platform/server/pdf/document.ts';
import type { PdfBrand } from '#platform/server/pdf/brand.ts';
import { heading } from '#platform/server/pdf/blocks.ts';
import { table } from '#platform/server/pdf/table.ts';
import type { Report } from '../entities.ts';

export type MaturityReportInput = {
  brand: PdfBrand;
  report: Report;
  /** Answers that say a question does not apply, with the reason. */
  notApplicable: readonly { element: string; level: number; text: string; note: string }[];
  now: Date;
};

/** The report of the assessment as a tagged PDF. Same input, same bytes. */
export function renderMaturityReport({ brand, report, now }: MaturityReportInput): Promise<Buffer> {
  const name = 'Cyber maturity report';
  const pdf = openPdf({
    brand,
    title: `${name}: ${report.companyName}`,
    subject: `${name} of ${report.companyName}, ${shownDay(now)}`,
    runningTitle: `${name}  ·  ${shownDay(now)}`,
    footer: `Confidential. Prepared for ${report.companyName}`,
    now,
  });
  cover(pdf, { title: name, organization: report.companyName, subtitle: `As of ${shownDay(now)}` });
  heading(pdf, 1, 'All elements', { id: 'elements' });
  table(
    pdf,
    [
      { header: 'Element', width: 1, rowHeader: true },
      { header: 'Level', width: 120, fixed: true },
    ],
    report.elements.map((element) => [element.title, `${element.level} ${report.levelInfo[element.level]!.levelName}`]),
  );
  return finishPdf(pdf);
}
