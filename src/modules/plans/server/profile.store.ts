import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database.ts';

export type SubscriptionRow = {
  channel_id: string;
  plan_id: string;
  subscription_status: string;
  sign_up_date: Date;
  subscription_date: Date | null;
  expiration_date: Date | null;
  /** Of the billing subscription that counts (standing.ts); null where there never was one. */
  billing_status: string | null;
};

export const selectSubscription = (db: OrgDb, orgId: string): Promise<SubscriptionRow | undefined> =>
  db
    .selectFrom('organization')
    .select([
      'channel_id',
      'plan_id',
      'subscription_status',
      'sign_up_date',
      'subscription_date',
      'expiration_date',
    ])
    .select((from) =>
      from
        .selectFrom('billing_subscription as s')
        .select('s.status')
        .whereRef('s.org_id', '=', 'organization.org_id')
        .orderBy(sql`s.status = 'cancelled'`)
        .orderBy('s.started_at', 'desc')
        .orderBy('s.id', 'desc')
        .limit(1)
        .as('billing_status'),
    )
    .where('org_id', '=', orgId)
    .executeTakeFirst();
