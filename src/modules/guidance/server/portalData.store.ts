import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { PortalData } from '../contract.ts';

/** What is kept of a person; every part may be missing. */
export type PortalDataChange = Partial<Pick<PortalData, 'introViewed'>> & {
  cybermaturity?: Partial<PortalData['cybermaturity']>;
};
/** `introducedAt`: when the dashboard's introduction was first marked as viewed. */
export type PortalDataRow = {
  portalData: PortalDataChange & { introducedAt?: string };
  welcomeEmailSent: boolean;
};

export async function selectPortalData(
  db: OrgDb,
  orgId: string,
  cognitoId: string,
): Promise<PortalDataRow | undefined> {
  const { rows } = await sql<PortalDataRow>`
    select a.portal_data, o.welcome_email_sent
    from admin a join organization o on o.org_id = a.org_id
    where a.org_id = ${orgId} and a.cognito_id = ${cognitoId}`.execute(db);
  return rows[0];
}

/** Merges in one statement, so that two windows never undo each other's marks. */
export async function mergePortalData(
  db: OrgDb,
  orgId: string,
  cognitoId: string,
  change: PortalDataChange,
  now: Date,
): Promise<void> {
  // once: a person who marks it again is not new again
  const introduced = change.introViewed?.dashboard ? JSON.stringify({ introducedAt: now }) : null;
  await sql`
    update admin set
      portal_data = portal_data
        || jsonb_build_object(
          'introViewed', coalesce(portal_data -> 'introViewed', '{}') || ${JSON.stringify(change.introViewed ?? {})}::jsonb,
          'cybermaturity', coalesce(portal_data -> 'cybermaturity', '{}') || ${JSON.stringify(change.cybermaturity ?? {})}::jsonb)
        || case when portal_data -> 'introViewed' -> 'dashboard' = 'true' then '{}'
          else coalesce(${introduced}::jsonb, '{}') end,
      updated_at = ${now}
    where org_id = ${orgId} and cognito_id = ${cognitoId}`.execute(db);
}

/** Nobody of the organisation has seen anything yet. */
export async function forgetPortalData(db: OrgDb, orgId: string): Promise<void> {
  await db.updateTable('admin').set({ portalData: '{}' }).where('orgId', '=', orgId).execute();
}
