import { counter, histogram } from '#platform/server/log/measures.ts';

const outcomes = ['completed', 'failed'] as const;

const count = counter('ratings_total', "Ratings of a company's attack surface, by how they ended", {
  outcome: outcomes,
});
const observe = histogram(
  'rating_seconds',
  'How long a rating took that was completed',
  [1, 10, 60, 300, 1800],
);

/** @param startedAt by `performance.now()` */
export function noteRating(outcome: (typeof outcomes)[number], startedAt: number): void {
  count({ outcome });
  if (outcome === 'completed') observe({}, (performance.now() - startedAt) / 1000);
}
