import { expect, test } from 'vitest';
import type { EligiblePlan, PlanCoupon } from './contract.ts';
import { amount, discountedPrice, featureLines, money, planActions, planNotice, wayToPlan } from './rules.ts';

const percent = (discountPercentage: number): PlanCoupon => ({
  couponCode: 'P',
  discountType: 'percentage',
  discountPercentage,
  discountAmount: null,
  months: 6,
});
const fixed = (discountAmount: number): PlanCoupon => ({
  couponCode: 'F',
  discountType: 'fixed_amount',
  discountPercentage: null,
  discountAmount,
  months: null,
});

test.each<[number, PlanCoupon | undefined, number]>([
  [9900, undefined, 9900],
  [9900, percent(20), 7920],
  [4999, percent(33.3), 3334],
  [9900, percent(100), 0],
  [9900, fixed(3000), 6900],
  [2000, fixed(3000), 0],
])('%i cents less %o are %i', (cents, coupon, price) => expect(discountedPrice(cents, coupon)).toBe(price));

test.each([
  [4900, '$49'],
  [7920, '$79.20'],
  [1234500, '$12,345'],
])('%i cents read %s', (cents, text) => expect(money(cents)).toBe(text));

test.each([
  [9000, '$90.00'],
  [-490, '−$4.90'],
  [1234500, '$12,345.00'],
])('%i cents in a column are %s', (cents, text) => expect(amount(cents)).toBe(text));

test('the lines of a plan say how much of it there is', () => {
  const plan: EligiblePlan = {
    showToCustomer: true,
    planName: 'Essential',
    planPrice: 4900,
    planPointer: { appId: { planId: 'essential' } },
    chargebeePlanId: null,
    chargebeeCoupons: [],
    planDiscountMessage: '',
    planColors: { border: '#000000', button: '#000000', shadow: '#000000' },
    planDetail: '',
    training: false,
    trainingNumberOfSeats: 0,
    insurance: true,
    securityPolicies: true,
    securityPoliciesSignOff: false,
    cybermaturity: true,
    probely: true,
    probelyNumberOfTargets: 1,
    probelyScanFrequency: ['QUARTERLY', 'MONTHLY'],
    bitsight: false,
  };
  expect(
    featureLines(plan)
      .filter((line) => line.included)
      .map((line) => line.text),
  ).toEqual([
    'Scans of 1 website',
    'Each up to once a month',
    'Security policies',
    'Cyber maturity assessment',
    'Insurance notices',
  ]);
  expect(
    featureLines(plan)
      .filter((line) => !line.included)
      .map((line) => line.text),
  ).toEqual(['Training', 'Attack surface ratings']);
  expect(featureLines({ ...plan, probely: false })[0]).toEqual({ text: 'Website scans', included: false });
});

const ladder = ['Free', 'Essential', 'Plus', 'Premium'].map((planName) => ({ planName }));

test.each<[what: string, has: Parameters<typeof planActions>[1], actions: string[]]>([
  [
    'while INTRIAL every card offers Subscribe',
    { planName: 'Plus', subscriptionStatus: 'INTRIAL', chargebeeSubscriptionStatus: null },
    ['subscribe', 'subscribe', 'subscribe', 'subscribe'],
  ],
  [
    'lower plans are a downgrade, higher ones an upgrade, and the name is found whatever its case',
    { planName: 'PLUS', subscriptionStatus: 'ACTIVE', chargebeeSubscriptionStatus: 'active' },
    ['downgrade', 'downgrade', 'current', 'upgrade'],
  ],
  [
    'a plan that ends or is unpaid is the current one still',
    { planName: 'Premium', subscriptionStatus: 'ACTIVE', chargebeeSubscriptionStatus: 'ending' },
    ['downgrade', 'downgrade', 'downgrade', 'current'],
  ],
  [
    'after a paid plan has ended the free one that took its place is the current one',
    { planName: 'Free', subscriptionStatus: 'ACTIVE', chargebeeSubscriptionStatus: 'cancelled' },
    ['current', 'upgrade', 'upgrade', 'upgrade'],
  ],
  [
    'after a paid plan has ended without a free one every card offers Subscribe',
    { planName: 'Plus', subscriptionStatus: 'INTRIAL', chargebeeSubscriptionStatus: 'cancelled' },
    ['subscribe', 'subscribe', 'subscribe', 'subscribe'],
  ],
  [
    'from a plan that is no longer on the list every other one is higher',
    { planName: 'Pilot', subscriptionStatus: 'ACTIVE', chargebeeSubscriptionStatus: null },
    ['upgrade', 'upgrade', 'upgrade', 'upgrade'],
  ],
])('%s', (_what, has, actions) => expect(planActions(ladder, has)).toEqual(actions));

test.each<[chargebeePlanId: string | null, hasSubscription: boolean, way: string]>([
  ['plus-USD-monthly', false, 'checkout'],
  ['plus-USD-monthly', true, 'change'],
  [null, false, 'take'],
  [null, true, 'change'],
])('the way to the plan %o with subscription %o is %s', (chargebeePlanId, hasSubscription, way) =>
  expect(wayToPlan({ chargebeePlanId }, hasSubscription)).toBe(way),
);

const trial = {
  planName: 'Free Trial',
  subscriptionStatus: 'INTRIAL',
  chargebeeSubscriptionStatus: null,
  trialExpired: false,
  trialDaysLeft: 3,
} as const;

test.each<[what: string, plan: Parameters<typeof planNotice>[0], notice: string | null]>([
  ['days left in a trial', trial, 'trial'],
  ['the last day of a trial', { ...trial, trialDaysLeft: 0 }, null],
  ['a trial that is over', { ...trial, trialExpired: true, trialDaysLeft: 0 }, 'expired'],
  [
    'a paid plan',
    { ...trial, subscriptionStatus: 'ACTIVE', chargebeeSubscriptionStatus: 'active', trialDaysLeft: null },
    null,
  ],
  [
    'a paid plan that ends',
    { ...trial, subscriptionStatus: 'ACTIVE', chargebeeSubscriptionStatus: 'ending', trialDaysLeft: null },
    null,
  ],
  [
    'a failed payment',
    { ...trial, subscriptionStatus: 'ACTIVE', chargebeeSubscriptionStatus: 'past-due', trialDaysLeft: null },
    'payment-failed',
  ],
  [
    'a plan that ended',
    { ...trial, subscriptionStatus: 'ACTIVE', chargebeeSubscriptionStatus: 'cancelled', trialDaysLeft: null },
    'ended',
  ],
  [
    'a plan that ended with nothing in its place',
    { ...trial, chargebeeSubscriptionStatus: 'cancelled', trialExpired: true, trialDaysLeft: 0 },
    'ended',
  ],
])('the banner for %s', (_what, plan, notice) => expect(planNotice(plan)).toBe(notice));
