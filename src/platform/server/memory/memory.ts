import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { takeAppRole } from '../database/appRole.ts';
import { noticeLostClient, type ConnectionParts } from '../database/database.ts';
import type { Logger } from '../log/log.ts';
import { programNumber, showLife } from '../process/livingPrograms.ts';
import type { Notices } from './notices.ts';

/** The changes that are announced: an ended or changed session by the hash of its token, an organization by its id. */
export type ChangeChannel = 'app_session' | 'organization';

/**
 * Remembers what `load` gave until the row behind it changes.
 * @param key which row of the channel's table
 * @param what which of the things remembered of that row
 */
export type Remember = <T>(
  channel: ChangeChannel,
  key: string,
  what: string,
  load: () => Promise<T>,
) => Promise<T>;

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

/** An ended session or a removed right is refused within this time, even when the notice of it was lost. */
const longestMs = 1000;
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

/** So often a program makes sure that it still hears. */
const echoMs = 5000;

const channels: readonly ChangeChannel[] = ['app_session', 'organization'];

type Hearing = {
  /** Tells the other programs what this one changed. */
  notices?: Pick<Notices, 'notify'>;
  /** Further channels, on each of which every server reloads something before all that it remembers is forgotten. */
  watched?: Record<string, () => Promise<void>>;
};

/**
 * Listens for changes on a connection of its own. While it does not hear a word that it says there itself, nothing is
 * remembered; a connection that begins counts as a notice, since one may have been missed.
 */
export function openChangeMemory(
  connection: ConnectionParts,
  log: Logger,
  { notices, watched = {} }: Hearing = {},
): {
  remember: Remember;
  forget: (channel: ChangeChannel, key: string) => void;
  /** The number under which other programs see that this one lives; null while they cannot. */
  aliveAs: () => number | null;
  close: () => Promise<void>;
} {
  const memory = openMemory(() => performance.now());
  let alive = false;
  let closing = false;
  let client: pg.Client | null = null;
  const takeUpAll = () => {
    for (const takeUp of Object.values(watched)) void takeUp().then(memory.forgetAll);
  };
  /** One connection, until it ends or falls silent. */
  const listenOnce = async (own: pg.Client) => {
    const ended = new Promise<void>((resolve) => {
      own.once('end', resolve);
      own.on('error', () => resolve());
    });
    const echo = `echo_${randomUUID().replaceAll('-', '')}`;
    let echoed = 0;
    own.on('notification', ({ channel, payload }) => {
      const takeUp = watched[channel];
      if (channel === echo) echoed = Number(payload);
      else if (takeUp) void takeUp().then(memory.forgetAll);
      else memory.forget(channel, payload ?? '');
    });
    // one that is ended while it connects never answers
    await Promise.race([own.connect(), ended.then(() => Promise.reject(new Error('The connection ended.')))]);
    await takeAppRole(own, connection);
    await own.query(
      [echo, ...channels, ...Object.keys(watched)].map((channel) => `listen ${channel}`).join('; '),
    );
    await own.query(`${noticeLostClient}; ${showLife}`);
    alive = true;
    for (let word = 1; !closing; word++) {
      await own.query({ text: 'select pg_notify($1, $2)', values: [echo, String(word)] });
      // a pooler answers the statement and never passes the notice on
      if (echoed !== word) throw new Error('The connection does not bring the notices that it asked for.');
      if (word === 1) {
        memory.setLive(true);
        takeUpAll();
      }
      const isOver = await Promise.race([ended.then(() => true), pause(echoMs, false, { ref: false })]);
      if (isOver) return;
    }
  };
  const listen = async () => {
    while (!closing) {
      const own = new pg.Client({
        ...connection,
        keepAlive: true,
        connectionTimeoutMillis: 5000,
        query_timeout: 5000,
      });
      client = own;
      await listenOnce(own).catch((error: unknown) => {
        if (!closing) log.warn({ err: error }, 'no change notices');
      });
      memory.setLive(false);
      alive = false;
      // on a silent network it would never be over
      void own.end().catch(() => {});
      if (!closing) await pause(1000);
    }
  };
  const listening = listen();
  return {
    remember: memory.remember,
    aliveAs: () => (alive ? programNumber : null),
    forget: (channel, key) => {
      memory.forget(channel, key);
      notices?.notify(channel, key);
    },
    close: async () => {
      closing = true;
      client?.end().catch(() => {});
      await listening;
    },
  };
}
