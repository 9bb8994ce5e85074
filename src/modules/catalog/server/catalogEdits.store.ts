import { sql } from 'kysely';
import type { GlobalDb } from '#platform/server/database/database.ts';
import type { EditDocument, EditKind } from './catalogEdits.ts';

/** The newest version of what staff edited of one entry; without document the file's version holds again. */
export type EditRow = {
  kind: EditKind;
  id: string;
  version: number;
  document: EditDocument | null;
  editedBy: string;
  editedAt: Date;
};
export type PictureRow = { brandId: string; file: string; svg: string };

const columns = ['kind', 'id', 'version', 'document', 'editedBy', 'editedAt'] as const;

/** Every entry that was ever edited, in its newest version, in the order of their first. */
export async function selectEdits(db: GlobalDb): Promise<EditRow[]> {
  const rows = await db
    .selectFrom('catalogEdit as e')
    .distinctOn(['e.kind', 'e.id'])
    .select(columns)
    .orderBy('e.kind')
    .orderBy('e.id')
    .orderBy('e.version', 'desc')
    .execute();
  return rows as EditRow[];
}

/** Grows with every edit. */
export async function selectRevision(db: GlobalDb): Promise<number> {
  const row = await db
    .selectFrom('catalogEdit')
    .select((eb) => eb.fn.countAll<number>().as('edits'))
    .executeTakeFirstOrThrow();
  return row.edits;
}

export const selectPictures = (db: GlobalDb): Promise<PictureRow[]> =>
  db.selectFrom('catalogPicture').select(['brandId', 'file', 'svg']).execute();

/** Lets one change of the catalogue at a time go on, until the transaction ends. */
export const holdCatalog = async (db: GlobalDb): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('catalog', 0))`.execute(db);
};

export async function insertEdit(db: GlobalDb, row: EditRow): Promise<void> {
  await db
    .insertInto('catalogEdit')
    .values({ ...row, document: row.document && JSON.stringify(row.document) })
    .execute();
}

export async function insertPicture(
  db: GlobalDb,
  { brandId, file, svg }: PictureRow,
  at: Date,
): Promise<void> {
  await db
    .insertInto('catalogPicture')
    .values({ brandId, file, svg, addedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Past versions of one entry, the newest first. */
export const selectVersions = async (
  db: GlobalDb,
  kind: EditKind,
  id: string,
  atMost: number,
): Promise<EditRow[]> =>
  (await db
    .selectFrom('catalogEdit')
    .select(columns)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .orderBy('version', 'desc')
    .limit(atMost)
    .execute()) as EditRow[];

/** How many organisations came by each of these ids (lower-cased), and when the last one did. */
export async function selectSignUps(
  db: GlobalDb,
  ids: readonly string[],
): Promise<Map<string, { organizations: number; last: Date }>> {
  const { rows } = await sql<{ id: string; organizations: number; lastSignUp: Date }>`
    select * from sign_ups_by_subscription_id(${ids}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.id, { organizations: row.organizations, last: row.lastSignUp }]));
}

export async function selectOrganizationCounts(
  db: GlobalDb,
  channels: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ channelId: string; organizations: number }>`
    select * from organizations_by_channel(${channels}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.channelId, row.organizations]));
}
