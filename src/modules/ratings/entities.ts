import { z } from 'zod';
import { day } from '#platform/daySchema.ts';

/** Bands of modules.md 9; half-open, so that every rating is in one. */
export const bands = [
  { id: 'BASIC', label: 'Basic', from: 250, to: 640 },
  { id: 'INTERMEDIATE', label: 'Intermediate', from: 640, to: 740 },
  { id: 'ADVANCED', label: 'Advanced', from: 740, to: 900 },
] as const;
export type BandId = (typeof bands)[number]['id'];
/** modules.md 9: the part of the scale that charts over time draw. What lies outside is shown at the rim with its true value. */
export const chartScale = { from: 300, to: 850 } as const;
export const chartTicks = [300, 400, 500, 600, 700, 800, 850] as const;
/** modules.md 9: shown as a sample only, never as anybody's rating. */
export const sampleRating = { rating: 490, industryAverage: 790 } as const;

export const bandOf = (rating: number): (typeof bands)[number] =>
  bands.find(({ to }) => rating < to) ?? bands[2];

/** Who carries a step of a remedy out. */
export const whoDoes = [
  'you',
  'it-helper',
  'web-host',
  'registrar',
  'mail-provider',
  'web-developer',
  'everyone',
] as const;
export type WhoDoes = (typeof whoDoes)[number];

const step = z.object({ who: z.enum(whoDoes), text: z.string() });
export type RemedyStep = z.infer<typeof step>;

/** Plain texts; evidence and asset quote servers that nobody vouches for. */
export const ratingFinding = z.object({
  key: z.string(),
  fact: z.string(),
  title: z.string(),
  asset: z.string(),
  evidence: z.string(),
  grade: z.enum(['GOOD', 'FAIR', 'WARN', 'BAD', 'NEUTRAL']),
  firstSeen: z.string(),
  lastSeen: z.string(),
  /** Points of the rating that its fix alone would bring; null where that cannot be said. */
  gain: z.number().nullable(),
  /** About how long its fix takes the person who begins it, minutes. */
  minutes: z.number(),
  remedy: z.array(step),
  /** How to see that it is fixed. */
  check: z.string(),
  /** Left out of the rating because the company said that the asset is not theirs. */
  notOurs: z.boolean(),
});
export type RatingFindingView = z.infer<typeof ratingFinding>;

export const vectorView = z.object({
  name: z.string(),
  category: z.string(),
  category_order: z.number(),
  order: z.number(),
  beta: z.boolean(),
  grade: z.enum(['A', 'B', 'C', 'D', 'F', 'N/A']),
  grade_color: z.string(),
  rating: z.number().nullable(),
  /** Our own text about it, and what was seen. */
  info: z.object({
    description: z.string(),
    why: z.string(),
    /** Share of the rating in percent; null where the provider does not say. */
    weight: z.number().nullable(),
    /** Why it is not graded; null where it is. */
    note: z.string().nullable(),
    measuredAt: z.string().nullable(),
    findings: z.array(ratingFinding),
    /** General steps, for a vector of which single findings are not known. */
    remedy: z.array(step),
  }),
});
export type VectorView = z.infer<typeof vectorView>;

export const ratingPoint = z.object({ rating: z.number(), rating_date: day, rating_color: z.string() });

/** Why the rating moved, in words. */
export const ratingChange = z.object({
  date: day,
  from: z.number(),
  to: z.number(),
  reasons: z.array(
    z.object({
      /** "TLS certificate expired" */
      text: z.string(),
      vector: z.string().nullable(),
      kind: z.enum(['worse', 'better', 'aged-out', 'measured-now', 'not-ours', 'method', 'other']),
    }),
  ),
});
export type RatingChange = z.infer<typeof ratingChange>;

export const ratedAsset = z.object({
  asset: z.string(),
  kind: z.enum(['domain', 'host', 'address', 'mail-server', 'website']),
  because: z.string(),
  findings: z.number(),
  notOurs: z.object({ reason: z.string(), by: z.string(), at: z.string() }).nullable(),
});
export type RatedAssetView = z.infer<typeof ratedAsset>;

export const categoryView = z.object({
  name: z.string(),
  order: z.number(),
  grade: z.enum(['A', 'B', 'C', 'D', 'F', 'N/A']),
  grade_color: z.string(),
  weight: z.number().nullable(),
});

/** modules.md 3, Ratings data. */
export const ratingsData = z.object({
  /** Newest first, a year at most, one a day; never a point that was not measured. */
  ratings: z.array(ratingPoint),
  industry_grade: z
    .object({
      average_rating: z.number(),
      industry: z.string(),
      basis: z.enum(['customers', 'reference', 'agency']),
    })
    .nullable(),
  rating_details: z.record(z.string(), vectorView),
  categories: z.array(categoryView),
  /** Whose word the rating is. */
  source: z.object({ id: z.enum(['estimate', 'bitsight']), label: z.string() }),
  domain: z.string(),
  measuredAt: z.string(),
  capReason: z.string().nullable(),
  /** Newest first. */
  changes: z.array(ratingChange),
  assets: z.array(ratedAsset),
  /** Fixes can be ticked and the rating worked out. */
  canPlan: z.boolean(),
  verified: z.boolean(),
  /** Names of signing keys that the company entered. */
  dkimSelectors: z.array(z.string()),
});
export type RatingsData = z.infer<typeof ratingsData>;
