import PDFDocument from 'pdfkit';
import type { PdfBrand } from './brand/brand.ts';
import { faces, fontOf } from './fonts.ts';
import { printable } from './printable.ts';
import { drawRunningText } from './running.ts';
import type { StructureElement } from './structure.ts';
import { scaleOf, themeOf } from './theme.ts';
import type { Scale, Theme } from './theme.ts';
import { drawWatermark } from './brand/watermark.ts';

/** Letter, in points. */
const page = { width: 612, height: 792, left: 54, right: 54, top: 78, bottom: 64 } as const;

export type PdfOptions = {
  brand: PdfBrand;
  /** Also the title of the reader's window. */
  title: string;
  subject: string;
  keywords?: readonly string[];
  /** Right side of the running head, from the second page on; `runningTitle` of the document may change on the way. */
  runningTitle: string;
  /** A word across every page, behind its text. */
  watermark?: string;
  /** Left side of the footer: `Prepared for …`. */
  footer: string;
  /** One page across, to be hung up: without running head, footer and page numbers. */
  sheet?: true;
  /** BCP 47. */
  lang?: string;
  /** Creation date; the only clock a document knows, so same input gives same bytes. */
  now: Date;
};

/** A document being written, top to bottom. `y` is where the next block starts. */
export type Pdf = {
  readonly doc: PDFKit.PDFDocument;
  readonly options: PdfOptions;
  readonly theme: Theme;
  readonly scale: Scale;
  /** What blocks become parts of, and the column they stand in; `inside` changes them for a while. */
  root: StructureElement;
  left: number;
  right: number;
  width: number;
  /** Width at which running text reads well: 65 to 75 characters. */
  measure: number;
  readonly top: number;
  readonly bottom: number;
  y: number;
  /** Zero-based number of the current page. */
  pageIndex: number;
  /** Running head of the pages that are begun from now on. */
  runningTitle: string;
  /** That of each page. */
  readonly runningTitles: string[];
  /** Depth of the last heading's tag; 0 before the first. */
  depth: number;
  /** Level-one bookmark under which the next level goes. */
  chapter: PDFKit.PDFOutline | null;
  /** The place of each named heading. */
  readonly places: Map<string, number>;
  /** Work that needs the page numbers, such as a list of contents. */
  readonly atEnd: (() => void)[];
  /** Tokens already measured, by style. */
  readonly widths: Map<string, Map<string, number>>;
};

/** Opens a tagged document on its first page. */
export function openPdf(options: PdfOptions): Pdf {
  const clean = (text: string): string => printable(text, 'regular', { limit: 500 });
  const [width, height] = options.sheet ? [page.height, page.width] : [page.width, page.height];
  const doc = new PDFDocument({
    size: [width, height],
    margin: 0,
    pdfVersion: '1.7',
    // The published types know only PDF/A.
    subset: 'PDF/UA' as never,
    tagged: true,
    lang: options.lang ?? 'en-US',
    displayTitle: true,
    bufferPages: true,
    autoFirstPage: false,
    font: null as never,
    info: {
      Title: clean(options.title),
      Author: clean(options.brand.nameLong),
      Subject: clean(options.subject),
      Keywords: clean((options.keywords ?? []).join(', ')),
      Creator: clean(options.brand.nameLong),
      CreationDate: options.now,
      ModDate: options.now,
    },
  });
  for (const face of faces) doc.registerFont(face, fontOf(face) as never);
  escapeMetadata(doc);
  const root = doc.struct('Document');
  doc.addStructure(root);
  const theme = themeOf(options.brand.color);
  const pdf: Pdf = {
    doc,
    options,
    theme,
    scale: scaleOf(theme),
    root,
    left: page.left,
    right: width - page.right,
    width: width - page.left - page.right,
    measure: 412,
    top: page.top,
    bottom: height - page.bottom,
    y: page.top,
    pageIndex: -1,
    runningTitle: options.runningTitle,
    runningTitles: [],
    depth: 0,
    chapter: null,
    places: new Map(),
    atEnd: [],
    widths: new Map(),
  };
  newPage(pdf);
  return pdf;
}

/** Starts a page and sets the cursor to its top. */
export function newPage(pdf: Pdf): void {
  pdf.doc.addPage();
  pdf.pageIndex += 1;
  pdf.runningTitles.push(pdf.runningTitle);
  pdf.y = pdf.top;
  if (pdf.options.watermark) drawWatermark(pdf, pdf.options.watermark);
}

/** Starts a page unless so much height is left; nothing happens at the very top of a page. */
export function ensure(pdf: Pdf, height: number): void {
  if (pdf.y + height > pdf.bottom && pdf.y > pdf.top) newPage(pdf);
}

/** Empty space before the next block; none at the top of a page. */
export function space(pdf: Pdf, height: number): void {
  if (pdf.y > pdf.top) pdf.y = Math.min(pdf.y + height, pdf.bottom);
}

/** Writes running heads and page numbers and gives the file. The document is of no further use. */
export async function finishPdf(pdf: Pdf): Promise<Buffer> {
  for (const work of pdf.atEnd) work();
  if (!pdf.options.sheet) drawRunningText(pdf);
  pdf.root.end();
  const chunks: Uint8Array[] = [];
  const done = new Promise<void>((resolve, reject) => {
    pdf.doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    pdf.doc.on('end', resolve);
    pdf.doc.on('error', reject);
  });
  pdf.doc.end();
  await done;
  return Buffer.concat(chunks);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** pdfkit puts names into its XML metadata unescaped; an ampersand in a company's name would break the packet. */
function escapeMetadata(doc: PDFKit.PDFDocument): void {
  const target = doc as unknown as { endMetadata: () => void; info: Record<string, unknown> };
  const endMetadata = target.endMetadata.bind(doc);
  target.endMetadata = () => {
    const info = target.info;
    target.info = Object.fromEntries(
      Object.entries(info).map(([key, value]) => [
        key,
        typeof value === 'string' ? value.replaceAll(/[&<>]/gu, (char) => entities[char] ?? '') : value,
      ]),
    );
    endMetadata();
    target.info = info;
  };
}
