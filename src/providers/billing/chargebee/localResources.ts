import type { RunningCoupon } from '../embedded/arithmetic.ts';

// What a site at Chargebee keeps, and how it writes it: what a thing does not have is left out.

/** How a card behaves: `declines later` lets its customer buy and refuses everything after that. */
export type LocalCard = 'succeeds' | 'declines' | 'declines later' | 'authenticates later';

export type LocalCustomer = {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  company: string;
  cf_organization_id?: string;
};
export type LocalPage = {
  id: string;
  state: 'created' | 'requested' | 'succeeded' | 'cancelled' | 'acknowledged';
  customer: LocalCustomer;
  priceId: string;
  couponIds: string[];
  note: string | undefined;
  passThru: string | undefined;
  createdAt: Date;
  subscriptionId: string | null;
};
export type LocalInvoice = {
  id: string;
  subscriptionId: string;
  customerId: string;
  status: 'paid' | 'payment_due' | 'not_paid' | 'voided';
  date: Date;
  lines: { description: string; amount: number }[];
  discounts: { entity_id: string; amount: number }[];
  creditsApplied: number;
  nextRetryAt: Date | null;
};
export type LocalSubscription = {
  id: string;
  customerId: string;
  priceId: string;
  status: 'active' | 'non_renewing' | 'cancelled';
  startedAt: Date;
  term: number;
  span: { start: Date; end: Date; cents: number };
  termStart: Date;
  balanceCents: number;
  coupons: RunningCoupon[];
  card: LocalCard | null;
  tries: number;
  failedAt: Date | null;
  cancelledAt: Date | null;
  note: string | undefined;
  metaData: Record<string, unknown> | undefined;
  version: number;
};
export const totalOf = ({ lines, discounts }: Pick<LocalInvoice, 'lines' | 'discounts'>): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0) - discounts.reduce((sum, { amount }) => sum + amount, 0);

export const unix = (at: Date): number => Math.floor(at.getTime() / 1000);

export const writeCustomer = (customer: LocalCustomer) => ({
  ...customer,
  object: 'customer',
  auto_collection: 'on',
  deleted: false,
});

export const writeCard = (card: LocalCard) => ({
  object: 'card',
  payment_source_id: `pm_${card.replaceAll(' ', '_')}`,
  status: 'valid',
  gateway: 'chargebee',
  card_type: 'visa',
  funding_type: 'credit',
  iin: '411111',
  last4: card === 'succeeds' ? '1111' : '0341',
  expiry_month: 9,
  expiry_year: 2031,
});

export const writeSubscription = (
  it: LocalSubscription,
  price: { cents: number },
  unpaid: LocalInvoice[],
) => ({
  object: 'subscription',
  id: it.id,
  customer_id: it.customerId,
  status: it.status,
  currency_code: 'USD',
  billing_period: 1,
  billing_period_unit: 'month',
  start_date: unix(it.startedAt),
  created_at: unix(it.startedAt),
  started_at: unix(it.startedAt),
  activated_at: unix(it.startedAt),
  current_term_start: unix(it.termStart),
  current_term_end: unix(it.span.end),
  ...(it.status === 'active' ? { next_billing_at: unix(it.span.end) } : {}),
  ...(it.cancelledAt ? { cancelled_at: unix(it.cancelledAt) } : {}),
  subscription_items: [
    {
      object: 'subscription_item',
      item_price_id: it.priceId,
      item_type: 'plan',
      quantity: 1,
      unit_price: price.cents,
      amount: price.cents,
    },
  ],
  ...(it.coupons.some(({ until }) => until === null || until > it.term)
    ? {
        coupons: it.coupons
          .filter(({ until }) => until === null || until > it.term)
          .map(({ code }) => ({ object: 'coupon', coupon_id: code, applied_count: 1 })),
      }
    : {}),
  ...(unpaid.length > 0
    ? {
        due_invoices_count: unpaid.length,
        due_since: unix(unpaid[0]!.date),
        total_dues: unpaid.reduce((sum, one) => sum + totalOf(one) - one.creditsApplied, 0),
      }
    : { due_invoices_count: 0 }),
  auto_collection: 'on',
  deleted: false,
  has_scheduled_changes: false,
  resource_version: it.version,
  ...(it.note ? { cf_organization_id: it.note } : {}),
  ...(it.metaData ? { meta_data: it.metaData } : {}),
});

export function writeInvoice(it: LocalInvoice) {
  const total = totalOf(it);
  const due = total - it.creditsApplied;
  return {
    object: 'invoice',
    id: it.id,
    customer_id: it.customerId,
    subscription_id: it.subscriptionId,
    recurring: true,
    status: it.status,
    price_type: 'tax_exclusive',
    date: unix(it.date),
    currency_code: 'USD',
    sub_total: it.lines.reduce((sum, { amount }) => sum + amount, 0),
    tax: 0,
    total,
    credits_applied: it.creditsApplied,
    amount_paid: it.status === 'paid' ? due : 0,
    amount_due: it.status === 'payment_due' || it.status === 'not_paid' ? due : 0,
    ...(it.nextRetryAt ? { dunning_status: 'in_progress', next_retry_at: unix(it.nextRetryAt) } : {}),
    deleted: false,
    line_items: it.lines.map((line) => ({
      object: 'line_item',
      subscription_id: it.subscriptionId,
      ...line,
    })),
    ...(it.discounts.length > 0
      ? {
          discounts: it.discounts.map((one) => ({
            object: 'discount',
            entity_type: 'document_level_coupon',
            description: one.entity_id,
            ...one,
          })),
        }
      : {}),
  };
}

export const writePage = (page: LocalPage, address: string, content: object) => ({
  object: 'hosted_page',
  id: page.id,
  type: 'checkout_new',
  url: `${address}/pages/v3/${page.id}/`,
  state: page.state,
  embed: true,
  ...(page.passThru ? { pass_thru_content: page.passThru } : {}),
  created_at: unix(page.createdAt),
  expires_at: unix(page.createdAt) + 3 * 3600,
  updated_at: unix(page.createdAt),
  resource_version: page.createdAt.getTime(),
  content,
});
