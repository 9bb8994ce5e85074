import { setImmediate } from 'node:timers/promises';
import { shownDay, shownTime } from '#platform/dates.ts';
import { heading, list, paragraph } from '#platform/server/pdf/blocks.ts';
import type { PdfBrand } from '#platform/server/pdf/brand/brand.ts';
import { contents } from '#platform/server/pdf/contents.ts';
import { cover } from '#platform/server/pdf/brand/cover.ts';
import { ensure, finishPdf, newPage, openPdf, space } from '#platform/server/pdf/document.ts';
import type { Pdf } from '#platform/server/pdf/document.ts';
import { inside } from '#platform/server/pdf/items.ts';
import { callout, statTiles } from '#platform/server/pdf/charts/panels.ts';
import { drawQr } from '#platform/server/pdf/qr.ts';
import { drawElement } from '#platform/server/pdf/structure.ts';
import type { Audience, Section } from '../rules.ts';
import type { Facts } from './facts.ts';
import { writeSection } from './packPdf.sections.ts';
import { limits, methods, openingOf, preparedFor, sectionTitles, tilesOf, title } from './packPdf.wording.ts';

export type PackInput = {
  brand: PdfBrand;
  facts: Facts;
  audience: Audience;
  /** May be empty. */
  addressee: string;
  sections: readonly Section[];
  documentId: string;
  /** By which anyone can check the file, and the page that does so. */
  code: string;
  checkAddress: string;
  now: Date;
};

/** Tiles of one row; with more of them the words get no room. */
const tilesInRow = 4;

const qrSize = 58;

/** Code and address of the page that checks the document, and the same for a camera. */
function writeCheck(pdf: Pdf, { code, checkAddress }: PackInput): void {
  const { doc, theme, scale } = pdf;
  ensure(pdf, qrSize + 8);
  const [top, x] = [pdf.y, pdf.left + qrSize + 16];
  const box = [pdf.left, top, pdf.left + qrSize, top + qrSize] as const;
  drawElement(
    doc,
    pdf.root,
    'Figure',
    { alt: `The address ${checkAddress} as a code for cameras`, bbox: box },
    () => {
      doc.rect(pdf.left - 4, top - 4, qrSize + 8, qrSize + 8).fill('#ffffff');
      drawQr(pdf, checkAddress, pdf.left, top, qrSize, theme.ink);
    },
  );
  inside(pdf, pdf.root, { left: x }, () => {
    pdf.y = top + 6;
    paragraph(pdf, 'Check this document, without an account:', { style: scale.meta, after: 1 });
    paragraph(pdf, [{ text: checkAddress.replace(/^https?:\/\//, ''), link: checkAddress }], {
      style: scale.table,
      after: 1,
    });
    paragraph(pdf, ['Code ', { text: code, code: true }], { style: scale.table, after: 0 });
  });
  pdf.y = Math.max(pdf.y, top + qrSize) + 8;
}

/** A pack as a tagged PDF. Same input, same bytes. */
export async function renderPack(input: PackInput): Promise<{ bytes: Uint8Array; pages: number }> {
  const { brand, facts, audience, addressee, sections, documentId, now } = input;
  const { companyName } = facts;
  const reader = preparedFor(audience, addressee);
  const pdf = openPdf({
    brand,
    title: `${title}: ${companyName}`,
    subject: `${title} of ${companyName} for ${reader}, ${shownDay(now)}`,
    keywords: ['security evidence', documentId],
    runningTitle: `${title}  ·  ${shownDay(now)}`,
    footer: `${documentId}  ·  Confidential. Prepared for ${reader}`,
    now,
  });
  cover(pdf, {
    title,
    kind: 'Evidence pack',
    organization: companyName,
    subtitle: `As of ${shownDay(now)}  ·  prepared for ${reader}`,
  });
  const opening = openingOf(audience, companyName);
  callout(pdf, 'neutral', opening.title, opening.body);
  const tiles = tilesOf(facts, sections);
  const inRow = tiles.length > tilesInRow ? Math.ceil(tiles.length / 2) : tilesInRow;
  for (let first = 0; first < tiles.length; first += inRow) {
    statTiles(pdf, tiles.slice(first, first + inRow));
    space(pdf, 6);
  }
  heading(pdf, 2, 'Contents', { keep: 120 });
  contents(pdf, [
    ...sections.map((section) => ({ text: sectionTitles[section], id: section, level: 1 as const })),
    { text: 'How this came about, and its limits', id: 'method', level: 1 },
  ]);
  space(pdf, 10);
  writeCheck(pdf, input);
  newPage(pdf);
  for (const section of sections) {
    // others who wait for an answer come in between
    await setImmediate();
    writeSection(pdf, section, facts);
  }
  heading(pdf, 1, 'How this came about, and its limits', { id: 'method', keep: 440 });
  list(
    pdf,
    sections.map((section) => methods[section]),
  );
  heading(pdf, 2, 'What this document is not', { keep: 80 });
  list(pdf, limits);
  heading(pdf, 2, 'How to check this document', { keep: 120 });
  paragraph(
    pdf,
    `This is document ${documentId}, made on ${shownTime(now)} for ${companyName} by the portal of ${brand.nameLong}. The page below needs no account: it shows the date, the company, and the SHA-256 fingerprint of the file, says whether ${companyName} has withdrawn the document, and compares the file that you have with the one that was made.`,
  );
  writeCheck(pdf, input);
  const bytes = await finishPdf(pdf);
  return { bytes, pages: pdf.pageIndex + 1 };
}
