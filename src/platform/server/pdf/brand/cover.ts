import { space } from '../document.ts';
import type { Pdf } from '../document.ts';
import { logoSize, drawLogo } from './logo.ts';
import { artifact, drawElement, openElement } from '../structure.ts';
import { clipLines, clipText, drawLines, drawText, layoutText, textWidth } from '../text.ts';

export type Cover = {
  title: string;
  organization: string;
  /** Small word at the right of the logo: the kind of document. */
  kind?: string;
  /** One line below the organisation: what it is about and when; may be empty. */
  subtitle: string;
};

/** The head of the first page: logo, title, for whom, about what and when. What follows goes below it. */
export function cover(pdf: Pdf, page: Cover): void {
  const { doc, theme, scale } = pdf;
  artifact(doc, () => doc.rect(0, 0, doc.page.width, 6).fill(theme.accent), { type: 'Background' });
  const top = 36;
  const size = logoSize(pdf, { width: 190, height: 30 });
  if (size) {
    const bbox = [pdf.left, top, pdf.left + size.width, top + size.height] as const;
    drawElement(doc, pdf.root, 'Figure', { alt: pdf.options.brand.nameLong, bbox }, () =>
      drawLogo(pdf, pdf.left, top, size),
    );
  } else {
    const style = { ...scale.h1, color: theme.accent, leading: 30 };
    drawElement(doc, pdf.root, 'P', {}, () =>
      drawText(pdf, clipText(pdf, pdf.options.brand.nameLong, style, pdf.width - 160), pdf.left, top, style),
    );
  }
  const { kind } = page;
  if (kind) {
    const style = { ...scale.meta, face: 'medium' as const, size: 9, leading: 30 };
    drawElement(doc, pdf.root, 'P', {}, () =>
      drawText(pdf, kind, pdf.right - textWidth(pdf, kind, style), top, style),
    );
  }
  pdf.y = 86;
  const title = clipLines(pdf, layoutText(pdf, page.title, scale.title, pdf.width), 4, pdf.width);
  const h1 = openElement(doc, pdf.root, 'H1');
  drawLines(pdf, h1, 'H1', title, pdf.left, pdf.y, scale.title.leading);
  h1.end();
  pdf.depth = 1;
  pdf.y += title.length * scale.title.leading + 2;
  for (const [text, style] of [
    [page.organization, { ...scale.lead, face: 'medium' as const }],
    [page.subtitle, { ...scale.body, color: theme.muted }],
  ] as const) {
    if (text === '') continue;
    const lines = clipLines(pdf, layoutText(pdf, text, style, pdf.width), 3, pdf.width);
    const element = openElement(doc, pdf.root, 'P');
    drawLines(pdf, element, 'P', lines, pdf.left, pdf.y, style.leading);
    element.end();
    pdf.y += lines.length * style.leading;
  }
  space(pdf, 14);
}
