import { heading, paragraph } from '#platform/server/pdf/blocks.ts';
import { contents } from '#platform/server/pdf/contents.ts';
import { cover } from '#platform/server/pdf/cover.ts';
import { newPage } from '#platform/server/pdf/document.ts';
import type { Pdf } from '#platform/server/pdf/document.ts';
import { callout, statTiles, steps } from '#platform/server/pdf/panels.ts';
import type { Step } from '#platform/server/pdf/panels.ts';
import { table } from '#platform/server/pdf/table.ts';
import { drawHistory } from './reportChart.ts';
import { findingId, writeFindings } from './reportPdf.findings.ts';
import type { NumberedFinding } from './reportPdf.findings.ts';
import {
  numbered,
  openReport,
  writeCoverage,
  writeFixed,
  writeGlossary,
  writeHelp,
  writeMethod,
  writeScanFacts,
} from './reportPdf.sections.ts';
import { writeNotTested, writePassed } from './reportPdf.checks.ts';
import { decidedContents, decidedWords, writeDecided } from './reportPdf.decided.ts';
import { writeMatrix } from './reportPdf.matrix.ts';
import type { ScanReportInput } from './reportPdf.ts';
import {
  capital,
  changesOf,
  countOf,
  day,
  firstSentence,
  historyOf,
  moment,
  number,
  severities,
  severityTone,
  severityWord,
  stateWord,
  verdictOf,
  whoFixes,
} from './reportPdf.wording.ts';

/** The Standard Version: page one for the owner, then everything for whoever fixes it. */
export async function writeOwaspReport(input: ScanReportInput): Promise<Pdf> {
  const findings = numbered(input);
  const pdf = openReport(input, 'Website scan report');
  writeOwnerPage(pdf, input, findings);
  if (pdf.pageIndex === 0) newPage(pdf);
  writeOverview(pdf, input, findings);
  writeMatrix(pdf, input);
  if (findings.length > 0) {
    heading(pdf, 1, 'Issues in detail', { id: 'details', keep: 300 });
    paragraph(pdf, 'For whoever fixes them. Each issue says what it means, what to do, where it was seen and what proves it.');
    await writeFindings(pdf, findings);
  }
  writeDecided(pdf, input);
  writeFixed(pdf, input);
  writePassed(pdf, input);
  writeNotTested(pdf, input);
  writeCoverage(pdf, input);
  writeMethod(pdf, input);
  writeGlossary(pdf);
  writeHelp(pdf, input);
  return pdf;
}

function writeOwnerPage(pdf: Pdf, input: ScanReportInput, findings: readonly NumberedFinding[]): void {
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
  heading(pdf, 2, findings.length > 0 ? 'Do these first' : 'Keep it that way', { keep: 80 });
  steps(pdf, stepsOf(findings));
  heading(pdf, 2, 'Since the last scan', { keep: 126 });
  paragraph(pdf, [changesOf(input), decidedWords(input)].join(' ').trim(), { width: pdf.width });
  if (historyOf(input).length > 1) drawHistory(pdf, input);
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

/** The three worst issues, one per rule, with who can fix them. */
function stepsOf(findings: readonly NumberedFinding[]): Step[] {
  if (findings.length === 0) {
    return [
      {
        title: 'Keep the scans scheduled',
        body: 'Once a month, and after each larger change of the website.',
        meta: 'Who: you, in the portal',
      },
      {
        title: 'Keep the software up to date',
        body: 'Shop systems, plugins and libraries get weaknesses as they age; updates close them.',
        meta: 'Who: your website developer',
      },
      {
        title: 'Show this report where it helps',
        body: 'Customers and insurers like to see that somebody looks after the website.',
        meta: 'Who: you',
      },
    ];
  }
  const seen = new Set<string>();
  const first = findings.filter(({ finding }) => !seen.has(finding.rule) && seen.add(finding.rule)).slice(0, 3);
  return first.map(({ number: position, finding }) => ({
    title: finding.title,
    body: firstSentence(finding.explanation),
    meta: `Who: ${whoFixes(finding)}  \u00b7  ${severityWord[finding.severity]}  \u00b7  issue ${position}`,
  }));
}

function writeOverview(pdf: Pdf, input: ScanReportInput, findings: readonly NumberedFinding[]): void {
  heading(pdf, 1, 'Contents');
  contents(pdf, [
    { text: 'This scan', id: 'scan', level: 1 },
    ...(findings.length > 0 ? [{ text: 'All issues', id: 'issues', level: 1 as const }] : []),
    { text: 'OWASP Top 10', id: 'owasp', level: 1 },
    ...(findings.length > 0 ? [{ text: 'Issues in detail', id: 'details', level: 1 as const }] : []),
    ...decidedContents(input),
    { text: 'Fixed since the last scan', id: 'fixed', level: 1 },
    { text: 'Checks without a finding', id: 'passed', level: 1 },
    { text: 'Checks not tested', id: 'not-tested', level: 1 },
    { text: 'Coverage and limits', id: 'coverage', level: 1 },
    { text: 'How this scan works', id: 'method', level: 1 },
    { text: 'Words used in this report', id: 'glossary', level: 1 },
  ]);
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
      { header: 'Places', width: 48, fixed: true, align: 'right', tabular: true },
      { header: 'State', width: 66, fixed: true },
      { header: 'First seen', width: 70, fixed: true, tabular: true },
    ],
    findings.map(({ number: position, finding }) => [
      String(position),
      { pill: severityTone[finding.severity], word: severityWord[finding.severity] },
      [{ text: finding.title, goTo: findingId(position) }],
      finding.cvss.score.toFixed(1),
      number(finding.places.length),
      stateWord[finding.state],
      day(finding.firstSeen),
    ]),
  );
}
