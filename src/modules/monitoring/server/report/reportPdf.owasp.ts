import { heading, paragraph } from '#platform/server/pdf/blocks.ts';
import { contents } from '#platform/server/pdf/contents.ts';
import { cover } from '#platform/server/pdf/brand/cover.ts';
import { newPage } from '#platform/server/pdf/document.ts';
import type { Pdf } from '#platform/server/pdf/document.ts';
import { callout, statTiles } from '#platform/server/pdf/charts/panels.ts';
import { table } from '#platform/server/pdf/table.ts';
import { writeEvidence } from './reportPdf.annex.ts';
import { findingId, writeFindings } from './reportPdf.findings.ts';
import type { NumberedFinding } from './reportPdf.findings.ts';
import {
  numbered,
  openReport,
  writeCoverage,
  writeFixed,
  writeGlossary,
  writeMethod,
  writeScanFacts,
} from './reportPdf.sections.ts';
import { writeNotTested, writePassed } from './reportPdf.checks.ts';
import { decidedContents, writeDecided } from './reportPdf.decided.ts';
import { writeMatrix } from './reportPdf.matrix.ts';
import { writeMeaning, writeOwnerPlan, writeSinceLastScan } from './reportPdf.summary.ts';
import type { ScanReportInput } from './reportPdf.ts';
import {
  capital,
  countOf,
  moment,
  number,
  severities,
  severityTone,
  severityWord,
  stateWord,
  verdictOf,
} from './reportPdf.wording.ts';

/** The Standard Version: two pages for the owner, each issue once for the person who fixes it, then the annex with the evidence. */
export async function writeOwaspReport(input: ScanReportInput): Promise<Pdf> {
  const findings = numbered(input);
  const pdf = openReport(input, 'Website scan report');
  writeOwnerPages(pdf, input, findings);
  newPage(pdf);
  writeOverview(pdf, input, findings);
  writeMatrix(pdf, input);
  if (findings.length > 0) {
    heading(pdf, 1, 'Issues in detail', { id: 'details', keep: 150 });
    paragraph(
      pdf,
      'For the person who fixes them: what each issue means, where it is, and how to fix it. The proof is in the annex. Times are estimates for a developer who knows the website.',
      { width: pdf.width },
    );
    await writeFindings(pdf, findings);
  }
  writeDecided(pdf, input);
  writeFixed(pdf, input);
  if (findings.length > 0) await writeEvidence(pdf, findings);
  writePassed(pdf, input);
  writeNotTested(pdf, input);
  writeCoverage(pdf, input);
  writeMethod(pdf, input);
  writeGlossary(pdf);
  return pdf;
}

/** The two pages for the owner: how the website stands and what that means, then what to do. */
function writeOwnerPages(pdf: Pdf, input: ScanReportInput, findings: readonly NumberedFinding[]): void {
  cover(pdf, {
    title: 'Website scan report',
    kind: 'Standard Version (OWASP)',
    organization: input.organization.name,
    subtitle: `Scanned ${moment(input.scan.finishedAt)}  \u00b7  ${input.website.url}`,
  });
  const verdict = verdictOf(input);
  callout(pdf, verdict.tone, verdict.title, verdict.body);
  statTiles(
    pdf,
    severities.map((severity) => ({
      label: severityWord[severity],
      value: number(countOf(input.findings, severity)),
      note: noteOf(input, severity),
      tone: severityTone[severity],
    })),
  );
  writeMeaning(pdf, input, findings);
  writeSinceLastScan(pdf, input);
  writeOwnerPlan(pdf, input, findings);
}

function noteOf(input: ScanReportInput, severity: (typeof severities)[number]): string {
  const own = input.findings.filter((finding) => finding.severity === severity);
  const parts = (
    [
      [own.filter((finding) => finding.state === 'new').length, 'new'],
      [own.filter((finding) => finding.state === 'reopened').length, 'came back'],
      [countOf(input.fixed, severity), 'fixed'],
    ] as const
  ).filter(([many]) => many > 0);
  if (parts.length > 0) return capital(parts.map(([many, word]) => `${number(many)} ${word}`).join(', '));
  return countOf(input.findings, severity) > 0 ? 'Unchanged' : 'None found';
}

function writeOverview(pdf: Pdf, input: ScanReportInput, findings: readonly NumberedFinding[]): void {
  heading(pdf, 1, 'Contents');
  contents(
    pdf,
    [
      { text: 'This scan', id: 'scan', level: 1 },
      ...(findings.length > 0 ? [{ text: 'All issues', id: 'issues', level: 1 as const }] : []),
      { text: 'OWASP Top 10', id: 'owasp', level: 1 },
      ...(findings.length > 0 ? [{ text: 'Issues in detail', id: 'details', level: 1 as const }] : []),
      ...decidedContents(input),
      { text: 'Fixed since the last scan', id: 'fixed', level: 1 },
      ...(findings.length > 0 ? [{ text: 'Annex: evidence', id: 'evidence', level: 1 as const }] : []),
      { text: 'Checks without a finding', id: 'passed', level: 1 },
      { text: 'Checks not tested', id: 'not-tested', level: 1 },
      { text: 'Coverage and limits', id: 'coverage', level: 1 },
      { text: 'How this scan works', id: 'method', level: 1 },
      { text: 'Words used in this report', id: 'glossary', level: 1 },
    ],
    { leading: 16 },
  );
  heading(pdf, 1, 'This scan', { id: 'scan', keep: 120 });
  writeScanFacts(pdf, input);
  if (findings.length === 0) return;
  heading(pdf, 1, 'All issues', { id: 'issues', keep: 80 });
  table(
    pdf,
    [
      { header: 'No.', width: 30, fixed: true, tabular: true },
      { header: 'Severity', width: 80, fixed: true },
      { header: 'Issue', width: 1, rowHeader: true, maxLines: 3 },
      { header: 'CVSS', width: 42, fixed: true, align: 'right', tabular: true },
      { header: 'State', width: 66, fixed: true },
    ],
    findings.map(({ number: position, finding }) => [
      String(position),
      { pill: severityTone[finding.severity], word: severityWord[finding.severity] },
      [{ text: finding.title, goTo: findingId(position) }],
      finding.cvss.score.toFixed(1),
      stateWord[finding.state],
    ]),
    { dense: true },
  );
}
