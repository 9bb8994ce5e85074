import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';

export const subscriptionStatusSchema = z.enum(['INTRIAL', 'ACTIVE']);
export type SubscriptionStatus = z.infer<typeof subscriptionStatusSchema>;

/** How often websites may be scanned, from rare to often. */
export const scanFrequencies = ['QUARTERLY', 'MONTHLY', 'WEEKLY', 'DAILY'] as const;

/** What a picture needs so that the page does not move when it arrives. */
const imageSizeSchema = z.object({ width: z.number(), height: z.number() });

/** Whose portal this is: names, pictures, colours and addresses. No product text names a brand by itself. */
export const brandSchema = z.object({
  brandId: z.string(),
  /** Address of the logo (mark and name) for light ground; `brandLogoDark` for dark ground. */
  brandLogo: z.string(),
  brandLogoDark: z.string(),
  /** Both logos have this size; scale it as a whole. */
  brandLogoSize: imageSizeSchema,
  /** The mark alone, square: tab icon, narrow header. */
  brandMark: z.string(),
  brandNameLong: z.string(),
  brandNameShort: z.string(),
  /** A browser whose host does not contain this is at the wrong address (platform.md 2). */
  webDomain: z.string(),
  /** Where 'Go to correct URL' leads: scheme, host and port. */
  webAddress: z.string(),
  conciergeEmail: z.string(),
  conciergeSchedulingLink: z.string(),
  helpCenter: z.string(),
  emailDomain: z.string(),
  marketingCollateral: z.string(),
  /** `#rrggbb` */
  accent: z.string(),
  radius: z.enum(['rounded', 'square']),
  links: z.object({ terms: z.string(), privacy: z.string(), website: z.string() }),
});
export type Brand = z.infer<typeof brandSchema>;

/** Words and pictures of the channel that sent the visitor. */
export const uiRulesSchema = z.object({
  channelDiscountTitle: z.string(),
  channelDiscountDescription: z.string(),
  logos: z.array(z.object({ src: z.string(), alt: z.string(), width: z.number(), height: z.number() })),
});
export type UiRules = z.infer<typeof uiRulesSchema>;

/** What somebody who signs up gets: a trial of so many days, or an account without one. */
const signUpOfferSchema = z.object({
  channelId: z.string(),
  planId: z.string(),
  trialEnabled: z.boolean(),
  trialDays: z.number(),
  uiRules: uiRulesSchema,
});
export type SignUpOffer = z.infer<typeof signUpOfferSchema>;

/** A banner for trial users with a code to enter at the checkout. */
const promotionSchema = z.object({
  text: z.string(),
  couponCode: z.string(),
  from: z.string().nullable(),
  before: z.string(),
});

const portalConfigSchema = z.object({
  /** Publishable key of the card form; empty where no card form is configured. */
  stripeApiKey: z.string(),
  environmentName: z.string(),
  /** Seconds; 0 means that sessions do not end by inactivity. */
  sessionInactivityTimeout: z.number(),
  securityPolicyConfig: z.object({ env: z.string(), reviewMonths: z.number() }),
  /** Where a quote is asked for in this environment (platform.md 9); null where the brand offers none. */
  quoteLink: z.string().nullable(),
  /** Whose rules a new password meets: the portal's own, or those of an operator's user pool, which are not known here. */
  passwordRules: z.enum(['portal', 'pool']),
  /** Empty while the sandbox takes the orders. */
  chargebeeSite: z.string(),
  /** Who takes the orders, and what the browser needs to show its pages. */
  billing: z.object({
    kind: z.enum(['sandbox', 'chargebee']),
    /** The provider's script; null where there is none. */
    scriptUrl: z.string().nullable(),
    site: z.string(),
    publishableKey: z.string(),
  }),
  /** Whether outside tools learn of use and of leads, so that people are asked first. */
  analytics: z.object({ asksConsent: z.boolean(), leadsGoOutside: z.boolean() }),
});

const userPoolSchema = z.object({
  ClientId: z.string(),
  UserPoolId: z.string(),
  region: z.string(),
  endpoint: z.string().nullable(),
});

const maintenanceSchema = z.object({
  enabled: z.boolean(),
  title: z.string(),
  subHead: z.string(),
  content: z.string(),
});

/** All that the browser must know before its first screen. */
const bootConfigSchema = z.object({
  brand: brandSchema,
  userPool: userPoolSchema,
  portalConfig: portalConfigSchema,
  maintenance: maintenanceSchema,
  /** Empty where no outside analytics are configured. */
  heapKey: z.string(),
  /** What an outside captcha needs in the browser; null where our own is used. */
  captcha: z.object({ siteKey: z.string(), scriptAddress: z.string() }).nullable(),
  /** What signing up without a subscription id gives here. */
  signUp: signUpOfferSchema,
  /** Promotions of the visitor's channel that run now. */
  promotions: z.array(promotionSchema),
});
export type BootConfig = z.infer<typeof bootConfigSchema>;

const subscriptionCheckSchema = z.object({
  subscriptionIdStatus: z.enum(['valid', 'invalid', 'expired']),
  subscriptionId: z.string(),
  channelId: z.string().nullable(),
  planId: z.string().nullable(),
  uiRules: uiRulesSchema.nullable(),
  /** Null where signing up is not possible with this id. */
  signUp: signUpOfferSchema.nullable(),
  brand: brandSchema,
});
export type SubscriptionCheck = z.infer<typeof subscriptionCheckSchema>;

const subscriptionIdSchema = z.string().trim().min(1).max(100);

export const catalogContract = {
  config: endpoint({
    method: 'GET',
    path: '/config',
    summary: 'Brand, user pool and settings that the browser needs before its first screen.',
    access: 'public',
    body: z.object({ subscriptionId: subscriptionIdSchema.optional() }),
    reply: bootConfigSchema,
    refusals: {},
    rate: { max: 120, perSeconds: 60 },
    background: true,
  }),
  checkSubscriptionId: endpoint({
    method: 'GET',
    path: '/plans/isValidSubscriptionId/:id',
    summary: 'Whether somebody may sign up with a subscription id, and what that gives.',
    access: 'public',
    body: z.object({ id: subscriptionIdSchema }),
    reply: z.object({ data: subscriptionCheckSchema }),
    refusals: {},
    // ids are short words: slow enough that they cannot be guessed by trying
    rate: { max: 30, perSeconds: 60 },
    background: true,
  }),
};
