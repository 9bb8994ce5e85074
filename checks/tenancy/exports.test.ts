import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import yauzl from 'yauzl';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#app/testing/portal.ts';
import { poolTokens } from '#modules/accounts/server/testing/secondFactor.ts';
import { columnsLeftOut, tablesLeftOut } from '#modules/exports/server/leftOut.ts';
import { selectExportedTables } from '#modules/exports/server/rows.store.ts';
import { tableWords } from '#modules/exports/server/tables.ts';
import { openWorld } from '../world.ts';
import { looksSecret, reviewedColumns } from './secretColumns.ts';

/** Every column of every table whose rows belong to organizations, as `table.column`. */
const tenantColumns = async (): Promise<{ table: string; column: string }[]> => {
  const { database } = await openTestDatabase();
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as "table", a.attname as "column" from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity order by 1, 2`.execute(
    database.global,
  );
  return rows;
};

test('every column that may hold a secret is left out of exports or was reviewed, and the lists name nothing that is not there', async () => {
  const columns = await tenantColumns();
  const leftOut = Object.entries(columnsLeftOut).flatMap(([table, names]) =>
    names.map((column) => `${table}.${column}`),
  );
  const undecided = columns
    .filter(({ table, column }) => !Object.hasOwn(tablesLeftOut, table) && looksSecret.test(column))
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !leftOut.includes(name) && !Object.hasOwn(reviewedColumns, name));
  expect(undecided).toEqual([]);
  const names = new Set(columns.map(({ table, column }) => `${table}.${column}`));
  expect([...leftOut, ...Object.keys(reviewedColumns)].filter((name) => !names.has(name))).toEqual([]);
  const tables = new Set(columns.map(({ table }) => table));
  expect(Object.keys(tablesLeftOut).filter((name) => !tables.has(name))).toEqual([]);
});

test('every table of organizations is in the export and described there, or is left out with a reason', async () => {
  const { database } = await openTestDatabase();
  const exported = (await selectExportedTables(database.global)).map(({ name }) => name);
  expect(exported).toEqual(Object.keys(tableWords).toSorted());
  const all = [...new Set((await tenantColumns()).map(({ table }) => table))];
  expect([...exported, ...Object.keys(tablesLeftOut)].toSorted()).toEqual(all);
});

const unzip = (bytes: Buffer): Promise<Map<string, string>> =>
  new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (failure, zip) => {
      if (failure) return reject(failure);
      const texts = new Map<string, string>();
      zip.on('entry', (entry: yauzl.Entry) => {
        zip.openReadStream(entry, (error, stream) => {
          if (error) return reject(error);
          const chunks: Buffer[] = [];
          stream.on('data', (chunk: Buffer) => chunks.push(chunk));
          stream.on('error', reject);
          stream.on('end', () => {
            texts.set(entry.fileName, Buffer.concat(chunks).toString('utf8'));
            zip.readEntry();
          });
        });
      });
      zip.on('end', () => resolve(texts));
      zip.on('error', reject);
      zip.readEntry();
    });
  });

test('the export of an organization that has one of everything holds all of it, no secret, and nothing of its neighbor', async () => {
  const { portal, owner, other } = await openWorld();
  await portal.runJobs();
  // the world has one from before most of it was there
  const { id } = (await owner.post('/organization/makeExport', await poolTokens(portal, owner.email))).body
    .data;
  await portal.runJobs();
  const made = (await owner.get('/organization/exports')).body.data.find(
    (one: { id: string }) => one.id === id,
  );
  expect(made).toMatchObject({ state: 'ready', percent: 100 });
  const answer = await owner.get(`/organization/export/${id}/everything.zip`);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  const bytes = answer.body as Buffer;
  expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([
    made.bytes,
    made.fingerprint,
  ]);
  const entries = await unzip(bytes);

  const scope = portal.base.forOrg(owner.orgId);
  const secrets: string[] = [];
  for (const { name } of await selectExportedTables(portal.base.global)) {
    const rows = JSON.parse(entries.get(`data/${name}.json`)!) as Record<string, unknown>[];
    const kept = await scope.inOrg(
      async (db) =>
        (
          await sql<{
            row: Record<string, unknown>;
          }>`select to_jsonb(t) as row from ${sql.table(name)} t`.execute(db)
        ).rows,
    );
    // what the export itself and its download wrote came after its table was read
    const isStill = !['audit_entry', 'data_export'].includes(name);
    expect([name, isStill ? rows.length : 'moves on']).toEqual([name, isStill ? kept.length : 'moves on']);
    for (const column of columnsLeftOut[name] ?? []) {
      expect(rows.every((row) => !(column in row))).toBe(true);
      secrets.push(
        ...kept.map(({ row }) => row[column]).filter((value): value is string => typeof value === 'string'),
      );
    }
  }
  const whole = [...entries.values()].join('\n');
  expect(secrets.length).toBeGreaterThan(0);
  expect(secrets.filter((secret) => whole.includes(secret))).toEqual([]);
  expect(whole).not.toContain(other.orgId);
  expect(whole).not.toContain('elsewhere-tools');

  const files = [...entries.keys()].filter((name) => name.startsWith('files/'));
  expect(files).toContain('files/plan.pdf');
  expect(files.some((name) => name.startsWith('files/evidence/'))).toBe(true);
  expect(files.some((name) => name.startsWith('files/training/'))).toBe(true);
  expect(entries.get('README.txt')).toContain('Quillfeather Mills: everything that');
  expect(entries.get('README.txt')).toMatch(/website\.json +Websites \(1 entry\)/);
}, 300_000);
