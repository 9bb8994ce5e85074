import { setImmediate } from 'node:timers/promises';
import { Buffer } from 'node:buffer';
import { divider, heading, keyValues, list, paragraph } from '#platform/server/pdf/blocks.ts';
import type { KeyValue } from '#platform/server/pdf/blocks.ts';
import type { Pdf } from '#platform/server/pdf/document.ts';
import { ensure } from '#platform/server/pdf/document.ts';
import { figure } from '#platform/server/pdf/charts.ts';
import { jpegSize } from '#platform/server/pdf/jpeg.ts';
import { owaspFor } from '#platform/server/owasp.ts';
import { evidence } from '#platform/server/pdf/evidence.ts';
import { pillRow } from '#platform/server/pdf/pillRow.ts';
import type { PillWord } from '#platform/server/pdf/pillRow.ts';
import { table } from '#platform/server/pdf/table.ts';
import type { FindingPlace } from '#providers/scanner/port.ts';
import { howConfirmed } from '../confirmation.ts';
import { fixParts } from '../fixParts.ts';
import type { ReportFinding } from './reportPdf.ts';
import { confidenceWord, count, day, severityTone, severityWord, stateWord, vectorOf } from './reportPdf.wording.ts';

export type NumberedFinding = { number: number; finding: ReportFinding };

export const findingId = (number: number): string => `issue-${number}`;

/** Rows of the table of places and excerpts shown per issue; the rest is counted. */
const most = { places: 25, excerpts: 2, references: 12 } as const;

/** Every issue in full: what it is, how to fix it, where it was seen and what proves it. */
export async function writeFindings(
  pdf: Pdf,
  findings: readonly NumberedFinding[],
  pillsOf: (finding: ReportFinding) => PillWord[] = () => [],
): Promise<void> {
  for (const [index, { number, finding }] of findings.entries()) {
    if (index > 0) divider(pdf, { above: 14, below: 0 });
    writeFinding(pdf, number, finding, pillsOf(finding));
    // others who wait for an answer come in between
    await setImmediate();
  }
}

function writeFinding(pdf: Pdf, number: number, finding: ReportFinding, pills: readonly PillWord[]): void {
  heading(pdf, 2, `${number}. ${finding.title}`, { id: findingId(number), keep: 150 });
  pillRow(
    pdf,
    [{ tone: severityTone[finding.severity], word: severityWord[finding.severity] }, ...pills],
    `CVSS ${finding.cvss.score.toFixed(1)}  \u00b7  ${finding.cwe}  \u00b7  ${stateWord[finding.state]}`,
  );
  paragraph(pdf, finding.explanation);
  heading(pdf, 3, 'How it was confirmed');
  paragraph(
    pdf,
    howConfirmed({
      confidence: finding.confidence,
      hasScreenshot: finding.screenshot !== undefined,
      payloads: finding.places.map((place) => place.payload ?? ''),
    }),
  );
  heading(pdf, 3, 'How to fix it');
  writeFix(pdf, finding.fix);
  heading(pdf, 3, 'Facts', { keep: 118 });
  keyValues(pdf, factsOf(finding), { columns: 3 });
  writePlaces(pdf, finding);
  writeExcerpts(pdf, finding);
  writePicture(pdf, finding);
  if (finding.references.length > 0) {
    heading(pdf, 3, 'Read more', { keep: 20 });
    list(
      pdf,
      finding.references.slice(0, most.references).map((address) => [{ text: address, link: address }]),
      { style: pdf.scale.table, width: pdf.width },
    );
  }
}

function factsOf(finding: ReportFinding): KeyValue[] {
  return [
    { label: 'OWASP Top 10, 2021', value: finding.owasp },
    { label: 'OWASP Top 10, 2025', value: owaspFor(finding.cwe, 2025) ?? 'Not mapped' },
    { label: 'Weakness', value: finding.cwe },
    { label: 'PCI DSS 4.0.1', value: finding.pci === '' ? 'Not mapped' : `Requirement ${finding.pci}` },
    { label: 'First seen', value: day(finding.firstSeen) },
    { label: 'Last seen', value: day(finding.lastSeen) },
    { label: 'Confidence', value: confidenceWord[finding.confidence] },
    { label: 'CVSS base score', value: finding.cvss.score.toFixed(1) },
    { label: 'CVSS vector', value: vectorOf(finding.cvss.vector) || 'None' },
    { label: 'Rule', value: finding.rule },
  ];
}

/** Sentences with their lists, and lines of code as code. */
function writeFix(pdf: Pdf, fix: string): void {
  for (const { code, text } of fixParts(fix)) {
    if (code) evidence(pdf, text, { maxLines: 40 });
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
    if (points.length > 0) list(pdf, points, { ordered, start });
    points = [];
  };
  for (const line of lines) {
    if (!point.test(line)) {
      flush();
      paragraph(pdf, line);
      continue;
    }
    ordered = /^\d/u.test(line);
    // an example between two points does not begin the count anew
    if (points.length === 0) start = Number(/^\d+/u.exec(line)?.[0] ?? 1);
    points.push(line.replace(point, ''));
  }
  flush();
}

function writePlaces(pdf: Pdf, finding: ReportFinding): void {
  if (finding.places.length === 0) return;
  heading(pdf, 3, `Where it was seen (${count(finding.places.length, 'place')})`, { keep: 50 });
  table(
    pdf,
    [
      { header: 'Method', width: 44, fixed: true, style: { face: 'medium' }, maxLines: 2 },
      { header: 'Address', width: 4.6, rowHeader: true, maxLines: 6 },
      { header: 'Part', width: 1.5, maxLines: 4 },
      { header: 'What proves it', width: 3, maxLines: 8 },
    ],
    finding.places
      .slice(0, most.places)
      .map((place) => [place.method, place.url, place.parameter === '' ? 'Page' : place.parameter, place.evidence]),
    { after: finding.places.length > most.places ? 6 : 12 },
  );
  if (finding.places.length > most.places) {
    paragraph(pdf, `${count(finding.places.length - most.places, 'more place')} of the same kind can be seen in the portal.`, {
      style: pdf.scale.meta,
    });
  }
}

function writeExcerpts(pdf: Pdf, finding: ReportFinding): void {
  const told = new Set<string>();
  const shown = finding.places
    .filter((place) => {
      const said = `${place.payload ?? ''}\n${place.request}\n${place.response}`;
      // The same exchange twice proves nothing more.
      return said.trim() !== '' && !told.has(said) && told.add(said);
    })
    .slice(0, most.excerpts);
  if (shown.length === 0) return;
  heading(pdf, 3, 'Evidence', { keep: 80 });
  for (const [index, place] of shown.entries()) writeExcerpt(pdf, place, shown.length > 1 ? ` ${index + 1}` : '');
}

function writeExcerpt(pdf: Pdf, place: FindingPlace, suffix: string): void {
  ensure(pdf, 70);
  if (place.payload) evidence(pdf, place.payload, { label: `What was sent${suffix}`, maxLines: 10 });
  if (place.request !== '') evidence(pdf, place.request, { label: `Request${suffix}`, maxLines: 24 });
  if (place.response !== '') evidence(pdf, place.response, { label: `Response${suffix}, excerpt`, maxLines: 30 });
}

/** Highest that a picture gets, in points: half a page. */
const pictureHeight = 300;

/** The page at the moment when the browser ran the scanner's script; whatever is no picture is left out. */
function writePicture(pdf: Pdf, { screenshot, title }: ReportFinding): void {
  if (screenshot === undefined) return;
  const size = jpegSize(Buffer.from(screenshot, 'base64'));
  if (!size) return;
  const bytes = Buffer.from(screenshot, 'base64');
  const scale = Math.min(1, pdf.width / size.width, pictureHeight / size.height);
  const [width, height] = [size.width * scale, size.height * scale];
  heading(pdf, 3, 'Picture of the proof', { keep: height + 20 });
  figure(pdf, height, `The page in a browser at the moment when the scanner's script ran, as proof of: ${title}`, ({ x, y }) => {
    pdf.doc.image(bytes, x, y, { width, height });
    pdf.doc.rect(x, y, width, height).lineWidth(0.75).stroke(pdf.theme.line);
  });
}
