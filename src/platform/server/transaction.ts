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

const connectionOn = (client: pg.PoolClient): DatabaseConnection => ({
  executeQuery: async <R>(query: { sql: string; parameters: readonly unknown[] }): Promise<QueryResult<R>> => {
    const { command, rowCount, rows } = await client.query<R & pg.QueryResultRow>(query.sql, query.parameters as unknown[]);
    const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
    return { rows: rows ?? [], ...(changes ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) };
  },
  streamQuery: () => {
    throw new Error('A transaction of an organisation does not stream.');
  },
});

/** A driver whose only connection is given to it. */
const driverOn = (client: pg.PoolClient): Driver => {
  const connection = connectionOn(client);
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

// the builder of a pooled connection lives as long as the connection
const builders = new WeakMap<pg.PoolClient, Transaction<Tables>>();

/** The query builder of a transaction that runs on this connection. */
export function transactionOn(client: pg.PoolClient): Transaction<Tables> {
  const known = builders.get(client);
  if (known) return known;
  const made = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driverOn(client),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }) as unknown as Transaction<Tables>;
  builders.set(client, made);
  return made;
}
