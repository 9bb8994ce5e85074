import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLocalChargebee } from '#providers/billing/chargebee/localChargebee.ts';
import { coupons, prices } from '#providers/billing/testGoods.ts';
import { buildPortal } from './portal.ts';
import { temporaryFolder, testClock, testPortal, type TestBrowser } from './testing.ts';

const hook = { webhookUser: 'chargebee', webhookPassword: 'a-long-secret-of-chance' };
const apiKey = 'test_a-key-that-nobody-may-see';

/** The whole portal, with a local server that speaks Chargebee's protocol in the place of Chargebee. */
async function withChargebee() {
  let now = testClock().now;
  const local = await openLocalChargebee({ prices, coupons, now: () => now(), apiKey, ...hook });
  onTestFinished(local.close);
  const portal = await testPortal({
    env: {
      CHARGEBEE_SITE: 'acme-test',
      CHARGEBEE_API_KEY: apiKey,
      CHARGEBEE_PUBLISHABLE_KEY: 'test_publishable',
      CHARGEBEE_ENDPOINT: local.address,
      CHARGEBEE_WEBHOOK_USER: hook.webhookUser,
      CHARGEBEE_WEBHOOK_PASSWORD: hook.webhookPassword,
    },
  });
  now = portal.clock.now;
  return { ...portal, local };
}
/** The smallest browser part that can be served. */
function writeSmallestWeb(): string {
  const webDir = temporaryFolder('pages');
  mkdirSync(path.join(webDir, '.vite'));
  writeFileSync(path.join(webDir, '.vite/manifest.json'), '{}');
  writeFileSync(path.join(webDir, 'index.html'), '<html><head><!--boot--></head></html>');
  return webDir;
}
const planOf = async (browser: TestBrowser) =>
  (await browser.get('/plans/featureUsageProfile')).body.data.plans;

test('a plan is bought, changed and cancelled at Chargebee, by its own organization alone', async () => {
  const { local, member } = await withChargebee();
  const ada = await member();
  const opened = await ada.post('/plans/checkout', { planId: 'essential' });
  expect(opened.status).toBe(200);
  const { page } = opened.body.data;
  expect(page.raw).toMatchObject({ id: page.id, object: 'hosted_page', state: 'created' });
  expect((await ada.post('/plans/checkoutDone', { hostedPageId: page.id })).body.error.code).toBe('not-paid');
  local.pay(page.id, 'succeeds');
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

test('a card that is refused for good ends the plan by notices alone, late, twice and in any order', async () => {
  const { app, local, member, signIn, clock } = await withChargebee();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const webhook = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/billing/webhook`;
  const ada = await member('ada@acme-widgets.com');
  const { page } = (await ada.post('/plans/checkout', { planId: 'essential' })).body.data;
  local.pay(page.id, 'succeeds');
  // the browser is gone before it could tell
  expect(await local.deliver(webhook, [0, 0])).toEqual([200, 200]);
  expect(await planOf(ada)).toMatchObject({ planName: 'Essential', chargebeeSubscriptionStatus: 'active' });
  const [id] = [...local.site.subscriptions.keys()];
  local.changeCard(id!, 'declines later');
  for (let days = 0; days < 45; days++) {
    clock.advance(86_400);
    local.notices();
  }
  const types = local.notices().map(({ body }) => body['event_type']);
  expect(types.slice(-2)).toEqual(['payment_failed', 'subscription_cancelled']);
  const last = types.length - 1;
  expect(await local.deliver(webhook, [last, 3, last, 1, 2, 0, last - 1])).toEqual(
    Array.from({ length: 7 }, () => 200),
  );
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
