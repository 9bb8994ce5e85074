import type pg from 'pg';
import { counter, liveGauge, measures } from '../log/measures.ts';
import { isTraced, startPart, type Span } from '../log/tracing.ts';

/** The classes of SQLSTATE that a statement may end with; `network` where no server answered. */
const classes = '08 0A 21 22 23 25 26 28 34 38 39 3D 3F 40 42 44 53 54 55 57 58 P0 XX network other'.split(
  ' ',
);
const limits = ['statement', 'lock', 'idle', 'answer', 'connect'];

const countError = counter(
  'database_errors_total',
  'Statements and connections that failed, by class of SQLSTATE',
  { class: classes },
);
const countTimeout = counter('database_timeouts_total', 'Time limits of the database that were reached', {
  limit: limits,
});
const countRepeat = counter(
  'database_retries_total',
  'Work that was begun again because the database was away for a moment',
);

/** Work is begun again after a failure that may pass. */
export const noteRetry = (): void => countRepeat({});

const limitReached = (code: string | undefined, message: string): string | null => {
  if (code === '57014') return message.includes('statement timeout') ? 'statement' : null;
  if (code === '55P03') return 'lock';
  if (code === '25P03') return 'idle';
  if (message === 'Query read timeout') return 'answer';
  if (/timeout exceeded when trying to connect|due to connection timeout/.test(message)) return 'connect';
  return null;
};

/** Errors that were counted: those of a transaction may be the same one again. */
const counted = new WeakSet<object>();

function noteError(error: unknown): void {
  if (typeof error !== 'object' || error === null || counted.has(error)) return;
  counted.add(error);
  const { code, message = '' } = error as { code?: unknown; message?: string };
  const isErrno = typeof code === 'string' && /^E[A-Z]{3,}$/.test(code);
  const state = typeof code === 'string' && !isErrno && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
  const isNetwork = isErrno || /^Connection terminated|timeout|connection error/i.test(message);
  countError({ class: state?.slice(0, 2) ?? (isNetwork ? 'network' : 'other') });
  const limit = limitReached(state, message);
  if (limit) countTimeout({ limit });
}

const mostNames = 1000;
const names = new Map<string, StatementName>();
const begin: StatementName = { operation: 'BEGIN', table: '' };
const command = /^\s*([a-z]{1,20})/i;
const relation =
  /\b(?:from|into|update|join)\s+(?:only\s+)?(?:[a-z_]\w{0,62}\.)?"?([a-z_]\w{0,62})\b(?!\s*\()/i;

type StatementName = { operation: string; table: string };

/** What a statement does and to which table. Nothing else of its text is kept, and nothing is read from its first quoted value on. */
export function nameOfStatement(text: string): StatementName {
  // the begin of a transaction names its actor, and no two are the same
  if (/^\s*begin\b/i.test(text)) return begin;
  const known = names.get(text);
  if (known) return known;
  const bare = text.slice(0, 4000).split("'", 1)[0]!;
  const name = {
    operation: (command.exec(bare)?.[1] ?? 'statement').toUpperCase(),
    table: relation.exec(bare)?.[1] ?? '',
  };
  if (names.size < mostNames) names.set(text, name);
  return name;
}

function startStatement(given: unknown): Span | null {
  if (!isTraced()) return null;
  const text = typeof given === 'string' ? given : (given as { text?: unknown } | null)?.text;
  if (typeof text !== 'string') return null;
  const { operation, table } = nameOfStatement(text);
  return startPart(table ? `${operation} ${table}` : operation, {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    ...(table ? { 'db.collection.name': table } : {}),
  });
}

/** Counts the errors of a connection, and makes each of its statements a part of the trace that it belongs to. */
export function observeStatements(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    const span = startStatement(given[0]);
    const note = (error?: unknown) => {
      if (error) {
        noteError(error);
        span?.fail(error);
      }
      span?.end();
    };
    const back = given.at(-1);
    // a pool asks with a callback
    if (typeof back === 'function')
      return query(...given.slice(0, -1), (error: unknown, result: unknown) => {
        note(error);
        (back as (error: unknown, result: unknown) => void)(error, result);
      });
    const answer = query(...given);
    if (answer instanceof Promise)
      answer.then(
        () => note(),
        (error: unknown) => note(error),
      );
    return answer;
  }) as typeof client.query;
}

/** What the programs use connections for. */
export type PoolName = 'calls' | 'readiness' | 'notices' | 'enqueue' | 'queue' | 'metrics';
const pools = new Set<{ name: PoolName; pool: pg.Pool }>();

const gauge = (name: string, help: string, valueOf: (pool: pg.Pool) => number) =>
  liveGauge(measures, name, help, 'pool', () =>
    [...pools].map((one) => [{ pool: one.name }, valueOf(one.pool)] as const),
  );
gauge('database_pool_connections', 'Open connections', (pool) => pool.totalCount);
gauge('database_pool_idle', 'Open connections that nobody uses', (pool) => pool.idleCount);
gauge('database_pool_waiting', 'Calls that wait for a connection', (pool) => pool.waitingCount);
gauge('database_pool_limit', 'Connections that may be open at most', (pool) => pool.options.max ?? 10);

/** Shows a pool among the figures until it is closed, and counts the connections that it could not open. */
export function measurePool(name: PoolName, pool: pg.Pool): void {
  const one = { name, pool };
  pools.add(one);
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
  pool.connect = ((back?: (error: unknown, ...more: unknown[]) => void) => {
    if (back)
      return connect((error: unknown, ...more: unknown[]) => {
        if (error) noteError(error);
        back(error, ...more);
      });
    const answer = connect() as Promise<unknown>;
    answer.catch(noteError);
    return answer;
  }) as typeof pool.connect;
  const end = pool.end.bind(pool) as () => Promise<void>;
  pool.end = ((...given: []) => {
    pools.delete(one);
    return end(...given);
  }) as typeof pool.end;
}
