import pg from 'pg';
import { asAppRole, type ConnectionParts } from '../database/database.ts';
import { measurePool } from '../database/databaseMeasures.ts';
import type { Logger } from '../log/log.ts';

/** Notifies the other programs of an installation of a change. */
export type Notices = {
  /** The change has been committed. Calls while a notice is under way go out with the next one. */
  notify: (channel: string, payload: string) => void;
  /** The change is being committed: notifies in a moment, and once more for a commit that takes longer. */
  notifySoon: (channel: string, payload: string) => void;
  close: () => Promise<void>;
};

const soonMs = [20, 250];

/**
 * Opens a connection for notices alone. PostgreSQL holds one lock over the whole server from before a transaction that
 * notifies is flushed until after, so writing transactions never notify (decision 30). A notice that is lost, because this
 * program ends first, costs a moment: nothing is remembered for longer than a second (memory.ts), and workers look for jobs
 * every two.
 */
export function openNotices(connection: ConnectionParts, log: Logger): Notices {
  const pool = new pg.Pool({
    ...connection,
    ...asAppRole(connection),
    max: 1,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
  });
  pool.on('error', () => {});
  measurePool('notices', pool);
  let waiting = new Map<string, [channel: string, payload: string]>();
  let sending: Promise<void> | null = null;
  const timers = new Set<NodeJS.Timeout>();

  const sendAll = async () => {
    while (waiting.size > 0) {
      const batch = [...waiting.values()];
      waiting = new Map();
      try {
        // nobody relies on it after a crash, so its commit need not reach the disk
        await pool.query({
          text: `with quick as materialized (select set_config('synchronous_commit', 'off', true))
            select pg_notify(channel, payload) from quick, unnest($1::text[], $2::text[]) as n(channel, payload)`,
          values: [batch.map(([channel]) => channel), batch.map(([, payload]) => payload)],
          name: 'notices',
        } as pg.QueryConfig);
      } catch (error) {
        log.warn({ err: error, notices: batch.length }, 'notices were lost');
      }
    }
    sending = null;
  };
  const notify = (channel: string, payload: string) => {
    waiting.set(`${channel} ${payload}`, [channel, payload]);
    sending ??= sendAll();
  };
  return {
    notify,
    notifySoon: (channel, payload) => {
      for (const ms of soonMs) {
        const timer = setTimeout(() => {
          timers.delete(timer);
          notify(channel, payload);
        }, ms);
        timers.add(timer);
      }
    },
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      await sending;
      await pool.end();
    },
  };
}
