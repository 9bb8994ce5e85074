import { heading, paragraph } from '#platform/server/pdf/blocks.ts';
import type { Pdf } from '#platform/server/pdf/document.ts';
import { table } from '#platform/server/pdf/table.ts';
import { notTestedReasons } from '#providers/scanner/port.ts';
import type { ScanReportInput } from './reportPdf.ts';
import { capital, count, number } from './reportPdf.wording.ts';

/** Of a long list in which things are looked up. */
const looked = { size: 7.75, leading: 9 };

/** Which checks found nothing and how often they were tried, and which were not tested and why. */

export function writePassed(pdf: Pdf, input: ScanReportInput): void {
  heading(pdf, 1, 'Checks without a finding', { id: 'passed', keep: 70 });
  if (input.passed.length === 0) {
    paragraph(pdf, 'This scan did not report checks that ended without a finding.');
    return;
  }
  const { tried } = input;
  paragraph(
    pdf,
    `${capital(count(input.passed.length, 'check'))} ran to the end and found nothing. This says that the scan saw no sign of these weaknesses, not that they cannot exist. ${
      tried
        ? 'Places are parameters, form fields, addresses or answers, depending on the check. A check without requests of its own only reads answers that the scan received anyway.'
        : 'How often each check was tried was not recorded for this scan.'
    }`,
  );
  const counts = ['Places', 'Requests'].map(
    (header) => ({ header, width: 50, fixed: true, align: 'right', tabular: true, style: looked }) as const,
  );
  table(
    pdf,
    [
      { header: 'Check', width: 5, rowHeader: true, maxLines: 3, style: looked },
      ...(tried ? counts : []),
      { header: 'OWASP', width: 48, fixed: true, tabular: true, maxLines: 2, style: looked },
      { header: 'PCI DSS', width: 46, fixed: true, tabular: true, maxLines: 2, style: looked },
    ],
    input.passed.map((check) => {
      const own = tried?.[check.rule];
      return [
        check.title,
        ...(tried ? [own ? number(own.places) : '–', own ? number(own.requests) : '–'] : []),
        check.owasp.split(':')[0] ?? '',
        check.pci,
      ];
    }),
    { dense: true },
  );
}

export function writeNotTested(pdf: Pdf, input: ScanReportInput): void {
  heading(pdf, 1, 'Checks not tested', { id: 'not-tested', keep: 70 });
  const { notTested } = input;
  if (!notTested) {
    paragraph(pdf, 'Which checks were not tested was not recorded for this scan.');
    return;
  }
  if (notTested.length === 0) {
    paragraph(pdf, 'Every check of the scanner was tested at least once.');
    return;
  }
  paragraph(
    pdf,
    `${capital(count(notTested.length, 'check'))} of the scanner ${notTested.length === 1 ? 'says' : 'say'} nothing about this website, for the reasons below.`,
  );
  const reasons = [...new Set(notTested.map(({ reason }) => reason))];
  for (const reason of reasons) {
    const own = notTested.filter((check) => check.reason === reason);
    heading(pdf, 3, `${notTestedReasons[reason].replace(/\.$/, '')} (${number(own.length)})`, { keep: 30 });
    paragraph(pdf, own.map(({ title }) => title).join('  \u00b7  '), {
      style: { ...pdf.scale.table, size: 8, leading: 11 },
      width: pdf.width,
    });
  }
}
