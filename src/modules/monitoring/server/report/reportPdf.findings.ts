import { setImmediate } from 'node:timers/promises';
import { heading, list, paragraph } from '#platform/server/pdf/blocks.ts';
import type { Pdf } from '#platform/server/pdf/document.ts';
import { owaspFor } from '#standards/owasp.ts';
import { evidence } from '#platform/server/pdf/evidence.ts';
import { pillRow } from '#platform/server/pdf/pills/pillRow.ts';
import type { PillWord } from '#platform/server/pdf/pills/pillRow.ts';
import type { Content, Inline } from '#platform/server/pdf/text.ts';
import { fixParts } from '../../fixParts.ts';
import { evidenceId } from './reportPdf.annex.ts';
import { effortOf, effortWords } from './reportPdf.effort.ts';
import type { ReportFinding } from './reportPdf.ts';
import { count, day, severityTone, severityWord, stateWord } from './reportPdf.wording.ts';

export type NumberedFinding = { number: number; finding: ReportFinding };

export const findingId = (number: number): string => `issue-${number}`;

const mostReferences = 3;
const between = '  \u00b7  ';

/** Every issue once: what it is, how to fix it and where it is. What proves it stands in the annex. */
export async function writeFindings(
  pdf: Pdf,
  findings: readonly NumberedFinding[],
  pillsOf: (finding: ReportFinding) => PillWord[] = () => [],
): Promise<void> {
  for (const { number, finding } of findings) {
    writeFinding(pdf, number, finding, pillsOf(finding));
    // others who wait for an answer come in between
    await setImmediate();
  }
}

function writeFinding(pdf: Pdf, number: number, finding: ReportFinding, pills: readonly PillWord[]): void {
  heading(pdf, 2, `${number}. ${finding.title}`, { id: findingId(number), keep: 84, above: 8, below: 0 });
  pillRow(
    pdf,
    [{ tone: severityTone[finding.severity], word: severityWord[finding.severity] }, ...pills],
    [
      `CVSS ${finding.cvss.score.toFixed(1)}`,
      finding.cwe,
      `OWASP ${[finding.owasp, owaspFor(finding.cwe, 2025)].flatMap((group) => (group ? [group.split(' ')[0]] : [])).join(', ')}`,
      ...(finding.pci === '' ? [] : [`PCI ${finding.pci}`]),
      finding.state === 'new'
        ? stateWord.new
        : `${stateWord[finding.state]}, first seen ${day(finding.firstSeen)}`,
    ].join(between),
    { after: 2, leading: 16 },
  );
  const full = { width: pdf.width, after: 3 };
  paragraph(pdf, finding.explanation, full);
  paragraph(pdf, whereOf(number, finding), { ...full, after: 1 });
  writeFix(pdf, finding.fix);
  const links = linksOf(finding);
  if (links.length > 0)
    paragraph(pdf, links, {
      style: { ...pdf.scale.meta, size: 7.75, leading: 11 },
      width: pdf.width,
      after: 2,
    });
}

/** Where it was seen, in a line, and what leads to the steps of the fix; all places are listed with the evidence. */
function whereOf(number: number, finding: ReportFinding): Content {
  const { places, placesTotal } = finding;
  const [first] = places;
  const more = Math.max(places.length, placesTotal ?? 0) - 1;
  return [
    { text: 'Where. ', strong: true },
    ...(first
      ? [`${first.method} ${first.url}${first.parameter === '' ? '' : ` (${first.parameter})`}`]
      : ['See the evidence']),
    ...(more > 0 ? [` and ${count(more, 'more place')}`] : []),
    '. ',
    { text: 'Evidence', goTo: evidenceId(number) },
    '. ',
    { text: `Fix, about ${effortWords(effortOf(finding))}:`, strong: true },
  ];
}

/** Its page in the portal, and what others have written about its kind. */
const linksOf = ({ page, references }: ReportFinding): readonly Inline[] => [
  ...(page === undefined
    ? []
    : [{ text: 'Open in the portal', link: page }, ...(references.length > 0 ? [between] : [])]),
  ...references
    .slice(0, mostReferences)
    .flatMap((address, index) => [
      index === 0 ? 'Read more: ' : between,
      { text: address.replace(/^https?:\/\/(?:www\.)?/u, ''), link: address },
    ]),
];

/** Sentences with their lists, and lines of code as code. */
function writeFix(pdf: Pdf, fix: string): void {
  for (const { code, text } of fixParts(fix)) {
    if (code) evidence(pdf, text, { maxLines: 40, small: true });
    else writeSteps(pdf, text);
  }
}

/** Fix texts come as sentences or as numbered or dashed lines; lines become a list. */
function writeSteps(pdf: Pdf, fix: string): void {
  const lines = fix
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const point = /^(?:\d+[.)]|[-*\u2022])\s+/u;
  let points: string[] = [];
  let ordered = false;
  let start = 1;
  const flush = (): void => {
    if (points.length > 0) list(pdf, points, { ordered, start, width: pdf.width, tight: true });
    points = [];
  };
  for (const line of lines) {
    if (!point.test(line)) {
      flush();
      paragraph(pdf, line, { width: pdf.width, after: 3 });
      continue;
    }
    ordered = /^\d/u.test(line);
    // an example between two points does not begin the count anew
    if (points.length === 0) start = Number(/^\d+/u.exec(line)?.[0] ?? 1);
    points.push(line.replace(point, ''));
  }
  flush();
}
