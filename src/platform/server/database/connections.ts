import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { appRole } from './appRole.ts';
import { connectionTo } from './databaseHosts.ts';
import { isDuplicate, type ConnectionParts } from './database.ts';
import { startEmbeddedPostgres } from './embeddedPostgres/supervisor.ts';
import { migrateJobs, type JobSpec } from '../jobs/jobs.ts';
import type { Logger } from '../log/log.ts';
import { migrate } from './migrations.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * How the parts of a program reach the database: as its owner for migrations, as the application role for all else. `direct`
 * keeps what is set on a connection, which listening and the queue need; `app` may lead through a pooler.
 */
export type Connections = { owner: ConnectionParts; app: ConnectionParts; direct: ConnectionParts };

const embeddedDatabase = 'portal';
// a laptop's worth of memory, and never an acknowledged write lost: synchronous_commit stays on
const embeddedSettings = {
  max_connections: '60',
  shared_buffers: '128MB',
  log_min_messages: 'warning',
  jit: 'off',
};

export const embeddedConnections = (
  socket: { host: string; port: number },
  database = embeddedDatabase,
): Connections => {
  const app = { ...socket, user: appRole, database };
  return { owner: { ...socket, user: 'postgres', database }, app, direct: app };
};

async function ensureDatabase(socket: { host: string; port: number }) {
  const client = new pg.Client({ ...socket, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [embeddedDatabase]);
    if (!rowCount) await client.query(`create database ${embeddedDatabase}`);
  } catch (error) {
    // another program that starts now was first
    if (!isDuplicate(error) && (error as { code?: string }).code !== '42P04') throw error;
  } finally {
    await client.end();
  }
}

/**
 * Gives the connections of an installation, starting its private PostgreSQL first where no DATABASE_URL is set.
 * A private server that ends by itself is started again until `close`.
 */
export async function openConnections(
  settings: Settings,
  log: Logger,
): Promise<Connections & { close: () => Promise<void> }> {
  if (settings.databaseUrl) {
    const { databaseUrl, databaseDirectUrl, databaseOwnerUrl, production: strict } = settings;
    const direct = { ...connectionTo(databaseDirectUrl ?? databaseUrl), strict };
    return {
      owner: connectionTo(databaseOwnerUrl ?? databaseDirectUrl ?? databaseUrl),
      app: databaseDirectUrl ? { ...connectionTo(databaseUrl), strict, pooled: true } : direct,
      direct,
      close: async () => {},
    };
  }
  let server = await startEmbeddedPostgres(settings.dataDir, embeddedSettings);
  try {
    await ensureDatabase(server.connection);
  } catch (error) {
    await server.stop();
    throw error;
  }
  let closing = false;
  const keepAlive = async () => {
    for (let waitMs = 200; !closing;) {
      await server.ended;
      if (closing) return;
      log.error('the built-in PostgreSQL ended by itself; starting it again');
      try {
        server = await startEmbeddedPostgres(settings.dataDir, embeddedSettings);
        waitMs = 200;
      } catch (error) {
        log.error({ err: error }, 'the built-in PostgreSQL did not start');
        await pause(waitMs);
        waitMs = Math.min(waitMs * 2, 10_000);
      }
    }
  };
  void keepAlive();
  return {
    ...embeddedConnections(server.connection),
    close: async () => {
      closing = true;
      await server.stop();
    },
  };
}

/** Brings schema and queues up to this version, one program at a time. Returns the names of migrations applied now. */
export const migrateAll = (owner: ConnectionParts, jobs: readonly JobSpec<any>[]): Promise<string[]> =>
  migrate(owner, () => migrateJobs(owner, jobs));
