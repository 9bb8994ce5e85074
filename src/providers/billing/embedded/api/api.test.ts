import { describe, expect, test } from 'vitest';
import { openTestSandbox, subscribed } from '../../testing/sandbox.ts';
import { openApi } from './api.ts';

const apiKey = 'a-key-of-the-site';

async function openTestApi(changes: Parameters<typeof openTestSandbox>[0] = {}) {
  const sandbox = await openTestSandbox(changes);
  const answer = openApi(sandbox.parts, apiKey);
  const ask = (path: string, body?: string, headers: Record<string, string> = {}) =>
    answer(
      new Request(`http://site.test/api/v2${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
          ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
      }),
    );
  return { ...sandbox, ask };
}

const customer = 'id=a&email=a%40b.test&first_name=A&last_name=B&company=C';
const estimate = '/estimates/update_subscription_for_items';
const change = 'subscription_items[item_price_id][0]=plus-USD-monthly&prorate=true&invoice_immediately=true';

describe('a request', () => {
  const get: string | undefined = undefined;
  const keyAsPassword = `Basic ${Buffer.from(`:${apiKey}`).toString('base64')}`;
  test.each([
    ['without key', '/invoices', get, { authorization: '' }, 401, 'api_authentication_failed'],
    [
      'with the key as password',
      '/invoices',
      get,
      { authorization: keyAsPassword },
      401,
      'api_authentication_failed',
    ],
    ['in JSON', '/customers', '{}', { 'content-type': 'application/json' }, 415, 'invalid_request'],
    ['with an unknown parameter', '/customers', `${customer}&shoe_size=44`, {}, 400, 'param_wrong_value'],
    ['with an unknown filter', '/invoices?subscription_id[has]=x', get, {}, 400, 'param_wrong_value'],
    ['without a parameter', '/customers', 'email=a', {}, 400, 'param_wrong_value'],
    ['with a blank id', '/customers', 'id=', {}, 400, 'param_wrong_value'],
    ['with a parameter twice', '/customers', `${customer}&id=b`, {}, 400, 'param_wrong_value'],
    ['with a text that is too long', '/customers', `id=${'x'.repeat(51)}`, {}, 400, 'param_wrong_value'],
    ['with broken JSON', '/customers', `${customer}&meta_data={`, {}, 400, 'param_wrong_value'],
    ['with another word than true or false', estimate, 'prorate=yes', {}, 400, 'param_wrong_value'],
    ['with a choice that there is not', estimate, 'change_option=later', {}, 400, 'param_wrong_value'],
    [
      'with a limit above 100',
      '/invoices?subscription_id[is]=x&limit=101',
      get,
      {},
      400,
      'param_wrong_value',
    ],
    [
      'with an offset of its own',
      '/invoices?subscription_id[is]=x&offset=10',
      get,
      {},
      400,
      'param_wrong_value',
    ],
    ['that does not exist', '/plans', get, {}, 404, 'resource_not_found'],
    ['for an unknown subscription', '/subscriptions/x', get, {}, 404, 'resource_not_found'],
    ['for an unknown document', '/../../documents/SBX-1.pdf', get, {}, 404, 'resource_not_found'],
  ] as const)('%s is refused', async (_what, path, body, headers, status, code) => {
    const { ask } = await openTestApi();
    const answer = await ask(path, body, headers);
    expect([answer.status, await answer.json()]).toMatchObject([status, { api_error_code: code }]);
  });

  test.each([
    ['prorate=true&invoice_immediately=true', 'without a price'],
    [
      'subscription_items[item_price_id][1]=plus-USD-monthly&prorate=true&invoice_immediately=true',
      'with a gap',
    ],
    [`${change}&coupon_ids[1]=ONCE&replace_coupon_list=true`, 'with a gap between coupons'],
    [`${change}&coupon_ids[0]=ONCE`, 'with coupons beside those that run'],
    ['subscription_items[item_price_id][0]=plus-USD-monthly', 'for later'],
    [change.replace('plus', 'essential'), 'for the plan that runs'],
  ])('to change a plan by %j is refused %s', async (body) => {
    const opened = await openTestApi();
    const { id } = await subscribed(opened);
    expect((await opened.ask(`/subscriptions/${id}/update_for_items`, body)).ok).toBe(false);
    expect((await opened.billing.findSubscription(id))!.version).toBe(1);
  });

  test('is answered with 500 where the sandbox fails, and the log says why', async () => {
    const catalog = () => {
      throw new Error('no catalog today');
    };
    const { ask, log } = await openTestApi({ catalog });
    const order = 'customer[id]=a&subscription_items[item_price_id][0]=plus-USD-monthly';
    const answer = await ask('/hosted_pages/checkout_new_for_items', order);
    expect([answer.status, await answer.json()]).toMatchObject([500, { api_error_code: 'internal_error' }]);
    expect(log.join('')).toContain('no catalog today');
  });
});

test('a customer is made once', async () => {
  const { ask } = await openTestApi();
  expect(await (await ask('/customers', customer)).json()).toMatchObject({
    customer: { id: 'a', company: 'C' },
  });
  const again = await ask('/customers', customer);
  expect([again.status, await again.json()]).toMatchObject([
    400,
    { api_error_code: 'duplicate_entry', param: 'id' },
  ]);
});

test('a change under one idempotency key is made once, and the key is good for nothing else', async () => {
  const opened = await openTestApi();
  const { id } = await subscribed(opened);
  const update = (body: string) =>
    opened.ask(`/subscriptions/${id}/update_for_items`, body, { 'chargebee-idempotency-key': 'k' });
  const answers = [
    await update(change),
    await update(change),
    await update(change.replace('plus', 'premium')),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
  expect(answers.map(({ headers }) => headers.get('chargebee-idempotency-replayed'))).toEqual([
    null,
    'true',
    null,
  ]);
  expect(await opened.billing.invoices(id, 10)).toHaveLength(2);
});

test('a list is given by parts', async () => {
  const opened = await openTestApi();
  const { id } = await subscribed(opened);
  for (const [at, priceId] of ['plus-USD-monthly', 'premium-USD-monthly'].entries())
    await opened.billing.changePlan({
      billingSubscriptionId: id,
      priceId,
      couponCodes: [],
      requestId: `r${at}`,
    });
  const found: string[] = [];
  let offset = '';
  do {
    const path = `/invoices?limit=2&subscription_id[is]=${id}${offset && `&offset=${encodeURIComponent(offset)}`}`;
    const part = (await (await opened.ask(path)).json()) as {
      list: { invoice: { id: string } }[];
      next_offset?: string;
    };
    found.push(...part.list.map(({ invoice }) => invoice.id));
    offset = part.next_offset ?? '';
  } while (offset);
  expect(found).toEqual(['SBX-1003', 'SBX-1002', 'SBX-1001']);
  const due = await opened.ask(`/invoices?subscription_id[is]=${id}&status[in]=["payment_due","not_paid"]`);
  expect(await due.json()).toEqual({ list: [] });
});
