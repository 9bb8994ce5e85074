import { sql } from 'kysely';
import type { GlobalDb, OrgDb } from '#platform/server/database/database.ts';
import { columnsLeftOut, tablesLeftOut } from './leftOut.ts';

/** A table as the database describes it; `key` is what rows are read in the order of. */
export type ExportedTable = { name: string; key: { column: string; type: string }[] };

/** Every table whose rows belong to organizations, as the database has them now, but for those left out. */
export async function selectExportedTables(db: GlobalDb | OrgDb): Promise<ExportedTable[]> {
  const { rows } = await sql<ExportedTable>`
    select c.relname as name, coalesce((
      select jsonb_agg(jsonb_build_object('column', a.attname, 'type', format_type(a.atttypid, null)) order by k.place)
      from pg_index i cross join unnest(i.indkey::int2[]) with ordinality as k(number, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
      where i.indrelid = c.oid and i.indisprimary and a.attname <> 'org_id'), '[]') as key
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped)
    order by 1`.execute(db);
  return rows.filter(({ name }) => !Object.hasOwn(tablesLeftOut, name));
}

export async function countRows(db: OrgDb, orgId: string, { name }: ExportedTable): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from ${sql.table(name)} where org_id = ${orgId}`.execute(db);
  return rows[0]!.n;
}

export type RowPage = { rows: string[]; after: string[] | null };

/**
 * A page of rows, each as a line of JSON without the columns left out.
 * @param at where the page begins: `after` is the key of the last row of the one before, and how long it is
 */
export async function selectRowPage(
  db: OrgDb,
  orgId: string,
  { name, key }: ExportedTable,
  { after, size }: { after: string[] | null; size: number },
): Promise<RowPage> {
  const columns = key.map(({ column }) => sql.ref(`t.${column}`));
  // types come from the catalog of the database
  const given = key.map(({ type }, place) => sql`${after?.[place] ?? null}::${sql.raw(type)}`);
  const isLater =
    after && columns.length > 0 ? sql`and (${sql.join(columns)}) > (${sql.join(given)})` : sql``;
  const order = columns.length > 0 ? sql`order by ${sql.join(columns)} limit ${size}` : sql``;
  const texts = columns.map((column) => sql`${column}::text`);
  const { rows } = await sql<{ row: string; key: string[] }>`
    select (to_jsonb(t) - ${columnsLeftOut[name] ?? []}::text[])::text as row, array[${sql.join(texts.length > 0 ? texts : [sql`''`])}]::text[] as key
    from ${sql.table(name)} t where t.org_id = ${orgId} ${isLater} ${order}`.execute(db);
  const last = rows.at(-1);
  return {
    rows: rows.map(({ row }) => row),
    after: key.length > 0 && rows.length === size && last ? last.key : null,
  };
}
