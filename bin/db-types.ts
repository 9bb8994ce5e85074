// Writes db/tables.ts and db/schema.sql from the migrations: a throw-away PostgreSQL, migrated, then read. Notes new migrations
// in db/migrations/checksums, where a check finds those that were edited later.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/platform/server/database/embeddedPostgres/supervisor.ts';
import { listMigrations, migrate } from '../src/platform/server/database/migrations.ts';
import { rowTypes } from './rowTypes.ts';
import { schemaSnapshot } from './schemaSnapshot.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-types-'));
const server = await startEmbeddedPostgres(folder, { fsync: 'off' });
try {
  const owner = { ...server.connection, user: 'postgres' };
  const maker = new pg.Client({ ...owner, database: 'postgres' });
  await maker.connect();
  await maker.query('create database types');
  await maker.end();
  await migrate({ ...owner, database: 'types' });
  const client = new pg.Client({ ...owner, database: 'types' });
  await client.connect();
  writeFileSync('db/schema.sql', await schemaSnapshot(client));
  await client.end();
  writeFileSync('db/tables.ts', rowTypes(server.connection, 'types'));
  const kept = readFileSync('db/migrations/checksums', 'utf8');
  for (const { name, hash } of listMigrations())
    if (!kept.includes(`  ${name}\n`)) appendFileSync('db/migrations/checksums', `${hash}  ${name}\n`);
  process.stdout.write('db/schema.sql and db/tables.ts written\n');
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
