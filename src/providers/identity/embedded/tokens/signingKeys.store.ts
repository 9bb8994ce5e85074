import type { Insertable } from 'kysely';
import type { GlobalDb, Tables } from '#platform/server/database/database.ts';

export type TokenUse = 'id' | 'access';
type Row = Insertable<Tables['userPoolKey']>;

export const selectSigningKey = (db: GlobalDb, use: TokenUse) =>
  db.selectFrom('userPoolKey').selectAll().where('tokenUse', '=', use).executeTakeFirst();

/** Does nothing where another server was first. */
export async function insertSigningKey(db: GlobalDb, row: Row): Promise<void> {
  await db
    .insertInto('userPoolKey')
    .values(row)
    .onConflict((c) => c.doNothing())
    .execute();
}

/** Does nothing where another server has replaced the key. */
export async function replaceSigningKey(db: GlobalDb, row: Row, kid: string): Promise<void> {
  await db
    .updateTable('userPoolKey')
    .set(row)
    .where('tokenUse', '=', row.tokenUse)
    .where('kid', '=', kid)
    .execute();
}
