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
