import { figure } from '#platform/server/pdf/charts.ts';
import type { Pdf } from '#platform/server/pdf/document.ts';
import { drawText, textWidth } from '#platform/server/pdf/text.ts';
import type { TextStyle } from '#platform/server/pdf/theme.ts';
import { bandOf, bands, ratingScale } from '../entities.ts';
import { ratingColor } from '../rules.ts';

const bar = { top: 30, height: 20 };
const tints = { BASIC: '#f4dcdf', INTERMEDIATE: '#fbeed6', ADVANCED: '#d8e1ee' } as const;

type Marks = { rating: number; industry: number | null };

/** The scale from 250 to 900 with its bands, the company above and the industry below. */
export function ruler(pdf: Pdf, { rating, industry }: Marks): void {
  const compared = industry === null ? '' : ` The average of the industry is ${industry}.`;
  const spoken = bands.map(({ label, from, to }) => `${label} from ${from} to ${to}`).join(', ');
  figure(
    pdf,
    104,
    `Rating on the scale from 250 to 900 (${spoken}). The company is at ${rating}, ${bandOf(rating).label}.${compared}`,
    (frame) => {
      const { doc, theme } = pdf;
      const share = (value: number) => (value - ratingScale.from) / (ratingScale.to - ratingScale.from);
      const at = (value: number) => frame.x + share(Math.min(ratingScale.to, Math.max(ratingScale.from, value))) * frame.width;
      const small: TextStyle = { ...pdf.scale.meta, size: 7.75, leading: 11, tabular: true };
      const strong: TextStyle = { ...small, face: 'semibold', size: 9.5, leading: 13, color: theme.ink };
      const y = frame.y + bar.top;
      for (const band of bands) {
        const [left, right] = [at(band.from), at(band.to)];
        const isHere = bandOf(rating).id === band.id;
        doc.rect(left + 0.75, y, right - left - 1.5, bar.height).fill(isHere ? ratingColor(band.from) : tints[band.id]);
        drawText(pdf, String(band.from), left, y + bar.height + 4, small);
        const color = isHere && band.id !== 'INTERMEDIATE' ? '#ffffff' : isHere ? '#17212b' : theme.muted;
        const name: TextStyle = { ...small, face: isHere ? 'semibold' : 'regular', leading: bar.height, color };
        drawText(pdf, band.label, (left + right) / 2 - textWidth(pdf, band.label, name) / 2, y, name);
      }
      drawText(pdf, String(ratingScale.to), frame.x + frame.width - textWidth(pdf, '900', small), y + bar.height + 4, small);
      const put = (value: number, text: string, top: number, style: TextStyle) => {
        const wide = textWidth(pdf, text, style);
        drawText(pdf, text, Math.min(Math.max(at(value) - wide / 2, frame.x), frame.x + frame.width - wide), top, style);
      };
      put(rating, `Your company ${rating}`, frame.y + 3, strong);
      doc
        .moveTo(at(rating), y - 1)
        .lineTo(at(rating) - 5, y - 10)
        .lineTo(at(rating) + 5, y - 10)
        .closePath()
        .fill(theme.ink);
      if (industry === null) return;
      const below = y + bar.height + 18;
      doc
        .lineWidth(1)
        .strokeColor(theme.muted)
        .moveTo(at(industry), y + bar.height)
        .lineTo(at(industry), below)
        .dash(2, { space: 2 })
        .stroke()
        .undash();
      doc
        .lineWidth(1.5)
        .circle(at(industry), below + 3, 3)
        .stroke();
      put(industry, `Industry average ${industry}`, below + 9, { ...small, face: 'medium' });
    },
  );
}
