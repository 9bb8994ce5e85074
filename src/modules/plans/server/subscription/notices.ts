import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import type { BaseCtx, PublicCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { BillingSubscription } from '#providers/billing/port.ts';
import type { plansContract } from '../../contract.ts';
import { readFrom } from './provider.ts';
import { organizationOfSubscription } from './subscriptions.store.ts';
import { takeUp } from '../checkout/takeUp.ts';

type Calls = typeof plansContract;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whose subscription it is: what is stored counts more than what the provider was told once. */
async function organizationOf(ctx: BaseCtx, subscription: BillingSubscription): Promise<string | null> {
  const known = await organizationOfSubscription(ctx.global, subscription.id);
  if (known) return known;
  return uuid.test(subscription.orgId) ? subscription.orgId : null;
}

/**
 * Takes a notice of the billing provider, whichever way it came: each takes effect once, in whatever order they come.
 * What concerns nobody here is acknowledged, so that it is not sent again.
 * Refuses with `not-from-provider`, `billing-unavailable`.
 */
export async function takeNotice(
  ctx: BaseCtx,
  notice: { authorization: string; body: unknown },
): Promise<void> {
  const event = await readFrom(ctx, ctx.providers.billing.readEvent(notice));
  if (!event) throw new Refusal('not-from-provider');
  const { subscription } = event;
  const about = { eventId: event.id, type: event.type, billingSubscriptionId: subscription?.id };
  if (!subscription) {
    ctx.log.info(about, 'a billing notice about no subscription');
    return;
  }
  const orgId = await organizationOf(ctx, subscription);
  const outcome = orgId && (await takeUp(ctx.forOrg(orgId), subscription, { noticeId: event.id }));
  if (!outcome || outcome === 'not-ours')
    ctx.log.warn(about, 'a billing notice about no organisation of this portal');
  else ctx.log.info({ ...about, orgId, outcome }, 'billing notice');
}

export async function billingWebhook(
  ctx: PublicCtx,
  body: BodyOf<Calls['billingWebhook']>,
): Promise<ReplyOf<Calls['billingWebhook']>> {
  await takeNotice(ctx, { authorization: ctx.client.authorization, body });
  return {};
}

/** A notice that came through the queue of this program. One that nobody can prove is dropped: it would be so again. */
export async function takeQueuedNotice(ctx: BaseCtx, body: unknown): Promise<void> {
  const authorization = ctx.providers.billing.noticeAuthorization;
  if (authorization === undefined) {
    ctx.log.error('a queued billing notice of a provider that is no longer used was dropped');
    return;
  }
  await takeNotice(ctx, { authorization, body });
}
