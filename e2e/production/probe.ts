import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** Longest time between two successes. */
export function gapMeter() {
  let last = performance.now();
  let longest = 0;
  return {
    succeed: () => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    },
    /** The longest since this was last asked; the gap that is open now counts in both. */
    takeMs: () => {
      const taken = Math.max(longest, performance.now() - last);
      longest = 0;
      return taken;
    },
  };
}

const openMs = 1000;

/** The server that takes writes, or null. */
async function reachPrimary(hosts: readonly { host: string; port: number }[]): Promise<pg.Client | null> {
  for (const place of hosts) {
    const client = new pg.Client({
      ...place,
      user: 'postgres',
      database: 'portal',
      connectionTimeoutMillis: openMs,
      query_timeout: openMs,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
      if (!rows[0]!.standby) return client;
    } catch {
      // the next one may be up
    }
    void client.end().catch(() => {});
  }
  return null;
}

/** Writes to the database without the portal, as fast as a client can come back: its longest gap is the database's own pause. */
export async function openProbe(hosts: readonly { host: string; port: number }[]) {
  const gaps = gapMeter();
  let client = await reachPrimary(hosts);
  await client!.query('create table if not exists probe_write (id bigserial)');
  let stopped = false;
  const work = (async () => {
    while (!stopped) {
      try {
        client ??= await reachPrimary(hosts);
        if (client) {
          await client.query({
            text: 'insert into probe_write default values',
            query_timeout: 3000,
          } as pg.QueryConfig);
          gaps.succeed();
        }
      } catch {
        void client?.end().catch(() => {});
        client = null;
      }
      await pause(20);
    }
    await client?.end().catch(() => {});
  })();
  return {
    gaps,
    stop: async () => {
      stopped = true;
      await work;
    },
  };
}
