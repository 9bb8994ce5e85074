import { z } from 'zod';
import type { GlobalDb } from '#platform/server/database.ts';
import { sameText, type Secrets } from '#platform/server/secrets.ts';
import type { BillingEvent, BillingSubscription } from '../port.ts';
import { describeSubscription } from './describe.ts';
import { invoiceId, type Invoice } from './invoices.store.ts';
import type { SandboxParts } from './parts.ts';
import type { Customer, Subscription } from './subscriptions.store.ts';

export type NoticeType =
  | 'subscription_created'
  | 'subscription_changed'
  | 'subscription_cancellation_scheduled'
  | 'subscription_scheduled_cancellation_removed'
  | 'subscription_cancelled'
  | 'subscription_renewed'
  | 'payment_succeeded'
  | 'payment_failed'
  | 'payment_source_updated'
  | 'invoice_generated';

const unix = (at: Date): number => Math.floor(at.getTime() / 1000);
const maybeUnix = (at: Date | null): number | undefined => (at ? unix(at) : undefined);

function subscriptionContent(subscription: Subscription) {
  const described = describeSubscription(subscription);
  return {
    object: 'subscription',
    id: described.id,
    customerId: described.customerId,
    status: { active: 'active', 'past-due': 'active', ending: 'non_renewing', cancelled: 'cancelled' }[
      described.status
    ],
    currency_code: 'USD',
    billing_period: 1,
    billing_period_unit: 'month',
    start_date: unix(described.startedAt),
    startedAt: unix(described.startedAt),
    activated_at: unix(described.startedAt),
    current_term_start: unix(described.termStart),
    current_term_end: unix(described.termEnd),
    next_billing_at: maybeUnix(described.nextBillingAt),
    cancelledAt: maybeUnix(described.cancelledAt),
    subscription_items: [
      {
        object: 'subscription_item',
        item_price_id: described.priceId,
        item_type: 'plan',
        quantity: 1,
        unit_price: subscription.priceCents,
        amount: subscription.priceCents,
      },
    ],
    coupons: described.couponCodes.map((code) => ({ object: 'coupon', coupon_id: code })),
    due_invoices_count: described.status === 'past-due' ? 1 : 0,
    total_dues: subscription.unpaidCents,
    auto_collection: 'on',
    deleted: false,
    resource_version: described.version,
    cfOrganizationId: described.orgId,
    meta_data: { organizationId: described.orgId, next_amount_cents: described.nextAmountCents },
  };
}

const customerContent = (customer: Customer) => ({
  object: 'customer',
  id: customer.id,
  email: customer.email,
  firstName: customer.firstName,
  lastName: customer.lastName,
  company: customer.company,
  cfOrganizationId: customer.cfOrganizationId,
});

const invoiceContent = (invoice: Invoice) => ({
  object: 'invoice',
  id: invoiceId(invoice.number),
  subscriptionId: invoice.subscriptionId,
  status: { paid: 'paid', due: 'payment_due', failed: 'not_paid', voided: 'voided' }[invoice.status],
  date: unix(invoice.date),
  currency_code: 'USD',
  total: invoice.totalCents,
  amount_paid: invoice.paidCents,
  amount_due: invoice.totalCents - invoice.paidCents,
});

function cardContent({ card }: Subscription) {
  if (!card) return undefined;
  const [month, year] = card.expires.split('/').map(Number);
  return {
    object: 'card',
    card_type: card.brand.toLowerCase().replace(' ', '_'),
    brand: card.brand,
    last4: card.last4,
    expiry_month: month,
    expiry_year: year,
  };
}

/** What a notice is about, as it is now. */
export type About = { subscription?: Subscription; customer?: Customer; invoice?: Invoice | null };

/** Queues a notice in the shape of Chargebee's events, as part of a transaction. */
export async function tell(
  parts: SandboxParts,
  db: GlobalDb,
  type: NoticeType,
  { subscription, customer, invoice }: About,
): Promise<void> {
  const who = customer ?? subscription?.customer;
  await parts.deliverEvent(db, {
    object: 'event',
    id: `ev_${crypto.randomUUID().replaceAll('-', '')}`,
    occurred_at: unix(parts.now()),
    source: 'sandbox',
    api_version: 'v2',
    webhook_status: 'scheduled',
    event_type: type,
    content: {
      ...(subscription
        ? { subscription: subscriptionContent(subscription), card: cardContent(subscription) }
        : {}),
      ...(who ? { customer: customerContent(who) } : {}),
      ...(invoice ? { invoice: invoiceContent(invoice) } : {}),
    },
  });
}

const instant = z.int().transform((seconds) => new Date(seconds * 1000));
const subscriptionSchema = z.object({
  id: z.string(),
  customerId: z.string(),
  status: z.enum(['active', 'non_renewing', 'cancelled']),
  startedAt: instant,
  current_term_start: instant,
  current_term_end: instant,
  next_billing_at: instant.optional(),
  cancelledAt: instant.optional(),
  subscription_items: z.array(z.object({ item_price_id: z.string() })).min(1),
  coupons: z.array(z.object({ coupon_id: z.string() })),
  due_invoices_count: z.int(),
  resource_version: z.int(),
  cfOrganizationId: z.string(),
  meta_data: z.object({ next_amount_cents: z.int().nullable() }),
});
const cardSchema = z.object({
  brand: z.string(),
  last4: z.string(),
  expiry_month: z.int(),
  expiry_year: z.int(),
});
const noticeSchema = z.object({
  id: z.string(),
  occurred_at: instant,
  event_type: z.string(),
  content: z.object({ subscription: subscriptionSchema.optional(), card: cardSchema.optional() }),
});

function statusOf({
  status,
  due_invoices_count,
}: z.output<typeof subscriptionSchema>): BillingSubscription['status'] {
  if (status === 'active') return due_invoices_count > 0 ? 'past-due' : 'active';
  return status === 'non_renewing' ? 'ending' : 'cancelled';
}

const userName = 'billing-sandbox';
const passwordsOf = (secrets: Secrets): string[] =>
  secrets.keys('billing-sandbox-notices').map((key) => key.toString('base64url'));

/** The header that notices of this installation carry. */
export const authorizationOf = (secrets: Secrets): string =>
  `Basic ${Buffer.from(`${userName}:${passwordsOf(secrets)[0]}`).toString('base64')}`;

/** Reads a notice; null where it is not of this installation's sandbox. */
export function readNotice(
  secrets: Secrets,
  { authorization, body }: { authorization: string; body: unknown },
): BillingEvent | null {
  const given = Buffer.from(/^basic +(\S+) *$/i.exec(authorization)?.[1] ?? '', 'base64').toString('utf8');
  if (!passwordsOf(secrets).some((password) => sameText(given, `${userName}:${password}`))) return null;
  const read = noticeSchema.safeParse(body);
  if (!read.success) return null;
  const { id, occurred_at, event_type, content } = read.data;
  const { subscription, card } = content;
  return {
    id,
    at: occurred_at,
    type: event_type,
    subscription: subscription
      ? {
          id: subscription.id,
          customerId: subscription.customerId,
          orgId: subscription.cfOrganizationId,
          priceId: subscription.subscription_items[0]!.item_price_id,
          status: statusOf(subscription),
          startedAt: subscription.startedAt,
          termStart: subscription.current_term_start,
          termEnd: subscription.current_term_end,
          nextBillingAt: subscription.next_billing_at ?? null,
          cancelledAt: subscription.cancelledAt ?? null,
          couponCodes: subscription.coupons.map(({ coupon_id }) => coupon_id),
          nextAmountCents: subscription.meta_data.next_amount_cents,
          card: card
            ? {
                brand: card.brand,
                last4: card.last4,
                expires: `${String(card.expiry_month).padStart(2, '0')}/${card.expiry_year}`,
              }
            : null,
          version: subscription.resource_version,
        }
      : null,
  };
}
