import { randomUUID } from 'node:crypto';
import {
  changePlanAt,
  monthsAfter,
  nextTry,
  settle,
  termPrice,
  wholeSecond,
  type PlanChange,
  type RunningCoupon,
} from '../embedded/arithmetic.ts';
import { LocalRefusal, unknown, wrong } from './localForms.ts';
import {
  unix,
  writeCard,
  writeCustomer,
  writeInvoice,
  writeSubscription,
  type LocalCard,
  type LocalCustomer,
  type LocalInvoice,
  type LocalPage,
  type LocalSubscription,
} from './localResources.ts';

export type LocalGoods = {
  prices: readonly { priceId: string; name: string; cents: number }[];
  coupons: readonly { code: string; percent: number | null; cents: number | null; months: number | null }[];
};

const shortId = (): string => randomUUID().replaceAll('-', '').slice(0, 16);

/** A site at Chargebee on this machine: customers, subscriptions, invoices, events, and the passing of time. */
export function openLocalSite({ prices, coupons }: LocalGoods, clock: () => Date) {
  const now = () => wholeSecond(clock());
  const customers = new Map<string, LocalCustomer>();
  const pages = new Map<string, LocalPage>();
  const subscriptions = new Map<string, LocalSubscription>();
  const invoices: LocalInvoice[] = [];
  const events: Record<string, unknown>[] = [];
  let lastVersion = 0;

  const priceOf = (id: string) => {
    const price = prices.find(({ priceId }) => priceId === id);
    if (!price) throw wrong('subscription_items[item_price_id][0]', `${id} not found`);
    return price;
  };
  const couponsOf = (ids: string[], term: number, running: RunningCoupon[] = []): RunningCoupon[] =>
    ids.map((id, i) => {
      const coupon = coupons.find(({ code }) => code === id);
      if (!coupon) throw wrong(`coupon_ids[${i}]`, `The coupon '${id}' is not present`);
      const { code, percent, cents, months } = coupon;
      return (
        running.find((one) => one.code === code) ?? {
          code,
          percent,
          cents,
          from: term,
          until: months === null ? null : term + months,
        }
      );
    });
  const unpaidOf = (id: string) =>
    invoices.filter((one) => one.subscriptionId === id && one.status === 'payment_due');

  const resourceOf = (it: LocalSubscription) => writeSubscription(it, priceOf(it.priceId), unpaidOf(it.id));
  const contentOf = (it: LocalSubscription, invoice?: LocalInvoice) => ({
    subscription: resourceOf(it),
    customer: writeCustomer(customers.get(it.customerId)!),
    ...(it.card ? { card: writeCard(it.card) } : {}),
    ...(invoice ? { invoice: writeInvoice(invoice) } : {}),
  });
  const touch = (it: LocalSubscription) => {
    lastVersion = Math.max(lastVersion + 1, clock().getTime());
    it.version = lastVersion;
  };
  const tell = (event_type: string, it: LocalSubscription, invoice?: LocalInvoice) =>
    events.push({
      id: `ev_${shortId()}`,
      occurred_at: unix(clock()),
      source: 'api',
      object: 'event',
      api_version: 'v2',
      event_type,
      webhook_status: 'scheduled',
      content: structuredClone(contentOf(it, invoice)),
    });

  const decline = (it: LocalSubscription): LocalRefusal | null => {
    if (it.card === 'succeeds') return null;
    if (!it.card)
      return new LocalRefusal(400, 'payment_method_not_present', 'No card on file', { type: 'payment' });
    const why = it.card === 'authenticates later' ? 'Authentication is required' : 'insufficient_funds';
    return new LocalRefusal(400, 'payment_processing_failed', `Problem while processing payment: ${why}`, {
      type: 'payment',
    });
  };

  const issue = (
    it: LocalSubscription,
    invoice: Pick<LocalInvoice, 'lines' | 'discounts' | 'creditsApplied' | 'status'>,
  ): LocalInvoice => {
    const made = {
      ...invoice,
      id: `inv_${invoices.length + 1}`,
      subscriptionId: it.id,
      customerId: it.customerId,
      date: now(),
      nextRetryAt: invoice.status === 'payment_due' ? nextTry(now(), 0) : null,
    };
    invoices.push(made);
    return made;
  };
  const termInvoice = (it: LocalSubscription, creditsApplied: number, status: LocalInvoice['status']) => {
    const { name, cents } = priceOf(it.priceId);
    const discounts = termPrice(cents, it.coupons, it.term).discounts.map(({ code, cents: amount }) => ({
      entity_id: code,
      amount,
    }));
    return issue(it, { lines: [{ description: name, amount: cents }], discounts, creditsApplied, status });
  };

  /** Buys what a page offers, as its customer would by sending the form. */
  const pay = (id: string, card: LocalCard): 'succeeded' | 'refused' => {
    const page = pages.get(id);
    const isOpen =
      page &&
      (page.state === 'created' || page.state === 'requested') &&
      clock().getTime() < page.createdAt.getTime() + 3 * 3_600_000;
    if (!isOpen) return 'refused';
    page.state = 'requested';
    if (card === 'declines') return 'refused';
    const { priceId, customer, note } = page;
    customers.set(customer.id, customer);
    const running = couponsOf(page.couponIds, 0);
    const start = now();
    const it: LocalSubscription = {
      id: `sub_${shortId()}`,
      customerId: customer.id,
      priceId,
      status: 'active',
      startedAt: start,
      term: 0,
      termStart: start,
      span: {
        start,
        end: monthsAfter(start, 1),
        cents: termPrice(priceOf(priceId).cents, running, 0).netCents,
      },
      balanceCents: 0,
      coupons: running,
      card,
      tries: 0,
      failedAt: null,
      cancelledAt: null,
      note,
      metaData: undefined,
      version: 0,
    };
    touch(it);
    subscriptions.set(it.id, it);
    const invoice = termInvoice(it, 0, 'paid');
    for (const type of ['subscription_created', 'invoice_generated', 'payment_succeeded'])
      tell(type, it, invoice);
    page.state = 'succeeded';
    page.subscriptionId = it.id;
    return 'succeeded';
  };

  const end = (it: LocalSubscription, at: Date, unpaid: 'not_paid' | 'voided') => {
    for (const invoice of unpaidOf(it.id)) Object.assign(invoice, { status: unpaid, nextRetryAt: null });
    Object.assign(it, { status: 'cancelled', cancelledAt: at });
    touch(it);
    tell('subscription_cancelled', it);
  };
  const payDue = (it: LocalSubscription) => {
    for (const invoice of unpaidOf(it.id)) Object.assign(invoice, { status: 'paid', nextRetryAt: null });
    Object.assign(it, { tries: 0, failedAt: null });
    touch(it);
    tell(
      'payment_succeeded',
      it,
      invoices.findLast((one) => one.subscriptionId === it.id),
    );
  };
  const renew = (it: LocalSubscription) => {
    const start = it.span.end;
    it.term += 1;
    const { netCents } = termPrice(priceOf(it.priceId).cents, it.coupons, it.term);
    const { dueNowCents, balanceUsedCents, balanceCents } = settle(netCents, it.balanceCents);
    Object.assign(it, {
      termStart: start,
      balanceCents,
      span: { start, end: monthsAfter(it.startedAt, it.term + 1), cents: netCents },
    });
    const refusal = dueNowCents > 0 ? decline(it) : null;
    const invoice = termInvoice(it, balanceUsedCents, refusal ? 'payment_due' : 'paid');
    if (refusal) Object.assign(it, { failedAt: now(), tries: 0 });
    touch(it);
    for (const type of [
      'subscription_renewed',
      'invoice_generated',
      refusal ? 'payment_failed' : 'payment_succeeded',
    ])
      tell(type, it, invoice);
  };
  const retry = (it: LocalSubscription) => {
    if (!decline(it)) return payDue(it);
    it.tries += 1;
    const next = nextTry(it.failedAt!, it.tries);
    for (const invoice of unpaidOf(it.id)) invoice.nextRetryAt = next;
    touch(it);
    tell('payment_failed', it, unpaidOf(it.id)[0]);
    if (!next) end(it, now(), 'not_paid');
  };
  /** Does what has fallen due, as Chargebee does by itself. */
  const pass = () => {
    for (const it of subscriptions.values()) {
      for (;;) {
        const retryAt = it.failedAt && nextTry(it.failedAt, it.tries);
        if (it.status === 'cancelled' || (retryAt ?? it.span.end) > now()) break;
        if (retryAt) retry(it);
        else if (it.status === 'non_renewing') end(it, it.span.end, 'voided');
        else renew(it);
      }
    }
  };

  /** What a change of plan comes to; nothing is changed. */
  const planChange = (it: LocalSubscription, priceId: string, couponIds: string[], replace: boolean) => {
    const price = priceOf(priceId);
    const kept = replace ? [] : it.coupons;
    const running = [
      ...kept,
      ...couponsOf(couponIds, it.term, it.coupons).filter((one) => !kept.includes(one)),
    ];
    const has = { span: it.span, term: it.term, termStart: it.termStart, balanceCents: it.balanceCents };
    return {
      price,
      coupons: running,
      sum: changePlanAt(has, { cents: price.cents, coupons: running }, now()),
    };
  };
  const changePlan = (
    it: LocalSubscription,
    {
      price,
      coupons: running,
      sum,
    }: { price: { priceId: string; name: string }; coupons: RunningCoupon[]; sum: PlanChange },
  ) => {
    const refusal = sum.dueNowCents > 0 ? decline(it) : null;
    if (refusal) {
      tell('payment_failed', it);
      throw refusal;
    }
    const invoice = issue(it, {
      lines: [{ description: `${price.name} - Prorated Charges`, amount: sum.grossCents }],
      discounts: sum.discounts.map(({ code, cents }) => ({ entity_id: code, amount: cents })),
      creditsApplied: sum.chargeCents - sum.dueNowCents,
      status: 'paid',
    });
    Object.assign(it, {
      priceId: price.priceId,
      coupons: running,
      balanceCents: sum.balanceCents,
      span: { ...it.span, start: now(), cents: sum.chargeCents },
    });
    touch(it);
    for (const type of ['subscription_changed', 'invoice_generated', 'payment_succeeded'])
      tell(type, it, invoice);
    return invoice;
  };

  const need = (id: string): LocalSubscription => {
    const it = subscriptions.get(id);
    if (!it) throw unknown('subscription_id', id);
    return it;
  };
  const changeCard = (id: string, card: LocalCard) => {
    const it = need(id);
    it.card = card;
    touch(it);
    tell('payment_source_updated', it);
    if (it.failedAt && !decline(it)) payDue(it);
  };

  return {
    now,
    customers,
    pages,
    subscriptions,
    invoices,
    events,
    couponsOf,
    priceOf,
    need,
    resourceOf,
    contentOf,
    touch,
    tell,
    end,
    pass,
    pay,
    planChange,
    changePlan,
    changeCard,
  };
}
export type LocalSite = ReturnType<typeof openLocalSite>;
