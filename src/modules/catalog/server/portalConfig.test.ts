import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { onTestFinished, describe, expect, it } from 'vitest';
import { openTestDatabase, temporaryFolder, testClock } from '#app/testing/portal.ts';
import { baseCtx } from '#platform/server/ctx.ts';
import { buildHttp, requestCtx } from '#platform/server/http/http.ts';
import { openLog } from '#platform/server/log/log.ts';
import type { Providers } from '#platform/server/providers.ts';
import { openSecrets } from '#platform/server/secrets/secrets.ts';
import { serve } from '#platform/server/http/serve.ts';
import { createSession } from '#platform/server/session.ts';
import { readSettings } from '#platform/server/settings/settings.ts';
import { registerBrandPictures } from './pictures.ts';
import { catalogModule } from './module.ts';

const configDir = path.resolve(import.meta.dirname, '../../../../config');
const userPool = { ClientId: 'client', UserPoolId: 'local_pool', region: 'local', endpoint: '/user-pool' };
/** As Chargebee's adapter would say it. */
const billing = {
  kind: 'chargebee',
  browser: {
    origins: {},
    scriptUrl: 'https://js.chargebee.test/v2.js',
    site: 'acme-test',
    publishableKey: 'test_pub',
  },
};

async function openBrandServer(env: Record<string, string> = {}) {
  const { database } = await openTestDatabase();
  const clock = testClock('2026-03-10T19:00:00Z');
  const settings = readSettings({
    CONFIG_DIR: configDir,
    DATA_DIR: temporaryFolder('brand'),
    ENVIRONMENT_NAME: 'test',
    ...env,
  });
  const base = baseCtx({
    now: clock.now,
    log: openLog('test', 'silent'),
    settings,
    secrets: openSecrets(settings),
    providers: {
      identity: { browserUserPool: () => userPool },
      billing,
      captcha: { browserWidget: () => null },
      marketing: { leadsGoOutside: false, eventsGoOutside: true },
    } as unknown as Providers,
    jobs: { enqueue: async () => null },
    database,
  });
  const app = await buildHttp({ base, database, origins: {} });
  serve(app, catalogModule.calls.brand, {
    ctxOf: (request, reply, call) =>
      requestCtx(base, request, reply, { background: call.background === true }),
    moduleIsActive: async () => true,
    demandsSecondFactor: async () => false,
    pace: async () => {},
  });
  registerBrandPictures(app, settings);
  onTestFinished(() => app.close());
  /** An organisation with a signed-in person; gives the cookie. */
  const signIn = async (row: {
    channelId: string;
    planId: string;
    subscriptionStatus: 'INTRIAL' | 'ACTIVE';
    expirationDate: Date | null;
  }) => {
    const orgId = randomUUID();
    const at = clock.now();
    await database.inOrg(orgId, (db) =>
      db
        .insertInto('organization')
        .values({
          orgId,
          companyName: 'Acme',
          numberOfEmployees: '0-10',
          industry: 'IT',
          signUpDate: at,
          createdAt: at,
          updatedAt: at,
          ...row,
        })
        .execute(),
    );
    const { token } = await createSession(database.global, at, {
      cognitoId: randomUUID(),
      email: 'a@acme.test',
      orgId,
      newUser: false,
    });
    return { cookie: `session=${token}` };
  };
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { host: 'localhost:4000', ...headers } });
  return { clock, get, signIn };
}

describe('what the browser knows first', () => {
  it('is brand, user pool, settings, maintenance and the offer to sign up', async () => {
    const { get } = await openBrandServer({
      CHARGEBEE_SITE: 'acme-test',
      CHARGEBEE_API_KEY: 'test_key',
      CHARGEBEE_WEBHOOK_USER: 'chargebee',
      CHARGEBEE_WEBHOOK_PASSWORD: 'a-long-secret-of-chance',
      STRIPE_API_KEY: 'pk_test_1',
      HEAP_APP_ID: '42',
      SESSION_INACTIVITY_SECONDS: '900',
    });
    const answer = await get('/api/config');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      success: true,
      brand: { brandId: 'cyber-safety', webAddress: 'http://localhost:4000' },
      userPool,
      portalConfig: {
        stripeApiKey: 'pk_test_1',
        environmentName: 'test',
        sessionInactivityTimeout: 900,
        quoteLink: 'https://staging.quotes.cybersafety.example/cyber',
        passwordRules: 'portal',
        securityPolicyConfig: { env: 'test', reviewMonths: 12 },
        chargebeeSite: 'acme-test',
        billing: {
          kind: 'chargebee',
          scriptUrl: 'https://js.chargebee.test/v2.js',
          site: 'acme-test',
          publishableKey: 'test_pub',
        },
        analytics: { asksConsent: true, leadsGoOutside: false },
      },
      maintenance: { enabled: false, subHead: 'Cyber Safety is being updated.' },
      heapKey: '42',
      captcha: null,
      signUp: { channelId: 'direct', planId: 'trial', trialEnabled: true, trialDays: 30 },
      promotions: [],
    });
    expect(answer.json().maintenance.content).toContain('support@cybersafety.example');
  });

  it('shows the brand of the host, and maintenance when it is on', async () => {
    const { get } = await openBrandServer({ MAINTENANCE: 'on' });
    const answer = (await get('/api/config', { host: 'shield.localhost:4000' })).json();
    expect(answer).toMatchObject({
      brand: { brandId: 'harborline', radius: 'square' },
      maintenance: { enabled: true, subHead: 'Harborline is being updated.' },
      signUp: { channelId: 'harborline' },
    });
  });

  it("shows the brand of the organisation's channel before that of a subscription id", async () => {
    const { get, signIn } = await openBrandServer();
    const { cookie } = await signIn({
      channelId: 'harborline',
      planId: 'trial',
      subscriptionStatus: 'INTRIAL',
      expirationDate: new Date('2026-04-01T00:00:00Z'),
    });
    expect((await get('/api/config?subscriptionId=START', { cookie })).json().brand.brandId).toBe(
      'harborline',
    );
    expect((await get('/api/config?subscriptionId=HARBOR')).json().brand.brandId).toBe('harborline');
    expect((await get('/api/config?subscriptionId=START')).json().brand.brandId).toBe('cyber-safety');
  });

  it('names the promotion while it runs and not on the day that ends it', async () => {
    const { get, clock } = await openBrandServer();
    clock.set('2020-11-01T06:59:00Z');
    expect((await get('/api/config')).json().promotions).toEqual([
      { text: '20% off for 6 months', couponCode: 'CYBER20', from: null, before: '2020-11-01' },
    ]);
    clock.set('2020-11-01T07:00:00Z');
    expect((await get('/api/config')).json().promotions).toEqual([]);
  });
});

describe('a subscription id', () => {
  it('is valid whatever its case, and says channel, plan and words', async () => {
    const { get } = await openBrandServer();
    expect((await get('/api/plans/isValidSubscriptionId/chamber-2026')).json().data).toMatchObject({
      subscriptionIdStatus: 'valid',
      subscriptionId: 'CHAMBER-2026',
      channelId: 'chamber',
      planId: 'trial',
      uiRules: { channelDiscountTitle: 'Chamber member pricing', logos: [] },
      signUp: { trialEnabled: true, trialDays: 30 },
      brand: { brandId: 'cyber-safety' },
    });
    expect((await get('/api/plans/isValidSubscriptionId/BROKER')).json().data.signUp).toMatchObject({
      trialEnabled: false,
      planId: 'free',
    });
  });

  it('is expired after its last day and opens no sign-up', async () => {
    const { get } = await openBrandServer();
    expect((await get('/api/plans/isValidSubscriptionId/SPRING-2025')).json().data).toMatchObject({
      subscriptionIdStatus: 'expired',
      signUp: null,
    });
    expect((await get('/api/plans/isValidSubscriptionId/HARBOR-2025')).json().data).toMatchObject({
      subscriptionIdStatus: 'expired',
      signUp: null,
      brand: { brandId: 'harborline' },
    });
  });

  it('of another brand is unknown at an address of a brand, and good at one of none', async () => {
    const { get } = await openBrandServer();
    const statusAt = async (host: string, id: string) =>
      (await get(`/api/plans/isValidSubscriptionId/${id}`, { host })).json().data.subscriptionIdStatus;
    expect(await statusAt('shield.localhost:4000', 'CHAMBER-2026')).toBe('invalid');
    expect(await statusAt('shield.localhost:4000', 'HARBOR')).toBe('valid');
    expect(await statusAt('localhost:4000', 'HARBOR')).toBe('valid');
    const { brand, signUp } = (
      await get('/api/config?subscriptionId=CHAMBER-2026', { host: 'shield.localhost:4000' })
    ).json();
    expect({ brand: brand.brandId, channel: signUp.channelId }).toEqual({
      brand: 'harborline',
      channel: 'harborline',
    });
  });

  it.each(['nobody', '__proto__', "x' or 1=1", '%00'])('%s is invalid', async (id) => {
    const { get } = await openBrandServer();
    const answer = await get(`/api/plans/isValidSubscriptionId/${encodeURIComponent(id)}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data).toMatchObject({
      subscriptionIdStatus: 'invalid',
      channelId: null,
      planId: null,
      uiRules: null,
      signUp: null,
    });
  });

  it('cannot be found by trying many, nor be longer than an id', async () => {
    const { get } = await openBrandServer();
    expect((await get(`/api/plans/isValidSubscriptionId/${'x'.repeat(101)}`)).statusCode).toBe(400);
    const statuses = [];
    for (let i = 0; i < 31; i++)
      statuses.push((await get(`/api/plans/isValidSubscriptionId/guess${i}`)).statusCode);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('pictures', () => {
  it('are served so that they cannot run anything, and may be kept for ever under their version', async () => {
    const { get } = await openBrandServer();
    const { brand } = (await get('/api/config')).json();
    const answer = await get(brand.brandLogo);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(answer.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
    expect((await get(brand.brandLogo, { 'if-none-match': String(answer.headers['etag']) })).statusCode).toBe(
      304,
    );
    expect((await get('/api/brand/logo/cyber-safety')).headers['cache-control']).toBe('public, max-age=3600');
  });

  it.each([
    '/api/brand/logo/nobody',
    '/api/brand/logo/cyber-safety/other.svg',
    '/api/brand/logo/cyber-safety/..%2F..%2Fbrands.yaml',
    '/api/brand/logo/__proto__/constructor',
  ])('%s is not there', async (address) => {
    const { get } = await openBrandServer();
    expect((await get(address)).statusCode).toBe(404);
  });
});
