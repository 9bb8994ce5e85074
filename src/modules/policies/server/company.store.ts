import type { OrgDb } from '#platform/server/database.ts';
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
    .leftJoin('policy_company_values as c', 'c.org_id', 'o.org_id')
    .select([
      'o.company_name',
      'o.channel_id',
      'o.plan_id',
      'c.given_values',
      'c.etag',
      'c.saved_at',
      'c.saved_by',
      'c.saved_by_person',
    ])
    .executeTakeFirstOrThrow();
  return {
    companyName: row.company_name,
    channelId: row.channel_id,
    planId: row.plan_id,
    given: (row.given_values ?? {}) as GivenValues,
    etag: row.etag,
    savedAt: row.saved_at,
    savedBy: row.saved_by ?? '',
    savedByPerson: row.saved_by_person ?? '',
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
    given_values: JSON.stringify(save.given),
    etag: save.etag,
    saved_at: save.at,
    saved_by: save.by,
    saved_by_person: save.person,
  };
  await db
    .insertInto('policy_company_values')
    .values({ org_id: save.orgId, ...content })
    .onConflict((c) => c.column('org_id').doUpdateSet(content))
    .execute();
}

export type AdminName = { cognitoId: string; name: string; email: string };

/** The administrators, in the order in which they joined. */
export const selectAdminNames = async (db: OrgDb): Promise<AdminName[]> =>
  (
    await db
      .selectFrom('admin')
      .select(['cognito_id', 'first_name', 'last_name', 'email'])
      .orderBy('created_at')
      .orderBy('email')
      .execute()
  ).map((row) => ({
    cognitoId: row.cognito_id,
    name: `${row.first_name} ${row.last_name}`.trim() || row.email,
    email: row.email,
  }));
