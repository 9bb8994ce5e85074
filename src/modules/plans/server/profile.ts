import { pacificDay } from '#platform/days.ts';
import type { OrgCtx, OrgScope, PublicCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import {
  catalogOf,
  channelOf,
  chooseBrand,
  offeredBy,
  planOf,
  type Channel,
  type Coupon,
} from '#modules/catalog/server/public.ts';
import type { ReplyOf } from '#platform/endpoint.ts';
import type { EligiblePlan, PlanCoupon, PlanProfile, plansContract } from '../contract.ts';
import { isHighestPlan, isTrialExpired, moduleStatuses, trialDaysLeft } from '../moduleStatus.ts';
import { selectSubscription } from './profile.store.ts';

type PlanProfileReply = { data: { plans: PlanProfile } };

const couponOf = (coupon: Coupon): PlanCoupon => ({
  couponCode: coupon.couponCode,
  discountType: coupon.discountType,
  discountPercentage: coupon.discountType === 'percentage' ? coupon.discountPercentage : null,
  discountAmount: coupon.discountType === 'fixed_amount' ? coupon.discountAmount : null,
  months: coupon.months ?? null,
});

const offered = new WeakMap<Channel, EligiblePlan[]>();

/** The plans of a channel as the browser sees them; made once, since the catalogue does not change while the program runs. */
function eligiblePlansOf(channel: Channel): EligiblePlan[] {
  const known = offered.get(channel);
  if (known) return known;
  const made = channel.eligiblePlans.map(({ plan, planDiscountMessage, coupons }): EligiblePlan => {
    const { planId, probelyScanProfile: _profile, ...rest } = plan;
    return {
      ...rest,
      planPointer: { appId: { planId } },
      planDiscountMessage,
      chargebeeCoupons: coupons.map(couponOf),
    };
  });
  offered.set(channel, made);
  return made;
}

/** The profile changes with the subscription, and with the day. */
const read = (scope: OrgScope, host: string): Promise<PlanProfileReply | null> => {
  const now = scope.now();
  return scope.remember('organization', scope.orgId, `plan ${pacificDay(now)} ${host}`, () =>
    compose(scope, host, now),
  );
};

async function compose(scope: OrgScope, host: string, now: Date): Promise<PlanProfileReply | null> {
  const row = await scope.inOrg((db) => selectSubscription(db, scope.orgId));
  if (!row) return null;
  const catalog = catalogOf(scope.settings);
  const channel = channelOf(catalog, row.channelId);
  const plan = planOf(catalog, row.planId, row.channelId);
  const subscription = {
    subscriptionStatus: row.subscriptionStatus as PlanProfile['subscriptionStatus'],
    expirationDate: row.expirationDate,
  };
  const billingStatus = row.billingStatus as PlanProfile['chargebeeSubscriptionStatus'];
  // a plan without price may have taken the place of the paid one; else modules go as with a trial that is over, without one
  const ended = billingStatus === 'cancelled' && row.subscriptionStatus === 'INTRIAL';
  const modules = moduleStatuses(
    offeredBy(channel, plan),
    channel.eligiblePlans.map((other) => offeredBy(channel, other.plan)),
    subscription,
    now,
  );
  const eligiblePlans = eligiblePlansOf(channel);
  return {
    data: {
      plans: {
        planName: plan.planName,
        training: modules.training,
        trainingNumberOfSeats: plan.trainingNumberOfSeats,
        insurance: modules.insurance,
        securityPolicies: modules.compliance,
        securityPoliciesSignOff: plan.securityPoliciesSignOff,
        cybermaturity: modules.cybermaturity,
        probely: modules.monitoring,
        probelyNumberOfTargets: plan.probelyNumberOfTargets,
        probelyScanFrequency: plan.probelyScanFrequency,
        probelyScanProfile: plan.probelyScanProfile.default,
        bitsight: modules.ratings,
        subscriptionStatus: subscription.subscriptionStatus,
        subscriptionDate: row.subscriptionDate?.toISOString() ?? null,
        expirationDate: row.expirationDate?.toISOString() ?? null,
        signUpDate: row.signUpDate.toISOString(),
        trialDaysLeft: ended ? null : trialDaysLeft(subscription, now),
        trialExpired: !ended && isTrialExpired(subscription, now),
        chargebeeSubscriptionStatus: billingStatus === 'cancelled' && !ended ? null : billingStatus,
        isHighestPlan: isHighestPlan(
          plan.planId,
          eligiblePlans.map((other) => other.planPointer.appId.planId),
        ),
        subscribedPlanPointer: { appId: { planId: plan.planId } },
        channelObject: { channelId: channel.channelId, eligiblePlans, uiRules: channel.uiRules },
        modules,
        brand: chooseBrand(catalog, { host, channelId: row.channelId }).wire,
      },
    },
  };
}

/** Plan, subscription and module availability of the caller's organisation today; one statement, remembered until the row changes. */
export async function readPlanProfile(ctx: OrgCtx): Promise<PlanProfileReply> {
  const reply = await read(ctx, ctx.client.host);
  if (!reply) throw new Refusal('no-organization');
  return reply;
}

/** What `featureUsageProfile` answers, for the page's first answer; null without organisation. */
export const planProfileAnswer = async (ctx: PublicCtx): Promise<PlanProfileReply | null> =>
  ctx.session?.orgId ? read(ctx.forOrg(ctx.session.orgId), ctx.client.host) : null;

/** The plans of the channel, and whether the organisation pays for one. */
export async function readEligiblePlans(
  ctx: OrgCtx,
): Promise<ReplyOf<typeof plansContract.getEligiblePlans>> {
  const { channelObject, chargebeeSubscriptionStatus: status } = (await readPlanProfile(ctx)).data.plans;
  return {
    data: {
      eligiblePlans: channelObject.eligiblePlans,
      hasSubscription: status !== null && status !== 'cancelled',
    },
  };
}
