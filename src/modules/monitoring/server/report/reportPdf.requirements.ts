import { heading, paragraph } from '#platform/server/pdf/blocks.ts';
import type { Pdf } from '#platform/server/pdf/document.ts';
import { table } from '#platform/server/pdf/table.ts';
import type { Cell } from '#platform/server/pdf/table.ts';
import { pciRequirements, pciStatusOf, requirementsOf, touches } from './reportPdf.standards.ts';
import type { PciRequirement } from './reportPdf.standards.ts';
import type { ScanReportInput } from './reportPdf.ts';
import { capital, count } from './reportPdf.wording.ts';

/** Requirements of PCI DSS that touch a website, each with what the scan can say about it. */
export function writeRequirements(pdf: Pdf, input: ScanReportInput): void {
  heading(pdf, 1, 'Requirements', { id: 'requirements', keep: 120 });
  paragraph(
    pdf,
    'Parts of PCI DSS 4.0.1 that touch a website, and what this scan can say about each. It cannot say that a requirement is met: most of them are also about how your company works.',
  );
  const known = new Set(pciRequirements.flatMap((requirement) => requirement.id.split(' / ')));
  const others = [...new Set(input.findings.flatMap((finding) => requirementsOf(finding.pci)))]
    .filter((id) => !known.has(id))
    .toSorted();
  const rows: PciRequirement[] = [
    ...pciRequirements,
    ...others.map((id) => ({ id, asks: 'Named by an issue of this report; see there.' })),
  ];
  table(
    pdf,
    [
      {
        header: 'Requirement',
        width: 78,
        fixed: true,
        rowHeader: true,
        tabular: true,
        style: { face: 'medium' },
      },
      { header: 'What it asks for', width: 1 },
      { header: 'This scan', width: 148, fixed: true },
    ],
    rows.map((requirement) => [
      requirement.id,
      requirement.beyond ? `${requirement.asks} ${requirement.beyond}` : requirement.asks,
      requirementResult(input, requirement),
    ]),
    { dense: true },
  );
}

function requirementResult(input: ScanReportInput, requirement: PciRequirement): Cell {
  const own = input.findings.filter((finding) => touches(finding.pci, requirement));
  const fails = own.filter((finding) => pciStatusOf(finding) === 'fail').length;
  if (fails > 0) return { pill: 'danger', word: capital(count(fails, 'failing issue')) };
  if (own.length > 0) return { pill: 'notice', word: `${capital(count(own.length, 'issue'))}, none failing` };
  if (requirement.beyond) return { pill: 'neutral', word: 'Not testable from outside' };
  return input.passed.some((check) => touches(check.pci, requirement))
    ? { pill: 'good', word: 'No finding' }
    : { pill: 'neutral', word: 'Not part of this scan' };
}
