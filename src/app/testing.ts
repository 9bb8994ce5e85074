import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { embeddedConnections, type Connections } from '#platform/server/connections.ts';
import { openDatabase, type Database } from '#platform/server/database.ts';

/** A real, migrated, empty database of a test's own: a copy of the run's template. */
export async function openTestDatabase(
  options: { keep?: boolean } = {},
): Promise<{ database: Database; connections: Connections; close: () => Promise<void> }> {
  const socket = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ ...socket, user: 'postgres', database: 'postgres' });
  await admin.connect();
  // copies of one template wait for one another, so that parallel workers never refuse each other
  await admin.query('select pg_advisory_lock(1)');
  await admin.query(`create database ${name} template portal_template strategy file_copy`);
  await admin.end();
  const connections = embeddedConnections(socket, name);
  const database = openDatabase(connections.app, 8);
  const close = async () => {
    await database.close();
    const last = new pg.Client({ ...socket, user: 'postgres', database: 'postgres' });
    await last.connect();
    await last.query(`drop database if exists ${name} with (force)`);
    await last.end();
  };
  if (!options.keep) onTestFinished(close);
  return { database, connections, close };
}

/** A folder that one test may write to. */
export const temporaryFolder = (name: string): string => mkdtempSync(path.join(os.tmpdir(), `portal-${name}-`));

export type Clock = { now: () => Date; set: (at: string | Date) => void; advance: (seconds: number) => void };

/** Time as a test wants it. */
export function testClock(start = '2026-03-02T17:00:00Z'): Clock {
  let at = new Date(start);
  return {
    now: () => new Date(at),
    set: (to) => {
      at = new Date(to);
    },
    advance: (seconds) => {
      at = new Date(at.getTime() + seconds * 1000);
    },
  };
}
