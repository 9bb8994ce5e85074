import { z } from 'zod';
import { daySchema } from '#platform/daySchema.ts';

// What an operator may write in `config/marketplace.yaml`. Unknown names are refused, so that a slip of the pen is seen.

const words = (max: number) =>
  z
    .string({ error: 'must be text' })
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must be at most ${max} characters`);
const idShape = z
  .string({ error: 'must be a short name' })
  .regex(/^[a-z0-9][a-z0-9-]{0,59}$/, 'must be lower-case letters, digits and dashes, at most 60');
const day = daySchema('must be a day written as 2026-12-31');
const whole = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.int({ error }).min(least, error).max(most, error);
};
const address = z.url({
  protocol: /^https$/,
  hostname: z.regexes.domain,
  error: 'must be a web address that begins with https://',
});
const picture = z
  .string({ error: 'must be a file name' })
  .regex(/^[\w-]+\.svg$/, 'must be the name of an SVG file in config/marketplace, such as logo.svg');

const offer = z
  .strictObject({
    type: z.enum(['percent', 'amount', 'free-months', 'text'], {
      error: 'must be percent, amount, free-months or text',
    }),
    value: whole(1, 100_000).optional(),
    text: words(120),
    code: z
      .string({ error: 'must be text' })
      .regex(/^[A-Za-z0-9_-]{1,50}$/, 'must be letters, digits, dashes and underscores, at most 50')
      .optional(),
    validFrom: day.optional(),
    validTo: day.optional(),
    terms: words(500).optional(),
  })
  .refine((one) => (one.type === 'text') === (one.value === undefined), {
    path: ['value'],
    error: 'is needed for percent, amount and free-months, and for them alone',
  })
  .refine((one) => one.type !== 'percent' || one.value! <= 100, {
    path: ['value'],
    error: 'must be at most 100 percent',
  })
  .refine((one) => !one.validFrom || !one.validTo || one.validFrom <= one.validTo, {
    path: ['validTo'],
    error: 'must not be before validFrom',
  });

const partner = z.strictObject({
  id: idShape,
  route: idShape.optional(),
  name: words(60),
  tagline: words(120),
  category: idShape,
  logo: picture,
  summary: words(300),
  body: words(5000),
  benefits: z.array(words(120)).max(8, 'must be at most 8').default([]),
  audience: z
    .strictObject({
      minEmployees: whole(1, 1_000_000).optional(),
      maxEmployees: whole(1, 1_000_000).optional(),
      industries: z.array(z.string()).default([]),
    })
    .default({ industries: [] }),
  offer: offer.optional(),
  cta: z.strictObject({ label: words(40), url: address }),
  solves: z.array(z.string()).default([]),
  disclosure: words(200).default('Paid placement'),
  order: whole(0, 1_000_000).default(1000),
  brands: z.array(z.string()).min(1, 'must name a brand, or be left out').optional(),
});
export type PartnerEntry = z.output<typeof partner>;

export const partnersFile = z.strictObject({
  version: z.literal(1, { error: 'must be 1' }),
  disclosure: words(500),
  carousel: z
    .strictObject({
      autoplaySeconds: whole(3, 60).default(5),
      slides: z.array(z.string()).max(12, 'must be at most 12').default([]),
    })
    .default({ autoplaySeconds: 5, slides: [] }),
  categories: z.array(z.strictObject({ id: idShape, label: words(40) })).default([]),
  partners: z.array(partner).max(300, 'must be at most 300').default([]),
});
export type PartnersFile = z.output<typeof partnersFile>;
