import { routes } from '#platform/server/serve.ts';
import { plansContract } from '../contract.ts';
import { billing, billingPortal, invoice } from './billing.ts';
import { cancelSubscription, previewPlanChange, resumeSubscription, updatePlan } from './changes.ts';
import { finishCheckout, openCheckout, subscribePlan } from './checkout.ts';
import { billingWebhook } from './notices.ts';
import { readEligiblePlans, readPlanProfile } from './profile.ts';

export const plansRoutes = routes(plansContract, {
  featureUsageProfile: readPlanProfile,
  getEligiblePlans: readEligiblePlans,
  subscribePlan,
  updatePlan,
  previewPlanChange,
  openCheckout,
  finishCheckout,
  billing,
  invoice,
  billingPortal,
  cancelSubscription,
  resumeSubscription,
  billingWebhook,
});
