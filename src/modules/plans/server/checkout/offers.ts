import { Refusal } from '#platform/server/refusal.ts';
import {
  isPromotionOn,
  type Catalog,
  type Channel,
  type Coupon,
  type Plan,
} from '#modules/catalog/server/public.ts';
import { planActions } from '../../rules.ts';

type Offer = Channel['eligiblePlans'][number];

/** A plan that customers of the channel may choose, by its id whatever the case. Refuses with `no-such-plan`. */
export function offeredPlan(channel: Channel, planId: string): Offer {
  const offer = channel.eligiblePlans.find(
    ({ plan }) => plan.planId.toLowerCase() === planId.trim().toLowerCase(),
  );
  if (!offer || !offer.plan.showToCustomer) throw new Refusal('no-such-plan');
  return offer;
}

const isCode = (coupon: Coupon, code: string) => coupon.couponCode.toLowerCase() === code.toLowerCase();

/**
 * The coupons that a checkout begins with: the plan's own first one, or the one that the customer names. That must be one
 * that the channel gives with this plan, one of its promotions that runs now, or one that is for everybody; any other is
 * refused with `coupon-unusable`, whether it exists or not.
 */
export function couponsFor(
  catalog: Catalog,
  channel: Channel,
  offer: Offer,
  code: string | null | undefined,
  now: Date,
): string[] {
  if (!code) return offer.coupons.slice(0, 1).map((coupon) => coupon.couponCode);
  const promoted = channel.promotions
    .filter((promotion) => isPromotionOn({ from: promotion.from ?? null, before: promotion.before }, now))
    .map((promotion) => promotion.couponCode);
  const usable = [...catalog.coupons.values()].filter(
    (coupon) => coupon.public || promoted.includes(coupon.couponCode) || offer.coupons.includes(coupon),
  );
  const coupon = usable.find((one) => isCode(one, code));
  if (!coupon) throw new Refusal('coupon-unusable');
  return [coupon.couponCode];
}

/**
 * The larger plan that a paid one is moved to. Refuses with `no-such-plan`, `same-plan`, and `downgrade-by-contact` for
 * a plan that stands lower or costs nothing.
 */
export function upgradeTo(channel: Channel, current: Plan, planId: string): Offer & { priceId: string } {
  const offer = offeredPlan(channel, planId);
  if (offer.plan.planId === current.planId) throw new Refusal('same-plan');
  const actions = planActions(
    channel.eligiblePlans.map(({ plan }) => plan),
    { planName: current.planName, subscriptionStatus: 'ACTIVE', chargebeeSubscriptionStatus: 'active' },
  );
  const priceId = offer.plan.chargebeePlanId;
  if (
    actions[channel.eligiblePlans.indexOf(offer)] !== 'upgrade' ||
    priceId === null ||
    offer.plan.planPrice === 0
  )
    throw new Refusal('downgrade-by-contact');
  return { ...offer, priceId };
}
