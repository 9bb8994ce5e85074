import pg from 'pg';
import path from 'node:path';
import { acrossRole } from '#platform/server/database/appRole.ts';
import type { ConnectionParts } from '#platform/server/database/database.ts';
import { appliedMigrations, asMemberAcross, migrationLock } from '#platform/server/database/migrations.ts';
import { StartError } from '../program/startError.ts';
import type { Manifest, RowsPart } from './manifest.ts';
import { writeRows } from './streams.ts';
import {
  jobTable,
  listSequences,
  listTables,
  portableTexts,
  rowsOf,
  withoutTimeLimits,
  type Table,
} from './tables.ts';

/** A table with row-level security that would show only a part of its rows to the role that sees every organization. */
const hiddenTables = `select c.relname::text as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity and (
    exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive)
    or not exists (select from pg_policy p where p.polrelid = c.oid and p.polcmd in ('*', 'r') and p.polroles = array['${acrossRole}'::regrole::oid]
      and pg_get_expr(p.polqual, p.polrelid) = 'true'))`;

/**
 * Reads as whoever sees every row. The membership that this takes is never committed: nobody else has it meanwhile, and
 * nothing of it is left.
 */
async function seeEverything(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ unbound: boolean }>(
    'select rolsuper or rolbypassrls as unbound from pg_roles where rolname = current_user',
  );
  if (rows[0]!.unbound) {
    await client.query('set local row_security = off');
    return;
  }
  const hidden = await client.query<{ name: string }>(hiddenTables);
  if (hidden.rows.length > 0)
    throw new Error(
      `The table ${hidden.rows[0]!.name} does not show every row to ${acrossRole}: a backup would lack some.`,
    );
  await asMemberAcross(client, async () => void (await client.query(`set local role ${acrossRole}`)), {
    stays: true,
  });
}

const copyTable = async (
  client: pg.Client,
  folder: string,
  table: Table,
  file: string,
): Promise<RowsPart> => ({
  file,
  columns: table.columns,
  ...(await writeRows(rowsOf(client, table), path.join(folder, file))),
});

type Snapshot = Pick<Manifest, 'migrations' | 'tables' | 'sequences' | 'jobs' | 'server'>;

/** Copies every row as of one moment, while the portal goes on. */
export async function copySnapshot(owner: ConnectionParts, folder: string): Promise<Snapshot> {
  const client = new pg.Client(owner);
  client.on('error', () => {});
  await client.connect();
  try {
    // no migration begins before the copy is done
    await client.query('select pg_advisory_lock_shared($1)', [migrationLock]);
    const migrations = await appliedMigrations(client);
    if (!migrations)
      throw new StartError(
        'The database holds no portal: run npm run migrate first, or name another one with DATABASE_URL.',
      );
    await client.query(`begin isolation level repeatable read; ${withoutTimeLimits}; ${portableTexts}`);
    const { rows } = await client.query<{ server: string }>(
      `select current_setting('server_version') as server`,
    );
    const queue = await jobTable(client);
    if (!queue)
      throw new StartError('The queue of the database is missing: run npm run migrate, then back it up.');
    // the owner's own, without row-level security
    const jobs = await copyTable(client, folder, queue, 'rows/queue.copy.gz');
    // they move on outside transactions: read after the snapshot was taken, they are past every row of it
    const sequences = (await listSequences(client)).flatMap(({ name, value }) =>
      value === null ? [] : [{ name, value }],
    );
    await seeEverything(client);
    await client.query('set transaction read only');
    const tables: Manifest['tables'] = [];
    for (const table of await listTables(client))
      tables.push({
        name: table.name,
        ...(await copyTable(client, folder, table, `rows/${table.name}.copy.gz`)),
      });
    await client.query('rollback');
    return { server: rows[0]!.server, migrations, tables, sequences, jobs };
  } finally {
    await client.end().catch(() => {});
  }
}
