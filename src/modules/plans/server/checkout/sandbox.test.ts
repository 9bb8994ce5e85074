import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { pathOf, payPage, visitor } from '#providers/billing/testing/sandbox.ts';

test('a plan is bought by card, moved up, cancelled and over, with the built-in sandbox and all of its notices', async () => {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  await portal.runJobs();
  const plans = async () => (await ada.get('/plans/featureUsageProfile')).body.data.plans;
  const opened = await ada.post('/plans/checkout', { planId: 'essential', couponCode: 'WELCOME10' });
  const { id: hostedPageId, url } = opened.body.data.page;

  expect(await payPage(portal.app, { url }, '4000 0000 0000 0002')).toBe('refused');
  expect((await ada.post('/plans/checkoutDone', { hostedPageId })).body.error.code).toBe('not-paid');
  expect(await payPage(portal.app, { url }, '4242 4242 4242 4242')).toBe('succeeded');
  expect((await ada.post('/plans/checkoutDone', { hostedPageId })).body.data).toEqual({
    planName: 'Essential',
  });
  await portal.runJobs();
  expect(await plans()).toMatchObject({
    planName: 'Essential',
    subscriptionStatus: 'ACTIVE',
    chargebeeSubscriptionStatus: 'active',
  });

  const { data } = (await ada.get('/plans/billing')).body;
  expect(data).toMatchObject({
    kind: 'sandbox',
    subscription: {
      planId: 'essential',
      couponCodes: ['WELCOME10'],
      nextAmountCents: 4410,
      card: { last4: '4242' },
    },
    invoices: [{ status: 'paid', totalCents: 4410 }],
  });
  const pdf = await ada.get(`/plans/invoice/${data.invoices[0].id}`);
  expect([pdf.status, (pdf.body as Buffer).subarray(0, 5).toString()]).toEqual([200, '%PDF-']);

  expect((await ada.post('/plans/updatePlan', { planId: 'plus' })).body.data).toEqual({ planName: 'Plus' });
  expect((await ada.post('/plans/cancelSubscription')).body.data.subscription).toMatchObject({
    planId: 'plus',
    status: 'ending',
  });
  await portal.runJobs();
  expect(await plans()).toMatchObject({ planName: 'Plus', chargebeeSubscriptionStatus: 'ending' });

  portal.clock.set(new Date(Date.parse(data.subscription.termEnd) + 60_000));
  await portal.base.providers.billing.runDue!();
  await portal.runJobs();
  const again = await portal.signIn('ada@acme-widgets.com');
  expect((await again.get('/plans/featureUsageProfile')).body.data.plans).toMatchObject({
    planName: 'Free',
    subscriptionStatus: 'ACTIVE',
  });
  expect((await portal.mailbox.list({ to: ada.email })).map((mail) => mail.subject).toSorted()).toEqual([
    'Welcome to Cyber Safety',
    'Your Essential plan is active',
    'Your Plus plan ends on April 2, 2026',
    'Your plan is now Plus',
  ]);
});

test("a coupon of another channel is refused on the sandbox's own page too", async () => {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  const { url } = (await ada.post('/plans/checkout', { planId: 'plus' })).body.data.page;
  for (const coupon of ['CHAMBER20', 'chamber30', 'CYBER20', 'NOTHING']) {
    const { statusCode, body } = await visitor(portal.app).submit(pathOf(url), { coupon, do: 'coupon' });
    expect([coupon, statusCode, body.includes('This coupon is not valid.')]).toEqual([coupon, 422, true]);
  }
  const taken = await visitor(portal.app).submit(pathOf(url), { coupon: 'welcome10', do: 'coupon' });
  expect([taken.statusCode, taken.body.includes('WELCOME10')]).toEqual([200, true]);
});

test('a notice that somebody posts without the secret of the sandbox is refused', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const body = {
    id: 'ev_1',
    occurred_at: 1_772_471_000,
    event_type: 'subscription_created',
    content: { subscription: { id: 'x', cfOrganizationId: ada.orgId } },
  };
  for (const authorization of ['', 'Basic YTpi', `Bearer ${ada.orgId}`]) {
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/api/billing/webhook',
      headers: { authorization },
      payload: body,
    });
    expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'not-from-provider']);
  }
});
