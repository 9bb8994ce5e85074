import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#app/testing/portal.ts';
import { camelCase, camelCaseRows, snakeCase } from './columnNames.ts';

test('every table and column of the database has one name in code, which leads back to it', async () => {
  const { database } = await openTestDatabase();
  const { rows } = await database.pool.query<{ name: string }>(
    `select distinct unnest(array[table_name::text, column_name::text]) as name from information_schema.columns where table_schema = 'public'`,
  );
  expect(rows.length).toBeGreaterThan(300);
  expect(rows.filter(({ name }) => snakeCase(camelCase(name)) !== name)).toEqual([]);
});

test('columns are renamed wherever a row comes from, and JSON in them is not', async () => {
  const { database } = await openTestDatabase();
  const row = sql<object>`select 1 as last_seen, '{"last_seen": {"by_whom": 2}}'::jsonb as the_rest`;
  const expected = [{ lastSeen: 1, theRest: { last_seen: { by_whom: 2 } } }];
  expect((await row.execute(database.global)).rows).toEqual(expected);
  expect(await database.inOrg(randomUUID(), async (db) => (await row.execute(db)).rows)).toEqual(expected);
  expect(
    await database.readValues(randomUUID(), {
      lastSeen: sql`(select 1)`,
      theRest: sql`(select '{"last_seen": {"by_whom": 2}}'::jsonb)`,
    }),
  ).toEqual(expected[0]);
});

test('rows without a name to change are handed on as they are', () => {
  const rows = [{ id: 1, name: 'a' }];
  expect(camelCaseRows(rows)).toBe(rows);
  expect(camelCaseRows([])).toEqual([]);
});
