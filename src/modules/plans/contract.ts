import { z } from 'zod';
import { brandSchema, moduleStatusSchema, subscriptionStatusSchema, type ModuleName } from '#modules/brand/contract.ts';
import { endpoint } from '#platform/endpoint.ts';

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
  subscribedPlanPointer: z.object({ appId: z.object({ planId: z.string() }) }),
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
