import type { Pdf } from '../document.ts';
import { artifact } from '../structure.ts';
import { drawText, textWidth } from '../text.ts';
import type { TextStyle } from '../theme.ts';

/** A word across the whole page, drawn before anything else so that it lies behind the text; decoration to a screen reader. */
export function drawWatermark(pdf: Pdf, word: string): void {
  const { doc } = pdf;
  const { width, height } = doc.page;
  const base: TextStyle = { face: 'semibold', size: 100, leading: 100, color: '#edf0f2' };
  const size = Math.min(150, (100 * width * 0.86) / textWidth(pdf, word, base));
  const style = { ...base, size, leading: size };
  artifact(
    doc,
    () => {
      doc.save().rotate(-52, { origin: [width / 2, height / 2] });
      drawText(pdf, word, (width - textWidth(pdf, word, style)) / 2, (height - size) / 2, style);
      doc.restore();
    },
    { type: 'Background' },
  );
}
