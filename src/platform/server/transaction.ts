import { createHash } from 'node:crypto';
import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type Transaction,
} from 'kysely';
import type pg from 'pg';
import type { DB as Tables } from '#db/tables.ts';

const refuse = (): Promise<never> => Promise.reject(new Error('The transaction is begun and ended by inOrg.'));

const mostNames = 500;
const names = new Map<string, string>();

/** A statement that comes often is parsed and planned once a connection. Text that varies without end stays unnamed. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= mostNames) return known;
  const name = `s${createHash('sha1').update(text).digest('base64url')}`;
  names.set(text, name);
  return name;
}

const connectionOn = (client: pg.PoolClient, onChange: () => void): DatabaseConnection => ({
  executeQuery: async <R>(query: { sql: string; parameters: readonly unknown[] }): Promise<QueryResult<R>> => {
    const name = nameOf(query.sql);
    const { command, rowCount, rows } = await client.query<R & pg.QueryResultRow>({
      text: query.sql,
      values: query.parameters as unknown[],
      ...(name ? { name } : {}),
    });
    // a statement that begins with `with` may change rows behind a select
    const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
    if (changes || !/^\s*select\b/i.test(query.sql)) onChange();
    return { rows: rows ?? [], ...(changes ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) };
  },
  streamQuery: () => {
    throw new Error('A transaction of an organisation does not stream.');
  },
});

/** A driver whose only connection is given to it. */
const driverOn = (client: pg.PoolClient, onChange: () => void): Driver => {
  const connection = connectionOn(client, onChange);
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: async () => {},
  };
};

export type OpenTransaction = {
  db: Transaction<Tables>;
  /** Whether a statement may have changed rows since it was last set to false. */ changed: boolean;
};

// the builder of a pooled connection lives as long as the connection
const builders = new WeakMap<pg.PoolClient, OpenTransaction>();

/** The query builder of a transaction that runs on this connection. */
export function transactionOn(client: pg.PoolClient): OpenTransaction {
  const known = builders.get(client);
  if (known) return known;
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () =>
        driverOn(client, () => {
          made.changed = true;
        }),
      createIntrospector: (introspected) => new PostgresIntrospector(introspected),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }) as unknown as Transaction<Tables>;
  const made: OpenTransaction = { db, changed: false };
  builders.set(client, made);
  return made;
}
