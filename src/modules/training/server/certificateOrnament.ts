import { encode } from 'uqr';
import type { Pdf } from '#platform/server/pdf/document.ts';

type Circle = { x: number; y: number; radius: number };

/** Fine lines that wind around a centre, as on paper of value; `lobes` and the share of the radius that they swing set the look. */
export function drawRosette(
  pdf: Pdf,
  { x, y, radius }: Circle,
  look: { lobes: number; swing: number; lines: number; width: number; color: string },
): void {
  const { doc } = pdf;
  const points = look.lobes * 14;
  doc.lineWidth(look.width).strokeColor(look.color);
  for (let line = 0; line < look.lines; line++) {
    const phase = (2 * Math.PI * line) / look.lines;
    for (let i = 0; i <= points; i++) {
      const angle = (2 * Math.PI * i) / points;
      const at = radius * (1 - look.swing + look.swing * Math.cos(look.lobes * angle + phase));
      const [px, py] = [x + at * Math.cos(angle), y + at * Math.sin(angle)];
      if (i === 0) doc.moveTo(px, py);
      else doc.lineTo(px, py);
    }
    doc.stroke();
  }
}

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
