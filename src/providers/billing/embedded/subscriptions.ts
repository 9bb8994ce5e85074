import { shownDay } from '#platform/dates.ts';
import type { GlobalDb } from '#platform/server/database/database.ts';
import { changePlanAt, wholeSecond, type PlanChange, type RunningCoupon } from './arithmetic.ts';
import { askBank, type KeptCard } from './cards.ts';
import { chargeOnFile, discountLines, endSubscription, issueInvoice, payDueInvoice } from './charge.ts';
import type { InvoiceLine } from './invoices.store.ts';
import { findDueInvoice } from './invoices.store.ts';
import { queueEvent } from './events.ts';
import { couponsOf, priceOfId, startCoupon, type SandboxParts, type SandboxPrice } from './parts.ts';
import { notFound, notInThisState, SandboxRefusal } from './refusal.ts';
import {
  findChange,
  insertChange,
  lockSubscription,
  readSubscription,
  saveSubscription,
  type Subscription,
} from './subscriptions.store.ts';
import { periodOf } from './wording.ts';

export type Change = { priceId: string; couponCodes: string[] };

const noSubscription = () => notFound('subscription', 'subscription_id');

/** What a change would cost. @throws SandboxRefusal where it cannot be made */
export function planned(parts: SandboxParts, subscription: Subscription, change: Change, now: Date) {
  if (subscription.status === 'cancelled') throw notInThisState('This subscription has ended.');
  if (subscription.ending || subscription.status === 'past-due' || subscription.priceId === change.priceId)
    throw notInThisState('This subscription cannot change its plan now.');
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
      description: `Unused time on ${subscription.priceName} after ${shownDay(now)}`,
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
  await queueEvent(parts, db, 'subscription_changed', { subscription: saved, invoice });
  await queueEvent(parts, db, 'invoice_generated', { subscription: saved, invoice });
  if (sum.dueNowCents > 0) await queueEvent(parts, db, 'payment_succeeded', { subscription: saved, invoice });
  return saved;
}

/** Works on a subscription while nothing else changes it. @throws SandboxRefusal where there is none */
export const locked = <T>(
  parts: SandboxParts,
  id: string,
  work: (db: GlobalDb, subscription: Subscription) => Promise<T>,
): Promise<T> =>
  parts.db.transaction().execute(async (db) => {
    const subscription = await lockSubscription(db, id);
    if (!subscription) throw noSubscription();
    return work(db, subscription);
  });

/** @throws SandboxRefusal where there is none */
export async function needSubscription(parts: SandboxParts, id: string): Promise<Subscription> {
  const subscription = await readSubscription(parts.db, id);
  if (!subscription) throw noSubscription();
  return subscription;
}

/**
 * Moves a subscription to another plan now. Where the card is refused nothing changes, but for the event of it.
 * @param key names the request: the same one again changes nothing further
 * @throws SandboxRefusal
 */
export async function changePlan(
  parts: SandboxParts,
  id: string,
  change: Change & { metaData: object | null },
  key: string | null,
): Promise<{ subscription: Subscription; isRepeated: boolean }> {
  const now = wholeSecond(parts.now());
  const outcome = await locked(parts, id, async (db, subscription) => {
    const before = key === null ? null : await findChange(db, id, key);
    if (before !== null && before !== change.priceId)
      throw new SandboxRefusal(400, 'invalid_request', 'The key was used with other parameters.');
    if (before !== null) return { subscription, isRepeated: true };
    const next = planned(parts, subscription, change, now);
    const refusal = next.sum.dueNowCents > 0 ? chargeOnFile(subscription.card, now) : null;
    if (refusal) {
      await queueEvent(parts, db, 'payment_failed', { subscription });
      return refusal;
    }
    const noted = { ...subscription, metaData: change.metaData ?? subscription.metaData };
    const moved = await moveTo(parts, db, noted, next, now);
    if (key !== null) await insertChange(db, id, key, change.priceId);
    return { subscription: moved, isRepeated: false };
  });
  if ('subscription' in outcome) return outcome;
  const code = outcome.code === 'no-card' ? 'payment_method_not_present' : 'payment_processing_failed';
  throw new SandboxRefusal(400, code, outcome.message, { type: 'payment' });
}

export const isOver = ({ status, ending }: Subscription): boolean => status === 'cancelled' || ending;

/** Ends a subscription with its paid term, or at once. */
export async function cancelAt(
  parts: SandboxParts,
  db: GlobalDb,
  subscription: Subscription,
  when: 'immediately' | 'end_of_term',
): Promise<Subscription> {
  if (when === 'immediately')
    return endSubscription(parts, db, subscription, wholeSecond(parts.now()), 'voided');
  const saved = await saveSubscription(db, { ...subscription, ending: true });
  await queueEvent(parts, db, 'subscription_cancellation_scheduled', { subscription: saved });
  return saved;
}

/** Takes a cancellation back. @throws SandboxRefusal once the term is over */
export async function keep(
  parts: SandboxParts,
  db: GlobalDb,
  subscription: Subscription,
): Promise<Subscription> {
  if (subscription.status === 'cancelled' || subscription.termEnd <= parts.now())
    throw notInThisState('This subscription has ended. Subscribe again to go on.');
  const saved = await saveSubscription(db, { ...subscription, ending: false });
  await queueEvent(parts, db, 'subscription_scheduled_cancellation_removed', { subscription: saved });
  return saved;
}

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
  return locked(parts, id, async (db, subscription) => {
    if (subscription.status === 'cancelled') throw notInThisState('This subscription has ended.');
    const refusal = askBank(card, true, now);
    if (refusal) return refusal;
    const saved = await saveSubscription(db, { ...subscription, card });
    await queueEvent(parts, db, 'payment_source_updated', { subscription: saved });
    if (saved.status !== 'past-due') return null;
    const paid = await payDueInvoice(parts, db, saved, now);
    if (!paid.refusal) return null;
    await queueEvent(parts, db, 'payment_failed', {
      subscription: saved,
      invoice: await findDueInvoice(db, id),
    });
    return {
      code: 'payment-failed',
      message: `The card was saved, but the open invoice could not be paid. ${paid.refusal.message}`,
      field: 'number',
    };
  });
};
