import { expect, test } from 'vitest';
import type { EligiblePlan, PlanCoupon } from './contract.ts';
import { discountedPrice, featureLines, money } from './rules.ts';

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
  ).toEqual(['Scans of 1 website', 'Each up to once a month', 'Security policies', 'Cyber maturity assessment', 'Insurance notices']);
  expect(
    featureLines(plan)
      .filter((line) => !line.included)
      .map((line) => line.text),
  ).toEqual(['Training', 'Attack surface ratings']);
  expect(featureLines({ ...plan, probely: false })[0]).toEqual({ text: 'Website scans', included: false });
});
