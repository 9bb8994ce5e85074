import type { OrgScope } from '#platform/server/ctx.ts';
import { accountOf, planOfSubscription } from '../account.ts';
import { isLiving } from './standing.ts';
import { takeUp } from '../checkout/takeUp.ts';

export type RenewingPlan = { billingSubscriptionId: string; planName: string };

/** Paid subscriptions that would be charged again; more than one only where two were bought at the same moment. */
export async function renewingPlans(scope: OrgScope): Promise<RenewingPlan[]> {
  const account = await accountOf(scope);
  return account.subscriptions
    .filter((one) => isLiving(one) && one.status !== 'ending')
    .map((one) => ({ billingSubscriptionId: one.id, planName: planOfSubscription(account, one).planName }));
}

/** Ends a subscription with its paid term, so that nothing further is charged. Throws `BillingError`; safe to repeat. */
export async function endPlan(scope: OrgScope, billingSubscriptionId: string): Promise<void> {
  const { billing } = scope.providers;
  const found = await billing.findSubscription(billingSubscriptionId);
  if (!found) return;
  const ends = found.status === 'ending' || found.status === 'cancelled';
  await takeUp(scope, ends ? found : await billing.cancel(billingSubscriptionId));
}

/** Lets a subscription that ends with its term go on. Throws `BillingError`; safe to repeat. */
export async function resumePlan(scope: OrgScope, billingSubscriptionId: string): Promise<void> {
  const { billing } = scope.providers;
  const found = await billing.findSubscription(billingSubscriptionId);
  if (found)
    await takeUp(scope, found.status === 'ending' ? await billing.resume(billingSubscriptionId) : found);
}
