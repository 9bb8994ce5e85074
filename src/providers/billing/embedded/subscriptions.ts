import type { GlobalDb } from '#platform/server/database.ts';
import { BillingError, type BillingSubscription, type ChangePreview } from '../port.ts';
import {
  changePlanAt,
  settle,
  termPrice,
  wholeSecond,
  type PlanChange,
  type RunningCoupon,
} from './arithmetic.ts';
import { askBank, type KeptCard } from './cards.ts';
import { chargeOnFile, discountLines, endSubscription, issueInvoice, payDueInvoice } from './charge.ts';
import { describeSubscription } from './describe.ts';
import type { InvoiceLine } from './invoices.store.ts';
import { findDueInvoice } from './invoices.store.ts';
import { tell } from './notices.ts';
import { couponsOf, priceOfId, startCoupon, type SandboxParts, type SandboxPrice } from './parts.ts';
import {
  findChange,
  insertChange,
  lockSubscription,
  readSubscription,
  saveSubscription,
  type Subscription,
} from './subscriptions.store.ts';
import { dayOf, periodOf } from './wording.ts';

type Change = { subscriptionId: string; priceId: string; couponCodes: string[] };

const notFound = () => new BillingError('not-found', 'There is no such subscription.');

/** A change that can be made, or why it cannot. */
function planned(parts: SandboxParts, subscription: Subscription, change: Change, now: Date) {
  if (subscription.status === 'cancelled') throw new BillingError('conflict', 'This subscription has ended.');
  if (subscription.ending)
    throw new BillingError(
      'conflict',
      `This subscription ends on ${dayOf(subscription.termEnd)}. Keep it first, then change the plan.`,
    );
  if (subscription.status === 'past-due')
    throw new BillingError(
      'payment-failed',
      'The last invoice is not paid yet. Change the card first, then the plan.',
    );
  if (subscription.priceId === change.priceId)
    throw new BillingError('conflict', 'This is the plan that you have.');
  const price = priceOfId(parts, change.priceId);
  const running = subscription.coupons;
  const coupons =
    change.couponCodes.length === 0
      ? running
      : couponsOf(parts, change.couponCodes).map((coupon) => startCoupon(coupon, subscription.term, running));
  const has = {
    span: { start: subscription.spanStart, end: subscription.termEnd, cents: subscription.spanCents },
    term: subscription.term,
    termStart: subscription.termStart,
    balanceCents: subscription.balanceCents,
  };
  return { price, coupons, sum: changePlanAt(has, { cents: price.cents, coupons }, now) };
}

/** What a change would cost, to the cent and second what `changePlan` then charges. */
export async function previewChange(parts: SandboxParts, change: Change): Promise<ChangePreview> {
  const subscription = await readSubscription(parts.db, change.subscriptionId);
  if (!subscription) throw notFound();
  const { price, coupons, sum } = planned(parts, subscription, change, wholeSecond(parts.now()));
  return {
    creditCents: sum.creditCents,
    chargeCents: sum.chargeCents,
    dueNowCents: sum.dueNowCents,
    nextAmountCents: settle(termPrice(price.cents, coupons, subscription.term + 1).netCents, sum.balanceCents)
      .dueNowCents,
    nextBillingAt: subscription.termEnd,
  };
}

function changeLines(
  subscription: Subscription,
  price: SandboxPrice,
  sum: PlanChange,
  now: Date,
): InvoiceLine[] {
  const kept = Math.max(0, sum.creditCents - sum.chargeCents);
  return [
    { description: `${price.name}, ${periodOf(now, subscription.termEnd)}`, amountCents: sum.grossCents },
    ...discountLines(sum.discounts),
    {
      description: `Unused time on ${subscription.priceName} after ${dayOf(now)}`,
      amountCents: -sum.creditCents,
    },
    ...(sum.balanceUsedCents > 0
      ? [{ description: 'Credit from an earlier invoice', amountCents: -sum.balanceUsedCents }]
      : []),
    ...(kept > 0 ? [{ description: 'Kept as credit for later invoices', amountCents: kept }] : []),
  ];
}

async function moveTo(
  parts: SandboxParts,
  db: GlobalDb,
  subscription: Subscription,
  next: { price: SandboxPrice; coupons: RunningCoupon[]; sum: PlanChange },
  now: Date,
): Promise<Subscription> {
  const { price, coupons, sum } = next;
  const invoice = await issueInvoice(
    db,
    subscription,
    {
      lines: changeLines(subscription, price, sum, now),
      totalCents: sum.dueNowCents,
      start: now,
      end: subscription.termEnd,
      paid: true,
    },
    now,
  );
  const saved = await saveSubscription(db, {
    ...subscription,
    priceId: price.priceId,
    priceName: price.name,
    priceCents: price.cents,
    spanStart: now,
    spanCents: sum.chargeCents,
    balanceCents: sum.balanceCents,
    coupons,
  });
  await tell(parts, db, 'subscription_changed', { subscription: saved, invoice });
  await tell(parts, db, 'invoice_generated', { subscription: saved, invoice });
  if (sum.dueNowCents > 0) await tell(parts, db, 'payment_succeeded', { subscription: saved, invoice });
  return saved;
}

/** Moves a subscription to another plan now. Where the card is refused nothing changes, but for the notice of it. */
export async function changePlan(
  parts: SandboxParts,
  change: Change & { requestId: string },
): Promise<BillingSubscription> {
  const now = wholeSecond(parts.now());
  const outcome = await parts.db.transaction().execute(async (db) => {
    const subscription = await lockSubscription(db, change.subscriptionId);
    if (!subscription) throw notFound();
    const before = await findChange(db, subscription.id, change.requestId);
    if (before !== null && before !== change.priceId)
      throw new BillingError('conflict', 'This request was made before, for another plan.');
    if (before !== null) return subscription;
    const next = planned(parts, subscription, change, now);
    const refusal = next.sum.dueNowCents > 0 ? chargeOnFile(subscription.card, now) : null;
    if (refusal) {
      await tell(parts, db, 'payment_failed', { subscription });
      return refusal;
    }
    const moved = await moveTo(parts, db, subscription, next, now);
    await insertChange(db, subscription.id, change.requestId, change.priceId);
    return moved;
  });
  if ('message' in outcome) throw new BillingError(outcome.code, outcome.message);
  return describeSubscription(outcome);
}

const locked = (
  parts: SandboxParts,
  id: string,
  work: (db: GlobalDb, subscription: Subscription) => Promise<Subscription>,
) =>
  parts.db.transaction().execute(async (db) => {
    const subscription = await lockSubscription(db, id);
    if (!subscription) throw notFound();
    return describeSubscription(await work(db, subscription));
  });

/** Cancels at the end of the paid term; at once where the last term was never paid. Repeating it changes nothing. */
export const cancel = (parts: SandboxParts, id: string): Promise<BillingSubscription> =>
  locked(parts, id, async (db, subscription) => {
    if (subscription.status === 'cancelled' || subscription.ending) return subscription;
    if (subscription.status === 'past-due')
      return endSubscription(parts, db, subscription, wholeSecond(parts.now()), 'voided');
    const saved = await saveSubscription(db, { ...subscription, ending: true });
    await tell(parts, db, 'subscription_cancellation_scheduled', { subscription: saved });
    return saved;
  });

/** Takes a cancellation back while the term still runs. Repeating it changes nothing. */
export const resume = (parts: SandboxParts, id: string): Promise<BillingSubscription> =>
  locked(parts, id, async (db, subscription) => {
    if (subscription.status === 'cancelled' || (subscription.ending && subscription.termEnd <= parts.now()))
      throw new BillingError('conflict', 'This subscription has ended. Subscribe again to go on.');
    if (!subscription.ending) return subscription;
    const saved = await saveSubscription(db, { ...subscription, ending: false });
    await tell(parts, db, 'subscription_scheduled_cancellation_removed', { subscription: saved });
    return saved;
  });

/**
 * Puts another card in the place of the one on file, after asking the bank about it; an invoice that is due is paid with
 * it at once.
 * @returns why the card, or the payment with it, was refused; null where all went well
 */
export const changeCard = (
  parts: SandboxParts,
  id: string,
  card: KeptCard,
): Promise<ReturnType<typeof askBank>> => {
  const now = wholeSecond(parts.now());
  return parts.db.transaction().execute(async (db) => {
    const subscription = await lockSubscription(db, id);
    if (!subscription) throw notFound();
    if (subscription.status === 'cancelled')
      throw new BillingError('conflict', 'This subscription has ended.');
    const refusal = askBank(card, true, now);
    if (refusal) return refusal;
    const saved = await saveSubscription(db, { ...subscription, card });
    await tell(parts, db, 'payment_source_updated', { subscription: saved });
    if (saved.status !== 'past-due') return null;
    const paid = await payDueInvoice(parts, db, saved, now);
    if (!paid.refusal) return null;
    await tell(parts, db, 'payment_failed', { subscription: saved, invoice: await findDueInvoice(db, id) });
    return {
      code: 'payment-failed',
      message: `The card was saved, but the open invoice could not be paid. ${paid.refusal.message}`,
      field: 'number',
    };
  });
};
