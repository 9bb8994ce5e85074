import { z } from 'zod';
import { ratingFinding } from '../../entities.ts';

const words = z.string().trim().min(1);
const { remedy } = ratingFinding.shape;

/** `content/ratings/v1/vectors.yaml` */
export const vectorsFile = z.strictObject({
  vectors: z.record(z.string(), z.strictObject({ description: words, why: words, remedy })),
});

/** `content/ratings/v1/facts-….yaml`: every observation by its id in the engine's words. */
export const factsFile = z.strictObject({
  facts: z.record(
    z.string(),
    z.strictObject({
      title: words,
      /** Sentences of the change log, where the title does not make a good one; `{asset}` is filled in. */
      appeared: words.optional(),
      gone: words.optional(),
      /** About how long the fix takes the person who begins it. Nothing to do has none of these three. */
      minutes: z.number().int().min(0).max(2400).default(0),
      remedy: remedy.default([]),
      check: z.string().trim().default(''),
    }),
  ),
});

/** `content/ratings/industry-baseline.json`, by industry code. */
const point = z.number().int().min(250).max(900);
export const baselineFile = z.strictObject({
  source: words,
  default: point,
  industries: z.record(z.string(), point),
});
