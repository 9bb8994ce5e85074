import type { Pdf } from '#platform/server/pdf/document.ts';
import { scaleRuler } from '#platform/server/pdf/charts/scaleRuler.ts';
import { bandOf, ratingBands } from '../rules.ts';

/** The scale with its three bands and the company's mark. */
export const ratingRuler = (pdf: Pdf, rating: number): void =>
  scaleRuler(pdf, {
    bands: ratingBands,
    own: { label: '', value: rating },
    alt: `Rating ${rating} on a scale from ${ratingBands[0].from} to ${ratingBands[2].to}, in the band ${bandOf(rating).label}.`,
  });
