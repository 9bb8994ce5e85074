import { describe, expect, test } from 'vitest';
import { brand, orgId } from '../testing/goods.ts';
import { refusalOf, subscribed } from '../testing/sandbox.ts';
import { openTestChargebee, sent } from '../testing/chargebee.ts';

describe('invoices', () => {
  test('come newest first, page after page', async () => {
    const world = await openTestChargebee();
    const { id } = await subscribed(world);
    const table = 'billingSandboxInvoice';
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

  test('are given as PDF by plain ids alone', async () => {
    const world = await openTestChargebee();
    const { id } = await subscribed(world);
    const [invoice] = await world.billing.invoices(id, 1);
    for (const invoiceId of ['SBX-9', '../subscriptions/x', `../invoices/${invoice!.id}`])
      expect(await world.billing.invoicePdf(id, invoiceId, brand)).toBeNull();
    expect(sent(world, /\/pdf$/)).toEqual([]);
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

test("the customer portal opens for the subscription's customer, at another address each time", async () => {
  const world = await openTestChargebee();
  const { id } = await subscribed(world);
  const open = (billingSubscriptionId: string) =>
    world.billing.openCustomerPortal({
      billingSubscriptionId,
      brand,
      returnUrl: 'http://localhost:4000/plan',
    });
  const [one, other] = [await open(id), await open(id)];
  expect(one).toMatchObject({ url: one.raw['access_url'], raw: { customer_id: `org-${orgId}` } });
  expect(other.url).not.toBe(one.url);
  expect((await refusalOf(open('sub_none'))).code).toBe('not-found');
});
