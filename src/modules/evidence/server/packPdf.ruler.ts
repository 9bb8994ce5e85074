import { figure } from '#platform/server/pdf/charts.ts';
import type { Pdf } from '#platform/server/pdf/document.ts';
import { drawText, textWidth } from '#platform/server/pdf/text.ts';
import type { TextStyle } from '#platform/server/pdf/theme.ts';
import { bandOf, ratingBands } from '../rules.ts';

const from = ratingBands[0].from;
const to = ratingBands[2].to;

/** The scale with its three bands and the company's mark. */
export function ratingRuler(pdf: Pdf, rating: number): void {
  const alt = `Rating ${rating} on a scale from ${from} to ${to}, in the band ${bandOf(rating).label}.`;
  figure(pdf, 64, alt, (frame) => {
    const { doc, theme } = pdf;
    const at = (value: number) => frame.x + (frame.width * (Math.min(to, Math.max(from, value)) - from)) / (to - from);
    const bar = frame.y + 26;
    const label: TextStyle = { ...pdf.scale.meta, leading: 12 };
    for (const [index, band] of ratingBands.entries()) {
      const part = doc.rect(at(band.from) + (index > 0 ? 2 : 0), bar, at(band.to) - at(band.from) - (index > 0 ? 2 : 0), 10);
      if (index === 0) part.fill(theme.line);
      else
        part
          .fillOpacity(index === 1 ? 0.4 : 1)
          .fill(theme.accent)
          .fillOpacity(1);
      drawText(pdf, band.label, at(band.from) + 2, bar + 15, label);
      const edge = `${band.from}`;
      drawText(pdf, edge, at(band.from) + 2, bar + 26, { ...label, size: 7.5, tabular: true });
    }
    const end = String(to);
    drawText(pdf, end, at(to) - textWidth(pdf, end, { ...label, size: 7.5, tabular: true }), bar + 26, {
      ...label,
      size: 7.5,
      tabular: true,
    });
    doc
      .rect(at(rating) - 3, bar - 7, 6, 24)
      .lineWidth(2)
      .fillAndStroke(theme.ink, '#ffffff');
    const number: TextStyle = { ...pdf.scale.h2, tabular: true };
    const wide = textWidth(pdf, String(rating), number);
    drawText(pdf, String(rating), Math.min(Math.max(frame.x, at(rating) - wide / 2), frame.x + frame.width - wide), frame.y, number);
  });
}
