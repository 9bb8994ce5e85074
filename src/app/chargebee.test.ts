import { expect, onTestFinished, test } from 'vitest';
import { openLocalChargebee } from '#providers/billing/chargebee/localChargebee.ts';
import { coupons, prices } from '#providers/billing/testGoods.ts';
import { testClock, testPortal } from './testing.ts';

const apiKey = 'test_a-key-that-nobody-may-see';
const hook = { webhookUser: 'chargebee', webhookPassword: 'a-long-secret-of-chance' };

async function openChargebeeWorld() {
  let clock = testClock();
  const welcome = { code: 'WELCOME10', percent: 10, cents: null, months: 3 };
  const local = await openLocalChargebee({
    prices,
    coupons: [...coupons, welcome],
    now: () => clock.now(),
    apiKey,
    ...hook,
  });
  onTestFinished(local.close);
  const portal = await testPortal({
    env: {
      CHARGEBEE_SITE: 'acme-test',
      CHARGEBEE_API_KEY: apiKey,
      CHARGEBEE_ENDPOINT: local.address,
      CHARGEBEE_WEBHOOK_USER: hook.webhookUser,
      CHARGEBEE_WEBHOOK_PASSWORD: hook.webhookPassword,
    },
  });
  clock = portal.clock;
  const ada = await portal.member('ada@acme-widgets.com');
  const plans = async () => (await ada.get('/plans/featureUsageProfile')).body.data.plans;
  const post = async (notice: { authorization: string; body: unknown }) =>
    (
      await portal.app.inject({
        method: 'POST',
        url: '/api/billing/webhook',
        headers: { authorization: notice.authorization },
        payload: notice.body as object,
      })
    ).statusCode;
  return { portal, local, ada, plans, post };
}

test('with Chargebee, notices alone make the plan, in any order and more than once', async () => {
  const { portal, local, ada, plans, post } = await openChargebeeWorld();
  const opened = await ada.post('/plans/checkout', { planId: 'essential', couponCode: 'WELCOME10' });
  expect(opened.status, JSON.stringify(opened.body)).toBe(200);
  const { id: hostedPageId } = opened.body.data.page;
  expect((await ada.post('/plans/checkoutDone', { hostedPageId })).body.error.code).toBe('not-paid');
  expect(local.pay(hostedPageId, 'succeeds')).toBe('succeeded');
  const bought = local.notices();
  expect(bought.length).toBeGreaterThan(0);
  for (const notice of bought.toReversed()) expect(await post(notice)).toBe(200);
  expect(await plans()).toMatchObject({
    planName: 'Essential',
    subscriptionStatus: 'ACTIVE',
    chargebeeSubscriptionStatus: 'active',
  });
  expect((await ada.post('/plans/checkoutDone', { hostedPageId })).body.data).toEqual({
    planName: 'Essential',
  });

  expect((await ada.post('/plans/updatePlan', { planId: 'plus' })).body).toMatchObject({
    data: { planName: 'Plus' },
  });
  expect((await ada.post('/plans/cancelSubscription')).body.data.subscription).toMatchObject({
    planId: 'plus',
    status: 'ending',
  });
  for (const notice of [...local.notices(), ...local.notices().toReversed()])
    expect(await post(notice)).toBe(200);
  expect(await plans()).toMatchObject({ planName: 'Plus', chargebeeSubscriptionStatus: 'ending' });
  expect((await ada.get('/plans/billing')).body.data).toMatchObject({
    kind: 'chargebee',
    subscription: { couponCodes: ['WELCOME10'] },
  });
  await portal.runJobs();
  const subjects = (await portal.mailbox.list({ to: ada.email })).map((mail) => mail.subject);
  expect(subjects.filter((subject) => subject.includes('plan'))).toHaveLength(3);
});

test('with Chargebee, a notice with another password changes nothing', async () => {
  const { local, ada, plans, post } = await openChargebeeWorld();
  const opened = await ada.post('/plans/checkout', { planId: 'plus' });
  local.pay(opened.body.data.page.id, 'succeeds');
  const [notice] = local.notices();
  const wrong = `Basic ${Buffer.from(`${hook.webhookUser}:another-secret-of-chance`).toString('base64')}`;
  for (const authorization of [wrong, '', 'Basic', notice!.authorization.slice(0, -2)])
    expect(await post({ ...notice!, authorization })).toBe(401);
  expect((await plans()).planName).toBe('Free Trial');
});
