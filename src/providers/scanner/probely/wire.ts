import { z } from 'zod';

/** What we read of Probely's answers (developers.probely.com, API 1.2). Anything else in them is left alone. */

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

export const target = z.object({
  id: z.string(),
  site: z.object({ id: text, name: text, url: z.string(), verified: z.boolean().default(false) }),
  running_scan: z.object({ id: z.string() }).nullish(),
  allowed_scan_profiles: z.array(z.object({ id: z.string(), name: text })).default([]),
});

const scanStatuses = [
  'queued',
  'started',
  'under_review',
  'finishing_up',
  'completed',
  'completed_with_errors',
  'failed',
  'canceled',
  'canceling',
  'paused',
  'pausing',
  'resuming',
] as const;

export const scan = z.object({
  id: z.string(),
  // a state that is new to us counts as running
  status: z.enum(scanStatuses).catch('started'),
  started: z.string().nullish(),
  completed: z.string().nullish(),
  scan_profile: z
    .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
    .nullish()
    .catch(null),
  crawler: z
    .object({
      status: z.record(z.string(), z.unknown()).nullish().catch(null),
      warning: z.unknown(),
      error: z.unknown(),
    })
    .partial()
    .nullish()
    .catch(null),
});

export const finding = z.object({
  id: z.union([z.number(), z.string()]),
  definition: z.object({ id: z.union([z.number(), z.string()]).transform(String), name: text, desc: text }),
  fix: text,
  severity: z.number().catch(20),
  state: text,
  retesting: z.boolean().nullish().catch(null),
  url: text,
  method: text,
  parameter: text,
  value: text,
  evidence: z.unknown(),
  requests: z
    .array(z.object({ request: text, response: text }))
    .nullish()
    .catch(null),
  cvss_score: z.number().nullish().catch(null),
  cvss_vector: text,
});

export const definition = z.object({ id: z.union([z.number(), z.string()]).transform(String), name: text });

export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ results: z.array(item), page: z.number().nullish(), page_total: z.number().nullish() });

export type Target = z.output<typeof target>;
export type OutsideScan = z.output<typeof scan>;
export type OutsideFinding = z.output<typeof finding>;
