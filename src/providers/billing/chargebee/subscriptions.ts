import { shownDay } from '#platform/dates.ts';
import type { Logger } from '#platform/server/log/log.ts';
import { BillingError, type Billing, type BillingSubscription } from '../port.ts';
import type { Client } from './client.ts';
import { orBillingError, toBillingError } from './errors.ts';
import {
  cardSchema,
  estimateSchema,
  fullPriceOf,
  invoiceSchema,
  isLive,
  nextAmountOf,
  orgIdOf,
  priceIdOf,
  statusOf,
  subscriptionSchema,
  termEndOf,
  toPreview,
  toSubscription,
  type CardResource,
  type NextCharge,
  type SubscriptionResource,
} from './resources.ts';

/** The client leaves slashes and dots of an id in the address: an id of ours is one plain word, so that it names nothing else. */
export const isPlainId = (id: string): boolean => id.length <= 100 && /^(?!\.+$)[\w.~@+-]+$/.test(id);

export async function nullIfUnknown<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const refusal = toBillingError(error);
    if (refusal.code === 'not-found') return null;
    throw refusal;
  }
}

type Found = { it: SubscriptionResource; card: CardResource | null };
const read = (answer: { subscription: unknown; card?: unknown }): Found => ({
  it: subscriptionSchema.parse(answer.subscription),
  card: cardSchema.safeParse(answer.card).data ?? null,
});

/** The calls that read subscriptions at Chargebee. */
export function openSubscriptions({ client }: Pick<Client, 'client'>, log: Logger) {
  const retrieve = async (id: string): Promise<Found> => {
    if (!isPlainId(id)) throw new BillingError('not-found', 'There is no such subscription.');
    return read(await orBillingError(() => client.subscription.retrieve(id)));
  };
  /** What is charged next. Only Chargebee knows what coupons and credit take off. */
  const nextChargeOf = async (it: SubscriptionResource): Promise<NextCharge> => {
    const full = { cents: fullPriceOf(it) };
    const status = statusOf(it);
    try {
      if (status === 'past-due') {
        const due = { subscription_id: { is: it.id }, status: { in: ['payment_due', 'not_paid'] } };
        const { list } = await client.invoice.list({ limit: 1, ...due, 'sort_by[desc]': 'date' });
        return { cents: it.total_dues, at: list[0] && invoiceSchema.parse(list[0].invoice).next_retry_at };
      }
      if (status !== 'active') return full;
      const { estimate } = await client.estimate.renewalEstimate(it.id, { use_existing_balances: true });
      const { invoice_estimate: next } = estimateSchema.parse(estimate);
      return next ? { cents: nextAmountOf(next) } : full;
    } catch (error) {
      log.warn(
        { err: toBillingError(error) },
        'The next invoice could not be estimated; its full price is shown.',
      );
      return full;
    }
  };
  const inOurWords = async ({ it, card }: Found): Promise<BillingSubscription> =>
    toSubscription(it, card, await nextChargeOf(it));
  const find: Billing['findSubscription'] = (id) =>
    orBillingError(async () => {
      const found = await nullIfUnknown(retrieve(id));
      return found && inOurWords(found);
    });
  return { retrieve, inOurWords, find };
}
export type Subscriptions = ReturnType<typeof openSubscriptions>;

type Wanted = { priceId: string; couponCodes: string[] };

const changeTo = ({ priceId, couponCodes }: Wanted) => ({
  subscription_items: [{ item_price_id: priceId }],
  replace_items_list: true,
  ...(couponCodes.length > 0 ? { coupon_ids: couponCodes, replace_coupon_list: true } : {}),
  change_option: 'immediately' as const,
  prorate: true,
  invoice_immediately: true,
});

/** Where the last request for a change is noted. */
const requestNote = 'change_request';

/** @throws BillingError where there is nothing to change, or not now */
function requireChangeable(it: SubscriptionResource, priceId: string): void {
  const status = statusOf(it);
  if (status === 'cancelled') throw new BillingError('conflict', 'This subscription has ended.');
  if (status === 'ending')
    throw new BillingError(
      'conflict',
      `This subscription ends on ${shownDay(termEndOf(it))}. Keep it first, then change the plan.`,
    );
  if (status === 'past-due')
    throw new BillingError(
      'payment-failed',
      'The last invoice is not paid yet. Change the card first, then the plan.',
    );
  if (priceIdOf(it) === priceId) throw new BillingError('conflict', 'This is the plan that you have.');
}

/** The current term was invoiced and is not paid. */
const isUnpaid = ({
  due_invoices_count,
  due_since = 0,
  current_term_start = Number.POSITIVE_INFINITY,
}: SubscriptionResource): boolean => due_invoices_count > 0 && due_since >= current_term_start;

/** The calls that change a subscription at Chargebee, or say what that would cost. */
export function openChanges({ client }: Pick<Client, 'client'>, { retrieve, inOurWords }: Subscriptions) {
  const previewChange: Billing['previewChange'] = ({ billingSubscriptionId, ...wanted }) =>
    orBillingError(async () => {
      const { it } = await retrieve(billingSubscriptionId);
      requireChangeable(it, wanted.priceId);
      const asked = { subscription: { id: it.id }, ...changeTo(wanted), use_existing_balances: true };
      const parsed = estimateSchema.parse((await client.estimate.updateSubscriptionForItems(asked)).estimate);
      const nextAmountCents = parsed.next_invoice_estimate
        ? 0
        : ((await client.itemPrice.retrieve(wanted.priceId)).item_price.price ?? 0);
      return toPreview(parsed, {
        nextAmountCents,
        nextBillingAt: it.next_billing_at ?? it.current_term_end ?? 0,
      });
    });

  const changePlan: Billing['changePlan'] = ({ billingSubscriptionId, requestId, ...wanted }) =>
    orBillingError(async () => {
      const before = await retrieve(billingSubscriptionId);
      // noted with the subscription too: Chargebee forgets requests after a while
      const isDone = before.it.meta_data?.[requestNote] === requestId;
      if (isDone && priceIdOf(before.it) === wanted.priceId) return inOurWords(before);
      if (isDone) throw new BillingError('conflict', 'This request was made before, for another plan.');
      requireChangeable(before.it, wanted.priceId);
      const meta_data = {
        ...before.it.meta_data,
        organization_id: orgIdOf(before.it),
        [requestNote]: requestId,
      };
      const headers = { 'chargebee-idempotency-key': requestId };
      const answer = await client.subscription.updateForItems(
        billingSubscriptionId,
        { ...changeTo(wanted), meta_data },
        headers,
      );
      // a repeated answer is as old as the first one
      return inOurWords(
        String(answer.isIdempotencyReplayed) === 'true'
          ? await retrieve(billingSubscriptionId)
          : read(answer),
      );
    });

  /** Does something that may have been done already: what the subscription has come to tells. */
  const unless = (
    id: string,
    isDone: (it: SubscriptionResource) => boolean,
    act: (it: SubscriptionResource) => Promise<unknown>,
  ) =>
    orBillingError(async () => {
      const before = await retrieve(id);
      if (isDone(before.it)) return inOurWords(before);
      try {
        return await inOurWords(read((await act(before.it)) as { subscription: unknown; card?: unknown }));
      } catch (error) {
        const refusal = toBillingError(error);
        const after = refusal.code === 'conflict' ? await retrieve(id) : null;
        if (after && isDone(after.it)) return inOurWords(after);
        throw refusal;
      }
    });

  const cancel: Billing['cancel'] = (id) =>
    unless(
      id,
      (it) => it.status === 'non_renewing' || !isLive(it),
      (it) =>
        client.subscription.cancelForItems(
          id,
          // nobody pays for a term that was neither paid nor wanted
          isUnpaid(it)
            ? { cancel_option: 'immediately', credit_option_for_current_term_charges: 'full' }
            : { cancel_option: 'end_of_term' },
        ),
    );

  const resume: Billing['resume'] = (id) =>
    unless(
      id,
      (it) => isLive(it) && it.status !== 'non_renewing',
      (it) => {
        if (!isLive(it))
          throw new BillingError('conflict', 'This subscription has ended. Subscribe again to go on.');
        return client.subscription.removeScheduledCancellation(id);
      },
    );

  return { previewChange, changePlan, cancel, resume };
}
