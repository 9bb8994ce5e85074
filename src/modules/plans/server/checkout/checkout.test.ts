import { describe, expect, test } from 'vitest';
import { BillingError } from '#providers/billing/port.ts';
import { openPlansWorld } from '../testing/plansWorld.ts';

const code = (answer: { status: number; body: any }) => [answer.status, answer.body.error?.code];

describe('a checkout', () => {
  test('begins with the person, the organisation, the price of the catalogue and the coupon of the channel', async () => {
    const { ada, billing, inChannel } = await openPlansWorld();
    await inChannel('chamber');
    const opened = await ada.post('/plans/checkout', { planId: 'PLUS', planPrice: 1, priceId: 'cheap' });
    expect(opened.body.data.page).toMatchObject({ url: expect.stringContaining('https://billing.example/') });
    expect(billing.requests).toEqual([
      {
        customer: {
          orgId: ada.orgId,
          email: 'ada@acme-widgets.com',
          firstName: 'Ada',
          lastName: 'Vance',
          company: 'Acme Widgets Inc.',
        },
        priceId: 'plus-USD-monthly',
        planId: 'plus',
        couponCodes: ['CHAMBER20'],
        brand: expect.objectContaining({ name: expect.any(String), accent: expect.stringMatching(/^#/) }),
        returnUrl: expect.stringMatching(/\/plan$/),
      },
    ]);
  });

  test.each([
    ['a plan that the channel does not offer', { planId: 'trial' }, 404, 'no-such-plan'],
    ['a plan without price', { planId: 'free' }, 409, 'nothing-to-pay'],
    [
      "a coupon of another channel's plan",
      { planId: 'plus', couponCode: 'CHAMBER20' },
      409,
      'coupon-unusable',
    ],
    ['a coupon that does not exist', { planId: 'plus', couponCode: 'FREE4EVER' }, 409, 'coupon-unusable'],
  ])('is refused for %s', async (_what, body, status, refusal) => {
    const { ada, billing } = await openPlansWorld();
    expect(code(await ada.post('/plans/checkout', body))).toEqual([status, refusal]);
    expect(billing.requests).toEqual([]);
  });

  test('is refused to who pays already, and open again to whose plan has ended', async () => {
    const { ada, billing, buy, webhook, portal } = await openPlansWorld();
    const { subscription } = await buy('plus');
    for (const planId of ['plus', 'premium'])
      expect(code(await ada.post('/plans/checkout', { planId }))).toEqual([409, 'already-subscribed']);
    await webhook(
      billing.notice(
        billing.change(subscription.id, { status: 'cancelled', cancelledAt: portal.clock.now() }),
      ),
    );
    expect((await ada.post('/plans/checkout', { planId: 'premium' })).status).toBe(200);
  });

  test("passes the provider's refusals on with its words, and tells when it is away", async () => {
    const { ada, billing } = await openPlansWorld();
    billing.failing = new BillingError('coupon-unusable', 'This coupon has been used up.');
    const refused = await ada.post('/plans/checkout', { planId: 'plus', couponCode: 'WELCOME10' });
    expect(refused.body.error).toMatchObject({
      code: 'coupon-unusable',
      reason: 'This coupon has been used up.',
    });
    billing.failing = new BillingError('misconfigured', 'The key was refused.');
    const away = await ada.post('/plans/checkout', { planId: 'plus' });
    expect(code(away)).toEqual([503, 'billing-unavailable']);
    expect(JSON.stringify(away.body)).not.toContain('key');
  });
});

test('an organisation opens thirty checkouts an hour and no more, from wherever it asks; another one is not held up', async () => {
  const { ada, billing, portal } = await openPlansWorld();
  for (let opened = 0; opened < 30; opened++) {
    if (opened === 15) portal.clock.advance(61);
    expect((await ada.post('/plans/checkout', { planId: 'plus' })).status).toBe(200);
  }
  portal.clock.advance(61);
  const refused = await ada.post('/plans/checkout', { planId: 'plus' });
  expect(code(refused)).toEqual([429, 'too-many-requests']);
  expect(refused.body.error.retryAfterSeconds).toBeGreaterThan(3000);
  expect(billing.requests).toHaveLength(30);
  const eve = await portal.member('eve@elsewhere.com', 'Elsewhere');
  expect((await eve.post('/plans/checkout', { planId: 'plus' })).status).toBe(200);
});

describe('what was bought', () => {
  test('is taken up once, however often it is asked for', async () => {
    const { ada, portal, billing, organization, plans, openPage, mails, acts } = await openPlansWorld();
    const pageId = await openPage('plus');
    expect(code(await ada.post('/plans/checkoutDone', { hostedPageId: pageId }))).toEqual([409, 'not-paid']);
    billing.pay(pageId);
    const both = await Promise.all(
      [1, 2].map(() => ada.post('/plans/checkoutDone', { hostedPageId: pageId })),
    );
    both.push(await ada.post('/plans/checkoutDone', { hostedPageId: pageId }));
    expect(both.map((answer) => `${answer.status} ${answer.body.data?.planName}`)).toEqual(
      Array(3).fill('200 Plus'),
    );
    expect(await organization()).toEqual({
      planId: 'plus',
      subscriptionStatus: 'ACTIVE',
      subscriptionDate: portal.clock.now(),
      expirationDate: null,
    });
    expect(await plans()).toMatchObject({
      planName: 'Plus',
      chargebeeSubscriptionStatus: 'active',
      trialDaysLeft: null,
    });
    expect((await ada.get('/plans/getEligiblePlans')).body.data).toMatchObject({
      hasSubscription: true,
      eligiblePlans: expect.any(Array),
    });
    expect((await mails()).filter((subject) => subject === 'Your Plus plan is active')).toHaveLength(1);
    expect(await acts()).toEqual([
      { act: 'plan-bought', subjectId: 'plus', actorEmail: 'ada@acme-widgets.com' },
    ]);
  });

  test('ends the same whether the notice or the browser comes first, and says who bought', async () => {
    const { ada, billing, openPage, organization, webhook, mails, acts } = await openPlansWorld();
    const pageId = await openPage('plus');
    const subscription = billing.pay(pageId);
    expect((await webhook(billing.notice(subscription))).status).toBe(200);
    expect((await organization()).planId).toBe('plus');
    expect((await ada.post('/plans/checkoutDone', { hostedPageId: pageId })).status).toBe(200);
    expect((await webhook(billing.notice(subscription))).status).toBe(200);
    expect((await organization()).planId).toBe('plus');
    expect((await mails()).filter((subject) => subject.includes('Plus'))).toEqual([
      'Your Plus plan is active',
    ]);
    expect((await acts()).map((act) => act.act)).toEqual(['plan-bought']);
  });

  test('is no second purchase when its page is sent again later', async () => {
    const { ada, buy, organization, acts } = await openPlansWorld();
    const { pageId } = await buy('essential');
    expect((await ada.post('/plans/updatePlan', { planId: 'premium' })).status).toBe(200);
    expect((await ada.post('/plans/checkoutDone', { hostedPageId: pageId })).status).toBe(200);
    expect((await organization()).planId).toBe('premium');
    expect((await acts()).map((act) => act.act)).toEqual(['plan-bought', 'plan-upgraded']);
  });

  test('is not found by another organisation, whose answer is that of a page that does not exist', async () => {
    const { portal, billing, openPage, organization } = await openPlansWorld();
    const mallory = await portal.member('mallory@elsewhere-tools.com');
    const pageId = await openPage('premium');
    billing.pay(pageId);
    const theirs = await mallory.post('/plans/checkoutDone', { hostedPageId: pageId });
    const nowhere = await mallory.post('/plans/checkoutDone', { hostedPageId: 'page-0' });
    expect(code(theirs)).toEqual([404, 'no-such-page']);
    expect({ ...theirs.body.error, requestId: '' }).toEqual({ ...nowhere.body.error, requestId: '' });
    expect((await organization(mallory.orgId)).planId).toBe('trial');
  });

  test('belongs to whom it was stored for, even where a page of another organisation shows it', async () => {
    const { portal, billing, buy, openPage, organization } = await openPlansWorld();
    const { subscription } = await buy('plus');
    const mallory = await portal.member('mallory@elsewhere-tools.com');
    const pageId = await openPage('essential', mallory);
    billing.pay(pageId, { id: subscription.id, priceId: 'premium-USD-monthly' });
    expect(code(await mallory.post('/plans/checkoutDone', { hostedPageId: pageId }))).toEqual([
      404,
      'no-such-page',
    ]);
    expect((await organization(mallory.orgId)).planId).toBe('trial');
    expect((await organization()).planId).toBe('plus');
  });
});

describe('what was bought twice', () => {
  test('in two windows ends with one plan: the older one is cancelled', async () => {
    const { ada, portal, billing, openPage, organization, mails } = await openPlansWorld();
    const [first, second] = [await openPage('essential'), await openPage('plus')];
    const older = billing.pay(first);
    portal.clock.advance(60);
    const newer = billing.pay(second);
    for (const hostedPageId of [second, first])
      expect((await ada.post('/plans/checkoutDone', { hostedPageId })).status).toBe(200);
    await portal.runJobs();
    expect([older, newer].map(({ id }) => billing.subscriptions.get(id)!.status)).toEqual([
      'ending',
      'active',
    ]);
    expect((await organization()).planId).toBe('plus');
    expect((await mails()).filter((subject) => subject.includes('plan'))).toEqual([
      'Your Plus plan is active',
    ]);
  });
});

describe('a plan without price', () => {
  test('is taken at once, and again without effect', async () => {
    const { ada, portal, organization } = await openPlansWorld();
    expect((await ada.post('/plans/subscribePlan', { planId: 'free' })).body).toMatchObject({
      success: true,
      data: { planName: 'Free' },
    });
    const taken = await organization();
    expect(taken).toMatchObject({ planId: 'free', subscriptionStatus: 'ACTIVE', expirationDate: null });
    portal.clock.advance(600);
    expect((await ada.post('/plans/subscribePlan', { planId: 'free' })).status).toBe(200);
    expect(await organization()).toEqual(taken);
  });

  test('is refused where it has a price, is not offered, or one is paid for', async () => {
    const { ada, inChannel, buy } = await openPlansWorld();
    expect(code(await ada.post('/plans/subscribePlan', { planId: 'plus' }))).toEqual([
      409,
      'checkout-needed',
    ]);
    expect(code(await ada.post('/plans/subscribePlan', { planId: 'trial' }))).toEqual([404, 'no-such-plan']);
    await buy('essential');
    expect(code(await ada.post('/plans/subscribePlan', { planId: 'free' }))).toEqual([
      409,
      'already-subscribed',
    ]);
    await inChannel('chamber');
    expect(code(await ada.post('/plans/subscribePlan', { planId: 'free' }))).toEqual([404, 'no-such-plan']);
  });
});
