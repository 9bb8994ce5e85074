import type { Socket } from 'node:net';
import { Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB as Tables } from '#db/tables.ts';
import { toDay } from '../../days.ts';
import { RoleError, takeAppRole, type RoleTaking } from './appRole.ts';
import { actorText, type Actor } from '../audit.ts';
import { camelCaseResults, camelCaseRows, CamelCaseDialect } from './columnNames.ts';
import { measurePool, observeStatements } from './databaseMeasures.ts';
import { streamOf, watchSilence } from './silence.ts';
import { nameOf, transactionOn } from './transaction.ts';

export type { Tables };
/** A transaction that can see one organisation's rows and no others; only `inOrg` makes one, and every store asks for it. */
export type OrgDb = Transaction<Tables> & { readonly __scope: 'organisation' };
/** Anything that reaches rows outside organisations: accounts, sessions, the user pool. Tenant rows are invisible through it. */
export type GlobalDb = Kysely<Tables>;

export type Database = {
  global: GlobalDb;
  pool: pg.Pool;
  /** Runs work in one transaction as one organisation, its changes written down as the actor's. No network call belongs inside. */
  inOrg: <T>(orgId: string, work: (db: OrgDb) => Promise<T>, actor?: Actor) => Promise<T>;
  /** Several scalar queries of one organisation as one statement, which is a transaction by itself: one round trip. It changes nothing. */
  readValues: ReadValues;
  /** Whether the database takes writes, asked on a connection of its own: a pool that waits for one table says nothing of the rest. */
  isReady: () => Promise<boolean>;
  /** Calls back, before `inOrg` returns, when this program changed rows of an organization. */
  whenChanged: (react: (orgId: string) => void) => void;
  close: () => Promise<void>;
};

/** @param values each `(select … )` in parentheses; jsonb comes out read, other types as text or number */
export type ReadValues = <Name extends string>(
  orgId: string,
  values: Record<Name, RawBuilder<unknown>>,
) => Promise<Record<Name, unknown>>;

// bigint counts and money in cents stay exact far below 2^53
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// the driver's own parser gives midnight in the zone of the process, which is another day elsewhere
pg.types.setTypeParser(pg.types.builtins.DATE, toDay);

/** How to reach a server: an address, or the parts of a connection to a socket. */
export type ConnectionParts = (
  | { connectionString: string; stream?: () => Socket }
  | { host: string; port: number; user: string; database: string }
) &
  RoleTaking;

// together they end what a network that fell silent left behind on both sides within half a minute, locks included
const longestStatementMs = 15_000;
/** Lets the server notice that a program is gone without a word. */
export const noticeLostClient =
  'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 3; set tcp_keepalives_count = 3';
const timeLimits = `set statement_timeout = ${longestStatementMs}; set lock_timeout = 10000;
  set idle_in_transaction_session_timeout = 15000; ${noticeLostClient}`;

/**
 * What a pool runs on each new connection before anything else; one that fails is closed. An answer that does not come is
 * waited for a little longer than the server works on it: then the network is silent, and the connection is given up.
 */
export const asAppRole = ({ strict = false, pooled = false }: RoleTaking) => ({
  onConnect: async (client: pg.ClientBase) => {
    await takeAppRole(client, { strict, pooled });
    // behind a pooler the login itself brings them (docs/operating.md)
    if (!pooled) await client.query(timeLimits);
    observeStatements(client);
  },
  query_timeout: longestStatementMs + 5000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
});

/**
 * Opens a pool whose connections act as the application role, each verified before its first use.
 * @param connection address, or the parts of a connection to a socket
 * @param max connections at most
 */
export function openDatabase(connection: ConnectionParts, max = 10): Database {
  const pool = new pg.Pool({
    ...connection,
    max,
    ...asAppRole(connection),
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    // statements that need no answer in between go out together
    pipeline: true,
  } as pg.PoolConfig);
  // a connection that breaks is replaced by the pool, and its user learns it from the statement
  pool.on('error', () => {});
  const endSilent = watchSilence(pool);
  pool.on('connect', (client) => {
    client.on('error', () => {});
    endWhenUseless(client, endSilent);
  });
  measurePool('calls', pool);
  const global = new Kysely<Tables>({ dialect: new CamelCaseDialect({ pool }), plugins: [camelCaseResults] });
  const health = new pg.Pool({
    ...connection,
    max: 1,
    connectionTimeoutMillis: 3000,
    query_timeout: 3000,
    idleTimeoutMillis: 30_000,
  });
  health.on('error', () => {});
  measurePool('readiness', health);
  // a pooler may hand a named statement to a connection that has never heard of it
  const own: Opened = { global, pool, names: !connection.pooled, onChanged: null };
  return {
    global,
    pool,
    inOrg: (orgId, work, actor) => inOrg(own, orgId, work, actor),
    readValues: (orgId, values) => readValues(own, orgId, values),
    isReady: async () => {
      const { rows } = await health.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
      return rows[0]?.standby === false;
    },
    whenChanged: (react) => {
      own.onChanged = react;
    },
    close: async () => {
      await global.destroy();
      // a builder that was never asked for anything leaves the pool open
      if (!pool.ending) await pool.end();
      await health.end();
    },
  };
}

type Opened = {
  global: GlobalDb;
  pool: pg.Pool;
  /** Statements that come often are named, so that they are planned once a connection. */
  names: boolean;
  onChanged: ((orgId: string) => void) | null;
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

async function inOrg<T>(
  own: Opened,
  orgId: string,
  work: (db: OrgDb) => Promise<T>,
  actor?: Actor,
): Promise<T> {
  // it goes into the statement as text, so that beginning costs no round trip of its own
  if (!uuid.test(orgId)) throw new Error('An organisation id is a UUID.');
  const client = await own.pool.connect();
  let broken: Error | undefined;
  const transaction = transactionOn(client, own.names);
  try {
    const by = actor ? `, set_config('app.actor', ${client.escapeLiteral(actorText(actor))}, true)` : '';
    const begun = client.query(`begin; select set_config('app.org_id', '${orgId}', true)${by}`);
    begun.catch(() => {});
    try {
      const result = await work(transaction.db as OrgDb);
      transaction.end();
      await begun;
      const ended = await client.query('commit');
      // PostgreSQL answers COMMIT with ROLLBACK where a statement had failed and its error was swallowed
      if (ended.command !== 'COMMIT')
        throw new Error('The transaction was rolled back: one of its statements had failed.');
      if (transaction.changed) own.onChanged?.(orgId);
      return result;
    } catch (error) {
      transaction.end();
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    }
  } finally {
    client.release(broken);
  }
}

/**
 * The organisation is set by the statement itself, for as long as it runs: the values are worked out for each row of `scope`,
 * so after it has its one row. Were it ever the other way round, they would see no rows, not those of another.
 */
async function readValues<Name extends string>(
  own: Opened,
  orgId: string,
  values: Record<Name, RawBuilder<unknown>>,
): Promise<Record<Name, unknown>> {
  const list = Object.entries<RawBuilder<unknown>>(values).map(
    ([name, value]) => sql`${value} as ${sql.ref(name)}`,
  );
  const { sql: text, parameters } = sql`
    with scope as materialized (select set_config('app.org_id', ${orgId}, true))
    select ${sql.join(list)} from scope`.compile(own.global);
  const name = own.names && nameOf(text);
  const { rows } = await own.pool.query({ text, values: parameters as unknown[], ...(name ? { name } : {}) });
  return camelCaseRows(rows)[0];
}

/** A server that has become a standby, or a table that has become another since its statement was prepared here. */
const isUseless = (error: unknown): boolean => {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  return code === '25006' || (code === '0A000' && message.includes('cached plan'));
};

/** Ends a connection that goes on refusing what another one would do, or gives no answer. Whoever asks next gets a new one. */
function endWhenUseless(client: pg.PoolClient, endSilent: (since: number) => void): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    const sentAt = performance.now();
    const judge = (error: unknown) => {
      if (isUseless(error)) streamOf(client).destroy();
      if (error instanceof Error && error.message === 'Query read timeout') endSilent(sentAt);
    };
    const callback = given.at(-1);
    if (typeof callback === 'function')
      given[given.length - 1] = (error: unknown, result: unknown) => {
        judge(error);
        (callback as (error: unknown, result: unknown) => void)(error, result);
      };
    const answer = query(...given);
    if (answer instanceof Promise) answer.catch(judge);
    return answer;
  }) as typeof client.query;
}

const transientCodes = new Set([
  '25P03',
  '40001',
  '40P01',
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '08007',
  '08P01',
  '53100',
  '53300',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** True when the database went away, is starting or has no room, so that the same work may succeed a moment later. */
export const isDatabaseAway = (error: unknown): boolean => {
  const code = (error as { code?: string } | null)?.code;
  const message = error instanceof Error ? error.message : '';
  return (
    // what the operator has to set right; until then the portal serves nothing rather than too much
    error instanceof RoleError ||
    (code !== undefined && transientCodes.has(code)) ||
    isUseless(error) ||
    /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      message,
    )
  );
};

/** True when a unique constraint refused a row. */
export const isDuplicate = (error: unknown, constraint?: string): boolean => {
  const e = error as { code?: string; constraint?: string } | null;
  return e?.code === '23505' && (constraint === undefined || e.constraint === constraint);
};
