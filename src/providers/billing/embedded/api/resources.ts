import { unix } from '../arithmetic.ts';
import type { KeptCard } from '../cards.ts';
import { invoiceId, type Invoice } from '../invoices.store.ts';
import type { Customer, Subscription } from '../subscriptions.store.ts';
import { summaryOf } from '../summary.ts';

// The sandbox's records as Chargebee writes them: times in seconds, and nothing for what there is not.

/** The fields that have a value. */
const given = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<T>;

const maybeUnix = (at: Date | null): number | null => at && unix(at);

const statusOf = ({ status, ending }: Subscription) =>
  status === 'cancelled' ? 'cancelled' : ending ? 'non_renewing' : 'active';

const writeSubscription = (it: Subscription) => {
  const status = statusOf(it);
  const coupons = summaryOf(it).couponCodes.map((code) => ({ object: 'coupon', coupon_id: code }));
  return {
    object: 'subscription',
    id: it.id,
    customer_id: it.customerId,
    status,
    currency_code: 'USD',
    billing_period: 1,
    billing_period_unit: 'month',
    start_date: unix(it.startedAt),
    started_at: unix(it.startedAt),
    activated_at: unix(it.startedAt),
    current_term_start: unix(it.termStart),
    current_term_end: unix(it.termEnd),
    subscription_items: [
      {
        object: 'subscription_item',
        item_price_id: it.priceId,
        item_type: 'plan',
        quantity: 1,
        unit_price: it.priceCents,
        amount: it.priceCents,
      },
    ],
    due_invoices_count: it.due.count,
    total_dues: it.due.cents,
    auto_collection: 'on',
    deleted: false,
    resource_version: it.version,
    cf_organization_id: it.customer.cfOrganizationId,
    ...given({
      next_billing_at: status === 'active' ? unix(it.termEnd) : null,
      cancelled_at: maybeUnix(it.cancelledAt),
      due_since: maybeUnix(it.due.since),
      coupons: coupons.length > 0 ? coupons : null,
      meta_data: it.metaData,
    }),
  };
};

export const writeCustomer = ({ createdAt, ...customer }: Customer) => ({
  object: 'customer',
  ...customer,
  created_at: unix(createdAt),
  auto_collection: 'on',
  deleted: false,
});

function writeCard({ brand, last4, expires }: KeptCard) {
  const [month, year] = expires.split('/').map(Number);
  return {
    object: 'card',
    status: 'valid',
    card_type: brand.toLowerCase().replace(' ', '_'),
    last4,
    expiry_month: month,
    expiry_year: year,
  };
}

/** How the state of an invoice is called on the wire. */
export const invoiceStatus = {
  paid: 'paid',
  due: 'payment_due',
  failed: 'not_paid',
  voided: 'voided',
} as const;

/**
 * Discounts and credit are lines with negative amounts, in the order of the document.
 * @param retryAt when the payment of one that is due is tried again
 */
export const writeInvoice = (it: Invoice, retryAt: Date | null = null) => ({
  object: 'invoice',
  id: invoiceId(it.number),
  subscription_id: it.subscriptionId,
  recurring: true,
  status: invoiceStatus[it.status],
  price_type: 'tax_exclusive',
  date: unix(it.date),
  currency_code: 'USD',
  total: it.totalCents,
  amount_paid: it.paidCents,
  amount_due: it.status === 'due' || it.status === 'failed' ? it.totalCents - it.paidCents : 0,
  deleted: false,
  line_items: it.lines.map(({ description, amountCents }) => ({
    object: 'line_item',
    subscription_id: it.subscriptionId,
    description,
    amount: amountCents,
  })),
  ...given({ next_retry_at: it.status === 'due' ? maybeUnix(retryAt) : null }),
});

/** What an event or an answer is about. */
export type Content = { subscription?: Subscription; customer?: Customer; invoice?: Invoice | null };

export function writeContent({ subscription, customer, invoice }: Content) {
  const payer = customer ?? subscription?.customer;
  return given({
    subscription: subscription && writeSubscription(subscription),
    card: subscription?.card && writeCard(subscription.card),
    customer: payer && writeCustomer(payer),
    invoice: invoice && writeInvoice(invoice, subscription?.dueAt),
  });
}

/** An invoice that is not written yet. */
export const writeEstimate = (totalCents: number, dueCents: number) => ({
  price_type: 'tax_exclusive',
  currency_code: 'USD',
  recurring: true,
  total: totalCents,
  credits_applied: totalCents - dueCents,
  amount_paid: 0,
  amount_due: dueCents,
});
