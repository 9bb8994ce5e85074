import { describe, expect, test } from 'vitest';
import { brand, checkoutFor, orgId, otherOrgId } from '../testGoods.ts';
import { buy, openTestChargebee, refusalOf, sent } from './testChargebee.ts';

describe('invoices', () => {
  test('come newest first, page after page', async () => {
    const world = await openTestChargebee();
    const { id } = await buy(world);
    const [first] = world.local.site.invoices;
    for (let i = 1; i <= 230; i++)
      world.local.site.invoices.push({
        ...first!,
        id: `more_${i}`,
        date: new Date(first!.date.getTime() + i * 1000),
      });
    const all = await world.billing.invoices(id, 1000);
    expect(all).toHaveLength(231);
    expect(all[0]!.id).toBe('more_230');
    expect(all.map(({ date }) => date.getTime())).toEqual(
      all.map(({ date }) => date.getTime()).toSorted((a, b) => b - a),
    );
    expect(await world.billing.invoices(id, 150)).toHaveLength(150);
    expect(await world.billing.invoices('sub_of_nobody', 10)).toEqual([]);
  });

  test('are given as PDF to the subscription that they are of alone', async () => {
    const world = await openTestChargebee();
    const mine = await buy(world);
    const other = await buy(world, { customer: { ...checkoutFor().customer, orgId: otherOrgId } });
    const [invoice] = await world.billing.invoices(mine.id, 1);
    expect((await world.billing.invoicePdf(mine.id, invoice!.id, brand))?.subarray(0, 5).toString()).toBe(
      '%PDF-',
    );
    for (const [subscriptionId, invoiceId] of [
      [other.id, invoice!.id],
      [mine.id, 'inv_none'],
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
    ['own, too large', Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(11 * 1024 * 1024)])],
    ['own, a page', Buffer.from('<html>')],
  ])('kept at %s are not fetched', async (place, content) => {
    const world = await openTestChargebee();
    const { id } = await buy(world);
    const [invoice] = await world.billing.invoices(id, 1);
    const download_url = content ? world.local.keepDownload(content) : place;
    const pdf = { status: 200, body: { download: { download_url } } };
    const retrieved = {
      status: 200,
      body: { invoice: { id: invoice!.id, subscription_id: id, status: 'paid' } },
    };
    world.local.fail(retrieved, pdf);
    expect((await refusalOf(world.billing.invoicePdf(id, invoice!.id, brand))).code).toBe('unavailable');
  });
});

describe('the customer portal', () => {
  test("opens for the subscription's customer", async () => {
    const world = await openTestChargebee();
    const { id } = await buy(world);
    const session = await world.billing.openCustomerPortal({
      subscriptionId: id,
      brand,
      returnUrl: 'http://localhost:4000/plan',
    });
    expect(session).toMatchObject({ url: session.raw['access_url'], raw: { customer_id: `org-${orgId}` } });
    expect(String(session.raw['token'])).toMatch(/^[0-9a-f]{32}$/);
    const none = world.billing.openCustomerPortal({
      subscriptionId: 'sub_none',
      brand,
      returnUrl: 'http://localhost:4000/plan',
    });
    expect((await refusalOf(none)).code).toBe('not-found');
  });
});
