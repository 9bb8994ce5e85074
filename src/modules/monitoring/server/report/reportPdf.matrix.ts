import { heading, paragraph } from '#platform/server/pdf/blocks.ts';
import type { Pdf } from '#platform/server/pdf/document.ts';
import { table } from '#platform/server/pdf/table.ts';
import type { Cell } from '#platform/server/pdf/table.ts';
import {
  categoryCode,
  categoryCode2025,
  owaspCategories,
  owaspCategories2025,
} from './reportPdf.standards.ts';
import type { OwaspCategory } from './reportPdf.standards.ts';
import type { ScanReportInput } from './reportPdf.ts';
import { capital, count, countOf, number, severities, severityTone } from './reportPdf.wording.ts';

type Mapped = { cwe?: string; owasp: string };

/** What the scan found in each group of the OWASP Top 10, in both editions that are asked for. */
export function writeMatrix(pdf: Pdf, input: ScanReportInput): void {
  heading(pdf, 1, 'OWASP Top 10', { id: 'owasp', keep: 120 });
  paragraph(
    pdf,
    'The ten groups of weaknesses that matter most on the web, and what this scan found in each. A group without a finding was tested as far as this can be done from outside. Issues are mapped by their weakness (CWE).',
  );
  heading(pdf, 2, 'Edition 2025', { keep: 60 });
  matrix(pdf, input, owaspCategories2025, categoryCode2025);
  heading(pdf, 2, 'Edition 2021', { keep: 60 });
  matrix(pdf, input, owaspCategories, ({ owasp }) => categoryCode(owasp));
}

function matrix(
  pdf: Pdf,
  input: ScanReportInput,
  categories: readonly OwaspCategory[],
  codeOf: (one: Mapped) => string,
): void {
  table(
    pdf,
    [
      { header: 'Group', width: 3.1, rowHeader: true },
      { header: 'The question behind it', width: 4 },
      { header: 'High', width: 36, fixed: true, align: 'right', tabular: true },
      { header: 'Medium', width: 46, fixed: true, align: 'right', tabular: true },
      { header: 'Low', width: 34, fixed: true, align: 'right', tabular: true },
      { header: 'Result', width: 130, fixed: true },
    ],
    categories.map((category) => matrixRow(input, category, codeOf)),
    { dense: true },
  );
}

function matrixRow(input: ScanReportInput, category: OwaspCategory, codeOf: (one: Mapped) => string): Cell[] {
  const own = input.findings.filter((finding) => codeOf(finding) === category.code);
  const counts = severities.map((severity) => countOf(own, severity));
  const tested = input.passed.some((check) => codeOf(check) === category.code);
  const worst = severities.find((severity) => countOf(own, severity) > 0);
  const result: Cell = worst
    ? { pill: severityTone[worst], word: capital(count(own.length, 'issue')) }
    : category.hidden
      ? { pill: 'neutral', word: 'Not testable from outside' }
      : tested
        ? { pill: 'good', word: 'No finding' }
        : { pill: 'neutral', word: 'Not part of this scan' };
  return [
    [{ text: category.code, strong: true }, `  ${category.name}`],
    category.about,
    ...counts.map((value) => (worst ? number(value) : '\u2013')),
    result,
  ];
}
