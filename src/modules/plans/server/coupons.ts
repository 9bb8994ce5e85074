import type { OrgDb } from '#platform/server/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { channelOf, type Catalog } from '#modules/catalog/server/public.ts';
import { couponsFor, offeredPlan } from './offers.ts';
import { selectAccount } from './subscriptions.store.ts';

type Wish = { orgId: string; planId: string; code: string; now: Date };

/** Whether an organisation may use a coupon for a plan: the rule of the checkout, for pages that take codes themselves. */
export async function mayUseCoupon(
  db: OrgDb,
  catalog: Catalog,
  { orgId, planId, code, now }: Wish,
): Promise<boolean> {
  const account = await selectAccount(db, orgId);
  if (!account) return false;
  const channel = channelOf(catalog, account.channelId);
  try {
    couponsFor(catalog, channel, offeredPlan(channel, planId), code, now);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
