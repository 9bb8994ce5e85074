import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { appRole, type ConnectionParts } from './database.ts';
import type { Logger } from './log.ts';

/** What changes are told of: tables with a trigger that notifies (0006_change_notices.sql). */
export type ChangeChannel = 'app_session' | 'organization';

/**
 * Remembers what `load` gave until the row behind it changes.
 * @param key which row of the channel's table
 * @param what which of the things remembered of that row
 */
export type Remember = <T>(channel: ChangeChannel, key: string, what: string, load: () => Promise<T>) => Promise<T>;

/** Remembers nothing: for programs that hear no notices. */
export const rememberNothing: Remember = (_channel, _key, _what, load) => load();

const longestMs = 30_000;
const mostRows = 5000;
/** Things remembered of one row: what is asked may depend on what a browser sends, such as its host. */
const mostThings = 50;

/** Memory of rows, forgotten by notice. An answer that was being loaded while any notice came is not kept. */
export function openMemory(nowMs: () => number) {
  const rows = new Map<string, Map<string, { value: unknown; until: number }>>();
  let notices = 0;
  let live = false;
  const remember: Remember = async (channel, key, what, load) => {
    if (!live) return load();
    const place = `${channel}:${key}`;
    const known = rows.get(place)?.get(what);
    if (known && known.until > nowMs()) return known.value as Awaited<ReturnType<typeof load>>;
    const before = notices;
    const value = await load();
    if (live && notices === before) {
      if (rows.size >= mostRows) rows.clear();
      let row = rows.get(place);
      if (!row || row.size >= mostThings) rows.set(place, (row = new Map()));
      row.set(what, { value, until: nowMs() + longestMs });
    }
    return value;
  };
  return {
    remember,
    /** A row changed: what was known of it is forgotten. */
    forget: (channel: string, key: string) => {
      notices++;
      rows.delete(`${channel}:${key}`);
    },
    /** Without notices nothing may be remembered. */
    setLive: (on: boolean) => {
      notices++;
      rows.clear();
      live = on;
    },
  };
}

const channels: readonly ChangeChannel[] = ['app_session', 'organization'];

/** Listens for changes on a connection of its own; while that is down, nothing is remembered. */
export function openChangeMemory(
  connection: ConnectionParts,
  log: Logger,
): { remember: Remember; forget: (channel: ChangeChannel, key: string) => void; close: () => Promise<void> } {
  const memory = openMemory(() => performance.now());
  let closing = false;
  let client: pg.Client | null = null;
  const listen = async () => {
    while (!closing) {
      const own = new pg.Client({ ...connection, options: `-c role=${appRole}`, keepAlive: true });
      client = own;
      const ended = new Promise<void>((resolve) => {
        own.once('end', resolve);
        own.on('error', () => resolve());
      });
      own.on('notification', ({ channel, payload }) => memory.forget(channel, payload ?? ''));
      try {
        // one that is ended while it connects never answers
        await Promise.race([own.connect(), ended.then(() => Promise.reject(new Error('The connection ended.')))]);
        await own.query(channels.map((channel) => `listen ${channel}`).join('; '));
        memory.setLive(true);
        await ended;
      } catch (error) {
        if (!closing) log.warn({ err: error }, 'no change notices');
      }
      memory.setLive(false);
      await own.end().catch(() => {});
      if (!closing) await pause(1000);
    }
  };
  const listening = listen();
  return {
    remember: memory.remember,
    forget: memory.forget,
    close: async () => {
      closing = true;
      client?.end().catch(() => {});
      await listening;
    },
  };
}
