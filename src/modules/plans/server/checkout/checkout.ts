import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import type { OrgCtx } from '#platform/server/ctx.ts';
import { countUse } from '#platform/server/http/rateLimit.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { plansContract } from '../../contract.ts';
import { planPath } from '../../paths.ts';
import { accountOf, brandFor, type Account } from '../account.ts';
import { couponsFor, offeredPlan } from './offers.ts';
import { asked, toBillingBrand } from '../subscription/provider.ts';
import { forgetPage, keepPage, settleEarlierPages, takeUpPage } from './purchases.ts';
import { isLiving } from '../subscription/standing.ts';
import {
  selectAccount,
  selectAdmins,
  selectSubscriptions,
  updateStanding,
} from '../subscription/subscriptions.store.ts';

type Calls = typeof plansContract;

/** Takes a plan that costs nothing. Refuses with `no-such-plan`, `checkout-needed`, `already-subscribed`. */
export async function subscribePlan(
  ctx: OrgCtx,
  body: BodyOf<Calls['subscribePlan']>,
): Promise<ReplyOf<Calls['subscribePlan']>> {
  const { channel } = await accountOf(ctx);
  const { plan } = offeredPlan(channel, body.planId);
  if (plan.planPrice > 0) throw new Refusal('checkout-needed');
  const now = ctx.now();
  await ctx.inOrg(async (db) => {
    const row = await selectAccount(db, ctx.orgId, true);
    if (!row) throw new Refusal('no-organization');
    if ((await selectSubscriptions(db, ctx.orgId)).some(isLiving)) throw new Refusal('already-subscribed');
    if (row.planId === plan.planId && row.subscriptionStatus === 'ACTIVE') return;
    const standing = {
      planId: plan.planId,
      subscriptionStatus: 'ACTIVE',
      subscriptionDate: now,
      expirationDate: null,
    } as const;
    await updateStanding(db, ctx.orgId, standing, now);
  });
  return { data: { planName: plan.planName } };
}

const refuseSubscribed = ({ current }: Account): void => {
  if (current && isLiving(current)) throw new Refusal('already-subscribed');
};

/** Each page is kept for a while and costs several calls of the provider, which all organisations share. */
const mostPagesPerHour = 30;

async function countCheckout(ctx: OrgCtx): Promise<void> {
  const wait = await countUse(ctx.global, `checkouts:${ctx.orgId}`, mostPagesPerHour, 3600, ctx.now());
  if (wait !== null) throw new Refusal('too-many-requests', { retryAfterSeconds: wait });
}

/**
 * Makes a page on which a plan is bought by card. Price and coupons come from the catalogue, never from the browser.
 * Refuses with `no-such-plan`, `nothing-to-pay`, `already-subscribed`, `coupon-unusable` and what the provider says.
 */
export async function openCheckout(
  ctx: OrgCtx,
  body: BodyOf<Calls['openCheckout']>,
): Promise<ReplyOf<Calls['openCheckout']>> {
  const account = await accountOf(ctx);
  const { catalog, channel, row } = account;
  const offer = offeredPlan(channel, body.planId);
  const { plan } = offer;
  if (plan.planPrice === 0 || plan.chargebeePlanId === null) throw new Refusal('nothing-to-pay');
  refuseSubscribed(account);
  const couponCodes = couponsFor(catalog, channel, offer, body.couponCode, ctx.now());
  const buyer = (await ctx.inOrg((db) => selectAdmins(db, ctx.orgId))).find(
    (admin) => admin.cognitoId === ctx.session.cognitoId,
  );
  if (!buyer) throw new Refusal('no-organization');
  await countCheckout(ctx);
  // what was paid in another window, and nobody told of, would be paid twice; somebody else may take it up meanwhile
  await asked(ctx, settleEarlierPages(ctx));
  refuseSubscribed(await accountOf(ctx));
  const brand = brandFor(ctx, account);
  const page = await asked(
    ctx,
    ctx.providers.billing.openCheckout({
      customer: {
        orgId: ctx.orgId,
        email: buyer.email,
        firstName: buyer.firstName,
        lastName: buyer.lastName,
        company: row.companyName,
      },
      priceId: plan.chargebeePlanId,
      planId: plan.planId,
      couponCodes,
      brand: toBillingBrand(brand),
      returnUrl: `${brand.wire.webAddress}${planPath}`,
    }),
  );
  await keepPage(ctx, page);
  return { data: { page: { id: page.id, url: page.url, raw: page.raw } } };
}

/**
 * Takes up what was bought on a page. The provider is asked; what the browser says of the page counts for nothing.
 * Refuses with `no-such-page` (also for another organisation's), `not-paid` and what the provider says.
 */
export async function finishCheckout(
  ctx: OrgCtx,
  body: BodyOf<Calls['finishCheckout']>,
): Promise<ReplyOf<Calls['finishCheckout']>> {
  const page = await asked(ctx, ctx.providers.billing.findPage(body.hostedPageId));
  const outcome = page ? await takeUpPage(ctx, page) : null;
  if (!outcome || outcome.state === 'elsewhere') throw new Refusal('no-such-page');
  if (outcome.state !== 'bought') throw new Refusal('not-paid');
  await forgetPage(ctx, body.hostedPageId);
  return { data: { planName: outcome.plan.planName } };
}
