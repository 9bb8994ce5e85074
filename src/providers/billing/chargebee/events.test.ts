import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cards, subscribed } from '../testing/sandbox.ts';
import { orgId } from '../testing/goods.ts';
import { isAuthorized } from './events.ts';
import { openTestChargebee } from '../testing/chargebee.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const rightful = basic('chargebee:a-long-secret-of-chance');

async function withPurchase() {
  const world = await openTestChargebee();
  await subscribed(world, cards.succeeds, { couponCodes: ['CYBER20'] });
  return world;
}

describe('a notice', () => {
  test('is read as it was then, newer ones with larger versions', async () => {
    const { billing, notices } = await withPurchase();
    const { id } = (await billing.readEvent(notices()[0]!))!.subscription!;
    await billing.cancel(id);
    const events = await Promise.all(notices().map((notice) => billing.readEvent(notice)));
    expect(events.map((event) => [event?.type, event?.subscription?.status])).toEqual([
      ['subscription_created', 'active'],
      ['invoice_generated', 'active'],
      ['payment_succeeded', 'active'],
      ['subscription_cancellation_scheduled', 'ending'],
    ]);
    expect(events[0]).toMatchObject({
      id: expect.stringMatching(/^ev_/) as string,
      at: new Date('2026-03-02T17:00:00Z'),
      subscription: {
        id,
        orgId,
        priceId: 'essential-USD-monthly',
        couponCodes: ['CYBER20'],
        card: { brand: 'Visa', last4: '4242', expires: '12/2034' },
      },
    });
    expect(events[3]!.subscription!.version).toBeGreaterThan(events[0]!.subscription!.version);
  });

  test('is read while Chargebee itself is away', async () => {
    const { billing, fail, notices } = await withPurchase();
    const [notice] = notices();
    fail('hang up');
    expect(await billing.readEvent(notice!)).toMatchObject({
      subscription: { status: 'active', nextAmountCents: 4900 },
    });
  });

  test('of a type that nobody knows, or about nothing of ours, is an event without subscription', async () => {
    const { billing, notices } = await withPurchase();
    const { authorization, body } = notices()[0]!;
    const event = body as { content: Record<string, any> };
    const strange = { ...event, event_type: 'moon_phase_changed', content: { moon: { phase: 'full' } } };
    expect(await billing.readEvent({ authorization, body: strange })).toMatchObject({
      type: 'moon_phase_changed',
      subscription: null,
    });
    const { cf_organization_id: _note, ...others } = {
      ...event.content['subscription'],
      customer_id: 'shop-customer',
    };
    const foreign = { ...event, content: { subscription: others } };
    expect(await billing.readEvent({ authorization, body: foreign })).toMatchObject({ subscription: null });
  });

  test.each([
    [''],
    ['Basic'],
    ['Basic '],
    [basic('')],
    [basic('chargebee:')],
    [basic(':a-long-secret-of-chance')],
    [basic('chargebee:a-long-secret-of-chanc')],
    [basic('chargebee:a-long-secret-of-chance ')],
    [basic('Chargebee:a-long-secret-of-chance')],
    [basic('chargebee:a-long-secret-of-chance').replace('Basic', 'Bearer')],
    [`${rightful}, ${rightful}`],
  ])('with the credentials %j is not from Chargebee', async (authorization) => {
    const { billing, notices } = await withPurchase();
    expect(await billing.readEvent({ authorization, body: notices()[0]!.body })).toBeNull();
  });

  test.each([
    [null],
    ['text'],
    [[]],
    [{}],
    [{ id: 'ev_1', occurred_at: 1, event_type: 'subscription_changed', api_version: 'v1', content: {} }],
    [{ id: 'ev_1', occurred_at: 'now', event_type: 'subscription_changed', api_version: 'v2', content: {} }],
    [
      {
        id: 'ev_1',
        occurred_at: 1,
        event_type: 'subscription_changed',
        api_version: 'v2',
        content: { subscription: { id: 'x' } },
      },
    ],
    [
      {
        id: 'x'.repeat(101),
        occurred_at: 1,
        event_type: 'subscription_changed',
        api_version: 'v2',
        content: {},
      },
    ],
  ])('that says %j cannot be read, and the log says so', async (body) => {
    const { billing, log } = await withPurchase();
    expect(await billing.readEvent({ authorization: rightful, body })).toBeNull();
    expect(log.join('')).toContain('cannot be read');
  });
});

test('a password may hold colons and anything else', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[^:\s]{1,20}$/u),
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.string(),
      (user, password, other) => {
        expect(isAuthorized(basic(`${user}:${password}`), user, password)).toBe(true);
        fc.pre(other !== password);
        expect(isAuthorized(basic(`${user}:${other}`), user, password)).toBe(false);
      },
    ),
  );
});
