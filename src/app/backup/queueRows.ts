import path from 'node:path';
import type { ConnectionParts } from '#platform/server/database/database.ts';
import type { Manifest } from './manifest.ts';
import { openOwner } from './rebuild.ts';
import { readRows } from './streams.ts';
import { jobTable, portableTexts, takeRows, withoutTimeLimits } from './tables.ts';

/** A job that was running is tried again: its worker is gone. */
const values: Record<string, string> = {
  state: `case state when 'active' then 'retry' else state end::pgboss.job_state`,
  start_after: `case state when 'active' then now() else start_after::timestamptz end`,
  started_on: `case state when 'active' then null else started_on::timestamptz end`,
  heartbeat_on: 'null',
};

/**
 * Puts the jobs of a backup into the queue that this version has made: queues and schedules are the program's own, and a
 * later version of the queue may have other columns.
 * @returns how many; those of work that this version no longer has are left out
 */
export async function restoreJobs(
  owner: ConnectionParts,
  folder: string,
  { jobs }: Manifest,
): Promise<number> {
  const client = await openOwner(owner);
  try {
    await client.query(`begin; ${withoutTimeLimits}; ${portableTexts}`);
    const columns = jobs.columns.map((column) => client.escapeIdentifier(column));
    await client.query(
      `create temporary table restored_job (${columns.map((column) => `${column} text`).join(', ')}) on commit drop`,
    );
    await readRows(
      path.join(folder, jobs.file),
      takeRows(client, { name: 'restored_job', columns: jobs.columns }, 'pg_temp.restored_job'),
    );
    const { columns: now } = (await jobTable(client))!;
    const { rows: kinds } = await client.query<{ name: string; kind: string }>(
      `select attname::text as name, format_type(atttypid, atttypmod) as kind from pg_attribute where attrelid = 'pgboss.job'::regclass and attname = any ($1)`,
      [now.filter((column) => jobs.columns.includes(column))],
    );
    const { rowCount } = await client.query(
      `insert into pgboss.job (${kinds.map(({ name }) => client.escapeIdentifier(name)).join(', ')})
      select ${kinds.map(({ name, kind }) => values[name] ?? `${client.escapeIdentifier(name)}::${kind}`).join(', ')}
      from pg_temp.restored_job where name in (select name from pgboss.queue) on conflict do nothing`,
    );
    await client.query('commit');
    return rowCount ?? 0;
  } finally {
    await client.end().catch(() => {});
  }
}
