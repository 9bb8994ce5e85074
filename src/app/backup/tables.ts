import type { ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Readable, Writable } from 'node:stream';

export type Table = { name: string; columns: string[] };

/** Rows that a restore makes itself: by migrating, and by putting each file back through the files port. */
const made = ['schema_migration', 'stored_file', 'file_folder'];

const columnsOf = `array(select a.attname::text from pg_attribute a
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum)`;

/** The tables whose rows a backup holds; of a partitioned one the whole. */
export const listTables = async (client: ClientBase): Promise<Table[]> =>
  (
    await client.query<Table>(
      `select c.relname::text as name, ${columnsOf} as columns from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all ($1)
      order by c.relname collate "C"`,
      [made],
    )
  ).rows;

export const listSequences = async (client: ClientBase): Promise<{ name: string; value: string | null }[]> =>
  (
    await client.query<{ name: string; value: string | null }>(
      `select sequencename::text as name, last_value::text as value from pg_sequences where schemaname = 'public' order by 1`,
    )
  ).rows;

const jobs = 'pgboss.job';

/** The jobs of the queue, as a table; null where no queue was made yet. */
export async function jobTable(client: ClientBase): Promise<Table | null> {
  const { rows } = await client.query<{ columns: string[] }>(
    `select ${columnsOf} as columns from pg_class c where c.oid = to_regclass('pgboss.job')`,
  );
  return rows[0] ? { name: jobs, columns: rows[0].columns } : null;
}

/** Texts that come out the same on every server. */
export const portableTexts = `set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 3; set local bytea_output = 'hex'; set local client_encoding = 'UTF8'`;

/** A transaction of one statement after another may take as long as it needs. */
export const withoutTimeLimits = `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0`;

const nameOf = (client: ClientBase, { name }: Table) =>
  name === jobs ? name : `public.${client.escapeIdentifier(name)}`;
const listOf = (client: ClientBase, { columns }: Table) =>
  columns.map((column) => client.escapeIdentifier(column)).join(', ');

// the queue's own work, which a running worker makes again
const ownJobs = String.raw`where name not like '\_\_pgboss%'`;

/** Every row of a table in PostgreSQL's text format. */
export const rowsOf = (client: ClientBase, table: Table): Readable =>
  client.query(
    copyTo(
      `copy (select ${listOf(client, table)} from ${nameOf(client, table)} ${table.name === jobs ? ownJobs : ''}) to stdout`,
    ),
  );

/** Takes rows in PostgreSQL's text format. @param target where they go instead of the table itself */
export const takeRows = (client: ClientBase, table: Table, target = nameOf(client, table)): Writable =>
  client.query(copyFrom(`copy ${target} (${listOf(client, table)}) from stdin`));
