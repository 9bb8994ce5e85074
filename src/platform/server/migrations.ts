import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createHash } from 'node:crypto';
import pg from 'pg';

// any fixed number: it names the lock that one migration run holds
const lockId = 7_204_110_001;

const folder = path.resolve(import.meta.dirname, '../../../db/migrations');

// functions of the role that sees every organization are replaced by its members alone; a superuser needs no membership
const membership = (statement: string) => `do $$ begin
    if exists (select from pg_roles where rolname = 'portal_across') and not (select rolsuper from pg_roles where rolname = current_user) then
      execute format('${statement}', current_user);
    end if;
  end $$`;
const joinAcross = membership('grant portal_across to %I');
const leaveAcross = membership('revoke portal_across from %I');

/** The migrations of this version, in order. */
export const listMigrations = (): { name: string; text: string; hash: string }[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(path.join(folder, name), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    });

/**
 * Brings a database up to this version: each migration once, in order, each in its own transaction, one runner at a time.
 * @param afterwards further preparation that only one program may do at a time
 * @returns names of the migrations that were applied now
 */
export async function migrate(connection: pg.ClientConfig | string, afterwards: () => Promise<void> = async () => {}): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockId]);
    await client.query(
      'create table if not exists schema_migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from schema_migration');
    const done = new Map(rows.map((row) => [row.name, row.hash]));
    const applied: string[] = [];
    for (const { name, text, hash } of listMigrations()) {
      const before = done.get(name);
      if (before === hash) continue;
      if (before !== undefined)
        throw new Error(`The migration ${name} was applied in another wording: a migration that has run is never edited; add a new one.`);
      await client.query('begin');
      try {
        await client.query(joinAcross);
        await client.query(text);
        await client.query(leaveAcross);
        await client.query('insert into schema_migration (name, hash) values ($1, $2)', [name, hash]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }
      applied.push(name);
    }
    await afterwards();
    return applied;
  } finally {
    await client.end();
  }
}

/** Names of the migrations that a database lacks. */
export async function pendingMigrations(connection: pg.ClientConfig | string): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ there: boolean }>("select to_regclass('public.schema_migration') is not null as there");
    if (!rows[0]!.there) return listMigrations().map(({ name }) => name);
    const done = await client.query<{ name: string }>('select name from schema_migration');
    const names = new Set(done.rows.map((row) => row.name));
    return listMigrations()
      .map(({ name }) => name)
      .filter((name) => !names.has(name));
  } finally {
    await client.end();
  }
}
