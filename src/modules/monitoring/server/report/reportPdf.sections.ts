import { heading, keyValues, list, paragraph } from '#platform/server/pdf/blocks.ts';
import { openPdf } from '#platform/server/pdf/document.ts';
import type { Pdf } from '#platform/server/pdf/document.ts';
import { callout } from '#platform/server/pdf/charts/panels.ts';
import { table } from '#platform/server/pdf/table.ts';
import type { NumberedFinding } from './reportPdf.findings.ts';
import type { ScanReportInput } from './reportPdf.ts';
import {
  capital,
  count,
  day,
  duration,
  hostOf,
  moment,
  number,
  pageLink,
  ranked,
  severityTone,
  severityWord,
} from './reportPdf.wording.ts';

/** Opens a report's document with its names and dates. */
export function openReport(input: ScanReportInput, title: string): Pdf {
  const host = hostOf(input.website.url);
  const pdf = openPdf({
    brand: input.brand,
    title: `${title}: ${host}`,
    subject: `${title} of ${input.website.url} for ${input.organization.name}, scanned ${day(input.scan.finishedAt)}`,
    keywords: ['website scan', input.kind === 'pci' ? 'PCI DSS' : 'OWASP Top 10', host],
    runningTitle: `${title}  \u00b7  ${host}  \u00b7  ${day(input.scan.finishedAt)}`,
    footer: `Confidential. Prepared for ${input.organization.name}`,
    now: input.now,
  });
  const { scale } = pdf;
  // a report is looked things up in: closer than a letter, and still read with pleasure
  Object.assign(scale, {
    h1: { ...scale.h1, size: 15, leading: 21 },
    h2: { ...scale.h2, size: 11, leading: 15 },
    body: { ...scale.body, size: 9, leading: 12 },
  });
  Object.assign(pdf, { top: 68, bottom: pdf.bottom + 4 });
  return pdf;
}

/** Worst first, numbered; the number names an issue throughout a report. */
export const numbered = (input: ScanReportInput): NumberedFinding[] =>
  ranked(input.findings).map((finding, index) => ({ number: index + 1, finding }));

export function writeScanFacts(pdf: Pdf, input: ScanReportInput): void {
  const { scan, website } = input;
  keyValues(
    pdf,
    [
      { label: 'Website', value: website.name },
      { label: 'Address', value: website.url },
      { label: 'Organization', value: input.organization.name },
      { label: 'Level', value: scan.levelLabel },
      { label: 'Started', value: moment(scan.startedAt) },
      { label: 'Finished', value: moment(scan.finishedAt) },
      { label: 'Duration', value: capital(duration(scan.durationMinutes)) },
      { label: 'Pages read', value: number(scan.pages) },
      { label: 'Requests sent', value: number(scan.requests) },
      { label: 'Scanner', value: scan.engine },
      { label: 'Scan number', value: scan.id },
      {
        label: 'Consent to scan',
        value: input.consent ? `${input.consent.by}, ${day(input.consent.at)}` : 'On file with the website',
      },
    ],
    { columns: 3 },
  );
}

export function writeFixed(pdf: Pdf, input: ScanReportInput): void {
  heading(pdf, 1, 'Fixed since the last scan', { id: 'fixed', keep: 60 });
  if (input.fixed.length === 0) {
    paragraph(
      pdf,
      'No issue from the last scan has been fixed yet. When one is, it is listed here with its dates.',
    );
    return;
  }
  paragraph(
    pdf,
    `${capital(count(input.fixed.length, 'issue'))} from earlier scans ${input.fixed.length === 1 ? 'is' : 'are'} fixed. Well done.`,
  );
  table(
    pdf,
    [
      { header: 'Severity', width: 84, fixed: true },
      { header: 'Issue', width: 5, rowHeader: true },
      { header: 'First seen', width: 84, fixed: true, tabular: true },
      { header: 'Fixed', width: 84, fixed: true, tabular: true },
    ],
    input.fixed.map((issue) => [
      { pill: severityTone[issue.severity], word: severityWord[issue.severity] },
      [pageLink(issue.title, issue.page)],
      day(issue.firstSeen),
      day(issue.fixedAt),
    ]),
  );
}

const mostEntries = 60;

export function writeCoverage(pdf: Pdf, input: ScanReportInput): void {
  const { blocked, timedOut, skipped, incomplete, leftBehind = [] } = input.coverage;
  heading(pdf, 1, 'Coverage and limits', { id: 'coverage', keep: 80 });
  if (incomplete !== undefined) callout(pdf, 'warning', 'The scan is incomplete.', incomplete);
  paragraph(
    pdf,
    `The scan read ${count(input.scan.pages, 'page')} with ${count(input.scan.requests, 'request')} in ${duration(input.scan.durationMinutes)}. A scan from outside sees what a visitor can see: it does not read source code, sign in where it was given no account, or judge how your company works.`,
  );
  if (blocked.length + timedOut.length + skipped.length + leftBehind.length === 0) {
    paragraph(
      pdf,
      'Nothing refused the scan, every address answered in time, and nothing within reach was left out.',
    );
    return;
  }
  part(
    'Refused',
    'Something between the scanner and the website said no. Ask your hosting provider to let the scanner through, then scan again.',
    blocked.filter((entry) => entry !== incomplete),
  );
  part(
    'No answer in time',
    'These addresses took too long. If they are slow for visitors too, your developer should look at them.',
    timedOut,
  );
  part('Left out', 'The level of this scan, its limits or its scope kept these out.', skipped);
  part(
    'Left on the website',
    'The scan sent these forms and calls, and what they keep may still be there. Search for the words given and remove it.',
    leftBehind.map(({ where, what }) => `${where}: ${what}`),
  );

  function part(title: string, meaning: string, entries: readonly string[]): void {
    if (entries.length === 0) return;
    heading(pdf, 3, `${title} (${number(entries.length)})`, { keep: 44 });
    paragraph(pdf, meaning);
    list(pdf, entries.slice(0, mostEntries), { style: pdf.scale.table, width: pdf.width });
    if (entries.length > mostEntries)
      paragraph(pdf, `${number(entries.length - mostEntries)} more of the same kind are not listed.`, {
        style: pdf.scale.meta,
      });
  }
}

const levels: Record<string, string> = {
  lightning:
    'This level looks at the encrypted connection, the headers and the cookies only. It sends no attack patterns.',
  safe: 'This level tries every class of weakness with few, harmless patterns, and never sends forms or changes data.',
  normal: 'This level tries every class of weakness with harmless patterns, including forms.',
  full: 'This level tries every class of weakness with the largest set of harmless patterns, and takes the longest.',
  log4shell: 'This level looks for one weakness only: Log4Shell in software that writes logs with Log4j.',
};

export function writeMethod(pdf: Pdf, input: ScanReportInput): void {
  heading(pdf, 1, 'How this scan works', { id: 'method', keep: 60 });
  const level = levels[input.scan.level.replace(/^sandbox_/u, '')];
  if (level) paragraph(pdf, [{ text: `${input.scan.levelLabel}. `, strong: true }, level]);
  paragraph(
    pdf,
    'The scanner opens your website as a visitor would, follows its links and forms, and compares every answer with a catalog of known weaknesses. Where a check needs to try something, it sends a harmless pattern and watches what comes back. It keeps a slow pace and stops when the website struggles.',
  );
  paragraph(
    pdf,
    'Each issue has a base score of the Common Vulnerability Scoring System (CVSS), from 0 to 10. A score of 7.0 or more counts as high, 4.0 to 6.9 as medium, below 4.0 as low. The score says how bad the weakness is in general; it cannot know what the page is worth to you.',
  );
  paragraph(
    pdf,
    'Passwords, card numbers and keys in the evidence are masked. Characters that cannot be printed are shown as codes such as \\x00, and a box replaces a character that this document has no font for.',
  );
}

const terms: readonly (readonly [string, string])[] = [
  [
    'Confidence',
    'How certain the scanner is. Certain means seen directly; tentative means someone should confirm it.',
  ],
  ['Cookie', 'A small note that a website leaves in the browser, for example to know who is signed in.'],
  ['CVSS', 'Common Vulnerability Scoring System: a public way to score weaknesses from 0 to 10.'],
  ['CWE', 'Common Weakness Enumeration: a public list that gives each kind of weakness a number.'],
  [
    'Header',
    'A line that a website sends along with a page; some tell the browser how to protect the visitor.',
  ],
  ['Injection', 'Getting a website to run text that a visitor typed in.'],
  [
    'OWASP Top 10',
    'The ten most important groups of web weaknesses, kept by a public foundation. This report maps each issue to the editions of 2021 and 2025.',
  ],
  [
    'PCI DSS',
    'The security standard for everyone who handles payment cards. This report refers to version 4.0.1.',
  ],
  ['TLS', 'The encryption behind the lock in the browser\u2019s address bar.'],
];

export function writeGlossary(pdf: Pdf): void {
  heading(pdf, 1, 'Words used in this report', { id: 'glossary', keep: 120 });
  table(
    pdf,
    [
      { header: 'Word', width: 110, fixed: true, rowHeader: true, style: { face: 'medium' } },
      { header: 'Meaning', width: 1 },
    ],
    terms.map(([word, meaning]) => [word, meaning]),
    { dense: true },
  );
}

export function writeHelp(pdf: Pdf, input: ScanReportInput): void {
  const address = `support@${input.brand.emailDomain}`;
  paragraph(pdf, [
    'Questions about this report? Write to ',
    { text: address, link: `mailto:${address}` },
    '.',
  ]);
}
