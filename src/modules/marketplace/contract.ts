import { z } from 'zod';
import { day } from '#platform/daySchema.ts';
import { endpoint } from '#platform/endpoint.ts';

const org = { access: 'org', module: 'marketplace' } as const;
const partnerId = z.string().min(1).max(60);

const offerSchema = z.object({
  type: z.enum(['percent', 'amount', 'free-months', 'text']),
  /** Percent, dollars or months; null for an offer in words alone. */
  value: z.number().nullable(),
  text: z.string(),
  code: z.string().nullable(),
  /** The last day on which it holds, in Pacific time; null where it has no end. */
  validTo: day.nullable(),
  terms: z.string(),
});
export type Offer = z.infer<typeof offerSchema>;

/** A paragraph, or the items of a list; text alone, whatever it looks like. */
const blockSchema = z.union([z.object({ text: z.string() }), z.object({ items: z.array(z.string()) })]);
export type Block = z.infer<typeof blockSchema>;

const partnerSchema = z.object({
  id: z.string(),
  /** Last part of its address. */
  route: z.string(),
  name: z.string(),
  tagline: z.string(),
  category: z.string(),
  logo: z.string(),
  summary: z.string(),
  body: z.array(blockSchema),
  benefits: z.array(z.string()),
  /** What it helps with, in words. */
  solves: z.array(z.string()),
  /** Whom it suits, in words; null where it suits everybody. */
  audience: z.string().nullable(),
  /** Null where there is none, or it is over. */
  offer: offerSchema.nullable(),
  cta: z.object({ label: z.string(), url: z.string() }),
  disclosure: z.string(),
  /** The organisation said that it uses it already. */
  owned: z.boolean(),
  /** Why it is recommended to this organisation; null where it is not. */
  because: z.string().nullable(),
});
export type Partner = z.infer<typeof partnerSchema>;

const marketplaceSchema = z.object({
  /** The largest percent offer that holds today; null where there is none. */
  maxPercent: z.number().nullable(),
  disclosure: z.string(),
  carousel: z.object({ autoplaySeconds: z.number(), slides: z.array(z.string()) }),
  /** Those that have partners, in the order of the configuration. */
  categories: z.array(z.object({ id: z.string(), label: z.string(), partners: z.number() })),
  /** In the order in which they are shown: what is owned already comes last. */
  partners: z.array(partnerSchema),
  /** Ids of those that the organisation's own results speak for, the most helpful first. */
  recommended: z.array(z.string()),
});
export type Marketplace = z.infer<typeof marketplaceSchema>;

export const marketplaceContract = {
  getJson: endpoint({
    ...org,
    method: 'GET',
    path: '/marketplace/getJson',
    summary:
      'Tools of partners with the offers that hold today, and what the organisation’s own results speak for.',
    body: z.object({}),
    reply: z.object({ data: marketplaceSchema }),
    refusals: {},
    background: true,
  }),
  markOwned: endpoint({
    ...org,
    method: 'POST',
    path: '/marketplace/owned',
    summary: 'Says that the organisation uses a tool of the marketplace already, or takes it back.',
    body: z.object({ partner: partnerId, owned: z.boolean() }),
    reply: z.object({ data: marketplaceSchema }),
    refusals: { 'no-such-partner': 404 },
    notInSupportSession: true,
  }),
  countOffer: endpoint({
    ...org,
    method: 'POST',
    path: '/marketplace/opened',
    summary:
      'Counts that the address of a partner was opened: for the day, over everybody, nobody in particular.',
    body: z.object({ partner: partnerId }),
    reply: z.object({}),
    refusals: {},
    rate: { max: 30, perSeconds: 60 },
    background: true,
  }),
};
