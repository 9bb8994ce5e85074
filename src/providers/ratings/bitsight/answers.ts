import { z } from 'zod';
import { day } from '#platform/daySchema.ts';

/**
 * What the Customer API answers, as far as it is read here (references, providers/bitsight). Everything that it leaves out,
 * or sends in another shape, is read as not told; a vector that nobody knows yet is kept.
 */
const word = z.string().trim().min(1).max(300);
const words = word.nullish().catch(null);
const integer = z.coerce.number().int().min(0).max(1000);
/** A number of the scale; also sent as text, or as `N/A`. */
const rating = z.coerce.number().int().min(250).max(900).nullish().catch(null);
const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .nullish()
  .catch(null);
/** A day, with or without a time behind it. */
const leadingDay = z
  .string()
  .transform((text) => text.slice(0, 10))
  .pipe(day);

const detail = z.object({
  name: words,
  category: words,
  category_order: integer.nullish().catch(null),
  order: integer.nullish().catch(null),
  beta: z.boolean().nullish().catch(null),
  grade: z.string().trim().toUpperCase().nullish().catch(null),
  grade_color: color,
  rating,
});
export type Detail = z.output<typeof detail>;

/** POST /v1/fast-ratings */
export const fastRatingsAnswer = z.object({
  primary_domain: words,
  ratings: z
    .array(
      z
        .object({
          rating: z.coerce.number().int().min(250).max(900),
          rating_date: leadingDay,
          rating_color: color,
        })
        .nullable()
        .catch(null),
    )
    .max(2000)
    .nullish()
    .catch(null),
  rating_details: z.record(z.string().max(100), detail.nullable().catch(null)).nullish().catch(null),
  industry_grade: z
    .object({ industry: words, industry_sector: words, average_rating: rating })
    .nullish()
    .catch(null),
});
export type FastRatingsAnswer = z.output<typeof fastRatingsAnswer>;

/** GET /v1/defaults: today's weights, by whatever name and with its slug. */
export const defaultsAnswer = z.object({
  vector_weights: z
    .record(
      z.string(),
      z
        .object({ slug: z.string(), weight: z.coerce.number().min(0).max(100) })
        .nullable()
        .catch(null),
    )
    .nullish()
    .catch(null),
  color_by_grade: z.record(z.string(), color).nullish().catch(null),
});

/** Why a call was refused: in any of three places. */
export const complaintOf = (body: unknown): string => {
  const said = z
    .object({ detail: z.string(), status_message: z.string(), title: z.string(), message: z.string() })
    .partial()
    .safeParse(body);
  const { detail: why, status_message: status, title, message } = said.success ? said.data : {};
  return (why ?? status ?? message ?? title ?? '').slice(0, 300);
};
