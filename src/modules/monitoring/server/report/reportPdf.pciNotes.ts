import { heading, list, paragraph } from '#platform/server/pdf/blocks.ts';
import type { Pdf } from '#platform/server/pdf/document.ts';
import type { Content } from '#platform/server/pdf/text.ts';
import { decidedAs } from './reportPdf.decided.ts';
import { findingId } from './reportPdf.findings.ts';
import type { NumberedFinding } from './reportPdf.findings.ts';
import { isDenialOfServiceOnly, pciStatusOf, requirementsOf } from './reportPdf.standards.ts';
import type { ScanReportInput } from './reportPdf.ts';
import { isNarrow } from './reportPdf.wording.ts';

/** What was exempted, what fails in spite of its score, what a person should confirm. */
export function writeNotes(pdf: Pdf, input: ScanReportInput, findings: readonly NumberedFinding[]): void {
  heading(pdf, 1, 'Exceptions and special notes', { id: 'notes', keep: 80 });
  const issue = (number: number, text: string): Content => [
    { text: `Issue ${number}`, goTo: findingId(number) },
    `: ${text}`,
  ];
  const notes: Content[] = [
    ...findings
      .filter(({ finding }) => pciStatusOf(finding) === 'exempt')
      .map(({ number, finding }) =>
        issue(
          number,
          `scored ${finding.cvss.score.toFixed(1)}, exempt because it can only make the website unavailable.`,
        ),
      ),
    ...findings
      .filter(
        ({ finding }) =>
          finding.pciAutoFail && (finding.cvss.score < 4 || isDenialOfServiceOnly(finding.cvss.vector)),
      )
      .map(({ number, finding }) =>
        issue(
          number,
          `scored ${finding.cvss.score.toFixed(1)}, but this kind of issue fails whatever its score.`,
        ),
      ),
    ...together(
      findings.filter(
        ({ finding }) => finding.decision?.kind === 'accepted' && pciStatusOf(finding) === 'fail',
      ),
      'accepted by your organization, and failing all the same: an accepted risk does not pass an external PCI scan.',
    ),
    ...(decidedAs(input, 'false-positive').length > 0
      ? [
          'Findings that your organization marked as false alarms are not part of the result. An Approved Scanning Vendor has to agree to each of them.',
        ]
      : []),
    ...together(
      findings.filter(({ finding }) => finding.confidence === 'tentative' && pciStatusOf(finding) === 'fail'),
      'the scanner is not certain. Have it confirmed; an official vendor accepts proof that a finding is wrong.',
    ),
    ...together(
      findings.filter(({ finding }) =>
        requirementsOf(finding.pci).some((id) => id === '6.4.3' || id === '11.6.1'),
      ),
      'about scripts or headers of pages. On a payment page the strict rules of 6.4.3 and 11.6.1 apply.',
    ),
    ...(input.coverage.blocked.length > 0
      ? ['Something refused parts of this scan. An official scan counts as not completed while that happens.']
      : []),
    ...(isNarrow(input)
      ? [
          `This scan used the level \u201c${input.scan.levelLabel}\u201d, which tests only a small part. Run a broader level before you rely on the result.`,
        ]
      : []),
  ];
  if (notes.length === 0) paragraph(pdf, 'None: no exception was applied, and nothing needs a special note.');
  else list(pdf, notes, { width: pdf.width });
  paragraph(
    pdf,
    'If you think that an issue is wrong or already dealt with in another way, keep the proof: an Approved Scanning Vendor reviews such disputes, this pre-check does not.',
    { width: pdf.width },
  );
}

/** One note for all issues that it is about. */
function together(findings: readonly NumberedFinding[], text: string): Content[] {
  if (findings.length === 0) return [];
  const links = findings.flatMap(({ number }, index) => [
    ...(index === 0 ? [] : [', ']),
    { text: String(number), goTo: findingId(number) },
  ]);
  return [[findings.length === 1 ? 'Issue ' : 'Issues ', ...links, `: ${text}`]];
}
