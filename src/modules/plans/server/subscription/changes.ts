import { createHash } from 'node:crypto';
import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import type { OrgCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { BillingSubscription } from '#providers/billing/port.ts';
import type { plansContract } from '../../contract.ts';
import { accountOf, livingOf, planOfSubscription } from '../account.ts';
import { subscriptionWire } from './billing.ts';
import { upgradeTo } from '../checkout/offers.ts';
import { asked, isDecided } from './provider.ts';
import { countRefusedChange } from './subscriptions.store.ts';
import { takeUp } from '../checkout/takeUp.ts';

type Calls = typeof plansContract;

/** Which subscription is moved to which plan, and with which coupons. */
async function changeFor(ctx: OrgCtx, planId: string) {
  const account = await accountOf(ctx);
  const row = livingOf(account);
  const from = planOfSubscription(account, row);
  const to = upgradeTo(account.channel, from, planId);
  // the plan's own coupon takes the place of those that run; without one, they go on
  const couponCodes = to.coupons.slice(0, 1).map((coupon) => coupon.couponCode);
  return {
    row,
    from,
    to: to.plan,
    change: { billingSubscriptionId: row.id, priceId: to.priceId, couponCodes },
  };
}

/** What a change would cost. Refuses like `updatePlan`. */
export async function previewPlanChange(
  ctx: OrgCtx,
  body: BodyOf<Calls['previewPlanChange']>,
): Promise<ReplyOf<Calls['previewPlanChange']>> {
  const { change } = await changeFor(ctx, body.planId);
  const preview = await asked(ctx, ctx.providers.billing.previewChange(change));
  return { data: { ...preview, nextBillingAt: preview.nextBillingAt.toISOString() } };
}

/** The same for everybody who asks for the same change at the same moment, another one once it was made or refused. */
const requestIdOf = (...parts: (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40);

/**
 * Moves the paid subscription to a larger plan, charged once however often it is asked for.
 * Refuses with `no-such-plan`, `no-subscription`, `same-plan`, `downgrade-by-contact` and what the provider says.
 */
export async function updatePlan(
  ctx: OrgCtx,
  body: BodyOf<Calls['updatePlan']>,
): Promise<ReplyOf<Calls['updatePlan']>> {
  const { row, from, to, change } = await changeFor(ctx, body.planId);
  const requestId = requestIdOf(row.id, row.version, row.refusedChanges, change.priceId);
  let changed: BillingSubscription;
  try {
    changed = await ctx.providers.billing.changePlan({ ...change, requestId });
  } catch (error) {
    // a card that was declined may be charged again once it was changed
    if (isDecided(error)) await ctx.inOrg((db) => countRefusedChange(db, ctx.orgId, row));
    return await asked(ctx, Promise.reject(error));
  }
  await takeUp(ctx, changed, {
    asked: {
      request: requestId,
      act: {
        act: 'plan-upgraded',
        subject: 'plan',
        subjectId: to.planId,
        subjectName: to.planName,
        before: { planId: from.planId },
        after: { planId: to.planId },
      },
    },
  });
  return { data: { planName: to.planName } };
}

type Turn = {
  act: string;
  /** It is so already. */
  isDone: (subscription: BillingSubscription) => boolean;
  ask: (billingSubscriptionId: string) => Promise<BillingSubscription>;
};

/** Asks the provider to end the subscription or to go on with it, unless it does so already. */
async function turn(ctx: OrgCtx, { act, isDone, ask }: Turn) {
  const account = await accountOf(ctx);
  const row = livingOf(account);
  const found = await asked(ctx, ctx.providers.billing.findSubscription(row.id));
  if (!found) throw new Refusal('billing-conflict');
  if (found.status === 'cancelled' || isDone(found)) {
    await takeUp(ctx, found);
    if (found.status === 'cancelled') throw new Refusal('no-subscription');
    return { data: { subscription: subscriptionWire(account, found) } };
  }
  const turned = await asked(ctx, ask(row.id));
  const plan = planOfSubscription(account, row);
  await takeUp(ctx, turned, {
    asked: {
      request: requestIdOf(act, row.id, found.version),
      act: {
        act,
        subject: 'plan',
        subjectId: plan.planId,
        subjectName: plan.planName,
        before: { status: found.status },
        after: { status: turned.status, termEnd: turned.termEnd.toISOString() },
      },
    },
  });
  return { data: { subscription: subscriptionWire(account, turned) } };
}

/** Cancels at the end of the paid term. Refuses with `no-subscription` and what the provider says. */
export const cancelSubscription = (ctx: OrgCtx): Promise<ReplyOf<Calls['cancelSubscription']>> =>
  turn(ctx, {
    act: 'subscription-cancelled',
    isDone: ({ status }) => status === 'ending',
    ask: (id) => ctx.providers.billing.cancel(id),
  });

/** Takes a cancellation back. Refuses with `no-subscription` and what the provider says. */
export const resumeSubscription = (ctx: OrgCtx): Promise<ReplyOf<Calls['resumeSubscription']>> =>
  turn(ctx, {
    act: 'subscription-resumed',
    isDone: ({ status }) => status !== 'ending',
    ask: (id) => ctx.providers.billing.resume(id),
  });
