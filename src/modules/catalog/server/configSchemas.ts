import { z } from 'zod';
import { daySchema } from '#platform/daySchema.ts';
import { scanLevels } from '#providers/scanner/port.ts';
import { scanFrequencies } from '../contract.ts';

// What an operator may write in `config/`. Unknown names are refused, so that a slip of the pen is seen at the start.

const words = (max: number) =>
  z
    .string({ error: 'must be text' })
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must be at most ${max} characters`);
const idShape = z
  .string({ error: 'must be a short name' })
  .regex(/^[a-z0-9][a-z0-9-]{0,49}$/, 'must be lower-case letters, digits and dashes, at most 50');
const colour = z
  .string({ error: "must be a colour such as '#0f766e' (in quotes)" })
  .regex(/^#[0-9a-f]{6}$/i, "must be a colour such as '#0f766e' (in quotes)")
  .toLowerCase();
const webAddress = z.url({
  protocol: /^https?$/,
  error: 'must be a web address such as https://example.com/page',
});
const domain = z
  .string({ error: 'must be a domain such as example.com' })
  .toLowerCase()
  .regex(
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
    'must be a domain such as example.com, without https:// and without a port',
  );
const day = daySchema('must be a day written as 2026-12-31');
const flag = z.boolean({ error: 'must be true or false' });
const count = (max: number) => {
  const error = `must be a whole number from 0 to ${max}`;
  return z.int({ error }).min(0, error).max(max, error);
};
const pictureFile = z
  .string({ error: 'must be a file name' })
  .regex(/^[\w-]+\.svg$/, 'must be the name of an SVG file in the folder of the brand, such as logo.svg');
const phone = z
  .string({ error: 'must be a telephone number in quotes' })
  .trim()
  .regex(
    /^\+?[0-9][0-9 ().-]{4,30}[0-9]$/,
    "must be a telephone number in quotes, such as '+1 800 555 0142'",
  );
const signUpCode = z
  .string({ error: 'must be text' })
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/,
    'must be letters, digits, dots, dashes and underscores, at most 100',
  );
const couponCode = z
  .string({ error: 'must be text' })
  .regex(/^[A-Za-z0-9_-]{1,50}$/, 'must be letters, digits, dashes and underscores, at most 50');

export const brandEntry = z.strictObject({
  brandId: idShape,
  brandNameLong: words(60),
  brandNameShort: words(30),
  brandLogo: pictureFile,
  brandLogoDark: pictureFile.optional(),
  brandMark: pictureFile,
  webDomain: domain.optional(),
  hosts: z.array(domain).default([]),
  emailDomain: domain,
  mailFrom: z.email('must be an e-mail address').optional(),
  conciergeEmail: z.email('must be an e-mail address'),
  /** Left out: nobody can schedule a call. */
  conciergeSchedulingLink: webAddress.or(z.literal('')).default(''),
  /** The concierge page in words of the brand's own; what is left out is said as content/concierge says it. */
  concierge: z
    .strictObject({
      pageTitle: words(60).optional(),
      subtitle: words(120).optional(),
      heading: words(120).optional(),
      subscriptionInfo: words(120).optional(),
      offeringsHeading: words(120).optional(),
      /** Ids of offerings, in the order to show them. */
      offerings: z.array(idShape).max(12).optional(),
      /** Weaknesses that ratings and scans find are published at once, before anybody of the staff has looked. */
      autoPublish: flag.default(false),
    })
    .prefault({}),
  /** Whom claims and questions about policies go to. Without it, no page about insurance is offered. */
  insurer: z
    .strictObject({
      name: words(80),
      phone: phone,
      email: z.email('must be an e-mail address'),
      hours: words(80),
      claimsPhone: phone.optional(),
      claimsEmail: z.email('must be an e-mail address').optional(),
      claimsHours: words(80).optional(),
      website: webAddress.optional(),
    })
    .optional(),
  helpCenter: webAddress,
  marketingCollateral: webAddress,
  colours: z.strictObject({ accent: colour }),
  radius: z.enum(['rounded', 'square'], { error: 'must be rounded or square' }),
  links: z.strictObject({ website: webAddress, terms: webAddress, privacy: webAddress }),
  /** Where a quote is asked for (platform.md 9): the staging page in the environments of rules.ts, else the production page. Left out: no quote is offered. */
  quote: z.strictObject({ production: webAddress, staging: webAddress }).optional(),
});
export type BrandEntry = z.output<typeof brandEntry>;

export const brandsFile = z.strictObject({
  defaultBrand: idShape,
  brands: z.array(brandEntry).min(1, 'must list at least one brand'),
  maintenance: z.strictObject({ title: words(100), subHead: words(200), content: words(2000) }),
  securityPolicy: z.strictObject({ reviewMonths: count(60) }).default({ reviewMonths: 12 }),
});

const uiRules = z.strictObject({
  channelDiscountTitle: z.string().trim().max(100).default(''),
  channelDiscountDescription: z.string().trim().max(500).default(''),
  /** Pictures of the channel in the folder of its brand. */
  logos: z.array(z.strictObject({ file: pictureFile, alt: words(100) })).default([]),
});

const eligiblePlan = z.union([
  idShape.transform((plan) => ({ plan, planDiscountMessage: '', coupons: [] as string[] })),
  z.strictObject({
    plan: idShape,
    planDiscountMessage: z.string().trim().max(200).default(''),
    coupons: z.array(couponCode).default([]),
  }),
]);

export const signUpCodeEntry = z.strictObject({
  id: signUpCode,
  plan: idShape.optional(),
  validUntil: day.optional(),
});

export const channelEntry = z.strictObject({
  channelId: idShape,
  brandId: idShape,
  defaultForBrand: flag.default(false),
  trial: z.strictObject({
    enabled: flag,
    /** platform.md 9 */
    days: z
      .int({ error: 'must be a whole number from 1 to 366' })
      .min(1, 'must be at least 1')
      .max(366, 'must be at most 366')
      .default(30),
  }),
  defaultPlan: idShape,
  eligiblePlans: z
    .array(eligiblePlan, { error: 'must be a list of plans' })
    .min(1, 'must list at least one plan'),
  validUntil: day.optional(),
  subscriptionIds: z.array(signUpCodeEntry).default([]),
  uiRules: uiRules.prefault({}),
  promotions: z
    .array(z.strictObject({ text: words(120), couponCode, from: day.optional(), before: day }))
    .default([]),
});
export type SignUpCodeEntry = z.output<typeof signUpCodeEntry>;
export const channelsFile = z.strictObject({
  channels: z.array(channelEntry).min(1, 'must list at least one channel'),
});
export type ChannelEntry = z.output<typeof channelEntry>;

const planEntry = z
  .strictObject({
    planId: idShape,
    planName: words(40),
    planPrice: count(10_000_000),
    showToCustomer: flag,
    chargebeePlanId: words(100).nullable().default(null),
    planDetail: z.string().trim().max(300).default(''),
    planColors: z.strictObject({ border: colour, button: colour, shadow: colour }),
    cybermaturity: flag,
    securityPolicies: flag,
    securityPoliciesSignOff: flag,
    training: flag,
    trainingNumberOfSeats: count(100_000),
    probely: flag,
    /** platform.md 3: 0 unless said */
    probelyNumberOfTargets: count(10_000).default(0),
    probelyScanFrequency: z
      .array(z.enum(scanFrequencies, { error: `must be one of ${scanFrequencies.join(', ')}` }))
      .default([]),
    probelyScanProfile: z.strictObject({
      default: z.enum(scanLevels, { error: `must be one of ${scanLevels.join(', ')}` }),
      offered: z
        .array(z.enum(scanLevels, { error: `must be one of ${scanLevels.join(', ')}` }))
        .min(1, 'must list at least one level'),
    }),
    bitsight: flag,
    insurance: flag,
  })
  .refine((plan) => plan.probelyScanProfile.offered.includes(plan.probelyScanProfile.default), {
    path: ['probelyScanProfile', 'default'],
    error: 'must be one of the offered levels',
  })
  .refine(
    (plan) => !plan.probely || (plan.probelyNumberOfTargets > 0 && plan.probelyScanFrequency.length > 0),
    {
      path: ['probely'],
      error:
        'is true, so probelyNumberOfTargets must be above 0 and probelyScanFrequency must name a frequency',
    },
  )
  .refine((plan) => !plan.training || plan.trainingNumberOfSeats > 0, {
    path: ['training'],
    error: 'is true, so trainingNumberOfSeats must be above 0',
  })
  .refine((plan) => plan.planPrice === 0 || plan.chargebeePlanId !== null, {
    path: ['chargebeePlanId'],
    error: 'is missing: a plan with a price needs one',
  });
/** What can be subscribed to, in the words of platform.md 3. */
export type Plan = z.output<typeof planEntry>;

const couponEntry = z.discriminatedUnion(
  'discountType',
  [
    z.strictObject({
      couponCode,
      discountType: z.literal('percentage'),
      discountPercentage: z.number().gt(0, 'must be above 0').max(100, 'must be at most 100'),
      months: count(120).optional(),
      public: flag.default(false),
    }),
    z.strictObject({
      couponCode,
      discountType: z.literal('fixed_amount'),
      discountAmount: count(10_000_000),
      months: count(120).optional(),
      public: flag.default(false),
    }),
  ],
  { error: 'must be percentage or fixed_amount' },
);
/** A discount: percent, or cents a month; for so many months or for ever. */
export type Coupon = z.output<typeof couponEntry>;

export const plansFile = z.strictObject({
  plans: z.array(planEntry).min(1, 'must list at least one plan'),
  coupons: z.array(couponEntry).default([]),
});
