import type { OrgDb } from '#platform/server/database/database.ts';
import type { GivenValues } from '../document.ts';

export type CompanyRow = {
  companyName: string;
  channelId: string;
  planId: string;
  given: GivenValues;
  etag: string | null;
  savedAt: Date | null;
  savedBy: string;
  savedByPerson: string;
};

/** The organisation's name and plan, and what its policies share. */
export async function selectCompany(db: OrgDb): Promise<CompanyRow> {
  const row = await db
    .selectFrom('organization as o')
    .leftJoin('policyCompanyValues as c', 'c.orgId', 'o.orgId')
    .select([
      'o.companyName',
      'o.channelId',
      'o.planId',
      'c.givenValues',
      'c.etag',
      'c.savedAt',
      'c.savedBy',
      'c.savedByPerson',
    ])
    .executeTakeFirstOrThrow();
  const { givenValues, ...company } = row;
  return {
    ...company,
    given: (givenValues ?? {}) as GivenValues,
    savedBy: row.savedBy ?? '',
    savedByPerson: row.savedByPerson ?? '',
  };
}

export type CompanySave = {
  orgId: string;
  given: GivenValues;
  etag: string;
  at: Date;
  by: string;
  person: string;
};

export async function writeCompanyValues(db: OrgDb, save: CompanySave): Promise<void> {
  const content = {
    givenValues: JSON.stringify(save.given),
    etag: save.etag,
    savedAt: save.at,
    savedBy: save.by,
    savedByPerson: save.person,
  };
  await db
    .insertInto('policyCompanyValues')
    .values({ orgId: save.orgId, ...content })
    .onConflict((c) => c.column('orgId').doUpdateSet(content))
    .execute();
}

export type AdminName = { cognitoId: string; name: string; email: string };

/** The administrators, in the order in which they joined. */
export const selectAdminNames = async (db: OrgDb): Promise<AdminName[]> =>
  (
    await db
      .selectFrom('admin')
      .select(['cognitoId', 'firstName', 'lastName', 'email'])
      .orderBy('createdAt')
      .orderBy('email')
      .execute()
  ).map(({ firstName, lastName, ...row }) => ({
    ...row,
    name: `${firstName} ${lastName}`.trim() || row.email,
  }));
