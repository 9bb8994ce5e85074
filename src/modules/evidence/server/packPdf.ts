import { setImmediate } from 'node:timers/promises';
import { shownDay, shownTime } from '#platform/dates.ts';
import { heading, list, paragraph } from '#platform/server/pdf/blocks.ts';
import type { PdfBrand } from '#platform/server/pdf/brand.ts';
import { contents } from '#platform/server/pdf/contents.ts';
import { cover } from '#platform/server/pdf/cover.ts';
import { finishPdf, newPage, openPdf, space } from '#platform/server/pdf/document.ts';
import { callout, statTiles } from '#platform/server/pdf/panels.ts';
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
  now: Date;
};

/** Tiles of one row; with more of them the words get no room. */
const tilesInRow = 4;

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
  cover(pdf, { title, kind: 'Evidence pack', organization: companyName, subtitle: `As of ${shownDay(now)}  ·  prepared for ${reader}` });
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
  heading(pdf, 2, 'To be sure that it is genuine', { keep: 60 });
  paragraph(
    pdf,
    `This is document ${documentId}, made on ${shownTime(now)} for ${companyName} by the portal of ${brand.nameLong}. The portal keeps the fingerprint (SHA-256) of the file: ${companyName} can tell you what it is.`,
  );
  const bytes = await finishPdf(pdf);
  return { bytes, pages: pdf.pageIndex + 1 };
}
