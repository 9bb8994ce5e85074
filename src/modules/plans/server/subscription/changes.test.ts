import { describe, expect, test } from 'vitest';
import { BillingError } from '#providers/billing/port.ts';
import { openPlansWorld } from '../testing/plansWorld.ts';

const code = (answer: { status: number; body: any }) => [answer.status, answer.body.error?.code];

describe('moving to a larger plan', () => {
  test('says what it costs before, and charges once for a double click', async () => {
    const { ada, billing, buy, organization, mails, acts } = await openPlansWorld();
    await buy('essential');
    expect((await ada.post('/plans/previewChange', { planId: 'plus' })).body.data).toMatchObject({
      dueNowCents: 5000,
      nextAmountCents: 9900,
    });
    const both = await Promise.all([1, 2, 3].map(() => ada.post('/plans/updatePlan', { planId: 'plus' })));
    for (const answer of both) expect([200, 409]).toContain(answer.status);
    expect(both.some((answer) => answer.body.data?.planName === 'Plus')).toBe(true);
    expect(billing.charged).toHaveLength(1);
    expect(await organization()).toMatchObject({ planId: 'plus', subscriptionStatus: 'ACTIVE' });
    expect((await mails()).filter((subject) => subject === 'Your plan is now Plus')).toHaveLength(1);
    expect((await acts()).map((act) => act.act)).toEqual(['plan-bought', 'plan-upgraded']);
  });

  test("brings the new plan's own coupon, and leaves running ones alone where it has none", async () => {
    const { ada, billing, buy, inChannel } = await openPlansWorld();
    await inChannel('chamber');
    const { subscription } = await buy('plus');
    expect(subscription.couponCodes).toEqual(['CHAMBER20']);
    expect((await ada.post('/plans/updatePlan', { planId: 'premium' })).status).toBe(200);
    expect(billing.subscriptions.get(subscription.id)!.couponCodes).toEqual(['CHAMBER30']);
  });

  test('is refused for smaller plans, the same one, unknown ones, and without a subscription', async () => {
    const { ada, billing, buy } = await openPlansWorld();
    for (const path of ['/plans/updatePlan', '/plans/previewChange'])
      expect(code(await ada.post(path, { planId: 'plus' }))).toEqual([409, 'no-subscription']);
    await buy('plus');
    for (const path of ['/plans/updatePlan', '/plans/previewChange']) {
      expect(code(await ada.post(path, { planId: 'essential' }))).toEqual([409, 'downgrade-by-contact']);
      expect(code(await ada.post(path, { planId: 'free' }))).toEqual([409, 'downgrade-by-contact']);
      expect(code(await ada.post(path, { planId: 'Plus' }))).toEqual([409, 'same-plan']);
      expect(code(await ada.post(path, { planId: 'trial' }))).toEqual([404, 'no-such-plan']);
    }
    expect(billing.charged).toEqual([]);
  });

  test('may be tried again after a decline, and is the same request after silence', async () => {
    const { ada, billing, buy, organization } = await openPlansWorld();
    await buy('essential');
    const asked: string[] = [];
    const { changePlan } = billing;
    const answers = [
      new BillingError('payment-failed', 'Declined.'),
      new BillingError('unavailable', 'Away.'),
      null,
    ];
    billing.changePlan = async (change) => {
      asked.push(change.requestId);
      const answer = answers.shift();
      if (answer) throw answer;
      return changePlan(change);
    };
    const declined = await ada.post('/plans/updatePlan', { planId: 'plus' });
    expect(declined.body.error).toMatchObject({ code: 'payment-failed', reason: 'Declined.' });
    expect(declined.status).toBe(402);
    expect((await organization()).planId).toBe('essential');
    expect(code(await ada.post('/plans/updatePlan', { planId: 'plus' }))).toEqual([
      503,
      'billing-unavailable',
    ]);
    expect((await ada.post('/plans/updatePlan', { planId: 'plus' })).status).toBe(200);
    expect(asked[1]).not.toBe(asked[0]);
    expect(asked[2]).toBe(asked[1]);
    expect((await organization()).planId).toBe('plus');
  });
});

describe('cancelling', () => {
  test('holds at the end of the term, can be taken back, and is written down with who asked', async () => {
    const { ada, billing, buy, plans, mails, acts } = await openPlansWorld();
    const { subscription } = await buy('plus');
    for (let i = 0; i < 2; i++) {
      const ended = await ada.post('/plans/cancelSubscription');
      expect(ended.body.data.subscription).toMatchObject({
        status: 'ending',
        planId: 'plus',
        nextBillingAt: null,
      });
    }
    expect(await plans()).toMatchObject({
      planName: 'Plus',
      chargebeeSubscriptionStatus: 'ending',
      probely: 'ACTIVE',
    });
    for (let i = 0; i < 2; i++)
      expect((await ada.post('/plans/resumeSubscription')).body.data.subscription.status).toBe('active');
    expect(billing.subscriptions.get(subscription.id)!.version).toBe(3);
    expect(await plans()).toMatchObject({ chargebeeSubscriptionStatus: 'active' });
    expect((await mails()).filter((subject) => subject.startsWith('Your Plus plan ends on'))).toEqual([
      'Your Plus plan ends on April 1, 2026',
    ]);
    expect(await acts()).toEqual(
      ['plan-bought', 'subscription-cancelled', 'subscription-resumed'].map((act) => ({
        act,
        subjectId: 'plus',
        actorEmail: 'ada@acme-widgets.com',
      })),
    );
  });

  test('is refused where nothing is paid for, and takes up an end that no notice told', async () => {
    const { ada, portal, billing, buy, organization } = await openPlansWorld();
    for (const path of ['/plans/cancelSubscription', '/plans/resumeSubscription', '/plans/billingPortal'])
      expect(code(await ada.post(path))).toEqual([409, 'no-subscription']);
    const { subscription } = await buy('plus');
    billing.change(subscription.id, { status: 'cancelled', cancelledAt: portal.clock.now() });
    expect(code(await ada.post('/plans/cancelSubscription'))).toEqual([409, 'no-subscription']);
    expect(await organization()).toMatchObject({ planId: 'free', subscriptionStatus: 'ACTIVE' });
  });

  test('is no business of staff in a support session, like everything that spends', async () => {
    const { portal, ada, buy } = await openPlansWorld();
    await buy('essential');
    await portal.database.global
      .updateTable('appSession')
      .set({ supportStaff: 'sam@portal.example' })
      .execute();
    for (const [path, body] of [
      ['/plans/cancelSubscription', {}],
      ['/plans/updatePlan', { planId: 'plus' }],
      ['/plans/checkout', { planId: 'plus' }],
      ['/plans/billingPortal', {}],
    ] as const)
      expect(code(await ada.post(path, body))).toEqual([403, 'not-in-support-session']);
  });
});

describe('the bills', () => {
  test('show the subscription and its invoices, of their own organisation only', async () => {
    const { portal, ada, buy } = await openPlansWorld();
    expect((await ada.get('/plans/billing')).body.data).toEqual({
      kind: 'sandbox',
      subscription: null,
      invoices: [],
    });
    const { subscription } = await buy('plus');
    const { data } = (await ada.get('/plans/billing')).body;
    expect(data.subscription).toMatchObject({
      planName: 'Plus',
      status: 'active',
      card: { last4: '4242' },
      nextAmountCents: 9900,
    });
    expect(data.invoices).toMatchObject([
      { id: `invoice-of-${subscription.id}`, totalCents: 9900, status: 'paid' },
    ]);
    const own = await ada.get(`/plans/invoice/${data.invoices[0].id}`);
    expect(own.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('attachment'),
    });
    const mallory = await portal.member('mallory@elsewhere-tools.com');
    expect(code(await mallory.get(`/plans/invoice/${data.invoices[0].id}`))).toEqual([
      404,
      'no-such-invoice',
    ]);
    expect((await mallory.get('/plans/billing')).body.data.invoices).toEqual([]);
    expect((await ada.post('/plans/billingPortal')).body.data.url).toContain(subscription.id);
  });

  test('are unavailable while the provider is away; the plan is not', async () => {
    const { ada, billing, buy, plans } = await openPlansWorld();
    const { subscription } = await buy('plus');
    billing.failing = new BillingError('unavailable', 'Away.');
    expect(code(await ada.get('/plans/billing'))).toEqual([503, 'billing-unavailable']);
    expect(code(await ada.get(`/plans/invoice/invoice-of-${subscription.id}`))).toEqual([
      503,
      'billing-unavailable',
    ]);
    expect(code(await ada.post('/plans/cancelSubscription'))).toEqual([503, 'billing-unavailable']);
    expect(await plans()).toMatchObject({ planName: 'Plus', probely: 'ACTIVE' });
    expect((await ada.get('/plans/getEligiblePlans')).body.data.hasSubscription).toBe(true);
  });

  test('bring along what no notice has told yet', async () => {
    const { ada, billing, buy, plans } = await openPlansWorld();
    const { subscription } = await buy('plus');
    billing.change(subscription.id, { status: 'ending' });
    expect((await ada.get('/plans/billing')).body.data.subscription.status).toBe('ending');
    expect((await plans()).chargebeeSubscriptionStatus).toBe('ending');
  });
});
