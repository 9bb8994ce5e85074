import { ensure } from './document.ts';
import type { Pdf } from './document.ts';
import { annotateLink, artifact, drawElement, mark, openElement } from './structure.ts';
import { clipText, drawText, textWidth } from './text.ts';
import type { TextStyle } from './theme.ts';

export type ContentsEntry = { text: string; /** The heading's id. */ id: string; level: 1 | 2 };

/** A list of contents whose page numbers are filled in when the document is finished. */
export function contents(
  pdf: Pdf,
  entries: readonly ContentsEntry[],
  options: { leading?: number } = {},
): void {
  const toc = openElement(pdf.doc, pdf.root, 'TOC');
  for (const entry of entries) {
    const style: TextStyle =
      entry.level === 1
        ? { ...pdf.scale.body, face: 'medium', leading: options.leading ?? 22 }
        : { ...pdf.scale.table, leading: 16, color: pdf.theme.muted };
    const numberStyle: TextStyle = { ...style, face: 'regular', tabular: true };
    ensure(pdf, style.leading);
    const item = openElement(pdf.doc, toc, 'TOCI');
    const top = pdf.y;
    const x = pdf.left + (entry.level === 1 ? 0 : 16);
    const text = clipText(pdf, entry.text, style, pdf.right - x - 40);
    const index = pdf.pageIndex;
    const reference = openElement(pdf.doc, item, 'Reference');
    const link = openElement(pdf.doc, reference, 'Link');
    mark(pdf.doc, link, 'Link', () => drawText(pdf, text, x, top, style));
    annotateLink(
      pdf.doc,
      link,
      { x, y: top, width: pdf.right - x, height: style.leading },
      { goTo: entry.id },
      text,
    );
    link.end();
    reference.end();
    if (entry.level === 1) {
      artifact(pdf.doc, () => {
        pdf.doc
          .lineWidth(0.75)
          .strokeColor(pdf.theme.line)
          .moveTo(pdf.left, top)
          .lineTo(pdf.right, top)
          .stroke();
      });
    }
    pdf.y += style.leading;
    pdf.atEnd.push(() => {
      const page = pdf.places.get(entry.id);
      pdf.doc.switchToPage(index);
      if (page !== undefined) {
        const number = String(page + 1);
        drawElement(pdf.doc, item, 'Span', {}, () =>
          drawText(pdf, number, pdf.right - textWidth(pdf, number, numberStyle), top, numberStyle),
        );
      }
      item.end();
    });
  }
  pdf.atEnd.push(() => toc.end());
  pdf.y += 8;
}
