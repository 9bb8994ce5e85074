import type { OrgScope } from '#platform/server/ctx.ts';
import { shownDay } from '#platform/dates.ts';
import type { PdfBrand } from '#platform/server/pdf/brand/brand.ts';
import { finishPdf, openPdf, type Pdf } from '#platform/server/pdf/document.ts';
import { drawn } from '#platform/server/pdf/drawing/drawing.ts';
import { covers } from '#platform/server/pdf/fonts.ts';
import { drawLogo, logoSize } from '#platform/server/pdf/brand/logo.ts';
import { drawSign } from '#platform/server/pdf/pills/pill.ts';
import { drawQr } from '#platform/server/pdf/qr.ts';
import { annotateLink, artifact, drawElement, mark, openElement } from '#platform/server/pdf/structure.ts';
import {
  clipLines,
  clipText,
  drawLines,
  drawText,
  layoutText,
  textWidth,
} from '#platform/server/pdf/text.ts';
import type { TextStyle } from '#platform/server/pdf/theme.ts';
import type { FileReply } from '#platform/server/http/serve.ts';
import { brandOfOrg, toPdfBrand } from '#modules/catalog/server/public.ts';
import { trainingPaths } from '../../paths.ts';
import { drawRosette } from './certificateOrnament.ts';
import type { CertificateRow } from './certificates.store.ts';

export type CertificateSheet = {
  brand: PdfBrand;
  certificate: Pick<
    CertificateRow,
    'code' | 'courseId' | 'title' | 'personName' | 'companyName' | 'score' | 'minutes' | 'finishedAt'
  >;
  address: string;
};

const textWidthMost = 600;
const qrSize = 66;

const oneLine = (...sizes: number[]): Centred['fits'] => sizes.map((size) => [size, 1] as const);
// no name is cut: 120 of the widest letters fit the last
const nameFits: Centred['fits'] = [...oneLine(42, 36, 31, 27), [31, 2], [27, 2], [23, 2], [20, 3], [17, 4]];
const titleFits: Centred['fits'] = [...oneLine(28, 25), [25, 2], [22, 2], [19, 2], [16, 3]];

type Centred = {
  tag: string;
  text: string;
  style: TextStyle;
  /** Sizes, each with the lines it may take; the first in which the text fits is taken. */
  fits: readonly (readonly [size: number, lines: number])[];
  above: number;
  actual?: string;
};

/** Texts below one another around the middle, the whole of it in the middle of the height between `top` and `bottom`. */
function drawCentred(pdf: Pdf, texts: readonly Centred[], top: number, bottom: number): void {
  const set = texts.map(({ text, style, fits, ...rest }) => {
    const at = ([size, most]: readonly [number, number]) => {
      const lines = layoutText(pdf, text, { ...style, size }, textWidthMost);
      return { most, lines, leading: Math.round(size * 1.22) };
    };
    const { most, lines, leading } =
      fits.map(at).find((one) => one.lines.length <= one.most) ?? at(fits.at(-1)!);
    return { ...rest, leading, lines: clipLines(pdf, lines, most, textWidthMost) };
  });
  const height = set.reduce((sum, { above, leading, lines }) => sum + above + leading * lines.length, 0);
  let y = top + (bottom - top - height) / 2;
  for (const { tag, above, leading, lines, actual } of set) {
    y += above;
    const element = openElement(pdf.doc, pdf.root, tag, actual === undefined ? {} : { actual });
    for (const line of lines) {
      drawLines(pdf, element, tag, [line], (pdf.doc.page.width - line.width) / 2, y, leading);
      y += leading;
    }
    element.end();
  }
}

/** Paper: two fine frames, and a rosette so pale that it is seen at the second glance. */
function drawPaper(pdf: Pdf): void {
  const { doc, theme } = pdf;
  const { width, height } = doc.page;
  artifact(
    doc,
    () => {
      const pale = { lobes: 36, swing: 0.22, lines: 12, width: 0.5, color: theme.accentTint };
      drawRosette(pdf, { x: width / 2, y: height / 2 - 10, radius: 262 }, pale);
      drawRosette(
        pdf,
        { x: width / 2, y: height / 2 - 10, radius: 158 },
        { ...pale, lobes: 24, swing: 0.3, lines: 10 },
      );
      doc.strokeColor(theme.accent);
      doc
        .lineWidth(3)
        .rect(24, 24, width - 48, height - 48)
        .stroke();
      doc
        .lineWidth(0.75)
        .rect(31, 31, width - 62, height - 62)
        .stroke();
    },
    { type: 'Background' },
  );
}

function drawHead(pdf: Pdf): void {
  const { doc, scale, theme } = pdf;
  const name = pdf.options.brand.nameLong;
  const size = logoSize(pdf, { width: 200, height: 30 });
  if (size) {
    const [x, y] = [(doc.page.width - size.width) / 2, 62];
    drawElement(doc, pdf.root, 'Figure', { alt: name, bbox: [x, y, x + size.width, y + size.height] }, () =>
      drawLogo(pdf, x, y, size),
    );
    return;
  }
  const style = { ...scale.h1, color: theme.accent };
  drawCentred(pdf, [{ tag: 'P', text: name, style, fits: oneLine(20, 16), above: 0 }], 60, 94);
}

function drawFacts(pdf: Pdf, facts: readonly (readonly [label: string, value: string])[], y: number): void {
  const { doc, scale, theme } = pdf;
  const column = 132;
  const left = (doc.page.width - column * facts.length) / 2;
  const value = { ...scale.h1, size: 15, leading: 20, tabular: true };
  const list = openElement(doc, pdf.root, 'L');
  for (const [i, [label, text]] of facts.entries()) {
    const middle = left + column * (i + 0.5);
    const entry = openElement(doc, list, 'LI');
    for (const [tag, words, style, top] of [
      ['Lbl', label, { ...scale.meta, size: 9 }, y],
      ['LBody', text, value, y + 14],
    ] as const)
      drawElement(doc, entry, tag, {}, () =>
        drawText(pdf, words, middle - textWidth(pdf, words, style) / 2, top, style),
      );
    entry.end();
    if (i > 0)
      artifact(doc, () =>
        doc
          .lineWidth(0.75)
          .strokeColor(theme.line)
          .moveTo(left + column * i, y + 2)
          .lineTo(left + column * i, y + 32)
          .stroke(),
      );
  }
  list.end();
}

function drawSeal(pdf: Pdf, isYear: boolean): void {
  const { doc, theme } = pdf;
  const at = { x: 104, y: doc.page.height - 108 };
  artifact(doc, () => {
    drawRosette(
      pdf,
      { ...at, radius: 46 },
      { lobes: 20, swing: 0.16, lines: 6, width: 0.6, color: theme.accent },
    );
    doc.circle(at.x, at.y, 27).fill(theme.accent);
    if (isYear) {
      const style = { ...pdf.scale.h1, size: 15, leading: 18, color: '#ffffff' };
      drawText(pdf, '12', at.x - textWidth(pdf, '12', style) / 2, at.y - 12, style);
      const small = { ...style, size: 6.5, leading: 8 };
      drawText(pdf, 'courses', at.x - textWidth(pdf, 'courses', small) / 2, at.y + 5, small);
    } else drawSign(pdf, 'good', at.x, at.y, 24, '#ffffff');
  });
}

/** How to check that it is true: code, address, and the same for a camera. */
function drawCheck(pdf: Pdf, code: string, address: string): void {
  const { doc, scale, theme } = pdf;
  const [x, y] = [doc.page.width - 70 - qrSize, doc.page.height - 74 - qrSize];
  const alt = 'The address above as a code for cameras';
  const right = x - 14;
  const line = (text: string, style: TextStyle, top: number) =>
    drawText(pdf, text, right - textWidth(pdf, text, style), top, style);
  drawElement(doc, pdf.root, 'P', {}, () => line('Check it with this code:', scale.meta, y + 12));
  const codeStyle = { ...scale.code, size: 12, leading: 17 };
  drawElement(doc, pdf.root, 'P', {}, () => line(code, codeStyle, y + 25));
  const shown = clipText(pdf, address.replace(/^https?:\/\//, ''), scale.meta, 440);
  const paragraph = openElement(doc, pdf.root, 'P');
  const link = openElement(doc, paragraph, 'Link');
  const style = { ...scale.meta, color: theme.accent };
  mark(doc, link, 'Link', () => line(shown, style, y + 43));
  const wide = textWidth(pdf, shown, style);
  annotateLink(
    doc,
    link,
    { x: right - wide, y: y + 43, width: wide, height: style.leading },
    { url: address },
    address,
  );
  link.end();
  paragraph.end();
  drawElement(doc, pdf.root, 'Figure', { alt, bbox: [x, y, x + qrSize, y + qrSize] }, () => {
    doc.rect(x - 6, y - 6, qrSize + 12, qrSize + 12).fill('#ffffff');
    drawQr(pdf, address, x, y, qrSize, theme.ink);
  });
}

/** A name in letters that no font here has: told honestly, and read aloud as it is. */
const isDrawable = (text: string): boolean =>
  [...text.normalize('NFC')].every((one) => covers('semibold', one.codePointAt(0)!));

export async function renderCertificate({ brand, certificate, address }: CertificateSheet): Promise<Buffer> {
  const { code, courseId, title, personName, companyName, score, minutes, finishedAt } = certificate;
  const isYear = courseId === '';
  const subject = `${title}, ${shownDay(finishedAt)}`;
  const pdf = openPdf({
    brand,
    title: `Certificate: ${title}`,
    subject,
    runningTitle: '',
    footer: '',
    sheet: true,
    now: finishedAt,
  });
  const { scale, theme } = pdf;
  const quiet = { tag: 'P', style: { ...scale.lead, color: theme.muted } };
  const kicker = { ...scale.meta, face: 'semibold' as const, color: theme.accent, tracking: 1.8 };
  const big = { ...scale.title, tracking: -0.4 };
  const named = isDrawable(personName);
  drawPaper(pdf);
  drawHead(pdf);
  drawCentred(
    pdf,
    [
      {
        tag: 'H1',
        text: 'CERTIFICATE OF COMPLETION',
        style: kicker,
        fits: oneLine(12),
        above: 0,
        actual: 'Certificate of completion',
      },
      { ...quiet, text: 'This is to say that', fits: oneLine(12.5), above: 26 },
      named
        ? { tag: 'P', text: personName, style: big, fits: nameFits, above: 8, actual: personName }
        : {
            tag: 'P',
            text: 'the person named at the address below',
            style: big,
            fits: oneLine(24),
            above: 8,
            actual: personName,
          },
      ...(isDrawable(companyName)
        ? [{ ...quiet, text: `of ${companyName}`, fits: oneLine(14, 12, 10), above: 6 }]
        : []),
      {
        ...quiet,
        text: isYear ? 'has finished all twelve courses of' : 'has finished the course',
        fits: oneLine(12.5),
        above: 24,
      },
      { tag: 'P', text: title, style: { ...big, color: theme.accent }, fits: titleFits, above: 8 },
    ],
    104,
    408,
  );
  const facts: [string, string][] = [
    [isYear ? 'Finished on' : 'Passed on', shownDay(finishedAt)],
    ...(score === null ? [] : ([['Score', `${score}%`]] as [string, string][])),
    ['Time to learn', minutes === 1 ? '1 minute' : `${minutes} minutes`],
  ];
  drawFacts(pdf, facts, 416);
  drawSeal(pdf, isYear);
  drawCheck(pdf, code, address);
  return finishPdf(pdf);
}

const fileName = (title: string): string =>
  `Certificate ${title
    .replace(/[^\p{L}\p{N} ,.-]/gu, '')
    .trim()
    .slice(0, 80)}.pdf`;

const drawCertificate = drawn(import.meta.filename, renderCertificate);

/** A certificate to be kept or printed; the same one is the same file. */
export async function certificateFile(ctx: OrgScope, certificate: CertificateRow): Promise<FileReply> {
  const brand = await brandOfOrg(ctx);
  const address = brand.wire.webAddress + trainingPaths.certificate(certificate.code);
  const bytes = await drawCertificate(ctx, ctx.orgId, { brand: toPdfBrand(brand), certificate, address });
  return { bytes, type: 'application/pdf', name: fileName(certificate.title), inline: true };
}
