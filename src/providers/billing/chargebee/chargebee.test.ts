import { describe, expect, test } from 'vitest';
import { checkoutFor, orgId, otherOrgId } from '../testGoods.ts';
import { buy, formOf, openTestChargebee, refusalOf, sent } from './testChargebee.ts';

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
    await world.pay(second, 'succeeds');
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
    await world.pay(page, 'succeeds');
    world.local.site.pages.get(page.id)!.state = 'succeeded';
    // page, subscription, then the tick
    const real = world.local.site.pages.get(page.id)!;
    Object.defineProperty(real, 'state', {
      get: () => 'succeeded',
      set: () => {
        throw new Error('away');
      },
    });
    expect(await world.billing.findPage(page.id)).toMatchObject({ state: 'succeeded' });
    expect(world.log.join('')).toContain('could not be acknowledged');
  });

  test('expires, and can be cancelled', async () => {
    const world = await openTestChargebee();
    const [page, other] = [
      await world.billing.openCheckout(checkoutFor()),
      await world.billing.openCheckout(checkoutFor()),
    ];
    world.local.site.pages.get(other.id)!.state = 'cancelled';
    world.clock.advance(3 * 3600);
    expect(await world.billing.findPage(page.id)).toMatchObject({ state: 'expired' });
    expect(await world.billing.findPage(other.id)).toMatchObject({ state: 'cancelled' });
    expect(await world.pay(page, 'succeeds')).toBe('refused');
  });

  test('of somebody else at the same site is not known here', async () => {
    const world = await openTestChargebee();
    const page = await world.billing.openCheckout(checkoutFor());
    for (const passThru of [undefined, 'free text', '{"organizationId":"x","planId":"p"}', 'null', '[]']) {
      world.local.site.pages.get(page.id)!.passThru = passThru;
      expect(await world.billing.findPage(page.id)).toBeNull();
    }
  });

  test('that sold to another organization than it was made for is refused', async () => {
    const world = await openTestChargebee();
    const page = await world.billing.openCheckout(checkoutFor());
    await world.pay(page, 'succeeds');
    world.local.site.pages.get(page.id)!.passThru = JSON.stringify({
      organizationId: otherOrgId,
      planId: 'premium',
    });
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
  test('that the site lacks is said at the start, and orders are taken without it', async () => {
    const world = await openTestChargebee({ local: { fields: [] } });
    const subscription = await buy(world);
    expect(subscription.orgId).toBe(orgId);
    expect(world.log.join('')).toContain(
      'The Chargebee site acme-test has no custom field cf_organization_id',
    );
  });

  test('is sent only where it is known, and asked for once', async () => {
    const world = await openTestChargebee({ local: { fields: ['subscription'] } });
    await buy(world);
    await world.billing.openCheckout(checkoutFor());
    expect(formOf(sent(world, /checkout_new/)[0])).not.toHaveProperty('customer[cf_organization_id]');
    expect(sent(world, /custom_field_configs/)).toHaveLength(1);
    expect(world.log).toEqual([]);
  });

  test('says whose a subscription is that was made by hand', async () => {
    const world = await openTestChargebee();
    const { id } = await buy(world);
    const made = world.local.site.need(id);
    world.local.site.customers.set('by-hand', {
      ...world.local.site.customers.get(made.customerId)!,
      id: 'by-hand',
    });
    made.customerId = 'by-hand';
    expect((await world.billing.findSubscription(id))?.orgId).toBe(orgId);
    made.note = 'not an id';
    expect((await world.billing.findSubscription(id))?.orgId).toBe('');
  });
});

describe('a change of plan', () => {
  test('is made once for one request, whoever remembers it', async () => {
    const world = await openTestChargebee();
    const { id } = await buy(world);
    const change = {
      subscriptionId: id,
      priceId: 'plus-USD-monthly',
      couponCodes: [],
      requestId: 'request-1',
    };
    const [one, two] = await Promise.all([
      world.billing.changePlan(change),
      world.billing.changePlan(change),
    ]);
    expect([one.priceId, two.priceId]).toEqual(['plus-USD-monthly', 'plus-USD-monthly']);
    expect(sent(world, /update_for_items$/)[0]!.headers['chargebee-idempotency-key']).toBe('request-1');
    // long after Chargebee forgot the key
    expect(await world.billing.changePlan(change)).toMatchObject({ priceId: 'plus-USD-monthly' });
    expect(await world.billing.invoices(id, 10)).toHaveLength(2);
    expect(
      (await refusalOf(world.billing.changePlan({ ...change, priceId: 'premium-USD-monthly' }))).code,
    ).toBe('conflict');
    expect((await refusalOf(world.billing.changePlan({ ...change, requestId: 'request-2' }))).code).toBe(
      'conflict',
    );
  });

  test('costs what was shown before', async () => {
    const world = await openTestChargebee();
    const { id, termEnd } = await buy(world, { couponCodes: ['CYBER20'] });
    world.clock.advance(10 * 86_400);
    const change = { subscriptionId: id, priceId: 'premium-USD-monthly', couponCodes: [] };
    const preview = await world.billing.previewChange(change);
    expect(preview).toMatchObject({
      dueNowCents: preview.chargeCents - preview.creditCents,
      nextAmountCents: 15_920,
      nextBillingAt: termEnd,
    });
    const changed = await world.billing.changePlan({ ...change, requestId: 'r' });
    expect(changed).toMatchObject({ nextAmountCents: 15_920, couponCodes: ['CYBER20'] });
    const [invoice] = await world.billing.invoices(id, 1);
    expect(invoice).toMatchObject({
      totalCents: preview.dueNowCents,
      paidCents: preview.dueNowCents,
      status: 'paid',
    });
    expect(invoice!.lines.reduce((sum, line) => sum + line.amountCents, 0)).toBe(invoice!.totalCents);
  });

  test('with a coupon takes that in the place of the one that runs', async () => {
    const world = await openTestChargebee();
    const { id } = await buy(world, { couponCodes: ['CYBER20'] });
    const changed = await world.billing.changePlan({
      subscriptionId: id,
      priceId: 'plus-USD-monthly',
      couponCodes: ['CHAMBER30'],
      requestId: 'r',
    });
    expect(changed).toMatchObject({ couponCodes: ['CHAMBER30'], nextAmountCents: 6900 });
  });
});

describe('cancelling', () => {
  test('twice, and keeping twice, is the same as once', async () => {
    const world = await openTestChargebee();
    const { id, termEnd } = await buy(world);
    for (let i = 0; i < 2; i++)
      expect(await world.billing.cancel(id)).toMatchObject({
        status: 'ending',
        termEnd,
        nextBillingAt: null,
        nextAmountCents: null,
        cancelledAt: null,
      });
    for (let i = 0; i < 2; i++)
      expect(await world.billing.resume(id)).toMatchObject({ status: 'active', nextBillingAt: termEnd });
    expect(sent(world, /cancel_for_items|remove_scheduled/)).toHaveLength(2);
  });

  test('at the same moment twice succeeds twice', async () => {
    const world = await openTestChargebee();
    const { id } = await buy(world);
    const both = await Promise.all([world.billing.cancel(id), world.billing.cancel(id)]);
    expect(both.map(({ status }) => status)).toEqual(['ending', 'ending']);
  });

  test('of a term that was never paid ends at once and owes nothing', async () => {
    const world = await openTestChargebee();
    const { id, termEnd } = await buy(world, {}, 'declines later');
    world.clock.set(termEnd);
    expect(await world.billing.findSubscription(id)).toMatchObject({
      status: 'past-due',
      nextAmountCents: 4900,
      nextBillingAt: new Date(termEnd.getTime() + 86_400_000),
    });
    expect(await world.billing.cancel(id)).toMatchObject({ status: 'cancelled', cancelledAt: termEnd });
    expect((await world.billing.invoices(id, 1))[0]!.status).toBe('voided');
    expect((await refusalOf(world.billing.resume(id))).code).toBe('conflict');
  });
});
