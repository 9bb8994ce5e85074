import { encode } from 'uqr';
import type { Pdf } from './document.ts';

/** A code for cameras, as one path; `size` without the quiet zone that its surroundings leave. */
export function drawQr(pdf: Pdf, text: string, x: number, y: number, size: number, color: string): void {
  const { data, size: modules } = encode(text, { ecc: 'M', border: 0 });
  const step = size / modules;
  for (const [row, cells] of data.entries())
    // neighbours are one bar, so that no hair of paper shows between them
    for (let from = 0; from < modules; from++) {
      if (!cells[from]) continue;
      let to = from;
      while (to + 1 < modules && cells[to + 1]) to++;
      pdf.doc.rect(x + from * step, y + row * step, (to - from + 1) * step, step);
      from = to;
    }
  pdf.doc.fill(color);
}
