import { heading, paragraph } from '#platform/server/pdf/blocks.ts';
import type { Pdf } from '#platform/server/pdf/document.ts';
import { table } from '#platform/server/pdf/table.ts';
import type { Content } from '#platform/server/pdf/text.ts';
import { pciStatusOf } from './reportPdf.standards.ts';
import type { ReportFinding, ScanReportInput } from './reportPdf.ts';
import {
  capital,
  count,
  day,
  number,
  pageLink,
  ranked,
  severityTone,
  severityWord,
} from './reportPdf.wording.ts';

export const decidedAs = (input: ScanReportInput, kind: 'accepted' | 'false-positive'): ReportFinding[] =>
  ranked((input.decided ?? []).filter(({ decision }) => decision?.kind === kind));

/** What a person decided not to count, in two sections of their own: who, why and until when. */
export function writeDecided(pdf: Pdf, input: ScanReportInput): void {
  const accepted = decidedAs(input, 'accepted');
  const falseAlarms = decidedAs(input, 'false-positive');
  const pci = input.kind === 'pci';
  if (accepted.length > 0) {
    heading(pdf, 1, 'Accepted risks', { id: 'accepted', keep: 90 });
    paragraph(
      pdf,
      pci
        ? 'These issues exist, and someone in your organization accepted their risk. That does not change the result: an accepted risk fails an external PCI scan like any other issue.'
        : 'These issues exist, and someone in your organization accepted their risk until a date. They are not in the counts of this report.',
    );
    decidedTable(pdf, accepted, pci);
  }
  if (falseAlarms.length > 0) {
    heading(pdf, 1, 'Marked as false alarm', { id: 'false-alarms', keep: 90 });
    paragraph(
      pdf,
      pci
        ? 'Someone in your organization marked these findings as false positives. This pre-check leaves them out of its result; in an official scan the Approved Scanning Vendor decides about each, by the proof that you bring.'
        : 'Someone in your organization marked these findings as false positives. They are not in the counts of this report. A finding that becomes more severe comes up again.',
    );
    decidedTable(pdf, falseAlarms, pci);
  }
}

function decidedTable(pdf: Pdf, findings: readonly ReportFinding[], pci: boolean): void {
  const [first] = findings;
  const untilShown = first?.decision?.kind === 'accepted';
  table(
    pdf,
    [
      { header: 'Severity', width: 80, fixed: true },
      { header: 'Issue', width: 4, rowHeader: true, maxLines: 4 },
      { header: 'Why', width: 4, maxLines: 12 },
      { header: 'Decided', width: 110, fixed: true, maxLines: 4 },
      ...(untilShown ? [{ header: 'Until', width: 70, fixed: true, tabular: true }] : []),
      ...(pci ? [{ header: 'Status', width: 74, fixed: true }] : []),
    ],
    findings.map((finding) => [
      { pill: severityTone[finding.severity], word: severityWord[finding.severity] },
      placeOf(finding),
      finding.decision?.reason ?? '',
      `${day(finding.decision?.at ?? '')}, ${finding.decision?.by ?? ''}`,
      ...(untilShown ? [day(finding.decision?.until ?? '')] : []),
      ...(pci
        ? [
            finding.decision?.kind === 'false-positive'
              ? ({ pill: 'neutral', word: 'Disputed' } as const)
              : pciStatusOf(finding) === 'fail'
                ? ({ pill: 'danger', word: 'Fail' } as const)
                : ({ pill: 'good', word: 'Pass' } as const),
          ]
        : []),
    ]),
  );
}

const placeOf = ({ title, page, places }: ReportFinding): Content => {
  const [first] = places;
  const more = places.length > 1 ? ` and ${number(places.length - 1)} more` : '';
  return [pageLink(title, page), ...(first ? [`\n${first.url}${more}`] : [])];
};

/** One sentence about what was set aside; empty where nothing was. */
export function decidedWords(input: ScanReportInput): string {
  const [accepted, falseAlarms] = [
    decidedAs(input, 'accepted').length,
    decidedAs(input, 'false-positive').length,
  ];
  const parts = [
    ...(accepted > 0
      ? [`${count(accepted, 'issue')} ${accepted === 1 ? 'is an accepted risk' : 'are accepted risks'}`]
      : []),
    ...(falseAlarms > 0
      ? [
          `${count(falseAlarms, 'issue')} ${falseAlarms === 1 ? 'is' : 'are'} marked as ${falseAlarms === 1 ? 'a false alarm' : 'false alarms'}`,
        ]
      : []),
  ];
  return parts.length === 0 ? '' : `${capital(parts.join(' and '))}; see their sections.`;
}

/** Their lines in a table of contents. */
export const decidedContents = (input: ScanReportInput): { text: string; id: string; level: 1 }[] => [
  ...(decidedAs(input, 'accepted').length > 0
    ? [{ text: 'Accepted risks', id: 'accepted', level: 1 as const }]
    : []),
  ...(decidedAs(input, 'false-positive').length > 0
    ? [{ text: 'Marked as false alarm', id: 'false-alarms', level: 1 as const }]
    : []),
];
