import { sql } from 'kysely';
import { summaryPart } from '#platform/server/database/summaryPart.ts';
import type { SubscriptionStatus } from '../contract.ts';

/**
 * What nearly every call needs of an organisation: its subscription, as far as brand and module access need it, how it signs
 * in, and what it is.
 */
export type AccessRow = {
  channelId: string;
  planId: string;
  subscriptionStatus: SubscriptionStatus;
  expirationDate: Date | null;
  secondFactorRequired: boolean;
  companyName: string;
  industry: string;
  signUpDate: Date;
};
type Times = 'expirationDate' | 'signUpDate';

/** Null where the organisation has no row yet. */
export const accessPart = (orgId: string) =>
  summaryPart({
    value: () => sql<
      (Omit<AccessRow, Times> & { expirationDate: string | null; signUpDate: string }) | null
    >`(
      select jsonb_build_object('channelId', channel_id, 'planId', plan_id, 'subscriptionStatus', subscription_status,
        'expirationDate', expiration_date, 'secondFactorRequired', second_factor_required, 'companyName', company_name,
        'industry', industry, 'signUpDate', sign_up_date)
      from organization where org_id = ${orgId}
    )`,
    read: (json): AccessRow | null =>
      json && {
        ...json,
        expirationDate: json.expirationDate === null ? null : new Date(json.expirationDate),
        signUpDate: new Date(json.signUpDate),
      },
  });
