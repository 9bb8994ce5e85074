import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { channelOf, type Catalog } from '#modules/catalog/server/public.ts';
import { couponsFor, offeredPlan } from './offers.ts';
import { planOfPrice } from '../subscription/standing.ts';
import { selectAccount } from '../subscription/subscriptions.store.ts';

type Wish = { orgId: string; priceId: string; code: string; now: Date };

/** Whether an organization may use a coupon for a price: the rule of the checkout, for pages that take codes themselves. */
export async function mayUseCoupon(
  db: OrgDb,
  catalog: Catalog,
  { orgId, priceId, code, now }: Wish,
): Promise<boolean> {
  const account = await selectAccount(db, orgId);
  const plan = planOfPrice(catalog, priceId);
  if (!account || !plan) return false;
  const channel = channelOf(catalog, account.channelId);
  try {
    couponsFor(catalog, channel, offeredPlan(channel, plan.planId), code, now);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
