import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { openTestDatabase } from '#app/testing/portal.ts';
import {
  appliedMigrations,
  buildSchema,
  listMigrations,
  migrate,
} from '#platform/server/database/migrations.ts';
import { rowTypes } from '../bin/rowTypes.ts';
import { schemaSnapshot } from '../bin/schemaSnapshot.ts';

const written = (file: string) => readFileSync(new URL(`../db/${file}`, import.meta.url), 'utf8');
const advice = 'the migrations make another schema: run npm run db:types and commit what it writes';

test('db/schema.sql says what the migrations make', async () => {
  const client = new pg.Client({ ...inject('postgres'), user: 'postgres', database: 'portal_template' });
  await client.connect();
  try {
    expect((await schemaSnapshot(client)).split('\n'), advice).toEqual(written('schema.sql').split('\n'));
  } finally {
    await client.end();
  }
});

test('db/tables.ts has the types of the rows that the migrations make', () => {
  const types = rowTypes(inject('postgres'), 'portal_template');
  expect(types.split('\n'), advice).toEqual(written('tables.ts').split('\n'));
});

test('a migration that was committed is never edited, and a new one has the next number', () => {
  const sums = listMigrations().map(({ name, hash }) => `${hash}  ${name}`);
  expect(`${sums.join('\n')}\n`, 'add a migration, run npm run db:types, and commit checksums').toEqual(
    written('migrations/checksums'),
  );
  const numbers = listMigrations().map(({ name }) => Number(name.slice(0, 4)));
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
});

test('a database of before the migrations were joined is adopted where it has all of them, and else refused', async () => {
  const { connections } = await openTestDatabase();
  const client = new pg.Client(connections.owner);
  await client.connect();
  const later = listMigrations().filter(({ name }) => name > '0024');
  const former = [
    '0001_platform.sql',
    '0002_user_pool.sql',
    ...Array.from({ length: 56 }, (_, at) => `00${String(at + 10)}_former.sql`),
    '0076_evidence_check.sql',
  ];
  const pretend = async (names: string[]) => {
    await client.query('delete from schema_migration');
    await client.query(`insert into schema_migration select n, 'x' from unnest($1::text[]) n`, [names]);
  };
  try {
    // as it was when the migrations were joined: without what came later
    await client.query('drop schema public, parts cascade; create schema public; begin');
    await buildSchema(
      client,
      listMigrations().filter((migration) => migration.name < '0024'),
    );
    await client.query('commit');
    await pretend(former.toSpliced(10, 1));
    await expect(migrate(connections.owner)).rejects.toThrow(/^This database lacks migrations/);
    await pretend(former);
    expect(await migrate(connections.owner)).toEqual(later.map(({ name }) => name));
    expect(await appliedMigrations(client)).toEqual(
      listMigrations().map(({ name, hash }) => ({ name, hash })),
    );
  } finally {
    await client.end();
  }
});
