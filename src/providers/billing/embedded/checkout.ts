import type { GlobalDb } from '#platform/server/database/database.ts';
import { randomToken } from '#platform/server/secrets/secrets.ts';
import type { HostedPage } from '../port.ts';
import { monthsAfter, termPrice, wholeSecond, type RunningCoupon } from './arithmetic.ts';
import { askBank, needsAuthentication, type CardRefusal, type KeptCard } from './cards.ts';
import { issueInvoice, termLines } from './charge.ts';
import { queueEvent } from './events.ts';
import { changePage, insertPage, lockPage, readPage, type NewPage, type Page } from './pages.store.ts';
import {
  couponsOf,
  findCoupon,
  priceOfId,
  startCoupon,
  type SandboxParts,
  type SandboxPrice,
} from './parts.ts';
import { notFound, notInThisState } from './refusal.ts';
import { hasLivingSubscription, insertSubscription, takeCustomer } from './subscriptions.store.ts';

const lifeMs = 3 * 3_600_000;

export const checkoutPath = (id: string): string => `/billing-sandbox/checkout/${id}`;
/** A page of ours at the address that the customer came from, so that it may stand in a frame there. */
export const besides = (parts: SandboxParts, returnUrl: string, path: string): string =>
  new URL(path, new URL(returnUrl, parts.publicUrl)).href;

export const stateOf = (page: Pick<Page, 'state' | 'expiresAt'>, now: Date): HostedPage['state'] => {
  if (page.state === 'acknowledged') return 'succeeded';
  return page.state === 'open' && page.expiresAt <= now ? 'expired' : page.state;
};

/** Makes a page on which a plan is bought; its address cannot be guessed, and it is good for three hours. */
export async function openPage(
  parts: SandboxParts,
  wanted: Omit<NewPage, 'createdAt' | 'expiresAt'>,
): Promise<{ id: string; page: Page }> {
  priceOfId(parts, wanted.priceId);
  const couponCodes = couponsOf(parts, wanted.couponCodes).map(({ code }) => code);
  const id = randomToken();
  const createdAt = wholeSecond(parts.now());
  const expiresAt = new Date(createdAt.getTime() + lifeMs);
  return { id, page: await insertPage(parts.db, id, { ...wanted, couponCodes, createdAt, expiresAt }) };
}

/** Notes that the buyer's program has seen what was bought. @throws SandboxRefusal where nothing was */
export const acknowledge = (parts: SandboxParts, id: string): Promise<void> =>
  parts.db.transaction().execute(async (db) => {
    const page = await lockPage(db, id);
    if (!page) throw notFound('page', 'hosted_page_id');
    if (page.state !== 'succeeded') throw notInThisState('Nothing on this page waits to be acknowledged.');
    await changePage(db, page, { state: 'acknowledged' });
  });

/** What a page asks for. */
export type Order = { price: SandboxPrice; coupons: RunningCoupon[]; dueCents: number; thenCents: number };

/** @throws SandboxRefusal where the price or a coupon is no longer sold */
export function orderOf(parts: SandboxParts, page: Page): Order {
  const price = priceOfId(parts, page.priceId);
  const coupons = couponsOf(parts, page.couponCodes).map((coupon) => startCoupon(coupon, 0));
  return {
    price,
    coupons,
    dueCents: termPrice(price.cents, coupons, 0).netCents,
    thenCents: termPrice(price.cents, coupons, 1).netCents,
  };
}

type Closed = { kind: 'closed' };
const closed: Closed = { kind: 'closed' };

const whileOpen = <T>(
  parts: SandboxParts,
  id: string,
  work: (db: GlobalDb, page: Page, now: Date) => Promise<T>,
): Promise<T | Closed> =>
  parts.db.transaction().execute(async (db) => {
    const page = await lockPage(db, id);
    const now = wholeSecond(parts.now());
    return page && stateOf(page, now) === 'open' ? work(db, page, now) : closed;
  });

/**
 * Puts a coupon in the place of those on the page, or takes them away where nothing is typed.
 * @returns false for one that there is not, or not for this customer
 */
export async function applyCoupon(parts: SandboxParts, id: string, typed: string): Promise<boolean | Closed> {
  const coupon = typed.trim() === '' ? null : findCoupon(parts, typed);
  if (typed.trim() !== '' && !coupon) return false;
  const shown = coupon && parts.mayUseCoupon ? await readPage(parts.db, id) : null;
  if (coupon && shown && !(await parts.mayUseCoupon!(shown.cfOrganizationId, shown.priceId, coupon.code)))
    return false;
  return whileOpen(parts, id, async (db, page) => {
    await changePage(db, page, { couponCodes: coupon ? [coupon.code] : [] });
    return true;
  });
}

export const cancelPage = (parts: SandboxParts, id: string): Promise<void | Closed> =>
  whileOpen(parts, id, (db, page) => changePage(db, page, { state: 'cancelled', pendingCard: null }));

export type PayOutcome =
  | { kind: 'succeeded' | 'challenge' }
  | Closed
  | { kind: 'refused'; refusal: CardRefusal };

/**
 * Pays a page by card. A page that was paid stays paid: sending it again, or from a second tab, buys nothing twice.
 * @param authenticated whether the customer has just proved to the bank that the card is theirs
 */
async function settlePage(
  parts: SandboxParts,
  db: GlobalDb,
  page: Page,
  card: KeptCard,
  authenticated: boolean,
  now: Date,
): Promise<PayOutcome> {
  if (needsAuthentication(card) && !authenticated) {
    await changePage(db, page, { pendingCard: card });
    return { kind: 'challenge' };
  }
  const customer = await takeCustomer(db, page.customer, now);
  if (await hasLivingSubscription(db, customer.id)) {
    const message = 'Your organization has a subscription already. Nothing was paid.';
    return { kind: 'refused', refusal: { code: 'payment-failed', message, field: 'number' } };
  }
  const refusal = askBank(card, true, now);
  if (refusal) {
    await queueEvent(parts, db, 'payment_failed', { customer });
    return { kind: 'refused', refusal };
  }
  const { price, coupons, dueCents } = orderOf(parts, page);
  const end = monthsAfter(now, 1);
  const subscription = await insertSubscription(db, {
    customer,
    priceId: price.priceId,
    priceName: price.name,
    priceCents: price.cents,
    startedAt: now,
    termStart: now,
    termEnd: end,
    spanCents: dueCents,
    coupons,
    card,
  });
  const lines = termLines({ name: price.name, cents: price.cents, start: now, end }, coupons, 0);
  const invoice = await issueInvoice(
    db,
    subscription,
    { lines, totalCents: dueCents, start: now, end, paid: true },
    now,
  );
  await changePage(db, page, { state: 'succeeded', subscriptionId: subscription.id, pendingCard: null });
  await queueEvent(parts, db, 'subscription_created', { subscription, invoice });
  await queueEvent(parts, db, 'invoice_generated', { subscription, invoice });
  if (dueCents > 0) await queueEvent(parts, db, 'payment_succeeded', { subscription, invoice });
  return { kind: 'succeeded' };
}

export const payPage = (parts: SandboxParts, id: string, card: KeptCard): Promise<PayOutcome> =>
  whileOpen(parts, id, (db, page, now) => settlePage(parts, db, page, card, false, now));

const failedChallenge: CardRefusal = {
  code: 'authentication-needed',
  message: 'The bank could not confirm that this card is yours. Try again, or use another card.',
  field: 'number',
};

/** Ends the bank's question about the card that waits for it. Nothing is paid where no card waits. */
export const answerChallenge = (parts: SandboxParts, id: string, passed: boolean): Promise<PayOutcome> =>
  whileOpen(parts, id, async (db, page, now): Promise<PayOutcome> => {
    const card = page.pendingCard;
    if (!card) return { kind: 'refused', refusal: failedChallenge };
    await changePage(db, page, { pendingCard: null });
    if (!passed) return { kind: 'refused', refusal: failedChallenge };
    return settlePage(parts, db, page, card, true, now);
  });
