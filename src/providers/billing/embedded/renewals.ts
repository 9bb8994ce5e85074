import type { GlobalDb } from '#platform/server/database/database.ts';
import { monthsAfter, nextTry, settle, termPrice, wholeSecond } from './arithmetic.ts';
import { chargeOnFile, endSubscription, issueInvoice, payDueInvoice, termLines } from './charge.ts';
import { findDueInvoice } from './invoices.store.ts';
import { queueEvent } from './events.ts';
import { sweepPages } from './pages.store.ts';
import type { SandboxParts } from './parts.ts';
import { dueIds, saveSubscription, takeDue, type Subscription } from './subscriptions.store.ts';

/** How long pages and sessions that have ended still say so. */
const keptDays = 30;

async function renew(
  parts: SandboxParts,
  db: GlobalDb,
  subscription: Subscription,
  now: Date,
): Promise<void> {
  const { startedAt, priceCents, priceName, coupons } = subscription;
  const term = subscription.term + 1;
  const [start, end] = [monthsAfter(startedAt, term), monthsAfter(startedAt, term + 1)];
  const { netCents } = termPrice(priceCents, coupons, term);
  const { dueNowCents, balanceUsedCents, balanceCents } = settle(netCents, subscription.balanceCents);
  const refusal = dueNowCents > 0 ? chargeOnFile(subscription.card, now) : null;
  const lines = termLines(
    { name: priceName, cents: priceCents, start, end },
    coupons,
    term,
    balanceUsedCents,
  );
  const invoice = await issueInvoice(
    db,
    subscription,
    { lines, totalCents: dueNowCents, start, end, paid: !refusal },
    now,
  );
  const saved = await saveSubscription(db, {
    ...subscription,
    term,
    termStart: start,
    termEnd: end,
    spanStart: start,
    spanCents: netCents,
    balanceCents,
    ...(refusal
      ? { status: 'past-due' as const, failedAt: now, failedTries: 0, dueAt: nextTry(now, 0) }
      : { status: 'active' as const, failedAt: null, failedTries: 0, dueAt: end }),
  });
  await queueEvent(parts, db, 'subscription_renewed', { subscription: saved, invoice });
  await queueEvent(parts, db, 'invoice_generated', { subscription: saved, invoice });
  if (dueNowCents > 0)
    await queueEvent(parts, db, refusal ? 'payment_failed' : 'payment_succeeded', {
      subscription: saved,
      invoice,
    });
}

async function retry(
  parts: SandboxParts,
  db: GlobalDb,
  subscription: Subscription,
  now: Date,
): Promise<void> {
  const { refusal } = await payDueInvoice(parts, db, subscription, now);
  if (!refusal) return;
  const tries = subscription.failedTries + 1;
  const due = nextTry(subscription.failedAt ?? now, tries);
  const invoice = await findDueInvoice(db, subscription.id);
  const saved = await saveSubscription(db, { ...subscription, failedTries: tries, dueAt: due });
  await queueEvent(parts, db, 'payment_failed', { subscription: saved, invoice });
  if (!due) await endSubscription(parts, db, saved, now, 'failed');
}

/** Takes the next step of a subscription that is due; does nothing where another program took it. */
const step = (parts: SandboxParts, id: string, now: Date): Promise<boolean> =>
  parts.db.transaction().execute(async (db) => {
    const subscription = await takeDue(db, id, now);
    if (!subscription) return false;
    if (subscription.status === 'past-due') await retry(parts, db, subscription, now);
    else if (subscription.ending)
      await endSubscription(parts, db, subscription, subscription.termEnd, 'voided');
    else await renew(parts, db, subscription, now);
    return true;
  });

/**
 * Renews, retries and ends what is due: each step in a transaction of its own, so that stopping halfway, doing it again or
 * two at once change nothing. A subscription that fails is left for the next time and does not hold up the others.
 */
export async function runDue(parts: SandboxParts, at: Date = parts.now()): Promise<void> {
  const now = wholeSecond(at);
  let failure: unknown = null;
  for (const id of await dueIds(parts.db, now)) {
    try {
      // one that was left alone for months catches up month by month
      while (await step(parts, id, now));
    } catch (error) {
      parts.log.error({ err: error, subscriptionId: id }, 'billing sandbox: a due subscription');
      failure = error;
    }
  }
  await sweepPages(parts.db, new Date(now.getTime() - keptDays * 86_400_000));
  if (failure)
    throw failure instanceof Error ? failure : new Error('A due subscription could not be taken care of.');
}
