import type { Pdf } from '#platform/server/pdf/document.ts';
import { scaleRuler } from '#platform/server/pdf/charts/scaleRuler.ts';
import { bandOf, bands } from '../../entities.ts';

type Marks = { rating: number; industry: number | null };

/** The scale from 250 to 900 with its bands, the company above and the industry below. */
export function ruler(pdf: Pdf, { rating, industry }: Marks): void {
  const compared = industry === null ? '' : ` The average of the industry is ${industry}.`;
  const spoken = bands.map(({ label, from, to }) => `${label} from ${from} to ${to}`).join(', ');
  scaleRuler(pdf, {
    bands,
    own: { label: 'Your company', value: rating },
    other: industry === null ? null : { label: 'Industry average', value: industry },
    alt: `Rating on the scale from 250 to 900 (${spoken}). The company is at ${rating}, ${bandOf(rating).label}.${compared}`,
  });
}
