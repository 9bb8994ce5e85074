import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';

export type SubscriptionRow = {
  channelId: string;
  planId: string;
  subscriptionStatus: string;
  signUpDate: Date;
  subscriptionDate: Date | null;
  expirationDate: Date | null;
  /** Of the billing subscription that counts (standing.ts); null where there never was one. */
  billingStatus: string | null;
};

export const selectSubscription = (db: OrgDb, orgId: string): Promise<SubscriptionRow | undefined> =>
  db
    .selectFrom('organization')
    .select(['channelId', 'planId', 'subscriptionStatus', 'signUpDate', 'subscriptionDate', 'expirationDate'])
    .select((from) =>
      from
        .selectFrom('billingSubscription as s')
        .select('s.status')
        .whereRef('s.orgId', '=', 'organization.orgId')
        .orderBy(sql`s.status = 'cancelled'`)
        .orderBy('s.startedAt', 'desc')
        .orderBy('s.id', 'desc')
        .limit(1)
        .as('billingStatus'),
    )
    .where('orgId', '=', orgId)
    .executeTakeFirst();
