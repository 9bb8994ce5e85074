import type { GlobalDb } from '#platform/server/database/database.ts';
import { termPrice, type Discount, type RunningCoupon } from './arithmetic.ts';
import { askBank, type CardRefusal, type KeptCard } from './cards.ts';
import {
  closeDueInvoices,
  findDueInvoice,
  insertInvoice,
  setInvoicePaid,
  type Invoice,
  type InvoiceLine,
} from './invoices.store.ts';
import { queueEvent } from './events.ts';
import type { SandboxParts } from './parts.ts';
import { saveSubscription, type Subscription } from './subscriptions.store.ts';
import { periodOf } from './wording.ts';

export const cardName = (card: Pick<KeptCard, 'brand' | 'last4'>): string =>
  `${card.brand} ending in ${card.last4}`;

/** Asks the bank about a card that is on file, without its customer. */
export const chargeOnFile = (
  card: KeptCard | null,
  now: Date,
): CardRefusal | { code: 'no-card'; message: string } | null =>
  card
    ? askBank(card, false, now)
    : { code: 'no-card', message: 'There is no card to charge. Add one first.' };

export const discountLines = (discounts: readonly Discount[]): InvoiceLine[] =>
  discounts.map(({ code, cents }) => ({ description: `Coupon ${code}`, amountCents: -cents }));

/** Lines of a whole term: plan, coupons, credit. */
export function termLines(
  plan: { name: string; cents: number; start: Date; end: Date },
  coupons: readonly RunningCoupon[],
  term: number,
  balanceUsedCents = 0,
): InvoiceLine[] {
  return [
    { description: `${plan.name}, ${periodOf(plan.start, plan.end)}`, amountCents: plan.cents },
    ...discountLines(termPrice(plan.cents, coupons, term).discounts),
    ...(balanceUsedCents > 0
      ? [{ description: 'Credit from an earlier invoice', amountCents: -balanceUsedCents }]
      : []),
  ];
}

/** Writes an invoice; what nothing is due on counts as paid. */
export const issueInvoice = (
  db: GlobalDb,
  subscription: Subscription,
  invoice: { lines: InvoiceLine[]; totalCents: number; start: Date; end: Date; paid: boolean },
  now: Date,
): Promise<Invoice> => {
  const isPaid = invoice.paid || invoice.totalCents === 0;
  return insertInvoice(db, {
    subscriptionId: subscription.id,
    date: now,
    periodStart: invoice.start,
    periodEnd: invoice.end,
    status: isPaid ? 'paid' : 'due',
    totalCents: invoice.totalCents,
    paidCents: isPaid ? invoice.totalCents : 0,
    paidAt: isPaid ? now : null,
    paidWith: isPaid && invoice.totalCents > 0 && subscription.card ? cardName(subscription.card) : null,
    lines: invoice.lines,
    customer: subscription.customer,
  });
};

/**
 * Tries the card of a subscription on the invoice that is still due.
 * @returns the subscription as it is then, and why the payment failed if it did
 */
export async function payDueInvoice(
  parts: SandboxParts,
  db: GlobalDb,
  subscription: Subscription,
  now: Date,
): Promise<{ subscription: Subscription; refusal: { message: string } | null }> {
  const invoice = await findDueInvoice(db, subscription.id);
  const refusal = invoice ? chargeOnFile(subscription.card, now) : null;
  if (refusal) return { subscription, refusal };
  if (invoice)
    await setInvoicePaid(db, invoice.number, subscription.card ? cardName(subscription.card) : '', now);
  const saved = await saveSubscription(db, {
    ...subscription,
    status: 'active',
    failedAt: null,
    failedTries: 0,
    dueAt: subscription.termEnd,
  });
  const paid = invoice && { ...invoice, status: 'paid' as const, paidCents: invoice.totalCents };
  await queueEvent(parts, db, 'payment_succeeded', { subscription: saved, invoice: paid });
  return { subscription: saved, refusal: null };
}

/** Ends a subscription for good. */
export async function endSubscription(
  parts: SandboxParts,
  db: GlobalDb,
  subscription: Subscription,
  at: Date,
  unpaid: 'failed' | 'voided',
): Promise<Subscription> {
  await closeDueInvoices(db, subscription.id, unpaid);
  const saved = await saveSubscription(db, {
    ...subscription,
    status: 'cancelled',
    ending: false,
    dueAt: null,
    cancelledAt: at,
  });
  await queueEvent(parts, db, 'subscription_cancelled', { subscription: saved });
  return saved;
}
