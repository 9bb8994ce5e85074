import type { BillingSubscription } from '../port.ts';
import { settle, termPrice } from './arithmetic.ts';
import type { Subscription } from './subscriptions.store.ts';

/** How a subscription stands, in the words of the port. */
export type Summary = Pick<
  BillingSubscription,
  'status' | 'termEnd' | 'nextBillingAt' | 'cancelledAt' | 'couponCodes' | 'nextAmountCents' | 'card'
>;

/** The invoice of the next term, before credit and after it. */
export function nextInvoice({ priceCents, coupons, term, balanceCents }: Subscription) {
  const { netCents } = termPrice(priceCents, coupons, term + 1);
  return { netCents, dueCents: settle(netCents, balanceCents).dueNowCents };
}

export function summaryOf(it: Subscription): Summary {
  const goesOn = it.status !== 'cancelled' && !it.ending;
  const nextCents = it.status === 'past-due' ? it.due.cents : nextInvoice(it).dueCents;
  return {
    status: it.status === 'active' && it.ending ? 'ending' : it.status,
    termEnd: it.termEnd,
    nextBillingAt: goesOn ? it.dueAt : null,
    cancelledAt: it.cancelledAt,
    couponCodes: it.coupons.filter(({ until }) => until === null || until > it.term).map(({ code }) => code),
    nextAmountCents: goesOn ? nextCents : null,
    card: it.card,
  };
}
