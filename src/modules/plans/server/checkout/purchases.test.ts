import { describe, expect, test } from 'vitest';
import { openPlansWorld } from '../testing/plansWorld.ts';
import { isOver, takeUpPurchases } from './purchases.ts';
import { code, openBuyer, takeAway } from '../testing/purchases.ts';

describe('a purchase of which nobody told', () => {
  test('is taken up within five minutes, once, as whoever opened its page', async () => {
    const { payUnheard, runJob, plan, kept, acts, mails } = await openBuyer();
    await payUnheard('essential');
    expect(await plan()).toMatchObject({ planName: 'Free Trial', subscriptionStatus: 'INTRIAL' });
    expect(await kept()).toHaveLength(1);
    await runJob();
    expect(await plan()).toMatchObject({
      planName: 'Essential',
      subscriptionStatus: 'ACTIVE',
      chargebeeSubscriptionStatus: 'active',
    });
    expect(await kept()).toEqual([]);
    await runJob();
    expect(await acts()).toEqual([
      { act: 'plan-bought', subjectId: 'essential', actorEmail: 'ada@acme-widgets.com' },
    ]);
    expect(await mails()).toEqual(['Your Essential plan is active']);
  });

  test('is found by who opens another checkout, so that nothing is paid twice', async () => {
    const { ada, payUnheard, plan, kept, soldPages, acts } = await openBuyer();
    await payUnheard('essential');
    expect(code(await ada.post('/plans/checkout', { planId: 'premium' }))).toEqual([
      409,
      'already-subscribed',
    ]);
    expect(await plan()).toMatchObject({ planName: 'Essential', subscriptionStatus: 'ACTIVE' });
    expect(await soldPages()).toEqual([{ state: 'acknowledged' }]);
    expect(await kept()).toEqual([]);
    expect(await acts()).toHaveLength(1);
  });

  test('is written down to who opened the page, not to who asks next', async () => {
    const { portal, ada, payUnheard, acts } = await openBuyer();
    await payUnheard('essential');
    await portal.base
      .forOrg(ada.orgId)
      .inOrg((db) =>
        db
          .updateTable('checkoutPage')
          .set({ openedBy: 'bo', openedByEmail: 'bo@acme-widgets.com' })
          .execute(),
      );
    expect(code(await ada.post('/plans/checkout', { planId: 'plus' }))).toEqual([409, 'already-subscribed']);
    expect(await acts()).toMatchObject([{ act: 'plan-bought', actorEmail: 'bo@acme-widgets.com' }]);
  });

  test('is waited for while the provider is away, and no page is sold meanwhile', async () => {
    const { portal, ada, payUnheard, runJob, kept, soldPages } = await openBuyer();
    await payUnheard('plus');
    const comeBack = takeAway(portal.base.providers.billing);
    for (let run = 0; run < 3; run++) await expect(runJob()).rejects.toThrow('Away.');
    expect(code(await ada.post('/plans/checkout', { planId: 'plus' }))).toEqual([503, 'billing-unavailable']);
    expect([await kept(), await soldPages()].map((rows) => rows.length)).toEqual([1, 1]);
    // much later than the page was good for
    portal.clock.advance(5 * 86_400);
    comeBack();
    await runJob();
    const again = await portal.signIn(ada.email);
    expect((await again.get('/plans/featureUsageProfile')).body.data.plans).toMatchObject({
      planName: 'Plus',
      subscriptionStatus: 'ACTIVE',
    });
  });

  test('makes one purchase where two workers, the buyer and another checkout find it at the same moment', async () => {
    const { portal, ada, payUnheard, plan, acts, mails } = await openBuyer();
    const { id: hostedPageId } = await payUnheard('plus');
    portal.clock.advance(300);
    const [, , finished, other] = await Promise.all([
      takeUpPurchases(portal.base),
      takeUpPurchases(portal.base),
      ada.post('/plans/checkoutDone', { hostedPageId }),
      ada.post('/plans/checkout', { planId: 'premium' }),
    ]);
    expect([finished.status, ...code(other)]).toEqual([200, 409, 'already-subscribed']);
    await portal.runJobs();
    expect(await plan()).toMatchObject({ planName: 'Plus' });
    expect(await acts()).toHaveLength(1);
    expect(await mails()).toEqual(['Your Plus plan is active']);
  });

  test('that ended before it was found leaves the way to another checkout open', async () => {
    const { ada, billing, openPage, organization, portal } = await openPlansWorld();
    const { id } = billing.pay(await openPage('plus'));
    billing.change(id, { status: 'cancelled', cancelledAt: portal.clock.now() });
    expect((await ada.post('/plans/checkout', { planId: 'premium' })).status).toBe(200);
    expect((await organization()).planId).toBe('free');
  });
});

test.each([
  ['bought', -3, true],
  ['elsewhere', -3, true],
  ['undecidable', -3, true],
  ['cancelled', -3, true],
  ['expired', 0, false],
  ['expired', 1, false],
  ['expired', 2, true],
  ['unknown', -1, false],
  ['unknown', 2, true],
  ['open', -1, false],
  ['open', 24, false],
  ['open', 7 * 24 + 1, true],
] as const)('%s, %i hours after its end: a page is over is %o', (state, hours, over) => {
  const expiresAt = new Date('2026-03-02T20:00:00Z');
  expect(isOver(state, expiresAt, new Date(expiresAt.getTime() + hours * 3_600_000))).toBe(over);
});
