import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { takeAppRole } from './appRole.ts';
import type { ConnectionParts } from './database.ts';
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

/** The same for the time of one request that only reads: what several of its parts ask for is asked once, also without notices. */
export function rememberOnce(remember: Remember): Remember {
  const asked = new Map<string, Promise<unknown>>();
  return (channel, key, what, load) => {
    const place = `${channel}:${key}:${what}`;
    const known = asked.get(place);
    if (known) return known as ReturnType<typeof load>;
    const answer = remember(channel, key, what, load);
    asked.set(place, answer);
    return answer;
  };
}

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
    /** Something that any answer may rest on changed. */
    forgetAll: () => {
      notices++;
      rows.clear();
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

/**
 * Listens for changes on a connection of its own; while that is down, nothing is remembered.
 * @param watched further channels, on each of which every server takes something up anew before all that it remembers is
 * forgotten; a connection that begins counts as a notice, since one may have been missed
 */
export function openChangeMemory(
  connection: ConnectionParts,
  log: Logger,
  watched: Record<string, () => Promise<void>> = {},
): { remember: Remember; forget: (channel: ChangeChannel, key: string) => void; close: () => Promise<void> } {
  const memory = openMemory(() => performance.now());
  let closing = false;
  let client: pg.Client | null = null;
  const listen = async () => {
    while (!closing) {
      const own = new pg.Client({ ...connection, keepAlive: true });
      client = own;
      const ended = new Promise<void>((resolve) => {
        own.once('end', resolve);
        own.on('error', () => resolve());
      });
      own.on('notification', ({ channel, payload }) => {
        const takeUp = watched[channel];
        if (takeUp) void takeUp().then(memory.forgetAll);
        else memory.forget(channel, payload ?? '');
      });
      try {
        // one that is ended while it connects never answers
        await Promise.race([own.connect(), ended.then(() => Promise.reject(new Error('The connection ended.')))]);
        await takeAppRole(own, connection.strict);
        await own.query([...channels, ...Object.keys(watched)].map((channel) => `listen ${channel}`).join('; '));
        memory.setLive(true);
        for (const takeUp of Object.values(watched)) void takeUp().then(memory.forgetAll);
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
