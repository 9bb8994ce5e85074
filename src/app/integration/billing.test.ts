import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cards, payPage } from '#providers/billing/testing/sandbox.ts';
import { coupons, prices } from '#providers/billing/testing/goods.ts';
import { apiKey, hook, openTestSite } from '#providers/billing/testing/site.ts';
import { buildPortal } from '../program/portal.ts';
import { temporaryFolder, testClock, testPortal, type TestBrowser } from '../testing/portal.ts';

const welcome = { code: 'WELCOME10', percent: 10, cents: null, months: 3 };

/** The whole portal, with a site that speaks Chargebee's protocol in the place of Chargebee. */
async function withChargebee() {
  let { now } = testClock();
  const site = await openTestSite({
    now: () => now(),
    catalog: () => ({ prices, coupons: [...coupons, welcome] }),
  });
  const portal = await testPortal({
    env: {
      CHARGEBEE_SITE: 'acme-test',
      CHARGEBEE_API_KEY: apiKey,
      CHARGEBEE_PUBLISHABLE_KEY: 'test_publishable',
      CHARGEBEE_ENDPOINT: site.address,
      CHARGEBEE_WEBHOOK_USER: hook.webhookUser,
      CHARGEBEE_WEBHOOK_PASSWORD: hook.webhookPassword,
    },
  });
  now = portal.clock.now;
  const pay = (page: { url: string }) => payPage(site.app, page, cards.succeeds);
  /** Brings an event to the webhook, and gives the status of the answer. */
  const deliver = async ({ authorization, body }: { authorization: string; body: object }) =>
    (
      await portal.app.inject({
        method: 'POST',
        url: '/api/billing/webhook',
        headers: { authorization },
        payload: body,
      })
    ).statusCode;
  return { ...portal, site, pay, deliver };
}
/** The smallest browser part that can be served. */
function writeSmallestWeb(): string {
  const webDir = temporaryFolder('pages');
  mkdirSync(path.join(webDir, '.vite'));
  writeFileSync(path.join(webDir, '.vite/manifest.json'), '{}');
  writeFileSync(path.join(webDir, '.vite/pages.json'), JSON.stringify({ pages: [], frames: {} }));
  writeFileSync(path.join(webDir, 'index.html'), '<html><head><!--boot--></head></html>');
  return webDir;
}
const planOf = async (browser: TestBrowser) =>
  (await browser.get('/plans/featureUsageProfile')).body.data.plans;

test('a plan is bought, changed and cancelled at Chargebee, by its own organization alone', async () => {
  const { pay, member } = await withChargebee();
  const ada = await member();
  const opened = await ada.post('/plans/checkout', { planId: 'essential' });
  expect(opened.status).toBe(200);
  const { page } = opened.body.data;
  expect(page.raw).toMatchObject({ id: page.id, object: 'hosted_page', state: 'created' });
  expect((await ada.post('/plans/checkoutDone', { hostedPageId: page.id })).body.error.code).toBe('not-paid');
  await pay(page);
  expect((await ada.post('/plans/checkoutDone', { hostedPageId: page.id })).body.data).toEqual({
    planName: 'Essential',
  });
  expect(await planOf(ada)).toMatchObject({ planName: 'Essential', chargebeeSubscriptionStatus: 'active' });

  const eve = await member('eve@bolts.example', 'Bolts Ltd.');
  for (const hostedPageId of [page.id, '..', '../subscriptions', `../hosted_pages/${page.id}`])
    expect((await eve.post('/plans/checkoutDone', { hostedPageId })).body.error.code).toBe('no-such-page');

  expect((await ada.post('/plans/updatePlan', { planId: 'plus' })).body.data).toEqual({ planName: 'Plus' });
  const billing = (await ada.get('/plans/billing')).body.data;
  expect(billing).toMatchObject({
    kind: 'chargebee',
    subscription: { planId: 'plus', nextAmountCents: 9900 },
  });
  const pdf = await ada.get(`/plans/invoice/${billing.invoices[0].id}`);
  expect([pdf.status, (pdf.body as Buffer).subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  expect((await eve.get(`/plans/invoice/${billing.invoices[0].id}`)).status).toBe(404);
  expect((await ada.post('/plans/billingPortal')).body.data.raw).toMatchObject({ object: 'portal_session' });
  expect((await ada.post('/plans/cancelSubscription')).body.data.subscription).toMatchObject({
    status: 'ending',
  });
  expect((await ada.post('/plans/resumeSubscription')).body.data.subscription).toMatchObject({
    status: 'active',
  });
});

test('events alone make the plan, in any order and more than once, and each is emailed about once', async () => {
  const { site, pay, deliver, member, runJobs, mailbox } = await withChargebee();
  const ada = await member('ada@acme-widgets.com');
  const opened = await ada.post('/plans/checkout', { planId: 'essential', couponCode: 'WELCOME10' });
  const { page } = opened.body.data;
  await pay(page);
  for (const notice of site.notices().toReversed()) expect(await deliver(notice)).toBe(200);
  expect(await planOf(ada)).toMatchObject({
    planName: 'Essential',
    subscriptionStatus: 'ACTIVE',
    chargebeeSubscriptionStatus: 'active',
  });
  expect((await ada.post('/plans/checkoutDone', { hostedPageId: page.id })).body.data).toEqual({
    planName: 'Essential',
  });
  await ada.post('/plans/updatePlan', { planId: 'plus' });
  await ada.post('/plans/cancelSubscription');
  for (const notice of [...site.notices(), ...site.notices().toReversed()])
    expect(await deliver(notice)).toBe(200);
  expect(await planOf(ada)).toMatchObject({ planName: 'Plus', chargebeeSubscriptionStatus: 'ending' });
  expect((await ada.get('/plans/billing')).body.data.subscription.couponCodes).toEqual(['WELCOME10']);
  await runJobs();
  const subjects = (await mailbox.list({ to: ada.email })).map((mail) => mail.subject);
  expect(subjects.filter((subject) => subject.includes('plan'))).toHaveLength(3);
});

test('an event with another password changes nothing', async () => {
  const { site, pay, deliver, member } = await withChargebee();
  const ada = await member();
  await pay((await ada.post('/plans/checkout', { planId: 'plus' })).body.data.page);
  const [notice] = site.notices();
  const wrong = `Basic ${Buffer.from(`${hook.webhookUser}:another-secret-of-chance`).toString('base64')}`;
  for (const authorization of [wrong, '', 'Basic', notice!.authorization.slice(0, -2)])
    expect(await deliver({ ...notice!, authorization })).toBe(401);
  expect((await planOf(ada)).planName).toBe('Free Trial');
});

test('a card that is refused for good ends the plan by events alone, late, twice and in any order', async () => {
  const { site, pay, deliver, member, signIn, clock } = await withChargebee();
  const ada = await member('ada@acme-widgets.com');
  const { page } = (await ada.post('/plans/checkout', { planId: 'essential' })).body.data;
  await pay(page);
  // the browser is gone before it could report
  const [first] = site.notices();
  expect([await deliver(first!), await deliver(first!)]).toEqual([200, 200]);
  expect(await planOf(ada)).toMatchObject({ planName: 'Essential', chargebeeSubscriptionStatus: 'active' });
  await site.changeCard('fails-later');
  for (let days = 0; days < 45; days++) {
    clock.advance(86_400);
    await site.billing.runDue!();
  }
  const all = site.notices();
  expect(all.slice(-2).map(({ body }) => body.event_type)).toEqual([
    'payment_failed',
    'subscription_cancelled',
  ]);
  for (const place of [-1, 3, -1, 1, 2, 0, -2]) expect(await deliver(all.at(place)!)).toBe(200);
  expect(await planOf(await signIn('ada@acme-widgets.com'))).toMatchObject({ planName: 'Free' });
});

test('the browser is told of Chargebee and may load it, and never sees the key', async () => {
  const { base, database } = await withChargebee();
  const app = await buildPortal({ base, database, webDir: writeSmallestWeb() });
  onTestFinished(() => app.close());
  const { headers, body } = await app.inject({ url: '/signin', headers: { host: 'localhost' } });
  const boot = JSON.parse(/id="boot">(.*?)<\/script>/.exec(body)![1]!) as {
    config: { portalConfig: object };
  };
  expect(boot.config.portalConfig).toMatchObject({
    chargebeeSite: 'acme-test',
    billing: {
      kind: 'chargebee',
      scriptUrl: 'https://js.chargebee.com/v2/chargebee.js',
      site: 'acme-test',
      publishableKey: 'test_publishable',
    },
  });
  const policy = Object.fromEntries(
    String(headers['content-security-policy'])
      .split('; ')
      .map((part) => [part.slice(0, part.indexOf(' ')), part.split(' ').slice(1)]),
  );
  expect(policy['script-src']).toContain('https://js.chargebee.com');
  expect(policy['script-src']).not.toContain("'unsafe-inline'");
  for (const what of ['frame-src', 'connect-src', 'style-src', 'img-src'])
    expect(policy[what]).toContain('https://acme-test.chargebee.com');
  expect(body).not.toContain('nobody-may-see');
});

test('the sandbox opens the policy of pages to nobody', async () => {
  const { base, database } = await testPortal();
  const app = await buildPortal({ base, database, webDir: writeSmallestWeb() });
  onTestFinished(() => app.close());
  const { headers } = await app.inject({ url: '/signin', headers: { host: 'localhost' } });
  expect(String(headers['content-security-policy'])).not.toMatch(/https?:/);
});
