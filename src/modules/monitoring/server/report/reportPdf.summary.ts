import { heading, list, paragraph } from '#platform/server/pdf/blocks.ts';
import type { Cell } from '#platform/server/pdf/table.ts';
import { newPage } from '#platform/server/pdf/document.ts';
import type { Pdf } from '#platform/server/pdf/document.ts';
import { steps } from '#platform/server/pdf/charts/panels.ts';
import type { Step } from '#platform/server/pdf/charts/panels.ts';
import { table } from '#platform/server/pdf/table.ts';
import type { Content } from '#platform/server/pdf/text.ts';
import { drawHistory } from './reportChart.ts';
import { decidedWords } from './reportPdf.decided.ts';
import { costWords, effortOf, effortWords, exampleRate, totalEffort } from './reportPdf.effort.ts';
import { findingId } from './reportPdf.findings.ts';
import type { NumberedFinding } from './reportPdf.findings.ts';
import { writeHelp } from './reportPdf.sections.ts';
import type { ScanReportInput } from './reportPdf.ts';
import {
  capital,
  changesOf,
  count,
  countOf,
  day,
  firstSentence,
  historyOf,
  joined,
  number,
  severities,
  severityTone,
  severityWord,
  whoFixes,
} from './reportPdf.wording.ts';

/** The second half of the owner's two pages: what to do, what it takes, and when the next scan is. */

/** What the first issue of each rule is good for, in the order of the report. */
const distinct = (findings: readonly NumberedFinding[]): NumberedFinding[] => {
  const seen = new Set<string>();
  return findings.filter(({ finding }) => !seen.has(finding.rule) && seen.add(finding.rule));
};

/** What the result means for the business, from the worst issues that there are. */
export function writeMeaning(pdf: Pdf, input: ScanReportInput, findings: readonly NumberedFinding[]): void {
  if (findings.length === 0) return;
  heading(pdf, 2, 'What it means', { keep: 60 });
  const serious = distinct(findings).filter(({ finding }) => finding.severity === 'high');
  const shown = (serious.length > 0 ? serious : distinct(findings)).slice(0, 3);
  list(
    pdf,
    shown.map(({ number: position, finding }): Content => [
      { text: `${finding.title}. `, strong: true },
      `${firstSentence(finding.explanation)} `,
      { text: `Issue ${position}`, goTo: findingId(position) },
    ]),
    { width: pdf.width },
  );
  const rest = input.findings.length - shown.length;
  if (rest > 0)
    paragraph(
      pdf,
      `The other ${count(rest, 'issue')} ${rest === 1 ? 'is' : 'are'} explained one by one under \u201cIssues in detail\u201d.`,
      {
        width: pdf.width,
      },
    );
}

export function writeSinceLastScan(pdf: Pdf, input: ScanReportInput): void {
  heading(pdf, 2, 'Since the last scan', { keep: 126 });
  paragraph(pdf, [changesOf(input), decidedWords(input)].join(' ').trim(), { width: pdf.width });
  if (historyOf(input).length > 1) drawHistory(pdf, input);
}

const five = 5;
const fiveWord = [
  '',
  'this one thing',
  'these two things',
  'these three things',
  'these four things',
  'these five things',
];

/** The worst issues, one per rule, with who can fix them and how long it takes. */
function firstSteps(findings: readonly NumberedFinding[]): Step[] {
  return distinct(findings)
    .slice(0, five)
    .map(({ number: position, finding }) => ({
      title: finding.title,
      body: firstSentence(finding.explanation),
      meta: `Who: ${whoFixes(finding)}  \u00b7  ${severityWord[finding.severity]}  \u00b7  ${effortWords(effortOf(finding))}  \u00b7  issue ${position}`,
    }));
}

const keepItUp: readonly Step[] = [
  {
    title: 'Keep the scans scheduled',
    body: 'Scan once a month, and after each larger change to the website.',
    meta: 'Who: you, in the portal',
  },
  {
    title: 'Keep the software up to date',
    body: 'Vulnerabilities in shop systems, plugins, and libraries become known as they age. Updates close them.',
    meta: 'Who: your website developer',
  },
  {
    title: 'Show this report where it helps',
    body: 'Customers and insurers like to see that your website is checked regularly.',
    meta: 'Who: you',
  },
];

/** Page two of the summary; begins a page and leaves the next one to what follows. */
export function writeOwnerPlan(
  pdf: Pdf,
  input: ScanReportInput,
  findings: readonly NumberedFinding[],
  more: readonly Content[] = [],
): void {
  newPage(pdf);
  const todo = firstSteps(findings);
  heading(pdf, 1, todo.length > 0 ? `Do ${fiveWord[todo.length]} first` : 'Keep it that way', {
    id: 'first',
    keep: 80,
  });
  steps(pdf, todo.length > 0 ? todo : keepItUp);
  if (findings.length > 0) writeEffort(pdf, input);
  writeNextScan(pdf, input, findings.length > 0, more);
}

function writeEffort(pdf: Pdf, input: ScanReportInput): void {
  heading(pdf, 1, 'Time and cost', { id: 'effort', keep: 120 });
  const present = severities.filter((severity) => countOf(input.findings, severity) > 0);
  const row = (first: Cell, findings: ScanReportInput['findings'], when: string): Cell[] => {
    const effort = totalEffort(findings);
    return [first, number(findings.length), effortWords(effort), costWords(effort), when];
  };
  const deadline = { high: 'This week', medium: 'This month', low: 'Next website update' } as const;
  table(
    pdf,
    [
      { header: 'Severity', width: 84, fixed: true, rowHeader: true },
      { header: 'Issues', width: 44, fixed: true, align: 'right', tabular: true },
      { header: 'Work', width: 116, fixed: true },
      { header: `Cost at $${exampleRate} an hour`, width: 116, fixed: true, tabular: true },
      { header: 'Fix by', width: 1 },
    ],
    [
      ...present.map((severity) =>
        row(
          { pill: severityTone[severity], word: severityWord[severity] },
          input.findings.filter((finding) => finding.severity === severity),
          deadline[severity],
        ),
      ),
      ...(present.length > 1 ? [row([{ text: 'Total', strong: true }], input.findings, '')] : []),
    ],
    { after: 6 },
  );
  paragraph(
    pdf,
    `These are estimates for a developer who knows the website; several issues often have one cause and one fix. The rate of $${exampleRate} is an example: ask for a quote before the work begins.`,
    { style: pdf.scale.meta, width: pdf.width },
  );
}

function writeNextScan(pdf: Pdf, input: ScanReportInput, hasIssues: boolean, more: readonly Content[]): void {
  heading(pdf, 1, 'Next scan', { id: 'next', keep: 70 });
  const { nextScan } = input;
  const scheduled =
    nextScan === undefined
      ? []
      : nextScan === null
        ? [
            'No further scan of this website is scheduled. Schedule one in the portal; once a month suits most websites.',
          ]
        : [`The next scan is scheduled for ${day(nextScan.at)} (${nextScan.often.toLowerCase()}).`];
  list(
    pdf,
    [
      ...scheduled,
      ...(hasIssues
        ? [
            `${capital(joined(['send this report to the person who maintains your website', 'ask for the issues to be fixed in the order given here']))}.`,
            'To check a single fix right away, open the issue in the portal and choose \u201cI fixed this: check again\u201d.',
          ]
        : []),
      ...more,
    ],
    { width: pdf.width },
  );
  writeHelp(pdf, input);
}
