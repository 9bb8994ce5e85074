import { sql } from 'kysely';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#app/testing/portal.ts';
import { acts } from './actWords.ts';
import { tables } from './words.ts';
import { events } from './eventWords.ts';

/** Columns of every audited table that its entries may hold, as the database's own catalogue says. */
async function auditedColumns(): Promise<Record<string, string[]>> {
  const { database } = await openTestDatabase();
  const { rows } = await sql<{ name: string; columns: string[]; arguments: string }>`
    select c.relname as name, encode(t.tgargs, 'escape') as arguments,
      (select array_agg(a.attname::text order by a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname <> 'org_id') as columns
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'record_change'`.execute(
    database.global,
  );
  return Object.fromEntries(
    rows.map((row) => {
      const ignored = (row.arguments.split('\\000')[1] ?? '').split(',');
      return [row.name, row.columns.filter((column) => !ignored.includes(column))];
    }),
  );
}

test('every audited table has words, and no other', async () => {
  expect(Object.keys(tables).toSorted()).toEqual(Object.keys(await auditedColumns()).toSorted());
});

test('every column that an entry may hold has words, and no other', async () => {
  const known = Object.fromEntries(
    Object.entries(tables).map(([table, { columns }]) => [table, Object.keys(columns).toSorted()]),
  );
  expect(known).toEqual(await auditedColumns());
});

test('every event names a column that has words', () => {
  expect(events.filter(({ table, column }) => tables[table]?.columns[column] === undefined)).toEqual([]);
});

test('every act that the code records has words', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => path.join('src', name))
    .filter(
      (file) =>
        file.includes('/server/') &&
        file.endsWith('.ts') &&
        !file.endsWith('.test.ts') &&
        !file.endsWith('platform/server/audit.ts'),
    );
  const recorded = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return /\brecordAct\b|\bAct\b.*audit\.ts/.test(text)
      ? [...text.matchAll(/\bact: '([a-z-]+)'/g)].map((match) => match[1]!)
      : [];
  });
  expect(recorded).toContain('activity-exported');
  expect(recorded.filter((act) => !Object.hasOwn(acts, act))).toEqual([]);
});
