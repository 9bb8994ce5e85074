import { describe, expect, test } from 'vitest';
import { cards, payPage, refusalOf, subscribed } from '../testing/sandbox.ts';
import { checkoutFor, orgId, otherOrgId } from '../testing/goods.ts';
import { orgIdOf } from './resources.ts';
import { formOf, openTestChargebee, sent, type TestChargebee } from '../testing/chargebee.ts';

const changePage = ({ database }: TestChargebee, passThru: string) =>
  database.global.updateTable('billingSandboxPage').set({ passThruContent: passThru }).execute();

describe('a checkout', () => {
  test('carries person, plan and organization, under a customer of the organization', async () => {
    const world = await openTestChargebee();
    const page = await world.billing.openCheckout(checkoutFor({ couponCodes: ['CYBER20'] }));
    expect(page).toMatchObject({
      state: 'open',
      orgId,
      planId: 'essential',
      subscription: null,
      raw: { id: page.id, object: 'hosted_page' },
    });
    expect(page.expiresAt).toEqual(new Date('2026-03-02T20:00:00Z'));
    const form = formOf(sent(world, /checkout_new_for_items/)[0]);
    expect(form).toEqual({
      'subscription_items[item_price_id][0]': 'essential-USD-monthly',
      'coupon_ids[0]': 'CYBER20',
      'subscription[auto_collection]': 'on',
      'subscription[cf_organization_id]': orgId,
      'customer[id]': `org-${orgId}`,
      'customer[email]': 'ada@acme-widgets.com',
      'customer[first_name]': 'Ada',
      'customer[last_name]': 'Vance',
      'customer[company]': 'Acme Widgets Inc.',
      'customer[cf_organization_id]': orgId,
      redirect_url: 'http://localhost:4000/plan',
      cancel_url: 'http://localhost:4000/plan',
      pass_thru_content: JSON.stringify({ organizationId: orgId, planId: 'essential' }),
    });
    expect(JSON.parse(formOf(sent(world, /\/customers$/)[0])['meta_data']!)).toEqual({
      organization_id: orgId,
    });
  });

  test('made twice keeps to one customer, and is ticked off once it is taken up', async () => {
    const world = await openTestChargebee();
    const first = await world.billing.openCheckout(checkoutFor());
    const second = await world.billing.openCheckout(checkoutFor());
    expect(second.id).not.toBe(first.id);
    await payPage(world.app, second, cards.succeeds);
    const bought = await world.billing.findPage(second.id);
    expect(bought).toMatchObject({
      state: 'succeeded',
      subscription: { orgId, customerId: `org-${orgId}`, status: 'active' },
    });
    expect(await world.billing.findPage(second.id)).toMatchObject({
      state: 'succeeded',
      subscription: { orgId },
    });
    expect(sent(world, /acknowledge$/)).toHaveLength(1);
    expect(await world.billing.findPage(first.id)).toMatchObject({ state: 'open', subscription: null });
  });

  test('is taken up although it cannot be ticked off', async () => {
    const world = await openTestChargebee();
    const page = await world.billing.openCheckout(checkoutFor());
    await payPage(world.app, page, cards.succeeds);
    // page, subscription, then the tick
    world.fail(null, null, { status: 500 });
    expect(await world.billing.findPage(page.id)).toMatchObject({ state: 'succeeded' });
    expect(world.log.join('')).toContain('could not be acknowledged');
  });
});

describe('a page', () => {
  test('of another seller at the same site is not known here', async () => {
    const world = await openTestChargebee();
    const page = await world.billing.openCheckout(checkoutFor());
    for (const passThru of ['', 'free text', '{"organizationId":"x","planId":"p"}', 'null', '[]']) {
      await changePage(world, passThru);
      expect(await world.billing.findPage(page.id)).toBeNull();
    }
  });

  test('that sold to another organization than it was made for is refused', async () => {
    const world = await openTestChargebee();
    const page = await world.billing.openCheckout(checkoutFor());
    await payPage(world.app, page, cards.succeeds);
    await changePage(world, JSON.stringify({ organizationId: otherOrgId, planId: 'premium' }));
    expect((await refusalOf(world.billing.findPage(page.id))).code).toBe('conflict');
  });

  test.each([
    '..',
    '.',
    '../subscriptions/x',
    'a/b',
    'a?b=c',
    'a#b',
    '%2e%2e',
    'a\\b',
    '',
    ' ',
    'x'.repeat(101),
  ])('by the id %j asks Chargebee nothing', async (id) => {
    const world = await openTestChargebee();
    expect(await world.billing.findPage(id)).toBeNull();
    expect(await world.billing.findSubscription(id)).toBeNull();
    expect(await world.billing.invoices(id, 5)).toEqual([]);
    expect(sent(world, /hosted_pages|subscriptions|invoices/)).toEqual([]);
  });

  test('leaves an address out that is too long for Chargebee', async () => {
    const world = await openTestChargebee();
    await world.billing.openCheckout(checkoutFor({ returnUrl: `http://localhost:4000/${'x'.repeat(250)}` }));
    expect(formOf(sent(world, /checkout_new/)[0])).not.toHaveProperty('redirect_url');
  });
});

describe('the custom field', () => {
  const fields = (...entities: string[]) => ({
    status: 200,
    body: {
      list: entities.map((entity_type) => ({
        custom_field_config: { entity_type, api_name: 'cf_organization_id', status: 'active' },
      })),
    },
  });

  test('that the site lacks is reported at the start, and orders are taken without it', async () => {
    const world = await openTestChargebee({}, fields());
    expect((await subscribed(world)).orgId).toBe(orgId);
    expect(world.log.join('')).toContain(
      'The Chargebee site acme-test has no custom field cf_organization_id',
    );
  });

  test('is sent only where it is known, and asked for once', async () => {
    const world = await openTestChargebee({}, fields('subscription'));
    await subscribed(world);
    await world.billing.openCheckout(checkoutFor());
    expect(formOf(sent(world, /checkout_new/)[0])).not.toHaveProperty('customer[cf_organization_id]');
    expect(sent(world, /custom_field_configs/)).toHaveLength(1);
    expect(world.log).toEqual([]);
  });

  test.each([
    [`org-${orgId}`, otherOrgId, orgId],
    ['made-by-hand', orgId, orgId],
    ['made-by-hand', 'not an id', ''],
    ['made-by-hand', undefined, ''],
  ])('of customer %j that holds %j makes the subscription one of %j', (customer_id, field, owner) =>
    expect(orgIdOf({ customer_id, cf_organization_id: field })).toBe(owner),
  );
});

test('a change of plan is made once for one request, with or without the memory of the site', async () => {
  const world = await openTestChargebee();
  const { id } = await subscribed(world);
  const change = {
    billingSubscriptionId: id,
    priceId: 'plus-USD-monthly',
    couponCodes: [],
    requestId: 'request-1',
  };
  const both = await Promise.all([world.billing.changePlan(change), world.billing.changePlan(change)]);
  expect(both.map(({ priceId }) => priceId)).toEqual(['plus-USD-monthly', 'plus-USD-monthly']);
  expect(sent(world, /update_for_items$/)[0]!.headers['chargebee-idempotency-key']).toBe('request-1');
  // long after Chargebee forgot the key
  await world.database.global.deleteFrom('billingSandboxChange').execute();
  expect(await world.billing.changePlan(change)).toMatchObject({ priceId: 'plus-USD-monthly' });
  expect(await world.billing.invoices(id, 10)).toHaveLength(2);
  for (const other of [{ priceId: 'premium-USD-monthly' }, { requestId: 'request-2' }])
    expect((await refusalOf(world.billing.changePlan({ ...change, ...other }))).code).toBe('conflict');
});

test('a cancellation that is asked for twice at the same moment succeeds twice', async () => {
  const world = await openTestChargebee();
  const { id } = await subscribed(world);
  const both = await Promise.all([world.billing.cancel(id), world.billing.cancel(id)]);
  expect(both.map(({ status }) => status)).toEqual(['ending', 'ending']);
  await world.billing.cancel(id);
  expect(sent(world, /cancel_for_items/).length).toBeLessThanOrEqual(2);
});
