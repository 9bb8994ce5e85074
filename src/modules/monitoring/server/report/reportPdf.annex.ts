import { setImmediate } from 'node:timers/promises';
import { Buffer } from 'node:buffer';
import { heading, list, paragraph } from '#platform/server/pdf/blocks.ts';
import { figure } from '#platform/server/pdf/charts/charts.ts';
import type { Pdf } from '#platform/server/pdf/document.ts';
import { evidence } from '#platform/server/pdf/evidence.ts';
import { jpegSize } from '#platform/server/pdf/jpeg.ts';
import { printable } from '#platform/server/pdf/printable.ts';
import type { FindingPlace } from '#providers/scanner/port.ts';
import { howConfirmed } from '../../confirmation.ts';
import type { NumberedFinding } from './reportPdf.findings.ts';
import type { ReportFinding } from './reportPdf.ts';
import { confidenceWord, count, day, vectorOf } from './reportPdf.wording.ts';

export const evidenceId = (number: number): string => `evidence-${number}`;

/** Places listed for each issue, and lines of an exchange; the rest is counted. */
const most = { places: 25, request: 2, response: 5, payload: 300 } as const;

/** What proves each issue, apart from the body, which gives each issue once and can be read without it. */
export async function writeEvidence(pdf: Pdf, findings: readonly NumberedFinding[]): Promise<void> {
  heading(pdf, 1, 'Annex: evidence', { id: 'evidence', keep: 160 });
  paragraph(
    pdf,
    'What proves each issue, for the person who fixes it. Each box shows the request and the beginning of the response. Passwords, card numbers, and keys are masked; headers that prove nothing are left out.',
    { width: pdf.width },
  );
  const exchanges = new Map<string, number>();
  for (const { number, finding } of findings) {
    writeOne(pdf, number, finding, exchanges);
    // others who wait for an answer come in between
    await setImmediate();
  }
}

function writeOne(pdf: Pdf, number: number, finding: ReportFinding, exchanges: Map<string, number>): void {
  const small = { ...pdf.scale.table, size: 8, leading: 11 };
  heading(pdf, 3, `${number}. ${finding.title}`, { id: evidenceId(number), above: 6, below: 0, keep: 60 });
  const sent = finding.places.some(({ payload }) => payload);
  // what was only read needs no story: its line of facts says so
  if (sent || finding.screenshot !== undefined || finding.confidence !== 'certain')
    paragraph(
      pdf,
      [
        howConfirmed({
          confidence: finding.confidence,
          hasScreenshot: finding.screenshot !== undefined,
          payloads: finding.places.map((place) => place.payload ?? ''),
        }),
      ],
      { style: small, width: pdf.width, after: 2 },
    );
  writePlaces(pdf, finding, small);
  const first = finding.places.find(
    (place) => place.payload || place.request !== '' || place.response !== '',
  );
  if (first) writeExchange(pdf, { number, rule: finding.rule, place: first }, exchanges, small);
  writePicture(pdf, finding);
  paragraph(
    pdf,
    [
      confidenceWord[finding.confidence],
      ...(vectorOf(finding.cvss.vector) ? [vectorOf(finding.cvss.vector)] : []),
      `rule ${finding.rule}`,
      `seen ${[...new Set([day(finding.firstSeen), day(finding.lastSeen)])].join(' to ')}`,
    ].join('  \u00b7  '),
    { style: { ...pdf.scale.meta, size: 7.5, leading: 10 }, width: pdf.width, after: 4 },
  );
}

/** Places that differ by their address alone, together. */
function alike(places: readonly FindingPlace[]): [FindingPlace, string[]][] {
  const groups = new Map<string, [FindingPlace, string[]]>();
  for (const place of places) {
    const key = `${place.method}\n${place.parameter}\n${place.evidence}`;
    const group = groups.get(key);
    if (group) group[1].push(place.url);
    else groups.set(key, [place, [place.url]]);
  }
  return [...groups.values()];
}

function writePlaces(pdf: Pdf, { places, placesTotal }: ReportFinding, style: Pdf['scale']['table']): void {
  const shown = places.slice(0, most.places);
  if (shown.length === 0) return;
  list(
    pdf,
    alike(shown).map(([{ method, parameter, evidence: proof }, addresses]) => [
      { text: `${method} ${addresses.join(', ')}`, strong: true },
      ...(parameter === '' ? [] : [`  \u00b7  ${parameter}`]),
      ...(proof === '' ? [] : [`: ${proof}`]),
    ]),
    { style, width: pdf.width, tight: true },
  );
  const more = Math.max(places.length, placesTotal ?? 0) - shown.length;
  if (more > 0)
    paragraph(pdf, `${count(more, 'more place')} of the same kind can be seen in the portal.`, {
      style: pdf.scale.meta,
    });
}

/** Lines of a head that are the same in every exchange, and prove nothing where the issue is not about them. */
const usual =
  /^(?:host|user-agent|accept(?:-[a-z]+)?|connection|keep-alive|date|content-length|transfer-encoding|vary|etag|last-modified):/iu;
const ofTheServer = /^(?:server|x-powered-by|cache-control|content-type):/iu;

/** Half of an exchange without those lines, at most so many. An issue of the head is proved by the head alone. */
function shortened(text: string, rule: string, mostLines: number): string {
  const [head = '', ...body] = text.split(/\r?\n\r?\n/u);
  const aboutHead = /^(?:headers|cookies|cors|leaks\.(?:server|powered))/u.test(rule);
  const kept = head
    .split('\n')
    .filter((line, index) => index === 0 || !(usual.test(line) || (!aboutHead && ofTheServer.test(line))))
    .join('\n');
  const lines = (aboutHead && body.length > 0 ? kept : [kept, ...body].join('\n')).trimEnd().split('\n');
  return lines.slice(0, mostLines).join('\n');
}

type Seen = { number: number; rule: string; place: FindingPlace };

function writeExchange(
  pdf: Pdf,
  { number, rule, place }: Seen,
  exchanges: Map<string, number>,
  style: Pdf['scale']['table'],
): void {
  if (place.payload) {
    const sent = printable(place.payload, 'mono', { escape: true, limit: most.payload });
    paragraph(
      pdf,
      [
        { text: 'What was sent: ', strong: true },
        { text: sent, code: true },
      ],
      { style, width: pdf.width, after: 3 },
    );
  }
  if (place.request === '' && place.response === '') return;
  const shown = [shortened(place.request, rule, most.request), shortened(place.response, rule, most.response)]
    .filter((text) => text !== '')
    .join('\n');
  const before = exchanges.get(shown);
  if (before !== undefined) {
    paragraph(
      pdf,
      ['Same request and response as ', { text: `issue ${before}`, goTo: evidenceId(before) }, '.'],
      {
        style,
        width: pdf.width,
        after: 2,
      },
    );
    return;
  }
  exchanges.set(shown, number);
  evidence(pdf, shown, { small: true });
}

/** Highest that a picture gets, in points. */
const pictureHeight = 140;

/** The page at the moment when the browser ran the scanner's script; whatever is no picture is left out. */
function writePicture(pdf: Pdf, { screenshot, title }: ReportFinding): void {
  if (screenshot === undefined) return;
  const bytes = Buffer.from(screenshot, 'base64');
  const size = jpegSize(bytes);
  if (!size) return;
  const scale = Math.min(1, pdf.width / size.width, pictureHeight / size.height);
  const [width, height] = [size.width * scale, size.height * scale];
  figure(
    pdf,
    height,
    `The page in a browser at the moment when the scanner's script ran, as proof of: ${title}`,
    ({ x, y }) => {
      pdf.doc.image(bytes, x, y, { width, height });
      pdf.doc.rect(x, y, width, height).lineWidth(0.75).stroke(pdf.theme.line);
    },
  );
}
