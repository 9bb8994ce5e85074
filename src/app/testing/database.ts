import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { embeddedConnections, migrateAll } from '#platform/server/database/connections.ts';
import { startEmbeddedPostgres } from '#platform/server/database/embeddedPostgres/supervisor.ts';
import { jobSpecs } from '../program/jobs.ts';

/** A folder in memory where there is room for it: copying the template is then twenty times as fast. */
function quickFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize > 2_000_000_000) return '/dev/shm';
  } catch {
    // not every system has one
  }
  return os.tmpdir();
}

/** One PostgreSQL for a whole test run, with a migrated template that each worker copies. */
export default async function startTestDatabase(project: TestProject) {
  const folder = mkdtempSync(path.join(quickFolder(), 'portal-test-'));
  // nothing here must survive a power cut
  const server = await startEmbeddedPostgres(folder, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    jit: 'off',
  });
  const client = new pg.Client({ ...server.connection, user: 'postgres', database: 'postgres' });
  await client.connect();
  await client.query('create database portal_template');
  await client.end();
  await migrateAll(embeddedConnections(server.connection, 'portal_template').owner, jobSpecs);
  project.provide('postgres', server.connection);
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
