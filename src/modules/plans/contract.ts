import { z } from 'zod';
import { brandSchema, subscriptionStatusSchema, uiRulesSchema } from '#modules/catalog/contract.ts';
import { endpoint } from '#platform/endpoint.ts';
import { moduleStatusSchema, type ModuleName } from './moduleStatus.ts';

export { moduleStatusSchema, type ModuleName, type ModuleStatus } from './moduleStatus.ts';

const planPointerSchema = z.object({ appId: z.object({ planId: z.string() }) });

/** A discount of one plan: a part of the price in percent, or cents a month. */
export const planCouponSchema = z.object({
  couponCode: z.string(),
  discountType: z.enum(['percentage', 'fixed_amount']),
  discountPercentage: z.number().nullable(),
  discountAmount: z.number().nullable(),
  /** How long it lasts; null for ever. */
  months: z.number().nullable(),
});
export type PlanCoupon = z.infer<typeof planCouponSchema>;

/** platform.md 3: a plan that the organisation may choose, from the smallest to the largest. */
export const eligiblePlanSchema = z.object({
  showToCustomer: z.boolean(),
  planName: z.string(),
  /** US cents a month, without taxes. */
  planPrice: z.number(),
  planPointer: planPointerSchema,
  chargebeePlanId: z.string().nullable(),
  /** The first one is used. */
  chargebeeCoupons: z.array(planCouponSchema),
  planDiscountMessage: z.string(),
  planColors: z.object({ border: z.string(), button: z.string(), shadow: z.string() }),
  /** One line about the plan. */
  planDetail: z.string(),
  training: z.boolean(),
  trainingNumberOfSeats: z.number(),
  insurance: z.boolean(),
  securityPolicies: z.boolean(),
  securityPoliciesSignOff: z.boolean(),
  cybermaturity: z.boolean(),
  probely: z.boolean(),
  probelyNumberOfTargets: z.number(),
  probelyScanFrequency: z.array(z.string()),
  bitsight: z.boolean(),
});
export type EligiblePlan = z.infer<typeof eligiblePlanSchema>;

/** platform.md 3: plan and subscription of an organisation, with what follows from them today. */
export const planProfileSchema = z.object({
  planName: z.string(),
  training: moduleStatusSchema,
  trainingNumberOfSeats: z.number(),
  insurance: moduleStatusSchema,
  securityPolicies: moduleStatusSchema,
  securityPoliciesSignOff: z.boolean(),
  cybermaturity: moduleStatusSchema,
  probely: moduleStatusSchema,
  probelyNumberOfTargets: z.number(),
  probelyScanFrequency: z.array(z.string()),
  probelyScanProfile: z.string(),
  bitsight: moduleStatusSchema,
  subscriptionStatus: subscriptionStatusSchema,
  subscriptionDate: z.string().nullable(),
  expirationDate: z.string().nullable(),
  signUpDate: z.string(),
  /** Null where there is no trial. */
  trialDaysLeft: z.number().nullable(),
  trialExpired: z.boolean(),
  /**
   * platform.md 3: how the billing subscription stands. `cancelled`: it ended and nothing took its place; null where there
   * never was one, or where a plan without price took its place.
   */
  chargebeeSubscriptionStatus: z.enum(['active', 'past-due', 'ending', 'cancelled']).nullable(),
  isHighestPlan: z.boolean(),
  subscribedPlanPointer: planPointerSchema,
  channelObject: z.object({
    channelId: z.string(),
    eligiblePlans: z.array(eligiblePlanSchema),
    uiRules: uiRulesSchema,
  }),
  /** Availability of every module, by the names that routes use. */
  modules: z.record(z.string(), moduleStatusSchema) as unknown as z.ZodType<
    Record<ModuleName, z.infer<typeof moduleStatusSchema>>
  >,
  brand: brandSchema,
});
export type PlanProfile = z.infer<typeof planProfileSchema>;

const planIdSchema = z.string().max(50);

/** What the billing provider may answer instead; `detail.reason` holds its words for the customer. */
const billingRefusals = {
  'payment-failed': 402,
  'authentication-needed': 402,
  'no-card': 402,
  'coupon-unusable': 409,
  'billing-conflict': 409,
  'billing-unavailable': 503,
} as const;

/** A page of the billing provider, to be shown in a window of ours or gone to. */
export const hostedPageSchema = z.object({
  id: z.string(),
  url: z.string(),
  /** The provider's own object, for its script. */
  raw: z.record(z.string(), z.unknown()),
});
export type HostedPage = z.infer<typeof hostedPageSchema>;

/** The paid subscription of the organisation, in US cents before taxes. */
export const subscriptionSchema = z.object({
  planId: z.string(),
  planName: z.string(),
  status: z.enum(['active', 'past-due', 'ending', 'cancelled']),
  startedAt: z.string(),
  termEnd: z.string(),
  nextBillingAt: z.string().nullable(),
  nextAmountCents: z.number().nullable(),
  couponCodes: z.array(z.string()),
  card: z.object({ brand: z.string(), last4: z.string(), expires: z.string() }).nullable(),
});
export type PaidSubscription = z.infer<typeof subscriptionSchema>;

export const invoiceSchema = z.object({
  id: z.string(),
  date: z.string(),
  status: z.enum(['paid', 'due', 'failed', 'voided']),
  totalCents: z.number(),
  lines: z.array(z.object({ description: z.string(), amountCents: z.number() })),
});
export type Invoice = z.infer<typeof invoiceSchema>;

export const changePreviewSchema = z.object({
  creditCents: z.number(),
  chargeCents: z.number(),
  dueNowCents: z.number(),
  nextAmountCents: z.number(),
  nextBillingAt: z.string(),
});
export type ChangePreview = z.infer<typeof changePreviewSchema>;

/** Why a paid plan cannot be moved to another one. */
const changeRefusals = {
  'no-such-plan': 404,
  'same-plan': 409,
  'downgrade-by-contact': 409,
  'no-subscription': 409,
  ...billingRefusals,
} as const;

/** What an administrator asks about the paid subscription that runs. */
const ofSubscription = {
  method: 'POST',
  access: 'org',
  notInSupportSession: true,
  refusals: { 'no-subscription': 409, ...billingRefusals },
  rate: { max: 20, perSeconds: 60 },
} as const;
const subscriptionReply = z.object({ data: z.object({ subscription: subscriptionSchema }) });
const planNameReply = z.object({ data: z.object({ planName: z.string() }) });

export const plansContract = {
  featureUsageProfile: endpoint({
    method: 'GET',
    path: '/plans/featureUsageProfile',
    summary: "The organisation's plan, what it includes today, and the brand it is shown in.",
    access: 'org',
    body: z.object({}),
    reply: z.object({ data: z.object({ plans: planProfileSchema }) }),
    refusals: {},
    background: true,
  }),
  getEligiblePlans: endpoint({
    method: 'GET',
    path: '/plans/getEligiblePlans',
    summary: 'The plans that the organisation may choose, smallest first, and whether it pays for one.',
    access: 'org',
    body: z.object({}),
    reply: z.object({
      data: z.object({ eligiblePlans: z.array(eligiblePlanSchema), hasSubscription: z.boolean() }),
    }),
    refusals: {},
    background: true,
  }),
  subscribePlan: endpoint({
    method: 'POST',
    path: '/plans/subscribePlan',
    summary: 'Takes a plan that costs nothing. A plan with a price is bought at the checkout.',
    access: 'org',
    notInSupportSession: true,
    body: z.object({ planId: planIdSchema }),
    reply: planNameReply,
    refusals: { 'no-such-plan': 404, 'checkout-needed': 409, 'already-subscribed': 409 },
  }),
  updatePlan: endpoint({
    ...ofSubscription,
    path: '/plans/updatePlan',
    summary: 'Moves a paid subscription to a larger plan now; what is left of the old one is credited.',
    body: z.object({ planId: planIdSchema }),
    reply: planNameReply,
    refusals: changeRefusals,
  }),
  previewPlanChange: endpoint({
    method: 'POST',
    path: '/plans/previewChange',
    summary: 'What moving the paid subscription to another plan would cost now and from then on.',
    access: 'org',
    body: z.object({ planId: planIdSchema }),
    reply: z.object({ data: changePreviewSchema }),
    refusals: changeRefusals,
    rate: { max: 60, perSeconds: 60 },
  }),
  openCheckout: endpoint({
    method: 'POST',
    path: '/plans/checkout',
    summary:
      "Makes a page of the billing provider on which a plan is bought by card, with the person's name and the plan's coupon filled in.",
    access: 'org',
    notInSupportSession: true,
    body: z.object({ planId: planIdSchema, couponCode: z.string().trim().max(50).nullish() }),
    reply: z.object({ data: z.object({ page: hostedPageSchema }) }),
    refusals: { 'no-such-plan': 404, 'nothing-to-pay': 409, 'already-subscribed': 409, ...billingRefusals },
    rate: { max: 20, perSeconds: 60 },
  }),
  finishCheckout: endpoint({
    method: 'POST',
    path: '/plans/checkoutDone',
    summary:
      'Takes up what was bought on a page of the billing provider, after asking the provider. Repeating it does nothing further.',
    access: 'org',
    notInSupportSession: true,
    body: z.object({ hostedPageId: z.string().max(200) }),
    reply: planNameReply,
    refusals: { 'no-such-page': 404, 'not-paid': 409, ...billingRefusals },
    rate: { max: 30, perSeconds: 60 },
  }),
  billing: endpoint({
    method: 'GET',
    path: '/plans/billing',
    summary:
      "The organisation's paid subscription and its newest invoices, as the billing provider has them.",
    access: 'org',
    body: z.object({}),
    reply: z.object({
      data: z.object({
        /** `sandbox` charges nobody. */
        kind: z.enum(['sandbox', 'chargebee']),
        subscription: subscriptionSchema.nullable(),
        invoices: z.array(invoiceSchema),
      }),
    }),
    refusals: { 'billing-unavailable': 503 },
    rate: { max: 60, perSeconds: 60 },
    background: true,
  }),
  invoice: endpoint({
    method: 'GET',
    path: '/plans/invoice/:invoiceId',
    summary: 'An invoice as PDF.',
    access: 'org',
    body: z.object({ invoiceId: z.string().max(100) }),
    reply: 'file',
    refusals: { 'no-such-invoice': 404, 'billing-unavailable': 503 },
    rate: { max: 30, perSeconds: 60 },
  }),
  billingPortal: endpoint({
    ...ofSubscription,
    path: '/plans/billingPortal',
    summary: "The billing provider's pages where invoices, card and cancellation are.",
    body: z.object({}),
    reply: z.object({ data: z.object({ url: z.string(), raw: z.record(z.string(), z.unknown()) }) }),
  }),
  cancelSubscription: endpoint({
    ...ofSubscription,
    path: '/plans/cancelSubscription',
    summary: 'Cancels the paid subscription at the end of the paid term.',
    body: z.object({}),
    reply: subscriptionReply,
  }),
  resumeSubscription: endpoint({
    ...ofSubscription,
    path: '/plans/resumeSubscription',
    summary: 'Takes a cancellation back while the paid term still runs.',
    body: z.object({}),
    reply: subscriptionReply,
  }),
  billingWebhook: endpoint({
    method: 'POST',
    path: '/billing/webhook',
    summary: 'Notices of the billing provider.',
    access: 'public',
    machine: true,
    body: z.looseObject({}),
    reply: z.object({}),
    refusals: { 'not-from-provider': 401, 'billing-unavailable': 503 },
    rate: { max: 1200, perSeconds: 60 },
    background: true,
  }),
};
