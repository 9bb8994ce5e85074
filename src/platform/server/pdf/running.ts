import type { Pdf } from './document.ts';
import { logoSize, drawLogo } from './brand/logo.ts';
import { artifact } from './structure.ts';
import { clipText, drawText, textWidth } from './text.ts';

/** The running head from page two on, and the footer with page numbers; decoration to a screen reader. */
export function drawRunningText(pdf: Pdf): void {
  const { doc, theme } = pdf;
  const range = doc.bufferedPageRange();
  const small = { ...pdf.scale.meta, leading: 10, size: 7.75 };
  const strong = { ...small, face: 'semibold' as const, color: theme.ink };
  for (let index = range.start; index < range.start + range.count; index += 1) {
    doc.switchToPage(index);
    artifact(
      doc,
      () => {
        if (index > range.start) {
          const brandWidth = drawMark(pdf, 32);
          const title = clipText(
            pdf,
            pdf.runningTitles[index] ?? pdf.runningTitle,
            small,
            pdf.width - brandWidth - 24,
          );
          drawText(pdf, title, pdf.right - textWidth(pdf, title, small), 38, small);
          rule(pdf, 56);
        }
        const line = doc.page.height - 46;
        rule(pdf, line);
        const count = `Page ${index + 1} of ${range.count}`;
        const countStyle = { ...strong, tabular: true, face: 'medium' as const };
        const countWidth = textWidth(pdf, count, countStyle);
        drawText(
          pdf,
          clipText(pdf, pdf.options.footer, small, pdf.width - countWidth - 24),
          pdf.left,
          line + 10,
          small,
        );
        drawText(pdf, count, pdf.right - countWidth, line + 10, countStyle);
      },
      { type: 'Pagination' },
    );
  }
}

function rule(pdf: Pdf, y: number): void {
  pdf.doc.lineWidth(0.75).strokeColor(pdf.theme.line).moveTo(pdf.left, y).lineTo(pdf.right, y).stroke();
}

/** The logo, or the short name, small; gives its width. */
function drawMark(pdf: Pdf, y: number): number {
  const size = logoSize(pdf, { width: 120, height: 16 });
  if (size) {
    drawLogo(pdf, pdf.left, y + (18 - size.height) / 2, size);
    return size.width;
  }
  const style = {
    ...pdf.scale.meta,
    face: 'semibold' as const,
    size: 8.5,
    leading: 12,
    color: pdf.theme.accent,
  };
  const name = clipText(pdf, pdf.options.brand.nameShort, style, 200);
  drawText(pdf, name, pdf.left, y + 5, style);
  return textWidth(pdf, name, style);
}
