import pg from 'pg';
import { embeddedConnections, type Connections } from '#platform/server/database/connections.ts';
import type { Clock } from './clock.ts';

/** Where PostgreSQL listens; it holds the migrated, empty database `portal_template`. */
export type Socket = { host: string; port: number };

export type WorldDatabase = {
  connections: Connections;
  /** A connection of the simulator itself, above row-level security. */
  admin: pg.Client;
  /** Tells the queue what time it is. */
  setQueueClock: () => Promise<void>;
  close: () => Promise<void>;
};

async function asOwner(socket: Socket, statements: readonly string[]): Promise<void> {
  const owner = new pg.Client({ ...socket, user: 'postgres', database: 'postgres' });
  await owner.connect();
  for (const statement of statements) await owner.query(statement);
  await owner.end();
}

// The queue asks this function for the time. Each asking is a microsecond later, so that no two jobs are equally old, and their
// order does not depend on the ids that PostgreSQL makes.
const queueClock = `
  create table pgboss.simulated_clock (at timestamptz not null);
  insert into pgboss.simulated_clock values (now());
  create sequence pgboss.simulated_tick;
  grant select on pgboss.simulated_clock to portal_app;
  grant usage on pgboss.simulated_tick to portal_app;
  create or replace function pgboss.job_now() returns timestamp with time zone language sql stable as
    $$ select at + (nextval('pgboss.simulated_tick') % 1000000) * interval '1 microsecond' from pgboss.simulated_clock $$`;

/** A database of one episode's own. Deadlocks are noticed soon: everybody waits for everybody else meanwhile. */
export async function openWorldDatabase(socket: Socket, name: string, clock: Clock): Promise<WorldDatabase> {
  await asOwner(socket, [
    'select pg_advisory_lock(1)',
    `create database ${name} template portal_template strategy file_copy`,
    `alter database ${name} set deadlock_timeout = '100ms'`,
  ]);
  const connections = embeddedConnections(socket, name);
  const admin = new pg.Client({ ...socket, user: 'postgres', database: name });
  await admin.connect();
  await admin.query(queueClock);
  return {
    connections,
    admin,
    setQueueClock: async () =>
      void (await admin.query('update pgboss.simulated_clock set at = $1', [clock.now()])),
    close: async () => {
      await admin.end();
      await asOwner(socket, [`drop database if exists ${name} with (force)`]);
    },
  };
}
