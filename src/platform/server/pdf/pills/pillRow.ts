import { ensure } from '../document.ts';
import type { Pdf } from '../document.ts';
import { drawPill } from './pill.ts';
import { mark, openElement } from '../structure.ts';
import { clipText, drawText } from '../text.ts';
import type { Tone } from '../theme.ts';

export type PillWord = { tone: Tone; word: string };

/** Pills in a row with a small line of facts behind them. */
export function pillRow(
  pdf: Pdf,
  pills: readonly PillWord[],
  facts = '',
  options: { after?: number; leading?: number } = {},
): void {
  const style = { ...pdf.scale.meta, leading: options.leading ?? 18 };
  ensure(pdf, style.leading);
  const element = openElement(pdf.doc, pdf.root, 'P');
  let x = pdf.left;
  for (const pill of pills) {
    mark(pdf.doc, element, 'P', () => {
      x += drawPill(pdf, pill.tone, pill.word, x, pdf.y, style.leading) + 6;
    });
  }
  if (facts !== '')
    mark(pdf.doc, element, 'P', () =>
      drawText(pdf, clipText(pdf, facts, style, pdf.right - x - 4), x + 4, pdf.y, style),
    );
  element.end();
  pdf.y += style.leading + (options.after ?? 6);
}
