import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import pg from 'pg';
import { acrossRole } from './appRole.ts';
import { joinsForMigrations, requireOwnerRights } from './ownerRights.ts';

// any fixed number
/** The advisory lock of a change to the schema; a program that needs the schema to stay shares the lock. */
export const migrationLock = 7_204_110_001;

const folder = path.resolve(import.meta.dirname, '../../../../db/migrations');

// functions of the role that sees every organization are replaced by its members alone; a superuser needs no membership
const membership = (statement: string) => `do $$ begin
    if exists (select from pg_roles where rolname = '${acrossRole}') then execute format('${statement}', current_user); end if;
  end $$`;
const joinAcross = membership(`grant ${acrossRole} to %I`);
const leaveAcross = membership(`revoke ${acrossRole} from %I`);

export type Migration = { name: string; text: string; hash: string };

/** The migrations of this version, in order. */
export const listMigrations = (): Migration[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(path.join(folder, name), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    });

const ledger =
  'create table if not exists schema_migration (name text primary key, hash text not null, applied_at timestamptz not null default now())';

/** What was applied to a database, in order; null where it never held the portal. */
export async function appliedMigrations(client: pg.ClientBase): Promise<Omit<Migration, 'text'>[] | null> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('public.schema_migration') is not null as there",
  );
  if (!rows[0]!.there) return null;
  return (
    await client.query<Omit<Migration, 'text'>>(
      'select name, hash from public.schema_migration order by name',
    )
  ).rows;
}

/** PostgreSQL 15 has no name for the right to take a role: every member may. */
const textFor = (version: number, text: string) =>
  version < 160_000
    ? text.replaceAll(
        `pg_has_role(current_user, 'portal_app', 'set')`,
        `pg_has_role(current_user, 'portal_app', 'member')`,
      )
    : text;

/**
 * Works as a member of the role that sees every organization, inside the transaction that is open on the connection.
 * @param options.stays the transaction is rolled back, and the membership with it
 */
export async function asMemberAcross(
  client: pg.ClientBase,
  work: () => Promise<void>,
  options: { stays?: true } = {},
): Promise<void> {
  const joins = await joinsForMigrations(client);
  if (joins) await client.query(joinAcross);
  await work();
  if (joins && !options.stays) await client.query(leaveAcross);
}

/** Applies one migration as part of the transaction that is open on the connection. */
async function applyInTransaction(client: pg.ClientBase, { name, text, hash }: Migration): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  await asMemberAcross(client, async () => void (await client.query(textFor(rows[0]!.version, text))));
  await client.query('insert into schema_migration (name, hash) values ($1, $2)', [name, hash]);
}

/** Builds the tables of an empty database as part of the transaction that is open on the connection. */
export async function buildSchema(client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  await client.query(ledger);
  // in a database that held the portal before, new tables are open to the programs; migrations say how far this one is
  await client.query(`do $$ begin
    if exists (select from pg_roles where rolname = 'portal_app') then revoke all on schema_migration from portal_app; end if;
  end $$`);
  for (const migration of migrations) await applyInTransaction(client, migration);
}

async function applyOne(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(`begin; set local lock_timeout = ${longestWaitForTableMs}`);
  try {
    await applyInTransaction(client, migration);
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
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await adoptJoined(client, migrations);
    const done = new Map((await appliedMigrations(client))?.map(({ name, hash }) => [name, hash]));
    const pending = migrations.filter(({ name, hash }) => {
      const before = done.get(name);
      if (before !== undefined && before !== hash)
        throw new Error(
          `The migration ${name} was applied in another wording: a migration that has run is never edited; add a new one.`,
        );
      return before === undefined;
    });
    if (pending.length > 0) {
      await requireOwnerRights(client);
      await client.query(ledger);
    }
    for (const migration of pending) await applyWhenFree(client, migration);
    await afterwards();
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Before the first release, 59 migrations made the tables that those up to this one make now. */
const joined = { formerly: 59, first: '0002_user_pool.sql', last: '0076_evidence_check.sql', now: '0023' };

/** Notes in a database that has all of the former migrations that it has those which took their place. */
async function adoptJoined(client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  const names = ((await appliedMigrations(client)) ?? []).map(({ name }) => name);
  if (!names.includes(joined.first)) return;
  if (names.length !== joined.formerly || names.at(-1) !== joined.last)
    throw new Error(
      'This database lacks migrations of before they were joined: run npm run migrate at commit 006cc593, and then again here.',
    );
  await client.query('begin; delete from schema_migration');
  for (const { name, hash } of migrations.filter((one) => one.name.slice(0, 4) <= joined.now))
    await client.query('insert into schema_migration (name, hash) values ($1, $2)', [name, hash]);
  await client.query('commit');
}

/** How a database compares to this version of the programs, by names of migrations. */
export type SchemaState = {
  /** This version has them, the database lacks them. */
  pending: string[];
  /** A newer version has applied them. */
  newer: string[];
};

export async function schemaState(connection: pg.ClientConfig | string): Promise<SchemaState> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const known = listMigrations().map(({ name }) => name);
    const names = ((await appliedMigrations(client)) ?? []).map(({ name }) => name);
    return {
      pending: known.filter((name) => !names.includes(name)),
      newer: names.filter((name) => !known.includes(name)),
    };
  } finally {
    await client.end();
  }
}
