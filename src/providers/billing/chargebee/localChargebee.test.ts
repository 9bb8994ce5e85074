import { describe, expect, test } from 'vitest';
import { apiKey, openTestChargebee, type TestChargebee } from './testChargebee.ts';

describe('the local server', () => {
  const ask = (world: TestChargebee, path: string, body?: string, headers: Record<string, string> = {}) =>
    fetch(`${world.local.address}/api/v2${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
        ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded', body }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
  const customer = 'id=a&email=a%40b.test&first_name=A&last_name=B&company=C';

  test.each([
    [
      'no key',
      '/invoices?subscription_id[is]=x',
      undefined,
      { authorization: '' },
      401,
      'api_authentication_failed',
    ],
    [
      'a key as password',
      '/invoices',
      undefined,
      { authorization: `Basic ${Buffer.from(`:${apiKey}`).toString('base64')}` },
      401,
      'api_authentication_failed',
    ],
    ['JSON', '/customers', '{}', { 'content-type': 'application/json' }, 415, 'invalid_request'],
    ['an unknown parameter', '/customers', `${customer}&shoe_size=44`, {}, 400, 'param_wrong_value'],
    ['an unknown filter', '/invoices?subscription_id[has]=x', undefined, {}, 400, 'param_wrong_value'],
    ['a missing parameter', '/customers', 'id=a', {}, 400, 'param_wrong_value'],
    ['a parameter given twice', '/customers', `${customer}&id=b`, {}, 400, 'param_wrong_value'],
    [
      'no truth value',
      '/estimates/update_subscription_for_items',
      'subscription[id]=x&prorate=yes',
      {},
      400,
      'param_wrong_value',
    ],
    ['a gap', '/estimates/update_subscription_for_items', 'coupon_ids[1]=x', {}, 400, 'param_wrong_value'],
    [
      'a limit above 100',
      '/invoices?subscription_id[is]=x&limit=101',
      undefined,
      {},
      400,
      'param_wrong_value',
    ],
    [
      'an offset of one’s own',
      '/invoices?subscription_id[is]=x&offset=10',
      undefined,
      {},
      400,
      'param_wrong_value',
    ],
    ['an unknown call', '/plans', undefined, {}, 404, 'resource_not_found'],
  ])('refuses %s', async (_what, path, body, headers, status, code) => {
    const world = await openTestChargebee();
    const answer = await ask(world, path, body, headers as Record<string, string>);
    expect([answer.status, ((await answer.json()) as { api_error_code: string }).api_error_code]).toEqual([
      status,
      code,
    ]);
  });

  test('repeats an answer under its idempotency key, and refuses the key for anything else', async () => {
    const world = await openTestChargebee();
    const key = { 'chargebee-idempotency-key': 'k' };
    const first = await ask(world, '/customers', customer, key);
    const again = await ask(world, '/customers', customer, key);
    expect([first.status, again.status, again.headers.get('chargebee-idempotency-replayed')]).toEqual([
      200,
      200,
      'true',
    ]);
    expect(await again.text()).toBe(await first.text());
    expect((await ask(world, '/customers', customer.replace('id=a', 'id=b'), key)).status).toBe(400);
  });
});
