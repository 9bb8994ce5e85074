import type { EligiblePlan, PlanCoupon, PlanProfile } from './contract.ts';

/** platform.md 9: a fixed coupon in cents, a percentage in percent; rounded, never below 0. */
export function discountedPrice(cents: number, coupon: PlanCoupon | undefined): number {
  if (!coupon) return cents;
  const off =
    coupon.discountType === 'percentage'
      ? (cents * (coupon.discountPercentage ?? 0)) / 100
      : (coupon.discountAmount ?? 0);
  return Math.max(0, Math.round(cents - off));
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});

/** US cents as money: `$49`, `$79.20`. */
export const money = (cents: number): string => dollars.format(cents / 100);

const dollarsAndCents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** US cents as they stand in a column: `$90.00`, `−$4.90`. */
export const amount = (cents: number): string => dollarsAndCents.format(cents / 100).replace('-', '−');

/** platform.md 9 */
const frequencyLabels: Record<string, string> = {
  DAILY: 'once a day',
  WEEKLY: 'once a week',
  MONTHLY: 'once a month',
  QUARTERLY: 'once a quarter',
};

export type FeatureLine = { text: string; included: boolean };

const count = (n: number, one: string): string => `${n} ${n === 1 ? one : `${one}s`}`;

/** What a plan has and has not, line by line (platform.md 2). */
export function featureLines(plan: EligiblePlan): FeatureLine[] {
  const often = ['DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY'].find((frequency) =>
    plan.probelyScanFrequency.includes(frequency),
  );
  return [
    {
      text: plan.probely ? `Scans of ${count(plan.probelyNumberOfTargets, 'website')}` : 'Website scans',
      included: plan.probely,
    },
    ...(plan.probely && often ? [{ text: `Each up to ${frequencyLabels[often]}`, included: true }] : []),
    {
      text: plan.training ? count(plan.trainingNumberOfSeats, 'training seat') : 'Training',
      included: plan.training,
    },
    { text: 'Security policies', included: plan.securityPolicies },
    { text: 'Cyber maturity assessment', included: plan.cybermaturity },
    { text: 'Attack surface ratings', included: plan.bitsight },
    { text: 'Insurance notices', included: plan.insurance },
  ];
}

export type PlanAction = 'subscribe' | 'current' | 'downgrade' | 'upgrade';

type Standing = Pick<PlanProfile, 'planName' | 'subscriptionStatus' | 'chargebeeSubscriptionStatus'>;

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** platform.md 4: what each card offers, by where its plan stands among all eligible ones. */
export function planActions(
  eligible: readonly Pick<EligiblePlan, 'planName'>[],
  has: Standing,
): PlanAction[] {
  if (has.subscriptionStatus === 'INTRIAL') return eligible.map(() => 'subscribe');
  const current = eligible.findIndex((plan) => same(plan.planName, has.planName));
  return eligible.map((_plan, index) =>
    index === current ? 'current' : index < current ? 'downgrade' : 'upgrade',
  );
}

/** How a plan is got: free ones are taken, others bought at the checkout, or by changing the subscription there is. */
export const wayToPlan = (
  plan: Pick<EligiblePlan, 'chargebeePlanId'>,
  hasSubscription: boolean,
): 'take' | 'checkout' | 'change' =>
  plan.chargebeePlanId && !hasSubscription ? 'checkout' : hasSubscription ? 'change' : 'take';

/** What a banner over every page says about the plan. */
export type PlanNotice = 'expired' | 'ended' | 'payment-failed' | 'trial' | null;

/** platform.md 2 and 4: the trial banner shows when not ACTIVE and days are left; the one about its end, after it. */
export function planNotice(plan: Standing & Pick<PlanProfile, 'trialExpired' | 'trialDaysLeft'>): PlanNotice {
  // a paid plan that ended without a free one to take its place counts as an expired trial: what it was comes first
  if (plan.chargebeeSubscriptionStatus === 'cancelled') return 'ended';
  if (plan.trialExpired) return 'expired';
  if (plan.chargebeeSubscriptionStatus === 'past-due') return 'payment-failed';
  return plan.subscriptionStatus !== 'ACTIVE' && (plan.trialDaysLeft ?? 0) > 0 ? 'trial' : null;
}
