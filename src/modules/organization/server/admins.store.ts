import type { OrgDb } from '#platform/server/database.ts';

export type AdminRow = {
  cognito_id: string;
  email: string;
  first_name: string;
  last_name: string;
  job_title: string;
  created_at: Date;
  second_factor_since: Date | null;
};

/** The administrators in the order in which they joined; one who joined at the same moment by address. */
export const selectAdmins = (db: OrgDb, orgId: string): Promise<AdminRow[]> =>
  db
    .selectFrom('admin as a')
    .leftJoin('second_factor as f', 'f.cognito_id', 'a.cognito_id')
    .select([
      'a.cognito_id',
      'a.email',
      'a.first_name',
      'a.last_name',
      'a.job_title',
      'a.created_at',
      'f.since as second_factor_since',
    ])
    .where('a.org_id', '=', orgId)
    .orderBy('a.created_at')
    .orderBy('a.email')
    .execute();

/**
 * Makes changes to the people of an organisation wait for one another, until the transaction ends. New rows that belong to it
 * do not wait: somebody who learns holds themselves while such a row of theirs is written, and is waited for.
 */
export async function lockOrganization(db: OrgDb, orgId: string): Promise<void> {
  await db.selectFrom('organization').select('org_id').where('org_id', '=', orgId).forNoKeyUpdate().execute();
}

export async function deleteAdmin(db: OrgDb, orgId: string, cognitoId: string): Promise<void> {
  await db.deleteFrom('admin').where('org_id', '=', orgId).where('cognito_id', '=', cognitoId).execute();
}
