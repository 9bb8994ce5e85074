import { describe, expect, test } from 'vitest';
import type { Billing, HostedPage } from '../port.ts';
import { brand, checkoutFor } from '../testing/goods.ts';
import { cards, payPage, refusalOf } from '../testing/sandbox.ts';
import { apiKey, type Fault } from '../testing/site.ts';
import { openTestChargebee, sent } from '../testing/chargebee.ts';

describe('what goes wrong at Chargebee', () => {
  const error = (status: number, api_error_code: string, more: object = {}): Fault => ({
    status,
    body: {
      message: `It says ${apiKey}? No.`,
      type: 'invalid_request',
      api_error_code,
      http_status_code: status,
      ...more,
    },
  });
  const calls: [string, (billing: Billing, id: string, page: HostedPage) => Promise<unknown>][] = [
    ['findSubscription', (billing, id) => billing.findSubscription(id)],
    ['findPage', (billing, _id, page) => billing.findPage(page.id)],
    [
      'previewChange',
      (billing, id) =>
        billing.previewChange({ billingSubscriptionId: id, priceId: 'plus-USD-monthly', couponCodes: [] }),
    ],
    [
      'changePlan',
      (billing, id) =>
        billing.changePlan({
          billingSubscriptionId: id,
          priceId: 'plus-USD-monthly',
          couponCodes: [],
          requestId: 'r',
        }),
    ],
    ['cancel', (billing, id) => billing.cancel(id)],
    ['resume', (billing, id) => billing.resume(id)],
    ['invoices', (billing, id) => billing.invoices(id, 3)],
    ['invoicePdf', (billing, id) => billing.invoicePdf(id, 'SBX-1001', brand)],
    ['openCheckout', (billing) => billing.openCheckout(checkoutFor())],
    [
      'openCustomerPortal',
      (billing, id) => billing.openCustomerPortal({ billingSubscriptionId: id, brand, returnUrl: '/plan' }),
    ],
  ];
  test.each(calls)('%s: out of reach, overloaded, talking nonsense is unavailable', async (_name, call) => {
    const world = await openTestChargebee();
    const page = await world.billing.openCheckout(checkoutFor());
    await payPage(world.app, page, cards.succeeds);
    const { id } = (await world.billing.findPage(page.id))!.subscription!;
    const faults: Fault[] = [
      'hang up',
      error(429, 'api_request_limit_exceeded'),
      error(500, 'internal_error'),
      { status: 503, body: '<html>busy</html>' },
      { status: 200, body: 'not JSON' },
      { status: 200, body: {} },
    ];
    for (const fault of faults) {
      world.fail(fault);
      const refusal = await refusalOf(call(world.billing, id, page));
      expect([refusal.name, refusal.code]).toEqual(['Error', 'unavailable']);
      expect(refusal.constructor.name).toBe('BillingError');
    }
  });

  test('a redirect is not followed with the key', async () => {
    const world = await openTestChargebee();
    world.fail({ status: 302, headers: { location: `${world.address}/elsewhere` } });
    await refusalOf(world.billing.findSubscription('sub_x'));
    expect(sent(world, /elsewhere/)).toEqual([]);
  });

  test('a wrong key is said at the start, and never repeated', async () => {
    const world = await openTestChargebee({ apiKey: 'test_wrong-key-of-somebody' });
    const refusal = await refusalOf(world.billing.findSubscription('sub_x'));
    expect(refusal.code).toBe('misconfigured');
    await expect
      .poll(() => world.log.join(''))
      .toContain('Chargebee refuses CHARGEBEE_API_KEY for CHARGEBEE_SITE');
    const said = `${world.log.join('')} ${refusal.message} ${String(refusal.cause)} ${JSON.stringify(refusal)}`;
    for (const form of ['test_wrong', Buffer.from('test_wrong-key-of-somebody:').toString('base64')])
      expect(said).not.toContain(form);
  });

  test('the program starts while Chargebee is away, and says so', async () => {
    const world = await openTestChargebee({ endpoint: 'http://127.0.0.1:9' });
    await expect
      .poll(() => world.log.join(''))
      .toContain('Chargebee could not be asked about the site acme-test');
    expect((await refusalOf(world.billing.openCheckout(checkoutFor()))).code).toBe('unavailable');
  });

  test('an answer without end is given up', async () => {
    const world = await openTestChargebee();
    world.fail({ status: 200, body: ' '.repeat(9 * 1024 * 1024) });
    expect((await refusalOf(world.billing.findSubscription('sub_x'))).code).toBe('unavailable');
  });
});
