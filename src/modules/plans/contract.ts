import { z } from 'zod';
import { brandSchema, moduleStatusSchema, subscriptionStatusSchema, uiRulesSchema, type ModuleName } from '#modules/brand/contract.ts';
import { endpoint } from '#platform/endpoint.ts';

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
  isHighestPlan: z.boolean(),
  subscribedPlanPointer: planPointerSchema,
  channelObject: z.object({ channelId: z.string(), eligiblePlans: z.array(eligiblePlanSchema), uiRules: uiRulesSchema }),
  /** Availability of every module, by the names that routes use. */
  modules: z.record(z.string(), moduleStatusSchema) as unknown as z.ZodType<Record<ModuleName, z.infer<typeof moduleStatusSchema>>>,
  brand: brandSchema,
});
export type PlanProfile = z.infer<typeof planProfileSchema>;

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
};
