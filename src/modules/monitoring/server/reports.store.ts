import type { OrgDb } from '#platform/server/database.ts';
import type { HistoryRow } from './scans.store.ts';

/** Completed scans of a website up to a moment, older to newer. */
export async function selectHistory(
  db: OrgDb,
  websiteId: string,
  until: Date,
  most: number,
): Promise<HistoryRow[]> {
  const rows = await db
    .selectFrom('scan')
    .select(['completed_at', 'highs', 'mediums', 'lows'])
    .where('website_id', '=', websiteId)
    .where('status', '=', 'completed')
    .where('completed_at', '<=', until)
    .orderBy('completed_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map((row) => ({ ...row, completed_at: row.completed_at! })).toReversed();
}
