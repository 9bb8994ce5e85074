import { z } from 'zod';
import { daySchema } from '#platform/daySchema.ts';
import { safeLink } from '#platform/richText.ts';
import type { Problem } from '#modules/monitoring/server/public.ts';
import { offering } from '../entities.ts';
import { messageCategories, severities, textLimits } from '../rules.ts';

const words = (max: number) =>
  z
    .string({ error: 'must be text' })
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must be at most ${max} characters`);
const minutes = z.int({ error: 'must be a whole number of minutes' }).min(1).max(600);
const id = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/, 'must be lower-case letters, digits and dashes');
const link = z
  .string()
  .refine((href) => safeLink(href) === href, 'must be an https address or a place of the portal');
// YAML reads a bare day as text; at nine in the morning in Pacific time it is that day for every reader
const day = daySchema('must be a day written as 2026-12-31').transform(
  (text) => new Date(`${text}T17:00:00Z`),
);

const cta = <I extends string>(icon: I) =>
  z.strictObject({ text: words(40), style: z.literal('PRIMARY'), icon: z.literal(icon) });
export const pageFile = z.strictObject({
  pageTitle: words(60),
  subtitle: words(120),
  heading: words(120),
  subscriptionInfo: words(120),
  offeringsHeading: words(120),
  emailCta: cta('mail'),
  callCta: cta('calendar'),
  offerings: z
    .array(
      z.strictObject({
        ...offering.shape,
        id,
        title: words(60),
        text: words(240),
        minutes,
        link: link.nullable(),
      }),
    )
    .min(1, 'must list at least one offering'),
});
export type PageWords = z.output<typeof pageFile>;

/** What stands before the text of a letter. */
export const letterFields = z.strictObject({
  title: words(textLimits.title),
  summary: words(textLimits.summary),
  category: z.enum(messageCategories),
  severity: z.enum(severities).nullable().default(null),
  minutes: minutes.nullable().default(null),
  /** Has blanks in square brackets that staff fill in. */
  template: z.boolean().default(false),
  /** Reaches every customer by itself, from that day on. */
  send: z
    .strictObject({ from: day, until: day.optional(), onArrival: z.boolean().default(false) })
    .optional(),
  actions: z
    .array(z.strictObject({ label: words(textLimits.actionLabel), link }))
    .max(textLimits.actions)
    .default([]),
});
export type LetterFields = z.output<typeof letterFields>;

const step = z.strictObject({
  who: z.enum(['you', 'it-helper', 'web-host', 'registrar', 'mail-provider', 'web-developer']),
  text: words(300),
});
const weaknessText = z.strictObject({
  id,
  title: words(120),
  saw: words(400),
  why: words(600),
  fix: z.array(step).min(1).max(6),
  check: words(400),
  minutes,
});
export type WeaknessText = z.output<typeof weaknessText>;
/** A problem that becomes a weakness, with what a customer reads about it. */
export type WeaknessType = WeaknessText & Problem;
export type FixStep = z.output<typeof step>;

export const weaknessFile = z.strictObject({ types: z.array(weaknessText).min(1) });

const guideStep = z.strictObject({ text: words(300), why: words(300).optional() });
const guidePart = { title: words(80), steps: z.array(guideStep).min(1).max(8) };
export const incidentFile = z.strictObject({
  title: words(80),
  summary: words(300),
  now: z.strictObject(guidePart),
  kinds: z.array(z.strictObject({ id, ...guidePart })).min(1),
  later: z.strictObject(guidePart),
});
