import type { OrgDb } from '#platform/server/database.ts';

export type AdminRow = { cognito_id: string; email: string; first_name: string; last_name: string; job_title: string; created_at: Date };

/** The administrators in the order in which they joined; one who joined at the same moment by address. */
export const selectAdmins = (db: OrgDb, orgId: string): Promise<AdminRow[]> =>
  db
    .selectFrom('admin')
    .select(['cognito_id', 'email', 'first_name', 'last_name', 'job_title', 'created_at'])
    .where('org_id', '=', orgId)
    .orderBy('created_at')
    .orderBy('email')
    .execute();

/** Makes changes to who administers an organisation wait for one another, until the transaction ends. */
export async function lockOrganization(db: OrgDb, orgId: string): Promise<void> {
  await db.selectFrom('organization').select('org_id').where('org_id', '=', orgId).forUpdate().execute();
}

export async function deleteAdmin(db: OrgDb, orgId: string, cognitoId: string): Promise<void> {
  await db.deleteFrom('admin').where('org_id', '=', orgId).where('cognito_id', '=', cognitoId).execute();
}
