import type { Pdf } from '../document.ts';
import { drawText, textWidth } from '../text.ts';
import { tones } from '../theme.ts';
import type { TextStyle, Tone } from '../theme.ts';

/** The sign of a tone: triangle, diamond, circle, tick or ring; the same everywhere in a document. */
export function drawSign(
  pdf: Pdf,
  tone: Tone,
  centerX: number,
  centerY: number,
  size: number,
  color: string = tones[tone].solid,
): void {
  const { doc } = pdf;
  const r = size / 2;
  if (tone === 'danger') {
    doc
      .moveTo(centerX, centerY - r)
      .lineTo(centerX + r * 1.1, centerY + r * 0.85)
      .lineTo(centerX - r * 1.1, centerY + r * 0.85)
      .closePath()
      .fill(color);
  } else if (tone === 'warning') {
    doc
      .moveTo(centerX, centerY - r * 1.1)
      .lineTo(centerX + r * 1.1, centerY)
      .lineTo(centerX, centerY + r * 1.1)
      .lineTo(centerX - r * 1.1, centerY)
      .closePath()
      .fill(color);
  } else if (tone === 'notice') {
    doc.circle(centerX, centerY, r * 0.9).fill(color);
  } else if (tone === 'good') {
    doc
      .lineWidth(size * 0.2)
      .lineCap('round')
      .lineJoin('round')
      .strokeColor(color)
      .moveTo(centerX - r * 0.8, centerY + r * 0.1)
      .lineTo(centerX - r * 0.2, centerY + r * 0.7)
      .lineTo(centerX + r * 0.9, centerY - r * 0.65)
      .stroke()
      .lineCap('butt')
      .lineJoin('miter');
  } else {
    doc
      .lineWidth(size * 0.16)
      .strokeColor(color)
      .circle(centerX, centerY, r * 0.75)
      .stroke();
  }
}

const pillStyle = (pdf: Pdf, tone: Tone): TextStyle => ({
  ...pdf.scale.meta,
  face: 'semibold',
  size: 7.75,
  leading: 14,
  color: tones[tone].text,
});

/** Width of a pill with this word, in points. */
export const pillWidth = (pdf: Pdf, tone: Tone, word: string): number =>
  textWidth(pdf, word, pillStyle(pdf, tone)) + 24;

/** Word, colour and shape in one; y is the top of a line of `leading`. Call it inside marked content. Gives its width. */
export function drawPill(pdf: Pdf, tone: Tone, word: string, x: number, y: number, leading: number): number {
  const style = pillStyle(pdf, tone);
  const width = pillWidth(pdf, tone, word);
  const top = y + (leading - 14) / 2;
  pdf.doc.roundedRect(x, top, width, 14, 7).lineWidth(0.75).fillAndStroke(tones[tone].tint, tones[tone].line);
  drawSign(pdf, tone, x + 10, top + 7, 6, tones[tone].text);
  drawText(pdf, word, x + 17, top, style);
  return width;
}
