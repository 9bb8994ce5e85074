import type { BillingInvoice, BillingSubscription } from '../port.ts';
import { settle, termPrice } from './arithmetic.ts';
import { invoiceId, type Invoice } from './invoices.store.ts';
import type { Subscription } from './subscriptions.store.ts';

/** What the next term will be invoiced at, credit taken off. */
function nextTermCents(subscription: Subscription): number {
  const { netCents } = termPrice(subscription.priceCents, subscription.coupons, subscription.term + 1);
  return settle(netCents, subscription.balanceCents).dueNowCents;
}

/** A subscription in the words of the port. */
export function describeSubscription(subscription: Subscription): BillingSubscription {
  const { status, ending, term } = subscription;
  const goesOn = status !== 'cancelled' && !ending;
  return {
    id: subscription.id,
    customerId: subscription.customerId,
    orgId: subscription.customer.cfOrganizationId,
    priceId: subscription.priceId,
    status: status === 'active' && ending ? 'ending' : status,
    startedAt: subscription.startedAt,
    termStart: subscription.termStart,
    termEnd: subscription.termEnd,
    nextBillingAt: goesOn ? subscription.dueAt : null,
    cancelledAt: subscription.cancelledAt,
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
  totalCents: invoice.totalCents,
  paidCents: invoice.paidCents,
  lines: invoice.lines,
});
