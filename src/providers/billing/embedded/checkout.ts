import type { GlobalDb } from '#platform/server/database.ts';
import { randomToken } from '#platform/server/secrets.ts';
import type { CheckoutRequest, HostedPage } from '../port.ts';
import { monthsAfter, termPrice, wholeSecond, type RunningCoupon } from './arithmetic.ts';
import { askBank, needsAuthentication, type CardRefusal, type KeptCard } from './cards.ts';
import { issueInvoice, termLines } from './charge.ts';
import { describeSubscription } from './describe.ts';
import { tell } from './notices.ts';
import { changePage, insertPage, lockPage, readPage, type Page } from './pages.store.ts';
import {
  couponsOf,
  findCoupon,
  priceOfId,
  startCoupon,
  type SandboxParts,
  type SandboxPrice,
} from './parts.ts';
import {
  hasLivingSubscription,
  insertSubscription,
  readSubscription,
  takeCustomer,
} from './subscriptions.store.ts';

const lifeMs = 3 * 3_600_000;

export const checkoutPath = (id: string): string => `/billing-sandbox/checkout/${id}`;
/** A page of ours at the address that the customer came from, so that it may stand in a frame there. */
export const besides = (parts: SandboxParts, returnUrl: string, path: string): string =>
  new URL(path, new URL(returnUrl, parts.publicUrl)).href;

export const stateOf = (page: Page, now: Date): HostedPage['state'] =>
  page.state === 'open' && page.expiresAt <= now ? 'expired' : page.state;

async function describePage(parts: SandboxParts, id: string, page: Page): Promise<HostedPage> {
  const subscription = page.subscriptionId ? await readSubscription(parts.db, page.subscriptionId) : null;
  const url = besides(parts, page.returnUrl, checkoutPath(id));
  const state = stateOf(page, parts.now());
  return {
    id,
    url,
    state,
    expiresAt: page.expiresAt,
    orgId: page.cfOrganizationId,
    planId: page.planId,
    subscription: subscription && describeSubscription(subscription),
    raw: { object: 'hosted_page', id, url, type: 'checkout_new', state, embed: true },
  };
}

/** Makes a page on which a plan is bought; nobody can guess its address, and it is good for three hours. */
export async function openCheckout(parts: SandboxParts, request: CheckoutRequest): Promise<HostedPage> {
  priceOfId(parts, request.priceId);
  const couponCodes = couponsOf(parts, request.couponCodes).map(({ code }) => code);
  const id = randomToken();
  const now = wholeSecond(parts.now());
  const page = await insertPage(
    parts.db,
    id,
    { ...request, couponCodes },
    now,
    new Date(now.getTime() + lifeMs),
  );
  return describePage(parts, id, page);
}

export async function findPage(parts: SandboxParts, id: string): Promise<HostedPage | null> {
  const page = await readPage(parts.db, id);
  return page && describePage(parts, id, page);
}

/** What a page asks for. */
export type Order = { price: SandboxPrice; coupons: RunningCoupon[]; dueCents: number; thenCents: number };

/** @throws BillingError where the price or a coupon is no longer sold */
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
  if (coupon && shown && !(await parts.mayUseCoupon!(shown.cfOrganizationId, shown.planId, coupon.code)))
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
    await tell(parts, db, 'payment_failed', { customer });
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
  await tell(parts, db, 'subscription_created', { subscription, invoice });
  await tell(parts, db, 'invoice_generated', { subscription, invoice });
  if (dueCents > 0) await tell(parts, db, 'payment_succeeded', { subscription, invoice });
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
