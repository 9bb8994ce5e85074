import pg from 'pg';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ConnectionParts } from '#platform/server/database/database.ts';
import {
  asMemberAcross,
  buildSchema,
  migrationLock,
  type Migration,
} from '#platform/server/database/migrations.ts';
import { requireOwnerRights } from '#platform/server/database/ownerRights.ts';
import { StartError } from '../program/startError.ts';
import type { Manifest, RowsPart } from './manifest.ts';
import { readRows, tallyRows } from './streams.ts';
import {
  listSequences,
  listTables,
  portableTexts,
  rowsOf,
  takeRows,
  withoutTimeLimits,
  type Table,
} from './tables.ts';

/** Everything of the portal in a database, and nothing of extensions. */
const dropEverything = `do $$ declare one record; begin
  for one in select c.oid::regclass as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  loop execute format('drop table if exists %s cascade', one.name); end loop;
  for one in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop execute format('drop routine if exists %s cascade', one.name); end loop;
  drop schema if exists parts cascade;
  drop schema if exists pgboss cascade;
end $$`;

export async function openOwner(owner: ConnectionParts): Promise<pg.Client> {
  const client = new pg.Client(owner);
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** What a restore would replace. @throws StartError while programs of the portal use the database */
export async function inspectTarget(
  owner: ConnectionParts,
): Promise<{ database: string; organizations: number }> {
  const client = await openOwner(owner);
  try {
    // what ended just now is still listed for a moment
    for (let tries = 0; ; tries++) {
      const { rows } = await client.query<{ others: number }>(
        `select count(*)::int as others from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null`,
      );
      if (rows[0]!.others === 0) break;
      if (tries >= 15)
        throw new StartError(
          `The database is in use by ${rows[0]!.others} connection(s): stop every server, worker and other client, and restore again.`,
        );
      await pause(200);
    }
    const { rows } = await client.query<{ database: string; there: boolean }>(
      `select current_database()::text as database, to_regclass('public.organization') is not null as there`,
    );
    const { database, there } = rows[0]!;
    if (!there) return { database, organizations: 0 };
    // the owner sees no organization while row-level security is forced on it; this is taken back at once
    await client.query('begin; alter table public.organization no force row level security');
    const { rows: counted } = await client.query<{ count: number }>(
      'select count(*)::int as count from public.organization',
    );
    await client.query('rollback');
    return { database, organizations: counted[0]!.count };
  } finally {
    await client.end();
  }
}

type Constraint = { of: string; name: string; definition: string };

/** Lets rows in as they are: without triggers, foreign keys and row-level security, which all come back afterwards. */
async function openTables(client: pg.Client, tables: readonly Table[]): Promise<() => Promise<void>> {
  const { rows: forced } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity`,
  );
  const { rows: keys } = await client.query<Constraint>(
    `select conrelid::regclass::text as of, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  );
  const all = tables.map(({ name }) => `public.${client.escapeIdentifier(name)}`);
  for (const { name } of forced) await client.query(`alter table ${name} no force row level security`);
  for (const { of, name } of keys) await client.query(`alter table ${of} drop constraint ${name}`);
  for (const name of all) await client.query(`alter table ${name} disable trigger user`);
  // what migrations themselves have written
  await client.query(`truncate ${all.join(', ')}`);
  return async () => {
    for (const { of, name, definition } of keys)
      await client.query(`alter table ${of} add constraint ${name} ${definition}`);
    for (const name of all) await client.query(`alter table ${name} enable trigger user`);
    for (const { name } of forced) await client.query(`alter table ${name} force row level security`);
  };
}

export const sameRows = (
  a: Pick<RowsPart, 'rows' | 'content'>,
  b: Pick<RowsPart, 'rows' | 'content'>,
): boolean => a.rows === b.rows && a.content === b.content;

async function loadTable(client: pg.Client, folder: string, part: Manifest['tables'][number]): Promise<void> {
  const table = { name: part.name, columns: part.columns };
  await readRows(path.join(folder, part.file), takeRows(client, table));
  const found = await tallyRows(rowsOf(client, table));
  if (!sameRows(found, part))
    throw new Error(
      `The table ${part.name} holds ${found.rows} rows after the restore, and not the ${part.rows} of the backup: nothing was changed.`,
    );
}

/** A sequence never gives a number again, even where it ran on after the backup. */
async function setSequences(client: pg.Client, wanted: Manifest['sequences']): Promise<void> {
  const known = new Set((await listSequences(client)).map(({ name }) => name));
  for (const { name, value } of wanted) {
    if (!known.has(name)) throw new Error(`The sequence ${name} of the backup is not in this database.`);
    await client.query(`select setval($1::regclass, $2::bigint)`, [
      `public.${client.escapeIdentifier(name)}`,
      value,
    ]);
  }
}

/**
 * Replaces what a database holds by the rows of a backup, in one transaction: it is as before, or holds every row.
 * @param lastly done when every row was found again, and before it counts
 */
export async function rebuild(
  owner: ConnectionParts,
  folder: string,
  manifest: Manifest,
  migrations: readonly Migration[],
  lastly: () => void,
): Promise<void> {
  const client = await openOwner(owner);
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(
      `begin; ${withoutTimeLimits}; ${portableTexts}; set local client_min_messages = error`,
    );
    await requireOwnerRights(client);
    await asMemberAcross(client, async () => void (await client.query(dropEverything)));
    await buildSchema(client, migrations);
    const tables = await listTables(client);
    const shape = (list: readonly Table[]) =>
      JSON.stringify(list.map(({ name, columns }) => [name, columns]));
    if (shape(tables) !== shape(manifest.tables))
      throw new StartError(
        'The tables of this backup are not those of its version: it was changed after it was written. Nothing was changed.',
      );
    const closeTables = await openTables(client, tables);
    for (const part of manifest.tables) await loadTable(client, folder, part);
    await setSequences(client, manifest.sequences);
    await closeTables();
    lastly();
    await client.query('commit');
    await client.query(
      `analyze ${tables.map(({ name }) => `public.${client.escapeIdentifier(name)}`).join(', ')}`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}
