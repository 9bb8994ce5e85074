import { describe, expect, test } from 'vitest';
import { readPdf } from '#platform/server/pdf/testing/readPdf.ts';
import { cards, openTestSandbox, payPage, refusalOf, subscribed } from './testing/sandbox.ts';
import type { Billing } from './port.ts';
import { brand, checkoutFor, orgId, otherOrgId } from './testing/goods.ts';

const essential = 'essential-USD-monthly';
const plus = 'plus-USD-monthly';
const day = 86_400;
/** What each invoice asks for, newest first. */
const totals = async ({ billing }: { billing: Billing }, id: string): Promise<number[]> =>
  (await billing.invoices(id, 10)).map(({ totalCents }) => totalCents);
const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;

test('the browser needs nothing of another site', async () => {
  const { billing } = await openTestSandbox();
  expect(billing).toMatchObject({ kind: 'sandbox', browser: { origins: {}, scriptUrl: null } });
});

describe('the checkout', () => {
  test('is open until somebody pays, and remembers for whom and for what it was made', async () => {
    const { billing, clock } = await openTestSandbox();
    const page = await billing.openCheckout(checkoutFor());
    expect(page).toMatchObject({ state: 'open', orgId, planId: 'essential', subscription: null });
    expect(URL.canParse(page.url)).toBe(true);
    expect(page.expiresAt.getTime()).toBeGreaterThan(clock.now().getTime());
    expect(await billing.findPage(page.id)).toMatchObject({
      id: page.id,
      state: 'open',
      orgId,
      planId: 'essential',
    });
  });

  test('makes a subscription of the organisation when it is paid', async () => {
    const opened = await openTestSandbox();
    const subscription = await subscribed(opened);
    expect(subscription).toMatchObject({
      orgId,
      priceId: essential,
      status: 'active',
      cancelledAt: null,
      couponCodes: [],
      nextAmountCents: 4900,
      card: {
        brand: 'Visa',
        last4: expect.stringMatching(/^\d{4}$/),
        expires: expect.stringMatching(/^\d{2}\/\d{4}$/),
      },
    });
    expect(subscription.nextBillingAt).toEqual(subscription.termEnd);
    expect(await opened.billing.findSubscription(subscription.id)).toEqual(subscription);
    expect(await totals(opened, subscription.id)).toEqual([4900]);
  });

  test('stays open when the card is declined, and takes another one', async () => {
    const { billing, app } = await openTestSandbox();
    const page = await billing.openCheckout(checkoutFor());
    expect(await payPage(app, page, cards.declines)).toBe('refused');
    expect(await billing.findPage(page.id)).toMatchObject({ state: 'open', subscription: null });
    expect(await payPage(app, page, cards.succeeds)).toBe('succeeded');
    expect(await billing.findPage(page.id)).toMatchObject({
      state: 'succeeded',
      subscription: { status: 'active' },
    });
  });

  test.each([
    ['CYBER20', plus, 7920, 7920],
    ['CHAMBER30', 'premium-USD-monthly', 16900, 16900],
    ['ONCE', essential, 2450, 4900],
  ])('takes off the coupon %s', async (code, priceId, first, next) => {
    const opened = await openTestSandbox();
    const subscription = await subscribed(opened, cards.succeeds, { priceId, couponCodes: [code] });
    expect(subscription).toMatchObject({ couponCodes: [code], nextAmountCents: next });
    expect(await totals(opened, subscription.id)).toEqual([first]);
  });

  test('refuses a coupon that there is not, with words for the customer', async () => {
    const { billing } = await openTestSandbox();
    const refused = billing.openCheckout(checkoutFor({ couponCodes: ['NO-SUCH-COUPON'] }));
    await expect(refused).rejects.toThrow(/NO-SUCH-COUPON/);
    expect(await codeOf(billing.openCheckout(checkoutFor({ couponCodes: ['NO-SUCH-COUPON'] })))).toBe(
      'coupon-unusable',
    );
  });

  test('refuses a price that is not sold', async () => {
    const { billing } = await openTestSandbox();
    expect(await codeOf(billing.openCheckout(checkoutFor({ priceId: 'no-such-price' })))).toBe(
      'misconfigured',
    );
  });

  test('makes pages of different organisations that have nothing to do with one another', async () => {
    const opened = await openTestSandbox();
    const mine = await subscribed(opened);
    const other = {
      ...checkoutFor().customer,
      orgId: otherOrgId,
      email: 'bob@bolts.example',
      company: 'Bolts Ltd.',
    };
    const theirs = await subscribed(opened, cards.succeeds, { customer: other });
    expect([mine.orgId, theirs.orgId]).toEqual([orgId, otherOrgId]);
    expect(theirs.customerId).not.toBe(mine.customerId);
  });

  test('knows no page and no subscription that it did not make', async () => {
    const { billing } = await openTestSandbox();
    expect(await billing.findPage('no-such-page')).toBeNull();
    expect(await billing.findSubscription('no-such-subscription')).toBeNull();
  });
});

describe('a change of plan', () => {
  test('costs what the preview said, credits what is unused, and keeps the day of the month', async () => {
    const opened = await openTestSandbox();
    const { billing, clock } = opened;
    const before = await subscribed(opened);
    clock.advance(10 * day + 12_345);
    const change = { billingSubscriptionId: before.id, priceId: plus, couponCodes: [] };
    const preview = await billing.previewChange(change);
    expect(preview.creditCents).toBeGreaterThan(0);
    expect(preview.creditCents).toBeLessThan(4900);
    expect(preview).toMatchObject({
      dueNowCents: preview.chargeCents - preview.creditCents,
      nextAmountCents: 9900,
    });
    expect(await billing.findSubscription(before.id)).toEqual(before);
    const after = await billing.changePlan({ ...change, requestId: 'r1' });
    expect(after).toMatchObject({
      id: before.id,
      priceId: plus,
      status: 'active',
      nextAmountCents: 9900,
      termEnd: before.termEnd,
    });
    expect(after.version).toBeGreaterThan(before.version);
    expect(preview.nextBillingAt).toEqual(after.nextBillingAt);
    expect(await totals(opened, before.id)).toEqual([preview.dueNowCents, 4900]);
  });

  test('is made once however often it is asked for', async () => {
    const opened = await openTestSandbox();
    const { billing, clock } = opened;
    const { id } = await subscribed(opened);
    clock.advance(5 * day);
    const change = { billingSubscriptionId: id, priceId: plus, couponCodes: [], requestId: 'once' };
    const first = await billing.changePlan(change);
    clock.advance(60);
    expect(await billing.changePlan(change)).toMatchObject({ priceId: plus, termEnd: first.termEnd });
    expect(await totals(opened, id)).toHaveLength(2);
  });

  test('brings its own coupon', async () => {
    const opened = await openTestSandbox();
    const { id } = await subscribed(opened);
    const change = { billingSubscriptionId: id, priceId: plus, couponCodes: ['CYBER20'] };
    expect(await opened.billing.previewChange(change)).toMatchObject({
      creditCents: 4900,
      chargeCents: 7920,
      dueNowCents: 3020,
      nextAmountCents: 7920,
    });
    expect(await opened.billing.changePlan({ ...change, requestId: 'r' })).toMatchObject({
      couponCodes: ['CYBER20'],
      nextAmountCents: 7920,
    });
  });

  test('does not happen where the card is refused', async () => {
    const opened = await openTestSandbox();
    const { billing } = opened;
    const before = await subscribed(opened, cards['declines later']);
    const change = { billingSubscriptionId: before.id, priceId: plus, couponCodes: [], requestId: 'r' };
    expect(await codeOf(billing.changePlan(change))).toBe('payment-failed');
    expect(await billing.findSubscription(before.id)).toMatchObject({
      priceId: essential,
      nextAmountCents: 4900,
    });
    expect(await totals(opened, before.id)).toEqual([4900]);
  });

  test('of a subscription that there is not is refused', async () => {
    const { billing } = await openTestSandbox();
    const change = { billingSubscriptionId: 'no-such-subscription', priceId: plus, couponCodes: [] };
    expect(await codeOf(billing.previewChange(change))).toBe('not-found');
    expect(await codeOf(billing.changePlan({ ...change, requestId: 'r' }))).toBe('not-found');
  });
});

describe('a cancellation', () => {
  test('leaves the paid term as it is, charges nothing further, and can be taken back', async () => {
    const opened = await openTestSandbox();
    const { billing } = opened;
    const before = await subscribed(opened);
    const ending = await billing.cancel(before.id);
    expect(ending).toMatchObject({
      status: 'ending',
      termEnd: before.termEnd,
      nextBillingAt: null,
      nextAmountCents: null,
      cancelledAt: null,
    });
    expect(await billing.cancel(before.id)).toMatchObject({ status: 'ending' });
    const again = await billing.resume(before.id);
    expect(again).toMatchObject({
      status: 'active',
      termEnd: before.termEnd,
      nextBillingAt: before.nextBillingAt,
      nextAmountCents: 4900,
    });
    expect(again.version).toBeGreaterThan(before.version);
    expect(await billing.resume(before.id)).toMatchObject({ status: 'active' });
    expect(await totals(opened, before.id)).toEqual([4900]);
  });

  test('of a subscription that there is not is refused', async () => {
    const { billing } = await openTestSandbox();
    expect(await codeOf(billing.cancel('no-such-subscription'))).toBe('not-found');
    expect(await codeOf(billing.resume('no-such-subscription'))).toBe('not-found');
  });
});

describe('invoices', () => {
  test('come newest first, add up, and no more than were asked for', async () => {
    const opened = await openTestSandbox();
    const { id } = await subscribed(opened, cards.succeeds, { couponCodes: ['CYBER20'] });
    opened.clock.advance(3 * day);
    const change = { billingSubscriptionId: id, priceId: plus, couponCodes: [], requestId: 'r' };
    await opened.billing.changePlan(change);
    const invoices = await opened.billing.invoices(id, 10);
    expect(invoices).toHaveLength(2);
    expect(invoices[0]!.date.getTime()).toBeGreaterThan(invoices[1]!.date.getTime());
    for (const invoice of invoices) {
      expect(invoice).toMatchObject({ status: 'paid', paidCents: invoice.totalCents });
      expect(invoice.lines.reduce((sum, line) => sum + line.amountCents, 0)).toBe(invoice.totalCents);
    }
    expect(await opened.billing.invoices(id, 1)).toEqual([invoices[0]]);
    expect(await opened.billing.invoices('no-such-subscription', 10)).toEqual([]);
  });

  test('are there as PDF for their own subscription only', async () => {
    const opened = await openTestSandbox();
    const { billing } = opened;
    const { id } = await subscribed(opened);
    const [invoice] = await billing.invoices(id, 1);
    const pdf = await billing.invoicePdf(id, invoice!.id, brand);
    expect((await readPdf(pdf!)).pages.length).toBeGreaterThan(0);
    const theirs = await subscribed(opened, cards.succeeds, {
      customer: { ...checkoutFor().customer, orgId: otherOrgId },
    });
    expect(await billing.invoicePdf(theirs.id, invoice!.id, brand)).toBeNull();
    expect(await billing.invoicePdf(id, 'no-such-invoice', brand)).toBeNull();
  });
});

describe('notices', () => {
  test('tell of what was bought, changed and cancelled, and newer ones have a larger version', async () => {
    const opened = await openTestSandbox();
    const { billing, clock, notices } = opened;
    const { id } = await subscribed(opened);
    clock.advance(day);
    await billing.changePlan({ billingSubscriptionId: id, priceId: plus, couponCodes: [], requestId: 'r' });
    clock.advance(day);
    await billing.cancel(id);
    clock.advance(day);
    await billing.resume(id);
    const read = await Promise.all(notices().map((notice) => billing.readEvent(notice)));
    expect(read).not.toContain(null);
    const of = (type: string) => read.find((event) => event!.type === type)!;
    const story = [
      of('subscription_created'),
      of('subscription_changed'),
      of('subscription_cancellation_scheduled'),
      of('subscription_scheduled_cancellation_removed'),
    ];
    expect(
      story.map(({ subscription }) => [
        subscription!.id,
        subscription!.orgId,
        subscription!.status,
        subscription!.priceId,
      ]),
    ).toEqual([
      [id, orgId, 'active', essential],
      [id, orgId, 'active', plus],
      [id, orgId, 'ending', plus],
      [id, orgId, 'active', plus],
    ]);
    const versions = story.map(({ subscription }) => subscription!.version);
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b));
    expect(new Set(read.map((event) => event!.id)).size).toBe(read.length);
    expect(story.at(-1)!.subscription).toEqual(await billing.findSubscription(id));
  });
});
