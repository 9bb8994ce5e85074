import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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

type Migration = { name: string; text: string; hash: string };

/** The migrations of this version, in order. */
export const listMigrations = (): Migration[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(path.join(folder, name), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    });

async function applyOne(client: pg.Client, { name, text, hash }: Migration): Promise<void> {
  await client.query(`begin; set local lock_timeout = ${longestWaitForTableMs}`);
  try {
    await client.query(joinAcross);
    await client.query(text);
    await client.query(leaveAcross);
    await client.query('insert into schema_migration (name, hash) values ($1, $2)', [name, hash]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

const longestWaitForTableMs = 2000;
const mostTries = 30;

/** A table that a long transaction holds is asked for again and again: to wait in line for it would hold up everyone who comes later. */
async function applyWhenFree(client: pg.Client, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await applyOne(client, migration);
      return;
    } catch (error) {
      const isHeld = (error as { code?: string }).code === '55P03';
      if (isHeld && tries < mostTries) await pause(1000);
      else
        throw new Error(
          isHeld
            ? `Migration ${migration.name} waited ${mostTries} times for a table that another transaction holds: end that transaction and run npm run migrate again.`
            : `Migration ${migration.name} failed: ${error instanceof Error ? error.message : String(error)}`,
          { cause: error },
        );
    }
}

/**
 * Brings a database up to this version: each migration once, in order, each in its own transaction, one runner at a time.
 * @param afterwards further preparation that only one program may do at a time
 * @returns names of the migrations that were applied now
 */
export async function migrate(
  connection: pg.ClientConfig | string,
  afterwards: () => Promise<void> = async () => {},
  migrations: readonly Migration[] = listMigrations(),
): Promise<string[]> {
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
    for (const { name, text, hash } of migrations) {
      const before = done.get(name);
      if (before === hash) continue;
      if (before !== undefined)
        throw new Error(`The migration ${name} was applied in another wording: a migration that has run is never edited; add a new one.`);
      await applyWhenFree(client, { name, text, hash });
      applied.push(name);
    }
    await afterwards();
    return applied;
  } finally {
    await client.end();
  }
}

/** How a database stands to this version of the programs, by names of migrations. */
export type SchemaStanding = {
  /** This version has them, the database lacks them. */
  pending: string[];
  /** A newer version has applied them. */
  newer: string[];
};

export async function schemaStanding(connection: pg.ClientConfig | string): Promise<SchemaStanding> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const known = listMigrations().map(({ name }) => name);
    const { rows } = await client.query<{ there: boolean }>("select to_regclass('public.schema_migration') is not null as there");
    if (!rows[0]!.there) return { pending: known, newer: [] };
    const { rows: applied } = await client.query<{ name: string }>('select name from schema_migration order by name');
    const names = applied.map(({ name }) => name);
    return { pending: known.filter((name) => !names.includes(name)), newer: names.filter((name) => !known.includes(name)) };
  } finally {
    await client.end();
  }
}
