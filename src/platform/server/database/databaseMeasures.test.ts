import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { openTestDatabase } from '#app/testing/portal.ts';
import { asAppRole } from './database.ts';
import { measurePool, nameOfStatement } from './databaseMeasures.ts';
import { measures } from '../log/measures.ts';

/** A figure as `/metrics` would tell it now. */
async function figure(name: string, labels: Record<string, string> = {}): Promise<number> {
  const { values } = (await measures.getSingleMetric(name)!.get()) as {
    values: { value: number; labels: Record<string, string> }[];
  };
  return values.find((one) => Object.entries(labels).every(([label, value]) => one.labels[label] === value))!
    .value;
}

test('each failed statement counts once in its class, however it was sent', async () => {
  const { database } = await openTestDatabase();
  const before = await figure('database_errors_total', { class: '22' });
  await expect(sql`select 1 / 0`.execute(database.global)).rejects.toThrow(/division/);
  await expect(database.pool.query('select 1 / 0')).rejects.toThrow(/division/);
  const work = database.inOrg('5f0c0f3a-93d1-4a55-8f0a-3b1a5a1f9f10', async (db) => {
    await sql`select 1 / 0`.execute(db);
  });
  await expect(work).rejects.toThrow(/division/);
  expect((await figure('database_errors_total', { class: '22' })) - before).toBe(3);
});

test('a statement that takes too long, and one that waits too long for a table, count as limits that were reached', async () => {
  const { database } = await openTestDatabase();
  const before = await Promise.all(
    ['statement', 'lock'].map((limit) => figure('database_timeouts_total', { limit })),
  );
  const client = await database.pool.connect();
  await client.query('set statement_timeout = 20');
  await expect(client.query('select pg_sleep(5)')).rejects.toThrow(/statement timeout/);
  await client.query('set statement_timeout = 0; set lock_timeout = 20');
  await database.global.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(4711)`.execute(db);
    await expect(client.query('select pg_advisory_xact_lock(4711)')).rejects.toThrow(/lock timeout/);
  });
  client.release(true);
  const after = await Promise.all(
    ['statement', 'lock'].map((limit) => figure('database_timeouts_total', { limit })),
  );
  expect(after.map((value, at) => value - before[at]!)).toEqual([1, 1]);
});

test('a pool shows its connections while it is open, and counts one that it cannot open', async () => {
  const connection = { ...inject('postgres'), user: 'portal_app', database: 'portal_template' };
  const pool = new pg.Pool({ ...connection, max: 3, ...asAppRole({}) });
  measurePool('metrics', pool);
  const client = await pool.connect();
  const shown = await Promise.all(
    ['database_pool_connections', 'database_pool_idle', 'database_pool_limit'].map((name) =>
      figure(name, { pool: 'metrics' }),
    ),
  );
  expect(shown).toEqual([1, 0, 3]);
  client.release();
  await pool.end();
  const { values } = await measures.getSingleMetric('database_pool_connections')!.get();
  expect(values.filter(({ labels }) => labels.pool === 'metrics')).toEqual([]);
  const before = await figure('database_errors_total', { class: '3D' });
  const nowhere = new pg.Pool({ ...connection, database: 'nowhere' });
  measurePool('metrics', nowhere);
  await expect(nowhere.query('select 1')).rejects.toThrow(/does not exist/);
  await nowhere.end();
  expect((await figure('database_errors_total', { class: '3D' })) - before).toBe(1);
});

test.each([
  ['select "id" from "website" where "url" = $1', 'SELECT', 'website'],
  ['insert into rate_window as w (key) select $1::text', 'INSERT', 'rate_window'],
  ['update pgboss.job set priority = $3', 'UPDATE', 'job'],
  [
    'with scope as materialized (select set_config($1, $2, true)) select (select 1) from scope',
    'WITH',
    'scope',
  ],
  ['select extract(epoch from now()) as n', 'SELECT', ''],
  [
    `begin; select set_config('app.actor', '{"email":"ada@acme.example","agent":"x from evil"}', true)`,
    'BEGIN',
    '',
  ],
  [`select 1 as a, ' from evil ' as b`, 'SELECT', ''],
  [`select E'it\\'s from evil' as b, 2`, 'SELECT', ''],
])('%s is named by what it does and to which table', (text, operation, table) => {
  expect(nameOfStatement(text)).toEqual({ operation, table });
});
