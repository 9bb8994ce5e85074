import type { OrgDb } from '#platform/server/database.ts';
import type { SubscriptionStatus } from '../contract.ts';

/** What an organisation subscribes to, as far as brand and module access need it. */
export type SubscriptionRow = { channelId: string; planId: string; subscriptionStatus: SubscriptionStatus; expirationDate: Date | null };

export async function selectSubscription(db: OrgDb, orgId: string): Promise<SubscriptionRow | null> {
  const row = await db
    .selectFrom('organization')
    .select(['channel_id', 'plan_id', 'subscription_status', 'expiration_date'])
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return row
    ? {
        channelId: row.channel_id,
        planId: row.plan_id,
        subscriptionStatus: row.subscription_status as SubscriptionStatus,
        expirationDate: row.expiration_date,
      }
    : null;
}
