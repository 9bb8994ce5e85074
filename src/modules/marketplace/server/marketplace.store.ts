import { sql } from 'kysely';
import { type Day } from '#platform/days.ts';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';

/** Ids of the partners that the organisation uses already. */
export const selectOwned = async (db: OrgDb): Promise<Set<string>> =>
  new Set(
    (await db.selectFrom('marketplaceOwned').select('partnerId').execute()).map((row) => row.partnerId),
  );

export const selectCompany = async (db: OrgDb): Promise<{ size: string; industry: string }> => {
  const row = await db
    .selectFrom('organization')
    .select(['numberOfEmployees', 'industry'])
    .executeTakeFirstOrThrow();
  return { size: row.numberOfEmployees, industry: row.industry };
};

export async function insertOwned(
  db: OrgDb,
  row: { orgId: string; partnerId: string; name: string; at: Date },
): Promise<void> {
  await db
    .insertInto('marketplaceOwned')
    .values({ orgId: row.orgId, partnerId: row.partnerId, partnerName: row.name, markedAt: row.at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const deleteOwned = async (db: OrgDb, partnerId: string): Promise<void> => {
  await db.deleteFrom('marketplaceOwned').where('partnerId', '=', partnerId).execute();
};

/** Counts one opening of a partner's address. */
export async function countClick(db: GlobalDb, brandId: string, partnerId: string, day: Day): Promise<void> {
  await sql`
    insert into marketplace_click as c (brand_id, partner_id, day, clicks) values (${brandId}, ${partnerId}, ${day}::date, 1)
    on conflict (brand_id, partner_id, day) do update set clicks = c.clicks + 1`.execute(db);
}
