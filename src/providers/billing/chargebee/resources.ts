import { z } from 'zod';
import type { BillingInvoice, BillingSubscription, ChangePreview, HostedPage } from '../port.ts';

// Chargebee's resources, as far as they are read, and what they are in the port's words.

const seconds = z.number().int().nonnegative();
const cents = z.number().int();

export const subscriptionSchema = z.object({
  id: z.string().min(1),
  customer_id: z.string().min(1),
  status: z.enum(['future', 'in_trial', 'active', 'non_renewing', 'paused', 'cancelled', 'transferred']),
  subscription_items: z
    .array(
      z.object({ item_price_id: z.string(), item_type: z.string().optional(), amount: cents.optional() }),
    )
    .default([]),
  plan_id: z.string().optional(),
  start_date: seconds.optional(),
  trial_start: seconds.optional(),
  trial_end: seconds.optional(),
  current_term_start: seconds.optional(),
  current_term_end: seconds.optional(),
  next_billing_at: seconds.optional(),
  created_at: seconds.optional(),
  started_at: seconds.optional(),
  activated_at: seconds.optional(),
  cancelled_at: seconds.optional(),
  coupons: z.array(z.object({ coupon_id: z.string(), apply_till: seconds.optional() })).default([]),
  due_invoices_count: z.number().int().default(0),
  due_since: seconds.optional(),
  total_dues: cents.default(0),
  meta_data: z.record(z.string(), z.unknown()).optional().catch(undefined),
  resource_version: z.number().int().nonnegative(),
  deleted: z.boolean().default(false),
  cf_organization_id: z.string().optional().catch(undefined),
});
export type SubscriptionResource = z.infer<typeof subscriptionSchema>;

export const cardSchema = z.object({
  card_type: z.string().optional(),
  last4: z.string(),
  expiry_month: z.number().int(),
  expiry_year: z.number().int(),
});
export type CardResource = z.infer<typeof cardSchema>;

const amountsSchema = z.object({
  price_type: z.string().optional(),
  total: cents.default(0),
  amount_due: cents.optional(),
  amount_paid: cents.default(0),
  credits_applied: cents.default(0),
  taxes: z.array(z.object({ name: z.string().default('Tax'), amount: cents })).default([]),
});

export const invoiceSchema = amountsSchema.extend({
  id: z.string().min(1),
  subscription_id: z.string().optional(),
  status: z.enum(['paid', 'posted', 'payment_due', 'not_paid', 'voided', 'pending']),
  date: seconds.optional(),
  dunning_status: z.string().optional(),
  next_retry_at: seconds.optional(),
  deleted: z.boolean().default(false),
  line_items: z
    .array(
      z.object({
        description: z.string().default(''),
        amount: cents.default(0),
        subscription_id: z.string().optional(),
      }),
    )
    .default([]),
  discounts: z
    .array(z.object({ description: z.string().optional(), entity_id: z.string().optional(), amount: cents }))
    .default([]),
});
export type InvoiceResource = z.infer<typeof invoiceSchema>;

export const estimateSchema = z.object({
  invoice_estimate: amountsSchema.optional(),
  next_invoice_estimate: amountsSchema.optional(),
  subscription_estimate: z.object({ next_billing_at: seconds.optional() }).optional(),
  credit_note_estimates: z.array(z.object({ total: cents })).default([]),
});
export type EstimateResource = z.infer<typeof estimateSchema>;

export const pageSchema = z.object({
  id: z.string().min(1),
  url: z.string(),
  state: z.enum(['created', 'requested', 'succeeded', 'cancelled', 'acknowledged']),
  pass_thru_content: z.string().optional(),
  expires_at: seconds.optional(),
  content: z.object({ subscription: subscriptionSchema.optional().catch(undefined) }).default({}),
});
export type PageResource = z.infer<typeof pageSchema>;

const at = (value: number): Date => new Date(value * 1000);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The customer that stands for an organisation at Chargebee; nobody can choose or change this id but us. */
export const customerIdOf = (orgId: string): string => `org-${orgId}`;

/** Whose subscription it is; empty where it is none of ours. The custom field is for those that were made by hand. */
export function orgIdOf({
  customer_id,
  cf_organization_id = '',
}: Pick<SubscriptionResource, 'customer_id' | 'cf_organization_id'>): string {
  const ours = customer_id.startsWith('org-') ? customer_id.slice(4) : '';
  return [ours, cf_organization_id].find((id) => uuid.test(id)) ?? '';
}

export const isLive = ({ status, deleted }: Pick<SubscriptionResource, 'status' | 'deleted'>): boolean =>
  !deleted && status !== 'cancelled' && status !== 'transferred' && status !== 'paused';

export function statusOf(it: SubscriptionResource): BillingSubscription['status'] {
  if (!isLive(it)) return 'cancelled';
  if (it.status === 'non_renewing') return 'ending';
  return it.due_invoices_count > 0 ? 'past-due' : 'active';
}

export const priceIdOf = ({ subscription_items: items, plan_id }: SubscriptionResource): string =>
  (items.find(({ item_type }) => item_type === 'plan') ?? items[0])?.item_price_id ?? plan_id ?? '';

/** The sum of what is subscribed to, before discounts and taxes. */
export const fullPriceOf = ({ subscription_items: items }: SubscriptionResource): number =>
  items.reduce((sum, { amount = 0 }) => sum + amount, 0);

const brandNames: Record<string, string> = {
  mastercard: 'Mastercard',
  american_express: 'American Express',
  jcb: 'JCB',
};
const brandName = (type = 'card'): string =>
  brandNames[type] ??
  type
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

export const toCard = ({
  card_type,
  last4,
  expiry_month,
  expiry_year,
}: CardResource): NonNullable<BillingSubscription['card']> => ({
  brand: brandName(card_type),
  last4,
  expires: `${String(expiry_month).padStart(2, '0')}/${expiry_year}`,
});

/** What is charged next, and when if that is not at the end of the term. */
export type NextCharge = { cents: number; at?: number | undefined };

const startOf = (it: SubscriptionResource): number =>
  it.started_at ?? it.activated_at ?? it.start_date ?? it.created_at ?? 0;
const termStartOf = (it: SubscriptionResource): number =>
  it.current_term_start ?? it.trial_start ?? startOf(it);
export const termEndOf = (it: SubscriptionResource): Date =>
  at(it.current_term_end ?? it.trial_end ?? it.next_billing_at ?? it.cancelled_at ?? termStartOf(it));

export function toSubscription(
  it: SubscriptionResource,
  card: CardResource | null,
  next: NextCharge,
): BillingSubscription {
  const status = statusOf(it);
  const nextBillingAt =
    status === 'active' || status === 'past-due' ? (next.at ?? it.next_billing_at ?? null) : null;
  return {
    id: it.id,
    customerId: it.customer_id,
    orgId: orgIdOf(it),
    priceId: priceIdOf(it),
    status,
    startedAt: at(startOf(it)),
    termStart: at(termStartOf(it)),
    termEnd: termEndOf(it),
    nextBillingAt: nextBillingAt === null ? null : at(nextBillingAt),
    // for one that is to end, Chargebee names the end here
    cancelledAt: status === 'cancelled' && it.cancelled_at !== undefined ? at(it.cancelled_at) : null,
    couponCodes: it.coupons.map(({ coupon_id }) => coupon_id),
    nextAmountCents: nextBillingAt === null ? null : next.cents,
    card: card && toCard(card),
    version: it.resource_version,
  };
}

/** What an estimate asks for without its taxes, once credit from before is taken off. */
export const nextAmountOf = ({ total, taxes, credits_applied }: z.infer<typeof amountsSchema>): number =>
  Math.max(0, total - credits_applied - taxes.reduce((sum, { amount }) => sum + amount, 0));

const invoiceStatus = ({ status, dunning_status }: InvoiceResource): BillingInvoice['status'] => {
  if (status === 'paid' || status === 'voided') return status;
  // a payment that is tried again has failed before
  return status === 'not_paid' || dunning_status === 'in_progress' || dunning_status === 'exhausted'
    ? 'failed'
    : 'due';
};

export const toInvoice = (it: InvoiceResource): BillingInvoice => ({
  id: it.id,
  date: at(it.date ?? 0),
  status: invoiceStatus(it),
  // credit is taken off before anything is asked for
  totalCents: it.total - it.credits_applied,
  paidCents: it.amount_paid,
  lines: [
    ...it.line_items.map(({ description, amount }) => ({ description, amountCents: amount })),
    ...it.discounts.map(({ description, entity_id, amount }) => ({
      description: description ?? `Discount ${entity_id ?? ''}`.trim(),
      amountCents: -amount,
    })),
    ...(it.price_type === 'tax_inclusive'
      ? []
      : it.taxes.map(({ name, amount }) => ({ description: name, amountCents: amount }))),
    ...(it.credits_applied > 0 ? [{ description: 'Credit', amountCents: -it.credits_applied }] : []),
  ],
});

/** @param fallback next amount and date where the estimate names none */
export function toPreview(
  it: EstimateResource,
  fallback: { nextAmountCents: number; nextBillingAt: number },
): ChangePreview {
  const now = it.invoice_estimate;
  const chargeCents = now?.total ?? 0;
  const dueNowCents = Math.max(0, now?.amount_due ?? chargeCents);
  const notes = it.credit_note_estimates.reduce((sum, { total }) => sum + total, 0);
  return {
    // credit from before is used up in the same invoice
    creditCents: Math.max(notes, chargeCents - dueNowCents),
    chargeCents,
    dueNowCents,
    nextAmountCents: it.next_invoice_estimate
      ? nextAmountOf(it.next_invoice_estimate)
      : fallback.nextAmountCents,
    nextBillingAt: at(it.subscription_estimate?.next_billing_at ?? fallback.nextBillingAt),
  };
}

const notesSchema = z.object({ organizationId: z.string().regex(uuid), planId: z.string() });

/** What we keep with a page of ours. */
export const pageNotes = (orgId: string, planId: string): string =>
  JSON.stringify({ organizationId: orgId, planId });

/** Null for a page that somebody else made at the same site. */
export function readPageNotes(text: string | undefined): z.infer<typeof notesSchema> | null {
  try {
    return notesSchema.parse(JSON.parse(text ?? ''));
  } catch {
    return null;
  }
}

export function pageState({ state, expires_at }: PageResource, now: Date): HostedPage['state'] {
  if (state === 'succeeded' || state === 'acknowledged') return 'succeeded';
  if (state === 'cancelled') return 'cancelled';
  return expires_at !== undefined && at(expires_at) <= now ? 'expired' : 'open';
}

/** Until when a page is good; without a word about it, as long as Chargebee says that checkouts are. */
export const pageExpiry = ({ expires_at }: PageResource, now: Date): Date =>
  expires_at === undefined ? new Date(now.getTime() + 3 * 3_600_000) : at(expires_at);
