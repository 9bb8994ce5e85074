import type { BaseCtx, OrgCtx, OrgScope } from '#platform/server/ctx.ts';
import { hashToken } from '#platform/server/secrets/secrets.ts';
import { BillingError, type HostedPage } from '#providers/billing/port.ts';
import type { Plan } from '#modules/catalog/server/public.ts';
import { accountOf, planOfSubscription } from '../account.ts';
import * as pages from './checkoutPages.store.ts';
import { isDecided } from '../subscription/provider.ts';
import { planOfPrice } from '../subscription/standing.ts';
import { takeUp } from './takeUp.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Younger pages are finished by the buyer's window or by a notice, most likely. */
const patienceMs = 4 * minuteMs;
/** A bank's question that was answered at the last moment takes its time. */
const lateMs = hourMs;
/** A page that its provider never ends. */
const longestMs = 7 * 24 * hourMs;
/** In one run of the job; the others have their turn in the next one. */
const mostPerRun = 300;
/** Before another page is opened; of somebody who opened more than these within their life, the job asks after the rest. */
const mostPerCheckout = 10;

export const checkoutPagePurpose = 'checkout-page';

/** What came of a page of the provider. `elsewhere`: the page, or what it sold, is another organisation's. */
export type PageOutcome =
  | { state: 'bought'; plan: Plan }
  | { state: 'open' | 'cancelled' | 'expired' | 'elsewhere' | 'unknown' | 'undecidable' };

/** Takes up what was bought on a page, as the person of the scope. Repeating it does nothing further. */
export async function takeUpPage(scope: OrgScope, page: HostedPage): Promise<PageOutcome> {
  const { orgId } = scope;
  if (page.orgId !== orgId) return { state: 'elsewhere' };
  const { state, subscription } = page;
  if (state === 'cancelled' || state === 'expired') return { state };
  if (state !== 'succeeded' || !subscription) return { state: 'open' };
  const account = await accountOf(scope);
  const plan =
    planOfPrice(account.catalog, subscription.priceId) ??
    planOfSubscription(account, { planId: page.planId });
  const outcome = await takeUp(scope, subscription, {
    asked: {
      request: 'bought',
      first: true,
      act: {
        act: 'plan-bought',
        subject: 'plan',
        subjectId: plan.planId,
        subjectName: plan.planName,
        after: { planId: plan.planId, couponCodes: subscription.couponCodes },
      },
    },
  });
  if (outcome !== 'not-ours') return { state: 'bought', plan };
  scope.log.error(
    { orgId, billingSubscriptionId: subscription.id },
    'the page of one organisation sold the subscription of another',
  );
  return { state: 'elsewhere' };
}

/** Writes a page down before anybody can pay on it. */
export const keepPage = (ctx: OrgCtx, page: HostedPage): Promise<void> =>
  ctx.inOrg((db) =>
    pages.insertCheckoutPage(db, ctx.orgId, {
      idHash: hashToken(page.id),
      sealedId: ctx.secrets.seal(checkoutPagePurpose, page.id),
      openedBy: { id: ctx.session.cognitoId, email: ctx.session.email },
      openedAt: ctx.now(),
      expiresAt: page.expiresAt,
    }),
  );

export const forgetPage = (scope: OrgScope, pageId: string): Promise<void> =>
  scope.inOrg((db) => pages.deleteCheckoutPage(db, hashToken(pageId)));

/** Whether nothing more can come of a page that was good until `expiresAt`. */
export function isOver(state: PageOutcome['state'], expiresAt: Date, now: Date): boolean {
  if (state === 'open') return now.getTime() > expiresAt.getTime() + longestMs;
  if (state === 'expired' || state === 'unknown') return now.getTime() > expiresAt.getTime() + lateMs;
  return true;
}

async function outcomeOf(scope: OrgScope, kept: pages.CheckoutPage): Promise<PageOutcome['state']> {
  const about = { orgId: scope.orgId, openedAt: kept.openedAt };
  const id = scope.secrets.open(checkoutPagePurpose, kept.sealedId);
  if (id === null) {
    scope.log.error(about, 'a checkout page was sealed by another installation and cannot be asked about');
    return 'undecidable';
  }
  try {
    const page = await scope.providers.billing.findPage(id);
    return page ? (await takeUpPage(scope, page)).state : 'unknown';
  } catch (error) {
    if (!isDecided(error)) throw error;
    scope.log.error(
      { err: error, ...about },
      'the billing provider cannot tell what came of a checkout page',
    );
    return 'undecidable';
  }
}

/**
 * Asks what came of a page, takes up what was bought on it, as whoever opened it, and forgets a page that is over.
 * @throws BillingError where the provider is away
 */
async function settle(scope: OrgScope, kept: pages.CheckoutPage): Promise<PageOutcome['state']> {
  const state = await outcomeOf(scope.forOrg(scope.orgId, kept.openedBy), kept);
  if (isOver(state, kept.expiresAt, scope.now()))
    await scope.inOrg((db) => pages.deleteCheckoutPage(db, kept.idHash));
  return state;
}

/** Takes up what was bought on pages that the organisation opened before. */
export async function settleEarlierPages(scope: OrgScope): Promise<void> {
  const earlier = await scope.inOrg((db) => pages.selectCheckoutPages(db, mostPerCheckout));
  await Promise.all(earlier.map((kept) => settle(scope, kept)));
}

/** Takes up purchases of which neither the buyer's window nor a notice told. While the provider is away, each waits for the next run. */
export async function takeUpPurchases(base: BaseCtx): Promise<void> {
  const now = base.now();
  const askedBefore = new Date(now.getTime() - patienceMs);
  for (const { orgId, idHash } of await pages.selectSilentPages(base.global, askedBefore, mostPerRun)) {
    const scope = base.forOrg(orgId);
    try {
      // noted before it is asked, so that one that fails every time does not hold up the others
      const kept = await scope.inOrg((db) => pages.claimCheckoutPage(db, idHash, askedBefore, now));
      if (kept && (await settle(scope, kept)) === 'bought')
        base.log.warn({ orgId }, 'a purchase that its buyer did not finish is taken up');
    } catch (error) {
      if (error instanceof BillingError) throw error;
      base.log.error({ err: error, orgId }, 'checkout page not settled');
    }
  }
}
