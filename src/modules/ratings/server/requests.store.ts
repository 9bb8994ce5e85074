import type { Insertable } from 'kysely';
import type { OrgDb, Tables } from '#platform/server/database/database.ts';

/** The report that was asked for since a moment, if there is one. */
export const selectOpenRequest = (
  db: OrgDb,
  domain: string,
  since: Date,
): Promise<{ requestedAt: Date } | undefined> =>
  db
    .selectFrom('ratingReportRequest')
    .select('requestedAt')
    .where('domain', '=', domain)
    .where('requestedAt', '>', since)
    .executeTakeFirst();

export async function insertRequest(
  db: OrgDb,
  row: Insertable<Tables['ratingReportRequest']>,
): Promise<void> {
  await db.insertInto('ratingReportRequest').values(row).execute();
}
