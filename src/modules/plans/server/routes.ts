import type { OrgCtx, PublicCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { routes } from '#platform/server/serve.ts';
import { plansContract } from '../contract.ts';
import { readPlanProfile } from './profile.ts';

const later = async (_ctx: OrgCtx | PublicCtx): Promise<never> => {
  throw new Refusal('billing-unavailable');
};

export const plansRoutes = routes(plansContract, {
  featureUsageProfile: readPlanProfile,
  getEligiblePlans: later,
  subscribePlan: later,
  updatePlan: later,
  previewPlanChange: later,
  openCheckout: later,
  finishCheckout: later,
  billing: later,
  invoice: later,
  billingPortal: later,
  cancelSubscription: later,
  resumeSubscription: later,
  billingWebhook: later,
});
