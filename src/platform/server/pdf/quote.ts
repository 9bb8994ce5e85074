import type { Pdf } from './document.ts';
import { inside } from './items.ts';
import { artifact, openElement } from './structure.ts';

/** Blocks that `write` sets beside a line, over as many pages as they need. */
export function quote(pdf: Pdf, write: () => void): void {
  const from = { page: pdf.pageIndex, y: pdf.y };
  const { left } = pdf;
  const element = openElement(pdf.doc, pdf.root, 'BlockQuote');
  inside(pdf, element, { left: left + 14 }, write);
  element.end();
  for (let page = from.page; page <= pdf.pageIndex; page += 1) {
    const top = page === from.page ? from.y : pdf.top;
    const bottom = page === pdf.pageIndex ? pdf.y - 5 : pdf.bottom;
    if (bottom <= top) continue;
    pdf.doc.switchToPage(page);
    artifact(pdf.doc, () => pdf.doc.rect(left + 1, top, 2, bottom - top).fill(pdf.theme.line));
  }
}
