import path from 'node:path';
import { expect, test } from 'vitest';
import { catalogOf, channelOf } from '#modules/catalog/server/public.ts';
import { couponsFor, offeredPlan, upgradeTo } from './offers.ts';

const catalog = catalogOf({
  configDir: path.resolve(import.meta.dirname, '../../../../../config'),
  publicUrl: 'http://localhost:4000',
});
const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return 'none';
};

test.each([
  ['direct', 'plus', null, '2026-03-01', []],
  ['chamber', 'plus', null, '2026-03-01', ['CHAMBER20']],
  ['chamber', 'plus', 'chamber20', '2026-03-01', ['CHAMBER20']],
  ['chamber', 'premium', 'CHAMBER20', '2026-03-01', 'coupon-unusable'],
  ['chamber', 'essential', 'CHAMBER30', '2026-03-01', 'coupon-unusable'],
  ['direct', 'plus', 'CHAMBER20', '2026-03-01', 'coupon-unusable'],
  ['direct', 'plus', 'welcome10', '2026-03-01', ['WELCOME10']],
  ['harborline', 'premium', 'WELCOME10', '2026-03-01', ['WELCOME10']],
  ['direct', 'plus', 'CYBER20', '2020-10-31', ['CYBER20']],
  ['direct', 'plus', 'CYBER20', '2020-11-02', 'coupon-unusable'],
  ['harborline', 'plus', 'CYBER20', '2020-10-31', 'coupon-unusable'],
  ['direct', 'plus', 'NOTHING', '2026-03-01', 'coupon-unusable'],
] as const)(
  'in channel %s the plan %s with coupon %s on %s gives %o',
  (channelId, planId, code, day, expected) => {
    const channel = channelOf(catalog, channelId);
    const choose = () =>
      couponsFor(catalog, channel, offeredPlan(channel, planId), code, new Date(`${day}T20:00:00Z`));
    const outcome = refusal(choose);
    expect(outcome === 'none' ? choose() : outcome).toEqual(expected);
  },
);

test.each([
  ['direct', 'essential', 'plus', 'plus-USD-monthly'],
  ['direct', 'essential', 'PREMIUM', 'premium-USD-monthly'],
  ['direct', 'plus', 'plus', 'same-plan'],
  ['direct', 'plus', 'essential', 'downgrade-by-contact'],
  ['direct', 'plus', 'free', 'downgrade-by-contact'],
  ['direct', 'plus', 'trial', 'no-such-plan'],
  ['chamber', 'plus', 'free', 'no-such-plan'],
  ['direct', 'plus', "plus' or 1=1", 'no-such-plan'],
  // a plan that the channel no longer offers: every other one with a price is larger
  ['chamber', 'free', 'essential', 'essential-USD-monthly'],
  ['direct', 'trial', 'free', 'downgrade-by-contact'],
])('in channel %s from %s to %s: %s', (channelId, from, to, expected) => {
  const channel = channelOf(catalog, channelId);
  const change = () => upgradeTo(channel, catalog.plans.get(from)!, to).priceId;
  const code = refusal(change);
  expect(code === 'none' ? change() : code).toBe(expected);
});

test('a plan that is not shown is not sold', () => {
  const channel = channelOf(catalog, 'direct');
  const hidden = {
    ...channel,
    eligiblePlans: channel.eligiblePlans.map((offer) => ({
      ...offer,
      plan: { ...offer.plan, showToCustomer: false },
    })),
  };
  expect(refusal(() => offeredPlan(hidden, 'plus'))).toBe('no-such-plan');
});
