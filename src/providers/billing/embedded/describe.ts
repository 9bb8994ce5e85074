import type { BillingInvoice, BillingSubscription } from '../port.ts';
import { settle, termPrice } from './arithmetic.ts';
import { invoiceId, type Invoice } from './invoices.store.ts';
import type { Subscription } from './subscriptions.store.ts';

/** What the next term will be invoiced at, credit taken off. */
function nextTermCents(subscription: Subscription): number {
  const { netCents } = termPrice(subscription.price_cents, subscription.coupons, subscription.term + 1);
  return settle(netCents, subscription.balance_cents).dueNowCents;
}

/** A subscription in the words of the port. */
export function describeSubscription(subscription: Subscription): BillingSubscription {
  const { status, ending, term } = subscription;
  const goesOn = status !== 'cancelled' && !ending;
  return {
    id: subscription.id,
    customerId: subscription.customer_id,
    orgId: subscription.customer.cf_organization_id,
    priceId: subscription.price_id,
    status: status === 'active' && ending ? 'ending' : status,
    startedAt: subscription.started_at,
    termStart: subscription.term_start,
    termEnd: subscription.term_end,
    nextBillingAt: goesOn ? subscription.due_at : null,
    cancelledAt: subscription.cancelled_at,
    couponCodes: subscription.coupons
      .filter(({ until }) => until === null || until > term)
      .map(({ code }) => code),
    nextAmountCents: !goesOn
      ? null
      : status === 'past-due'
        ? subscription.unpaidCents
        : nextTermCents(subscription),
    card: subscription.card && {
      brand: subscription.card.brand,
      last4: subscription.card.last4,
      expires: subscription.card.expires,
    },
    version: subscription.version,
  };
}

export const describeInvoice = (invoice: Invoice): BillingInvoice => ({
  id: invoiceId(invoice.number),
  date: invoice.date,
  status: invoice.status,
  totalCents: invoice.total_cents,
  paidCents: invoice.paid_cents,
  lines: invoice.lines,
});
