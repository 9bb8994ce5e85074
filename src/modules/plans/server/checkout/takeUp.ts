import { recordAct, type Act } from '#platform/server/audit.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import { isDuplicate, type OrgDb } from '#platform/server/database/database.ts';
import type { BillingSubscription } from '#providers/billing/port.ts';
import { catalogOf, channelOf, type Catalog } from '#modules/catalog/server/public.ts';
import { endReplacedSubscriptionSpec } from '../jobSpecs.ts';
import { queueBillingMails } from '../mails.ts';
import {
  currentOf,
  freePlanOf,
  isLiving,
  isSameStanding,
  newsOf,
  planOfPrice,
  standingOf,
  type StoredSubscription,
} from '../subscription/standing.ts';
import * as store from '../subscription/subscriptions.store.ts';

export type TakenUp =
  | 'taken'
  /** Nothing that was not known. */
  | 'old'
  /** This notice was taken before. */
  | 'repeated'
  /** The organisation does not exist, or the subscription is another one's or another customer's. */
  | 'not-ours';

const stored = (catalog: Catalog, told: BillingSubscription): StoredSubscription => ({
  ...told,
  planId: planOfPrice(catalog, told.priceId)?.planId ?? null,
});

/** Two windows paid at the same time: the newer one counts, and what the older one charges must end. */
async function endReplaced(scope: OrgScope, db: OrgDb, all: readonly StoredSubscription[]): Promise<void> {
  const current = currentOf(all);
  for (const { id } of all.filter(
    (one) => one.id !== current?.id && isLiving(one) && one.status !== 'ending',
  )) {
    scope.log.error(
      { orgId: scope.orgId, billingSubscriptionId: id },
      'an organisation pays for two plans; the older one is ended',
    );
    await scope.jobs.enqueue(
      db,
      endReplacedSubscriptionSpec,
      { orgId: scope.orgId, subscriptionId: id },
      { key: id },
    );
  }
}

/** Makes of the organisation what a subscription that changed means for it, and tells its administrators. */
async function apply(
  scope: OrgScope,
  db: OrgDb,
  account: store.AccountRow,
  told: BillingSubscription,
): Promise<TakenUp> {
  const { orgId } = scope;
  const now = scope.now();
  const catalog = catalogOf(scope.settings);
  const channel = channelOf(catalog, account.channelId);
  const before: StoredSubscription[] = await store.selectSubscriptions(db, orgId);
  const known = before.find((one) => one.id === told.id);
  if (known && known.version >= told.version) return 'old';
  const changed = stored(catalog, told);
  // whose a customer of the provider's is may have been typed there, even by the customer: it ends nobody's plan
  if (!known && before.some((one) => isLiving(one) && one.customerId !== told.customerId)) {
    scope.log.error(
      { orgId, billingSubscriptionId: told.id, customerId: told.customerId },
      'another customer pays for an organisation that pays itself',
    );
    return 'not-ours';
  }
  if (changed.planId === null)
    scope.log.error(
      { orgId, billingSubscriptionId: told.id, priceId: told.priceId },
      'no plan of the catalogue has this price',
    );
  await store.upsertSubscription(db, orgId, changed, now);
  const after = [...before.filter((one) => one.id !== told.id), changed];
  const freePlanId = freePlanOf(channel)?.planId ?? null;
  const standing = standingOf(after, freePlanId);
  if (standing && !isSameStanding(standing, standingOf(before, freePlanId)))
    await store.updateStanding(db, orgId, standing, now);
  if (!known && isLiving(changed)) await endReplaced(scope, db, after);
  const all = currentOf(after)?.id === told.id ? newsOf(before, after) : [];
  // whoever closes the account was told of the end of the plan with it
  const news =
    all.some((one) => one === 'ends' || one === 'ended') && (await store.isClosing(db, orgId)) ? [] : all;
  if (news.length > 0)
    await queueBillingMails(scope, db, {
      account,
      channel,
      subscription: told,
      planId: changed.planId,
      freePlanId,
      news,
    });
  return 'taken';
}

/**
 * Takes up what the billing provider says of a subscription, in one transaction: storage, the organisation's plan, mails.
 * Repeated, late and overtaken news change nothing.
 * @param how.noticeId the notice that brought it, taken once
 * @param how.asked what the person of the scope asked for; written down once for each `request`, one that is `first` only
 *   before any other
 */
export async function takeUp(
  scope: OrgScope,
  told: BillingSubscription,
  how: { noticeId?: string; asked?: { request: string; first?: boolean; act: Act } } = {},
): Promise<TakenUp> {
  const { orgId } = scope;
  const { noticeId, asked } = how;
  try {
    return await scope.inOrg(async (db) => {
      if (noticeId !== undefined && !(await store.insertNotice(db, noticeId, scope.now()))) return 'repeated';
      const account = await store.selectAccount(db, orgId, true);
      if (!account) return 'not-ours';
      const outcome = await apply(scope, db, account, told);
      if (asked && (await store.claimRequest(db, orgId, told.id, asked.request, asked.first)))
        await recordAct(db, asked.act);
      return outcome;
    });
  } catch (error) {
    if (isDuplicate(error, 'billing_subscription_id')) return 'not-ours';
    throw error;
  }
}
