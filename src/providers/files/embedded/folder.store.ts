import { sql } from 'kysely';
import type { GlobalDb } from '#platform/server/database/database.ts';

export type FileRow = { key: string; place: string; type: string; size: number; modifiedAt: Date };
const columns = ['key', 'place', 'type', 'size', 'modifiedAt'] as const;

/** Names new bytes by a key; returns the place of the old ones, which nobody names any more. */
export async function replaceFile(db: GlobalDb, row: FileRow): Promise<string | null> {
  return db.transaction().execute(async (transaction) => {
    // two writers of one key wait for each other, so that the place of neither is forgotten
    await sql`select pg_advisory_xact_lock(hashtextextended(${row.key}, 18))`.execute(transaction);
    const before = await transaction
      .selectFrom('storedFile')
      .select('place')
      .where('key', '=', row.key)
      .executeTakeFirst();
    const { key: _key, ...rest } = row;
    await transaction
      .insertInto('storedFile')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doUpdateSet(rest))
      .execute();
    return before?.place ?? null;
  });
}

export const selectFile = (db: GlobalDb, key: string): Promise<FileRow | undefined> =>
  db.selectFrom('storedFile').select(columns).where('key', '=', key).executeTakeFirst();

export async function deleteFile(db: GlobalDb, key: string): Promise<string | null> {
  const row = await db.deleteFrom('storedFile').where('key', '=', key).returning('place').executeTakeFirst();
  return row?.place ?? null;
}

/** In the order of bytes, whatever the language of the database, as other stores list. */
export const selectFiles = (db: GlobalDb, prefix: string, after: string, limit: number): Promise<FileRow[]> =>
  db
    .selectFrom('storedFile')
    .select(columns)
    .where(sql<boolean>`starts_with(key, ${prefix})`)
    .where(sql<boolean>`key > ${after}`)
    .orderBy('key')
    .limit(limit)
    .execute();

export async function selectPlaces(db: GlobalDb, places: readonly string[]): Promise<string[]> {
  if (places.length === 0) return [];
  const rows = await db.selectFrom('storedFile').select('place').where('place', 'in', places).execute();
  return rows.map((row) => row.place);
}
