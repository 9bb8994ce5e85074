import { heading, list, paragraph } from '#platform/server/pdf/blocks.ts';
import type { Content } from '#platform/server/pdf/text.ts';
import { contents } from '#platform/server/pdf/contents.ts';
import { cover } from '#platform/server/pdf/brand/cover.ts';
import { newPage } from '#platform/server/pdf/document.ts';
import type { Pdf } from '#platform/server/pdf/document.ts';
import { callout, statTiles } from '#platform/server/pdf/charts/panels.ts';
import { table } from '#platform/server/pdf/table.ts';
import type { Cell } from '#platform/server/pdf/table.ts';
import { writeEvidence } from './reportPdf.annex.ts';
import { decidedAs, decidedContents, writeDecided } from './reportPdf.decided.ts';
import { writeNotes } from './reportPdf.pciNotes.ts';
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
import { writeMeaning, writeOwnerPlan } from './reportPdf.summary.ts';
import { writeRequirements } from './reportPdf.requirements.ts';
import { pciStatusOf } from './reportPdf.standards.ts';
import type { PciStatus } from './reportPdf.standards.ts';
import type { ScanReportInput } from './reportPdf.ts';
import {
  count,
  countOf,
  hostOf,
  isHeldUp,
  isNarrow,
  moment,
  number,
  severities,
  severityTone,
  severityWord,
} from './reportPdf.wording.ts';

const statusPill: Record<PciStatus, Cell & object> = {
  fail: { pill: 'danger', word: 'Fail' },
  pass: { pill: 'good', word: 'Pass' },
  exempt: { pill: 'neutral', word: 'Exempt' },
};

/** The PCI Version: would this website pass an external scan, by which rule, and what to do next. */
export async function writePciReport(given: ScanReportInput): Promise<Pdf> {
  // what somebody accepted is there all the same
  const input = { ...given, findings: [...given.findings, ...decidedAs(given, 'accepted')] };
  const findings = numbered(input);
  const pdf = openReport(input, 'PCI pre-check report');
  writeOwnerPages(pdf, input, findings);
  newPage(pdf);
  writeContents(pdf, input, findings.length > 0);
  heading(pdf, 1, 'This scan', { id: 'scan', keep: 120 });
  writeScanFacts(pdf, input);
  writeComponents(pdf, input, findings);
  writeIssues(pdf, findings);
  writeRequirements(pdf, input);
  writeNotes(pdf, input, findings);
  if (findings.length > 0) {
    heading(pdf, 1, 'Issues in detail', { id: 'details', keep: 150 });
    paragraph(
      pdf,
      'For the person who fixes them: what each issue means, where it is, and how to fix it. The proof is in the annex. Times are estimates for a developer who knows the website.',
      { width: pdf.width },
    );
    await writeFindings(pdf, findings, (finding) => {
      const status = pciStatusOf(finding);
      return [
        status === 'fail'
          ? { tone: 'danger', word: 'PCI: fail' }
          : status === 'pass'
            ? { tone: 'good', word: 'PCI: pass' }
            : { tone: 'neutral', word: 'PCI: exempt' },
      ];
    });
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

const failing = (findings: readonly NumberedFinding[]): NumberedFinding[] =>
  findings.filter(({ finding }) => pciStatusOf(finding) === 'fail');

function writeOwnerPages(pdf: Pdf, input: ScanReportInput, findings: readonly NumberedFinding[]): void {
  cover(pdf, {
    title: 'PCI pre-check report',
    kind: 'PCI Version',
    organization: input.organization.name,
    subtitle: `Scanned ${moment(input.scan.finishedAt)}  \u00b7  ${input.website.url}`,
  });
  const fails = failing(findings);
  const exempt = findings.filter(({ finding }) => pciStatusOf(finding) === 'exempt').length;
  if (fails.length > 0) {
    callout(
      pdf,
      'danger',
      `FAIL: ${count(fails.length, 'issue')} would not pass an external PCI scan.`,
      'Fix what is marked \u201cFail\u201d, scan again, and order the official scan when this page says PASS.',
    );
  } else if (input.coverage.incomplete !== undefined) {
    callout(
      pdf,
      'warning',
      'INCOMPLETE: the scan ended early, so it neither passes nor fails.',
      'See \u201cCoverage and limits\u201d for the reason, then scan again.',
    );
  } else if (isHeldUp(input)) {
    callout(
      pdf,
      'warning',
      'PASS for what was tested, but the scan could not see the whole website.',
      'An official scan must not be held up. Clear what is listed under \u201cCoverage and limits\u201d and scan again.',
    );
  } else if (isNarrow(input)) {
    callout(
      pdf,
      'warning',
      'PASS for what was tested, but this level tests a small part only.',
      `The level \u201c${input.scan.levelLabel}\u201d leaves most weaknesses out. Scan again with a broader level before you order the official scan.`,
    );
  } else {
    callout(
      pdf,
      'good',
      'PASS: nothing found that would fail an external PCI scan.',
      'Your website is ready for the official scan as far as this pre-check can tell.',
    );
  }
  statTiles(pdf, [
    {
      label: 'Failing',
      value: number(fails.length),
      note: fails.length > 0 ? 'Must be fixed' : 'None found',
      tone: 'danger',
    },
    {
      label: 'Exempt',
      value: number(exempt),
      note: exempt > 0 ? 'Denial of service only' : 'None found',
      tone: 'neutral',
    },
    {
      label: 'Passing',
      value: number(findings.length - fails.length - exempt),
      note: findings.length > fails.length + exempt ? 'Worth fixing all the same' : 'None found',
      tone: 'good',
    },
  ]);
  heading(pdf, 2, 'What this report is, and what it is not');
  paragraph(
    pdf,
    [
      { text: 'This is a pre-check, not an attestation by an Approved Scanning Vendor. ', strong: true },
      'Requirement 11.3.2 of PCI DSS asks for an external scan every three months by a vendor that the PCI Security Standards Council lists as approved (ASV). Only such a vendor may issue a scan report that your bank accepts. Use this report to find and fix problems before you order that scan.',
    ],
    { width: pdf.width },
  );
  heading(pdf, 2, 'How pass and fail are decided');
  list(
    pdf,
    [
      'An issue with a CVSS base score of 4.0 or more fails.',
      'Some issues fail whatever their score: SQL injection, script injection, directory traversal, response splitting, open databases, default accounts, software without support and early TLS.',
      'An issue that can only make the website unavailable (denial of service) is exempt from the score rule.',
      'One failing issue fails its component, and one failing component fails the scan.',
    ],
    { width: pdf.width },
  );
  writeMeaning(pdf, input, findings);
  writeOwnerPlan(pdf, input, findings, officialScan(isHeldUp(input)));
}

/** What leads from a passing pre-check to what a bank accepts. */
const officialScan = (heldUp: boolean): Content[] => [
  ...(heldUp ? ['Let the scanner through where it was refused, and scan again.'] : []),
  'When this report says PASS, order the quarterly external scan from a vendor on the PCI Security Standards Council\u2019s list.',
  'Keep the four passing scans of a year together with your self-assessment questionnaire. Ask your bank or payment provider which questionnaire applies to you.',
];

function writeContents(pdf: Pdf, input: ScanReportInput, issues: boolean): void {
  heading(pdf, 1, 'Contents');
  contents(
    pdf,
    [
      { text: 'This scan', id: 'scan', level: 1 },
      { text: 'Components', id: 'components', level: 1 },
      ...(issues ? [{ text: 'Issues and compliance status', id: 'issues', level: 1 as const }] : []),
      { text: 'Requirements', id: 'requirements', level: 1 },
      { text: 'Exceptions and special notes', id: 'notes', level: 1 },
      ...(issues ? [{ text: 'Issues in detail', id: 'details', level: 1 as const }] : []),
      ...decidedContents(input),
      { text: 'Fixed since the last scan', id: 'fixed', level: 1 },
      ...(issues ? [{ text: 'Annex: evidence', id: 'evidence', level: 1 as const }] : []),
      { text: 'Checks without a finding', id: 'passed', level: 1 },
      { text: 'Checks not tested', id: 'not-tested', level: 1 },
      { text: 'Coverage and limits', id: 'coverage', level: 1 },
      { text: 'How this scan works', id: 'method', level: 1 },
      { text: 'Words used in this report', id: 'glossary', level: 1 },
    ],
    { leading: 16 },
  );
}

/** Issues by the host they were seen on; the scanned website is always there. */
function writeComponents(pdf: Pdf, input: ScanReportInput, findings: readonly NumberedFinding[]): void {
  heading(pdf, 1, 'Components', { id: 'components', keep: 80 });
  paragraph(pdf, 'Hosts that this scan checked, each with its own result.');
  const own = hostOf(input.website.url);
  const hosts = new Map<string, NumberedFinding[]>([[own, []]]);
  for (const entry of findings) {
    const seen = new Set(
      entry.finding.places.filter((place) => URL.canParse(place.url)).map((place) => hostOf(place.url)),
    );
    for (const host of seen.size > 0 ? seen : [own]) hosts.set(host, [...(hosts.get(host) ?? []), entry]);
  }
  table(
    pdf,
    [
      { header: 'Component', width: 1, rowHeader: true, maxLines: 3 },
      { header: 'High', width: 44, fixed: true, align: 'right', tabular: true },
      { header: 'Medium', width: 54, fixed: true, align: 'right', tabular: true },
      { header: 'Low', width: 42, fixed: true, align: 'right', tabular: true },
      { header: 'Highest score', width: 80, fixed: true, align: 'right', tabular: true },
      { header: 'Status', width: 80, fixed: true },
    ],
    [...hosts].map(([host, entries]) => {
      const list = entries.map(({ finding }) => finding);
      const top = Math.max(0, ...list.map((finding) => finding.cvss.score));
      return [
        host,
        ...severities.map((severity) => number(countOf(list, severity))),
        list.length > 0 ? top.toFixed(1) : '\u2013',
        failing(entries).length > 0 || input.coverage.incomplete === undefined
          ? statusPill[failing(entries).length > 0 ? 'fail' : 'pass']
          : ({ pill: 'neutral', word: 'Incomplete' } as const),
      ];
    }),
  );
}

function writeIssues(pdf: Pdf, findings: readonly NumberedFinding[]): void {
  if (findings.length === 0) return;
  heading(pdf, 1, 'Issues and compliance status', { id: 'issues', keep: 80 });
  table(
    pdf,
    [
      { header: 'No.', width: 30, fixed: true, tabular: true },
      { header: 'Issue', width: 1, rowHeader: true, maxLines: 3 },
      { header: 'Severity', width: 80, fixed: true },
      { header: 'CVSS', width: 42, fixed: true, align: 'right', tabular: true },
      { header: 'Requirement', width: 72, fixed: true, tabular: true },
      { header: 'Status', width: 70, fixed: true },
    ],
    findings.map(({ number: position, finding }) => [
      String(position),
      [{ text: finding.title, goTo: findingId(position) }],
      { pill: severityTone[finding.severity], word: severityWord[finding.severity] },
      finding.cvss.score.toFixed(1),
      finding.pci === '' ? '\u2013' : finding.pci,
      statusPill[pciStatusOf(finding)],
    ]),
    { dense: true },
  );
}
