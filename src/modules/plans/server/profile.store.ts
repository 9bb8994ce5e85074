import type { OrgDb } from '#platform/server/database.ts';

export type SubscriptionRow = {
  channel_id: string;
  plan_id: string;
  subscription_status: string;
  sign_up_date: Date;
  subscription_date: Date | null;
  expiration_date: Date | null;
};

export const selectSubscription = (db: OrgDb, orgId: string): Promise<SubscriptionRow | undefined> =>
  db
    .selectFrom('organization')
    .select(['channel_id', 'plan_id', 'subscription_status', 'sign_up_date', 'subscription_date', 'expiration_date'])
    .where('org_id', '=', orgId)
    .executeTakeFirst();
