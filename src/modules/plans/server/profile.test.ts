import { describe, expect, test } from 'vitest';
import { testPortal, type TestPortal } from '#app/testing/portal.ts';

const read = '/plans/featureUsageProfile';
const plansOf = async (person: { get: (path: string) => Promise<{ body: any }> }) =>
  (await person.get(read)).body.data.plans;
const setPlan = (
  portal: TestPortal,
  orgId: string,
  change: { planId?: string; channelId?: string; subscriptionStatus?: string },
) => portal.base.forOrg(orgId).inOrg((db) => db.updateTable('organization').set(change).execute());

describe('plan profile', () => {
  test('says what the trial includes, and in which brand', async () => {
    const portal = await testPortal();
    const plans = await plansOf(await portal.member());
    expect(plans).toMatchObject({
      planName: 'Free Trial',
      subscriptionStatus: 'INTRIAL',
      trialExpired: false,
      trialDaysLeft: 30,
      probely: 'ACTIVE',
      probelyNumberOfTargets: 5,
      probelyScanFrequency: ['QUARTERLY', 'MONTHLY', 'WEEKLY', 'DAILY'],
      isHighestPlan: false,
      subscribedPlanPointer: { appId: { planId: 'trial' } },
      brand: { brandId: 'cyber-safety' },
    });
    expect(
      plans.channelObject.eligiblePlans.map((plan: { planName: string; planPrice: number }) => [
        plan.planName,
        plan.planPrice,
      ]),
    ).toEqual([
      ['Free', 0],
      ['Essential', 4900],
      ['Plus', 9900],
      ['Premium', 19900],
    ]);
    expect(Object.values(plans.modules)).toEqual(Array(9).fill('ACTIVE'));
  });

  test('an expired trial takes its modules away, the day after it ended in Pacific time', async () => {
    const portal = await testPortal({ start: '2026-03-02T17:00:00Z' });
    const ada = await portal.member('ada@acme-widgets.com');
    portal.clock.set('2026-04-02T06:59:00Z');
    const again = await portal.signIn('ada@acme-widgets.com');
    expect(await plansOf(again)).toMatchObject({ trialExpired: false, trialDaysLeft: 0, probely: 'ACTIVE' });
    portal.clock.set('2026-04-02T07:01:00Z');
    expect(await plansOf(again)).toMatchObject({
      trialExpired: true,
      probely: 'INACTIVE',
      bitsight: 'ACTIVE',
      modules: { dashboard: 'INACTIVE', monitoring: 'INACTIVE', cyberconcierge: 'ACTIVE' },
    });
    await setPlan(portal, ada.orgId, { planId: 'PREMIUM', subscriptionStatus: 'ACTIVE' });
    expect(await plansOf(again)).toMatchObject({
      trialExpired: false,
      trialDaysLeft: null,
      probely: 'ACTIVE',
      isHighestPlan: true,
      planName: 'Premium',
    });
  });

  test('tells modules of other plans from modules that nobody can have', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    await setPlan(portal, ada.orgId, { planId: 'free', subscriptionStatus: 'ACTIVE' });
    expect(await plansOf(ada)).toMatchObject({
      training: 'INACTIVE',
      bitsight: 'INACTIVE',
      probely: 'ACTIVE',
      trainingNumberOfSeats: 0,
    });
  });

  test('shows the discounts of the channel', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    await setPlan(portal, ada.orgId, { channelId: 'chamber' });
    const { channelObject } = await plansOf(ada);
    expect(channelObject.uiRules.channelDiscountTitle).toBe('Chamber member pricing');
    expect(channelObject.eligiblePlans[1].chargebeeCoupons).toEqual([
      {
        couponCode: 'CHAMBER20',
        discountType: 'percentage',
        discountPercentage: 20,
        discountAmount: null,
        months: 6,
      },
    ]);
  });

  test('goes on with a plan and a channel that the operator has removed', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    await setPlan(portal, ada.orgId, { planId: 'gone', channelId: 'gone-too' });
    expect(await plansOf(ada)).toMatchObject({ planName: 'Free' });
  });

  test('needs a session and an organisation', async () => {
    const portal = await testPortal();
    expect((await portal.browser().get(read)).status).toBe(401);
    expect((await (await portal.signIn('new@acme-widgets.com')).get(read)).body.error.code).toBe(
      'no-organization',
    );
  });
});
