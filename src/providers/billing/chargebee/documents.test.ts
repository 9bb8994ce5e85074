import { describe, expect, test } from 'vitest';
import { brand, checkoutFor, orgId, otherOrgId } from '../testGoods.ts';
import { cards, refusalOf, subscribed } from '../embedded/testSandbox.ts';
import { openTestChargebee, sent } from './testChargebee.ts';

describe('invoices', () => {
  test('come newest first, page after page', async () => {
    const world = await openTestChargebee();
    const { id } = await subscribed(world);
    const table = 'billing_sandbox_invoice';
    const first = await world.database.global.selectFrom(table).selectAll().executeTakeFirstOrThrow();
    const more = Array.from({ length: 230 }, (_, n) => ({
      ...first,
      number: 2000 + n,
      date: new Date(first.date.getTime() + (n + 1) * 1000),
      lines: '[]',
      customer: '{}',
    }));
    await world.database.global.insertInto(table).values(more).execute();
    const all = await world.billing.invoices(id, 1000);
    expect(all).toHaveLength(231);
    expect(all[0]!.id).toBe('SBX-2229');
    expect(all.map(({ date }) => date.getTime())).toEqual(
      all.map(({ date }) => date.getTime()).toSorted((a, b) => b - a),
    );
    expect(await world.billing.invoices(id, 150)).toHaveLength(150);
    expect(await world.billing.invoices('sub_of_nobody', 10)).toEqual([]);
  });

  test('are given as PDF to the subscription that they are of alone', async () => {
    const world = await openTestChargebee();
    const mine = await subscribed(world);
    const other = await subscribed(world, cards.succeeds, {
      customer: { ...checkoutFor().customer, orgId: otherOrgId },
    });
    const [invoice] = await world.billing.invoices(mine.id, 1);
    expect((await world.billing.invoicePdf(mine.id, invoice!.id, brand))?.subarray(0, 5).toString()).toBe(
      '%PDF-',
    );
    for (const [subscriptionId, invoiceId] of [
      [other.id, invoice!.id],
      [mine.id, 'SBX-9'],
      [mine.id, '../subscriptions/x'],
      [mine.id, `../invoices/${invoice!.id}`],
    ] as const)
      expect(await world.billing.invoicePdf(subscriptionId, invoiceId, brand)).toBeNull();
    expect(sent(world, /\/pdf$/)).toHaveLength(1);
  });

  test.each([
    ['http://evil.test/x.pdf', null],
    ['https://evil.test/x.pdf', null],
    ['https://chargebee.com.evil.test/x.pdf', null],
    ['https://acme-test.chargebee.com:8443/x.pdf', null],
    ['https://evil.s3.amazonaws.com/x.pdf', null],
    ['https://169.254.169.254/latest', null],
    ['file:///etc/passwd', null],
    ['no address', null],
    ['own, too large', `%PDF-${' '.repeat(11 * 1024 * 1024)}`],
    ['own, a page', '<html>'],
    ['own, gone', 404],
  ])('kept at %s are not fetched', async (place, answer) => {
    const world = await openTestChargebee();
    const { id } = await subscribed(world);
    const [invoice] = await world.billing.invoices(id, 1);
    if (answer === null) world.fail(null, { status: 200, body: { download: { download_url: place } } });
    else if (typeof answer === 'number') world.fail(null, null, { status: answer });
    else world.fail(null, null, { status: 200, body: answer });
    expect((await refusalOf(world.billing.invoicePdf(id, invoice!.id, brand))).code).toBe('unavailable');
  });
});

describe('the customer portal', () => {
  test("opens for the subscription's customer", async () => {
    const world = await openTestChargebee();
    const { id } = await subscribed(world);
    const session = await world.billing.openCustomerPortal({
      subscriptionId: id,
      brand,
      returnUrl: 'http://localhost:4000/plan',
    });
    expect(session).toMatchObject({ url: session.raw['access_url'], raw: { customer_id: `org-${orgId}` } });
    expect(String(session.raw['token'])).toMatch(/^[\w-]{43}$/);
    const none = world.billing.openCustomerPortal({
      subscriptionId: 'sub_none',
      brand,
      returnUrl: 'http://localhost:4000/plan',
    });
    expect((await refusalOf(none)).code).toBe('not-found');
  });
});
