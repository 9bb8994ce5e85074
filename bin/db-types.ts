// Writes db/tables.ts from the migrations: a throw-away PostgreSQL, migrated, then read.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/platform/server/embeddedPostgres/supervisor.ts';
import { migrate } from '../src/platform/server/migrations.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-types-'));
const server = await startEmbeddedPostgres(folder, { fsync: 'off' });
try {
  const owner = { ...server.connection, user: 'postgres' };
  const client = new pg.Client({ ...owner, database: 'postgres' });
  await client.connect();
  await client.query('create database types');
  await client.end();
  await migrate({ ...owner, database: 'types' });
  const target = path.resolve('db/tables.ts');
  const url = `postgres://postgres@${encodeURIComponent(server.connection.host)}:${server.connection.port}/types`;
  const made = spawnSync(
    process.execPath,
    [
      'node_modules/kysely-codegen/dist/cli/bin.js',
      '--dialect',
      'postgres',
      '--url',
      url,
      '--out-file',
      target,
      '--camel-case',
      '--type-only-imports',
      '--runtime-enums',
      'false',
      '--exclude-pattern',
      // partitions are reached by their tables alone
      '(public.schema_migration|parts.*)',
      // date columns arrive as days (database.ts sets the parser)
      '--type-mapping',
      '{"date":"Day"}',
    ],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(made.stderr || made.stdout);
  // bigint columns arrive as numbers (database.ts sets the parser)
  const text = readFileSync(target, 'utf8')
    .replace(
      /^export type Int8 = .*$/m,
      'export type Int8 = ColumnType<number, number | string, number | string>;',
    )
    .replace(/^import type \{ ColumnType \} .*$/m, '$&\nimport type { Day } from "#platform/days.ts";');
  writeFileSync(target, text);
  process.stdout.write(`${target} written\n`);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
