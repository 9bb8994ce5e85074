import { z } from 'zod';
import { day } from '#platform/daySchema.ts';

// What staff may send is only kept small here: whether it is right the catalogue says, with the checks of its files.

export const text = (most: number) => z.string().max(most);
export const id = z.string().min(1).max(100);
/** The version of the edit that whoever saves has looked at; 0 where there is none. */
export const version = z.number().int().min(0).max(1_000_000);
const blank = text(400).default('');

export const brandFields = z.object({
  brandNameLong: text(400),
  brandNameShort: text(400),
  /** Empty: the address of the installation. */
  webDomain: blank,
  hosts: z.array(text(300)).max(50).default([]),
  emailDomain: text(400),
  /** Empty: that of the installation. */
  mailFrom: blank,
  conciergeEmail: text(400),
  conciergeSchedulingLink: text(2000),
  helpCenter: text(2000),
  marketingCollateral: text(2000),
  accent: text(20),
  radius: text(20),
  links: z.object({ website: text(2000), terms: text(2000), privacy: text(2000) }),
});
export type BrandFields = z.infer<typeof brandFields>;

/** Drawings as text; what is left out stays as it is. An empty one for dark ground: the one for light ground is used there. */
export const drawing = z.string().max(100_000);
export const drawings = z
  .object({ brandLogo: drawing.optional(), brandLogoDark: drawing.optional(), brandMark: drawing.optional() })
  .default({});
export type Drawings = z.infer<typeof drawings>;

export const channelFields = z.object({
  brandId: text(100),
  defaultForBrand: z.boolean(),
  trialEnabled: z.boolean(),
  trialDays: z.number(),
  defaultPlan: text(100),
  /** In the order in which they are offered, from the smallest to the largest. */
  eligiblePlans: z
    .array(
      z.object({ plan: text(100), planDiscountMessage: text(1000), coupons: z.array(text(100)).max(50) }),
    )
    .max(50),
  discountTitle: text(1000),
  discountDescription: text(4000),
  promotions: z
    .array(z.object({ text: text(1000), couponCode: text(100), from: text(20), before: text(20) }))
    .max(50),
  /** Empty: for good. */
  validUntil: text(20),
});
export type ChannelFields = z.infer<typeof channelFields>;

/** How an entry stands to the file. */
const standing = z.object({
  version: z.number(),
  /** An edit lies above the file. */
  isEdited: z.boolean(),
  /** Made at the desk: no file knows it. */
  isOwn: z.boolean(),
  edited: z.object({ by: z.string(), at: z.string() }).nullable(),
  /** Why the edit cannot be used, so that the file holds. */
  problem: z.string().nullable(),
});
export type Standing = z.infer<typeof standing>;
const history = z.array(
  z.object({ version: z.number(), by: z.string(), at: z.string(), isFile: z.boolean() }),
);
export type History = z.infer<typeof history>;

const picture = z.object({ address: z.string(), width: z.number(), height: z.number() });
export const brandRow = standing.extend({
  brandId: z.string(),
  brandNameLong: z.string(),
  brandNameShort: z.string(),
  webDomain: z.string(),
  accent: z.string(),
  mark: z.string(),
  channels: z.number(),
  organizations: z.number(),
});
export type BrandRow = z.infer<typeof brandRow>;
export const brandDetail = standing.extend({
  brandId: z.string(),
  fields: brandFields,
  logos: z.object({ brandLogo: picture, brandLogoDark: picture, brandMark: picture }),
  webAddress: z.string(),
  history,
});
export type BrandDetail = z.infer<typeof brandDetail>;

export const channelRow = standing.extend({
  channelId: z.string(),
  brandId: z.string(),
  brand: z.string(),
  defaultForBrand: z.boolean(),
  trialDays: z.number().nullable(),
  defaultPlan: z.string(),
  plans: z.array(z.string()),
  validUntil: day.nullable(),
  promotions: z.number(),
  subscriptionIds: z.number(),
  organizations: z.number(),
});
export type ChannelRow = z.infer<typeof channelRow>;
export const channelDetail = standing.extend({ channelId: z.string(), fields: channelFields, history });
export type ChannelDetail = z.infer<typeof channelDetail>;

export const signUpCodeRow = standing.extend({
  id: z.string(),
  channelId: z.string(),
  brand: z.string(),
  /** Empty: that of the channel. */
  plan: z.string(),
  planName: z.string(),
  /** Its own last day; empty: for good. */
  validUntil: z.string(),
  /** The last day that counts: its own or the channel's. */
  goodUntil: day.nullable(),
  state: z.enum(['good', 'ended']),
  link: z.string(),
  organizations: z.number(),
  lastSignUp: z.string().nullable(),
});
export type SignUpCodeRow = z.infer<typeof signUpCodeRow>;

export const options = z.object({
  brands: z.array(z.object({ brandId: z.string(), name: z.string() })),
  channels: z.array(z.object({ channelId: z.string(), brandId: z.string() })),
  plans: z.array(z.object({ planId: z.string(), planName: z.string(), cents: z.number() })),
  coupons: z.array(z.object({ code: z.string(), text: z.string() })),
  everyBrand: z.boolean(),
});
export type CatalogOptions = z.infer<typeof options>;
