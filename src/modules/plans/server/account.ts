import type { OrgCtx, OrgScope } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import {
  catalogOf,
  channelOf,
  chooseBrand,
  planOf,
  type Catalog,
  type Channel,
  type Plan,
} from '#modules/catalog/server/public.ts';
import { currentOf, isLiving } from './subscription/standing.ts';
import {
  selectAccount,
  selectSubscriptions,
  type AccountRow,
  type SubscriptionRow,
} from './subscription/subscriptions.store.ts';

/** An organisation with what it may buy and what it pays for. */
export type Account = {
  row: AccountRow;
  catalog: Catalog;
  channel: Channel;
  /** Newest first. */
  subscriptions: SubscriptionRow[];
  current: SubscriptionRow | null;
};

export async function accountOf(scope: OrgScope): Promise<Account> {
  const { row, subscriptions } = await scope.inOrg(async (db) => ({
    row: await selectAccount(db, scope.orgId),
    subscriptions: await selectSubscriptions(db, scope.orgId),
  }));
  if (!row) throw new Refusal('no-organization');
  const catalog = catalogOf(scope.settings);
  const current = subscriptions.find((one) => one.id === currentOf(subscriptions)?.id) ?? null;
  return { row, catalog, channel: channelOf(catalog, row.channelId), subscriptions, current };
}

/** The paid subscription that runs. Refuses with `no-subscription`. */
export function livingOf({ current }: Account): SubscriptionRow {
  if (!current || !isLiving(current)) throw new Refusal('no-subscription');
  return current;
}

/** The plan of a subscription; that of the organisation where the catalogue does not know the price. */
export const planOfSubscription = ({ catalog, row }: Account, { planId }: { planId: string | null }): Plan =>
  planOf(catalog, planId ?? row.planId, row.channelId);

/** The brand that the person looks at, for the provider's pages. */
export const brandFor = (ctx: OrgCtx, { catalog, row }: Account) =>
  chooseBrand(catalog, { host: ctx.client.host, channelId: row.channelId });
