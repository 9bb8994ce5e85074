import { sql } from 'kysely';
import type { GlobalDb } from '#platform/server/database/database.ts';

type Place = { orgId: string; domain: string };

/** Organisations whose rating is due. */
export async function selectDueOrganizations(db: GlobalDb, at: Date, atMost: number): Promise<string[]> {
  const { rows } = await sql<{ orgId: string }>`select org_id from due_ratings(${at}, ${atMost})`.execute(db);
  return rows.map((row) => row.orgId);
}

/** Measurements that no worker has spoken about since a moment. */
export async function selectSilent(db: GlobalDb, since: Date, atMost: number): Promise<Place[]> {
  return (
    await sql<Place>`select org_id as "orgId", domain from silent_ratings(${since}, ${atMost})`.execute(db)
  ).rows;
}

export async function selectDueProofs(db: GlobalDb, at: Date, atMost: number): Promise<Place[]> {
  return (
    await sql<Place>`select org_id as "orgId", domain from due_rating_proofs(${at}, ${atMost})`.execute(db)
  ).rows;
}

/** Works the averages out anew; industries that have too few companies now have none. */
export async function renewIndustryAverages(
  db: GlobalDb,
  { since, atLeast, at }: { since: Date; atLeast: number; at: Date },
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql`
      insert into rating_industry (industry, average, companies, computed_at)
      select industry, average, companies, ${at}::timestamptz from industry_ratings(${since}, ${atLeast})
      on conflict (industry) do update set average = excluded.average, companies = excluded.companies, computed_at = excluded.computed_at
      returning industry`.execute(transaction);
    await transaction.deleteFrom('ratingIndustry').where('computedAt', '<', at).execute();
    return rows.length;
  });
}

/** The mean rating of an industry's companies here; null where there are too few. */
export async function selectIndustryAverage(db: GlobalDb, industry: string): Promise<number | null> {
  const row = await db
    .selectFrom('ratingIndustry')
    .select('average')
    .where('industry', '=', industry)
    .executeTakeFirst();
  return row?.average ?? null;
}
