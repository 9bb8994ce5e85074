import type { OrgDb } from '#platform/server/database/database.ts';

export type AdminRow = {
  cognitoId: string;
  email: string;
  firstName: string;
  lastName: string;
  jobTitle: string;
  createdAt: Date;
  secondFactorSince: Date | null;
};

/** The administrators in the order in which they joined; one who joined at the same moment by address. */
export const selectAdmins = (db: OrgDb, orgId: string): Promise<AdminRow[]> =>
  db
    .selectFrom('admin as a')
    .leftJoin('secondFactor as f', 'f.cognitoId', 'a.cognitoId')
    .select([
      'a.cognitoId',
      'a.email',
      'a.firstName',
      'a.lastName',
      'a.jobTitle',
      'a.createdAt',
      'f.since as secondFactorSince',
    ])
    .where('a.orgId', '=', orgId)
    .orderBy('a.createdAt')
    .orderBy('a.email')
    .execute();

/**
 * Makes changes to the people of an organisation wait for one another, until the transaction ends. New rows that belong to it
 * do not wait: somebody who learns holds themselves while such a row of theirs is written, and is waited for.
 */
export async function lockOrganization(db: OrgDb, orgId: string): Promise<void> {
  await db.selectFrom('organization').select('orgId').where('orgId', '=', orgId).forNoKeyUpdate().execute();
}

export async function deleteAdmin(db: OrgDb, orgId: string, cognitoId: string): Promise<void> {
  await db.deleteFrom('admin').where('orgId', '=', orgId).where('cognitoId', '=', cognitoId).execute();
}
