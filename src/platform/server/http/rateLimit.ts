import { sql } from 'kysely';
import { Counter } from 'prom-client';
import type { GlobalDb } from '../database/database.ts';
import { measures } from '../log/measures.ts';

const refusals = new Counter({
  name: 'rate_limit_refusals_total',
  help: 'Requests that were refused because there were too many, by declared route',
  labelNames: ['route'],
  registers: [measures],
});

/** @param route as it is declared, never an address that was asked for */
export const noteLimitRefusal = (route: string): void => refusals.inc({ route });

/**
 * A statement that counts, as a transaction of its own, need not wait for the disk: a crash takes back at most half a second of
 * counting, and no more.
 */
const unhurried = (db: GlobalDb) =>
  sql`(select set_config('synchronous_commit', ${db.isTransaction ? sql`current_setting('synchronous_commit')` : sql.lit('off')}, true)) quick`;

/** Counts one use of `key`, or several, in a fixed window shared by all servers. @returns how many there were, these included */
export async function countUses(
  db: GlobalDb,
  key: string,
  perSeconds: number,
  now: Date,
  uses = 1,
): Promise<{ used: number; endsAt: Date }> {
  const endsAt = new Date(now.getTime() + perSeconds * 1000);
  const { rows } = await sql<{ used: number; endsAt: Date }>`
    insert into rate_window as w (key, used, ends_at) select ${key}::text, ${uses}::integer, ${endsAt}::timestamptz from ${unhurried(db)}
    on conflict (key) do update set used = case when w.ends_at <= ${now} then 0 else w.used end + ${uses}::integer,
      ends_at = case when w.ends_at <= ${now} then ${endsAt}::timestamptz else w.ends_at end
    returning used, ends_at`.execute(db);
  return rows[0]!;
}

/**
 * The same, with a limit.
 * @returns null when allowed, else the seconds until the window ends
 */
export async function countUse(
  db: GlobalDb,
  key: string,
  max: number,
  perSeconds: number,
  now: Date,
  uses = 1,
): Promise<number | null> {
  const row = await countUses(db, key, perSeconds, now, uses);
  return row.used <= max ? null : Math.max(1, Math.ceil((row.endsAt.getTime() - now.getTime()) / 1000));
}

/**
 * Counts one use of each key at once, as `countUse` does one by one.
 * @returns the keys that are still allowed
 */
export async function countUseOfEach(
  db: GlobalDb,
  keys: readonly string[],
  max: number,
  perSeconds: number,
  now: Date,
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const endsAt = new Date(now.getTime() + perSeconds * 1000);
  // in one order, so that two who count the same keys wait for each other instead of for ever
  const { rows } = await sql<{ key: string; used: number }>`
    insert into rate_window as w (key, used, ends_at) select k, 1, ${endsAt}
      from unnest(${[...new Set(keys)].toSorted()}::text[]) as given(k), ${unhurried(db)}
    on conflict (key) do update set used = case when w.ends_at <= ${now} then 1 else w.used + 1 end,
      ends_at = case when w.ends_at <= ${now} then ${endsAt} else w.ends_at end
    returning key, used`.execute(db);
  return new Set(rows.filter((row) => row.used <= max).map((row) => row.key));
}

/** Takes one use back that turned out to be none of those to be limited. */
export async function uncountUse(db: GlobalDb, key: string): Promise<void> {
  await db
    .updateTable('rateWindow')
    .set((row) => ({ used: row('used', '-', 1) }))
    .where('key', '=', key)
    .where('used', '>', 0)
    .execute();
}
