import type { OrgDb } from '#platform/server/database/database.ts';
import type { HistoryRow } from '../scans/scans.store.ts';

/** Completed scans of a website up to a moment, older to newer. */
export async function selectHistory(
  db: OrgDb,
  websiteId: string,
  until: Date,
  most: number,
): Promise<HistoryRow[]> {
  const rows = await db
    .selectFrom('scan')
    .select(['completedAt', 'highs', 'mediums', 'lows'])
    .where('websiteId', '=', websiteId)
    .where('status', '=', 'completed')
    .where('completedAt', '<=', until)
    .orderBy('completedAt', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map((row) => ({ ...row, completedAt: row.completedAt! })).toReversed();
}
