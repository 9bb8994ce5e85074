import { describe, expect, test } from 'vitest';
import { checkoutFor, otherOrgId } from '../testing/goods.ts';
import { cards, openTestSandbox, subscribed, type TestSandbox } from '../testing/sandbox.ts';

const day = 86_400;
const look = async ({ billing }: TestSandbox, id: string) => (await billing.findSubscription(id))!;
const types = ({ delivered }: TestSandbox, from = 0) =>
  delivered.slice(from).map(({ event_type }) => event_type);
const bills = async ({ billing }: TestSandbox, id: string) =>
  (await billing.invoices(id, 50)).map(({ totalCents, status }) => `${totalCents} ${status}`);
/** Lets time pass as the job does: it looks every few hours. */
async function pass({ billing, clock }: TestSandbox, days: number) {
  for (let half = 0; half < days * 2; half += 1) {
    clock.advance(day / 2);
    await billing.runDue!();
  }
}

test('a subscription renews each month on its own day, which a short month does not move', async () => {
  const sandbox = await openTestSandbox();
  sandbox.clock.set('2026-01-31T18:00:00Z');
  const { id } = await subscribed(sandbox);
  const ends: string[] = [];
  for (let month = 0; month < 4; month += 1) {
    sandbox.clock.set((await look(sandbox, id)).termEnd);
    await sandbox.billing.runDue!();
    ends.push((await look(sandbox, id)).termStart.toISOString().slice(0, 10));
  }
  expect(ends).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']);
  expect(await bills(sandbox, id)).toEqual(Array.from({ length: 5 }, () => '4900 paid'));
});

test('nothing happens a second before the term is over', async () => {
  const sandbox = await openTestSandbox();
  const { id, termEnd } = await subscribed(sandbox);
  sandbox.clock.set(new Date(termEnd.getTime() - 1000));
  await sandbox.billing.runDue!();
  expect(await bills(sandbox, id)).toEqual(['4900 paid']);
});

test('a coupon of one month ends, one of six months ends after six, and what is next is told before', async () => {
  const sandbox = await openTestSandbox();
  const { id } = await subscribed(sandbox, cards.succeeds, { couponCodes: ['CYBER20'] });
  for (let month = 0; month < 6; month += 1) {
    const before = await look(sandbox, id);
    sandbox.clock.set(before.termEnd);
    await sandbox.billing.runDue!();
    expect((await sandbox.billing.invoices(id, 1))[0]!.totalCents).toBe(before.nextAmountCents);
  }
  expect(await bills(sandbox, id)).toEqual(['4900 paid', ...Array.from({ length: 6 }, () => '3920 paid')]);
  expect(await look(sandbox, id)).toMatchObject({ couponCodes: [], nextAmountCents: 4900 });
});

test('credit that a smaller plan leaves is used up by the next invoices', async () => {
  const sandbox = await openTestSandbox();
  const { id, termEnd } = await subscribed(sandbox, cards.succeeds, { priceId: 'premium-USD-monthly' });
  const change = { billingSubscriptionId: id, priceId: 'essential-USD-monthly', couponCodes: [] };
  expect(await sandbox.billing.previewChange(change)).toMatchObject({
    creditCents: 19900,
    chargeCents: 4900,
    dueNowCents: 0,
    nextAmountCents: 0,
  });
  await sandbox.billing.changePlan({ ...change, requestId: 'r' });
  expect(await look(sandbox, id)).toMatchObject({ nextAmountCents: 0, nextBillingAt: termEnd });
  for (let month = 0; month < 4; month += 1) {
    sandbox.clock.set((await look(sandbox, id)).termEnd);
    await sandbox.billing.runDue!();
  }
  // $150 of credit: three months take $147 of it, the fourth the last $3
  expect(await bills(sandbox, id)).toEqual([
    '4600 paid',
    '0 paid',
    '0 paid',
    '0 paid',
    '0 paid',
    '19900 paid',
  ]);
});

describe('a card that fails at the renewal', () => {
  test('is tried again after 1, 3 and 5 days, and then the subscription ends', async () => {
    const sandbox = await openTestSandbox();
    const { id, termEnd } = await subscribed(sandbox, cards['declines later']);
    const before = sandbox.delivered.length;
    sandbox.clock.set(termEnd);
    await sandbox.billing.runDue!();
    expect(await look(sandbox, id)).toMatchObject({
      status: 'past-due',
      nextAmountCents: 4900,
      nextBillingAt: new Date(termEnd.getTime() + day * 1000),
    });
    expect(types(sandbox, before)).toEqual(['subscription_renewed', 'invoice_generated', 'payment_failed']);
    const failures = () => types(sandbox, before).filter((type) => type === 'payment_failed').length;
    const story: [number, number, string][] = [];
    for (let days = 1; days <= 6; days += 1) {
      await pass(sandbox, 1);
      story.push([days, failures(), (await look(sandbox, id)).status]);
    }
    expect(story).toEqual([
      [1, 2, 'past-due'],
      [2, 2, 'past-due'],
      [3, 3, 'past-due'],
      [4, 3, 'past-due'],
      [5, 4, 'cancelled'],
      [6, 4, 'cancelled'],
    ]);
    expect(types(sandbox).at(-1)).toBe('subscription_cancelled');
    expect(await bills(sandbox, id)).toEqual(['4900 failed', '4900 paid']);
    expect(await look(sandbox, id)).toMatchObject({ nextBillingAt: null, nextAmountCents: null });
  });

  test('neither changes plan nor keeps a customer who cancels: it ends at once and asks for nothing', async () => {
    const sandbox = await openTestSandbox();
    const { id, termEnd } = await subscribed(sandbox, cards['declines later']);
    sandbox.clock.set(termEnd);
    await sandbox.billing.runDue!();
    await expect(
      sandbox.billing.previewChange({
        billingSubscriptionId: id,
        priceId: 'plus-USD-monthly',
        couponCodes: [],
      }),
    ).rejects.toMatchObject({ code: 'payment-failed' });
    expect(await sandbox.billing.cancel(id)).toMatchObject({ status: 'cancelled', cancelledAt: termEnd });
    expect(await bills(sandbox, id)).toEqual(['4900 voided', '4900 paid']);
    await expect(sandbox.billing.resume(id)).rejects.toMatchObject({ code: 'conflict' });
    await pass(sandbox, 7);
    expect(await bills(sandbox, id)).toEqual(['4900 voided', '4900 paid']);
  });

  test('asks for authentication where the bank wants it each time', async () => {
    const sandbox = await openTestSandbox();
    const { id } = await subscribed(sandbox);
    const card = JSON.stringify({
      brand: 'Visa',
      last4: '3184',
      expires: '12/2034',
      outcome: 'authenticates-always',
    });
    await sandbox.database.global.updateTable('billingSandboxSubscription').set({ card }).execute();
    const change = {
      billingSubscriptionId: id,
      priceId: 'plus-USD-monthly',
      couponCodes: [],
      requestId: 'r',
    };
    await expect(sandbox.billing.changePlan(change)).rejects.toMatchObject({ code: 'authentication-needed' });
    await sandbox.database.global.updateTable('billingSandboxSubscription').set({ card: null }).execute();
    await expect(sandbox.billing.changePlan(change)).rejects.toMatchObject({ code: 'no-card' });
    expect(types(sandbox).filter((type) => type === 'payment_failed')).toHaveLength(2);
  });
});

describe('a cancelled subscription', () => {
  test('ends with its term, once, and is not renewed', async () => {
    const sandbox = await openTestSandbox();
    const { id, termEnd } = await subscribed(sandbox);
    await sandbox.billing.cancel(id);
    await pass(sandbox, 40);
    expect(await look(sandbox, id)).toMatchObject({
      status: 'cancelled',
      cancelledAt: termEnd,
      nextBillingAt: null,
    });
    expect(types(sandbox).filter((type) => type === 'subscription_cancelled')).toHaveLength(1);
    expect(await bills(sandbox, id)).toEqual(['4900 paid']);
    expect(await sandbox.billing.cancel(id)).toMatchObject({ status: 'cancelled' });
    await expect(sandbox.billing.resume(id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(
      sandbox.billing.changePlan({
        billingSubscriptionId: id,
        priceId: 'plus-USD-monthly',
        couponCodes: [],
        requestId: 'r',
      }),
    ).rejects.toMatchObject({ code: 'conflict' });
  });

  test('is not taken back once its term is over, even before anybody ended it', async () => {
    const sandbox = await openTestSandbox();
    const { id, termEnd } = await subscribed(sandbox);
    await sandbox.billing.cancel(id);
    sandbox.clock.set(termEnd);
    await expect(sandbox.billing.resume(id)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('does not change plan while it ends', async () => {
    const sandbox = await openTestSandbox();
    const { id } = await subscribed(sandbox);
    await sandbox.billing.cancel(id);
    const change = { billingSubscriptionId: id, priceId: 'plus-USD-monthly', couponCodes: [] };
    await expect(sandbox.billing.previewChange(change)).rejects.toThrow(/ends on Apr 2, 2026/);
  });

  test('makes room for another one', async () => {
    const sandbox = await openTestSandbox();
    const first = await subscribed(sandbox);
    await sandbox.billing.cancel(first.id);
    await pass(sandbox, 32);
    const second = await subscribed(sandbox, cards.succeeds, { priceId: 'plus-USD-monthly' });
    expect(second).toMatchObject({
      customerId: first.customerId,
      status: 'active',
      priceId: 'plus-USD-monthly',
    });
    expect(second.id).not.toBe(first.id);
  });
});

describe('two programs at once', () => {
  test('renew once', async () => {
    const sandbox = await openTestSandbox();
    const { id, termEnd } = await subscribed(sandbox);
    await subscribed(sandbox, cards['declines later'], {
      customer: { ...checkoutFor().customer, orgId: otherOrgId },
    });
    sandbox.clock.set(termEnd);
    await Promise.all(Array.from({ length: 6 }, () => sandbox.billing.runDue!()));
    expect(await bills(sandbox, id)).toEqual(['4900 paid', '4900 paid']);
    expect(types(sandbox).filter((type) => type === 'subscription_renewed')).toHaveLength(2);
    expect(types(sandbox).filter((type) => type === 'payment_failed')).toHaveLength(1);
  });

  test('months that nobody looked after are caught up one by one', async () => {
    const sandbox = await openTestSandbox();
    const { id } = await subscribed(sandbox);
    sandbox.clock.set('2026-07-15T00:00:00Z');
    await sandbox.billing.runDue!();
    expect(await bills(sandbox, id)).toHaveLength(5);
    expect((await look(sandbox, id)).termEnd.toISOString()).toBe('2026-08-02T16:00:00.000Z');
  });
});

test('a notice that cannot be queued leaves nothing done, and does not hold up the others', async () => {
  let broken: string | null = null;
  const delivered: object[] = [];
  const sandbox = await openTestSandbox({
    deliverEvent: async (_db, body) => {
      if (broken && JSON.stringify(body).includes(broken)) throw new Error('no queue');
      delivered.push(body);
    },
  });
  const one = await subscribed(sandbox);
  const two = await subscribed(sandbox, cards.succeeds, {
    customer: { ...checkoutFor().customer, orgId: otherOrgId },
  });
  broken = one.id;
  sandbox.clock.set(one.termEnd);
  await expect(sandbox.billing.runDue!()).rejects.toThrow('no queue');
  expect([await bills(sandbox, one.id), await bills(sandbox, two.id)]).toEqual([
    ['4900 paid'],
    ['4900 paid', '4900 paid'],
  ]);
  broken = null;
  await sandbox.billing.runDue!();
  expect(await bills(sandbox, one.id)).toEqual(['4900 paid', '4900 paid']);
});

test('pages and sessions go a month after they ended', async () => {
  const sandbox = await openTestSandbox();
  const { id } = await subscribed(sandbox);
  await sandbox.billing.openCustomerPortal({
    billingSubscriptionId: id,
    brand: checkoutFor().brand,
    returnUrl: '/plan',
  });
  const left = async () =>
    Promise.all([
      sandbox.database.global.selectFrom('billingSandboxPage').select('idHash').execute(),
      sandbox.database.global.selectFrom('billingSandboxPortalSession').select('idHash').execute(),
    ]).then((rows) => rows.map(({ length }) => length));
  sandbox.clock.advance(29 * day);
  await sandbox.billing.runDue!();
  expect(await left()).toEqual([1, 1]);
  sandbox.clock.advance(2 * day);
  await sandbox.billing.runDue!();
  expect(await left()).toEqual([0, 0]);
});
