import { figure } from './charts.ts';
import type { Pdf } from '../document.ts';
import { drawText, textWidth } from '../text.ts';
import type { TextStyle } from '../theme.ts';

export type RulerBand = { label: string; from: number; to: number };
export type ScaleRuler = {
  /** Three, from the lowest to the highest, without gaps: their ends are the scale's. */
  bands: readonly RulerBand[];
  own: { label: string; value: number };
  other?: { label: string; value: number } | null;
  alt: string;
};

const height = { own: 26, bar: 10, other: 34, names: 26 };

/** A scale with its bands in the brand's accent, the own mark above and one to compare with below; as the portal draws it. */
export function scaleRuler(pdf: Pdf, { bands, own, other = null, alt }: ScaleRuler): void {
  const [from, to] = [bands[0]!.from, bands.at(-1)!.to];
  const full = height.own + height.bar + (other ? height.other : 4) + height.names;
  figure(pdf, full, alt, (frame) => {
    const { doc, theme } = pdf;
    const end = frame.x + frame.width;
    const at = (value: number) =>
      frame.x + (frame.width * (Math.min(to, Math.max(from, value)) - from)) / (to - from);
    const bar = frame.y + height.own;
    const names = frame.y + full - height.names;
    const name: TextStyle = { ...pdf.scale.meta, leading: 12 };
    const edge: TextStyle = { ...name, size: 7.5, tabular: true };
    for (const [index, band] of bands.entries()) {
      const gap = index > 0 ? 2 : 0;
      const part = doc.rect(at(band.from) + gap, bar, at(band.to) - at(band.from) - gap, height.bar);
      if (index === 0) part.fill(theme.line);
      else
        part
          .fillOpacity(index === bands.length - 1 ? 1 : 0.4)
          .fill(theme.accent)
          .fillOpacity(1);
      drawText(pdf, band.label, at(band.from) + gap, names, name);
      drawText(pdf, String(band.from), at(band.from) + gap, names + 11, edge);
    }
    drawText(pdf, String(to), end - textWidth(pdf, String(to), edge), names + 11, edge);
    const put = ({ label, value }: { label: string; value: number }, top: number) => {
      const number: TextStyle = { ...pdf.scale.h2, tabular: true };
      const word: TextStyle = { ...pdf.scale.meta, leading: pdf.scale.h2.leading };
      const caption = label === '' ? '' : `  ${label}`;
      const wide = textWidth(pdf, String(value), number) + textWidth(pdf, caption, word);
      const x = Math.min(Math.max(frame.x, at(value) - wide / 2), end - wide);
      drawText(pdf, String(value), x, top, number);
      if (caption !== '') drawText(pdf, caption, x + textWidth(pdf, String(value), number), top + 1, word);
    };
    const mark = (value: number, fill: string) =>
      doc
        .rect(at(value) - 2.5, bar - 6, 5, height.bar + 12)
        .lineWidth(1)
        .fillAndStroke(fill, fill === '#ffffff' ? theme.ink : '#ffffff');
    if (other) {
      mark(other.value, '#ffffff');
      put(other, bar + height.bar + 8);
    }
    mark(own.value, theme.ink);
    put(own, frame.y);
  });
}
