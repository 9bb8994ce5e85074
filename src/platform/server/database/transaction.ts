import { createHash } from 'node:crypto';
import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type Transaction,
} from 'kysely';
import type pg from 'pg';
import type { DB as Tables } from '#db/tables.ts';
import { camelCaseResults, SnakeCaseCompiler } from './columnNames.ts';

const refuse = (): Promise<never> =>
  Promise.reject(new Error('The transaction is begun and ended by inOrg.'));

const mostNames = 500;
const names = new Map<string, string>();

/** A statement that comes often is parsed and planned once a connection. Text that varies without end stays unnamed. */
export function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= mostNames) return known;
  const name = `s${createHash('sha1').update(text).digest('base64url')}`;
  names.set(text, name);
  return name;
}

export type OpenTransaction = {
  db: Transaction<Tables>;
  /** Whether a statement may have changed rows. */
  changed: boolean;
  /** The connection is about to serve somebody else: from now on the builder is refused. */
  end: () => void;
};

/**
 * The query builder of one transaction, which runs on this connection and was begun by the caller.
 * @param named statements that come often are planned once a connection
 */
export function transactionOn(client: pg.PoolClient, named: boolean): OpenTransaction {
  let ended = false;
  const connection: DatabaseConnection = {
    executeQuery: async <R>(query: {
      sql: string;
      parameters: readonly unknown[];
    }): Promise<QueryResult<R>> => {
      if (ended)
        throw new Error('The transaction has ended: its connection may be serving another organisation.');
      const name = named && nameOf(query.sql);
      const { command, rowCount, rows } = await client.query<R & pg.QueryResultRow>({
        text: query.sql,
        values: query.parameters as unknown[],
        ...(name ? { name } : {}),
      });
      // a statement that begins with `with` may change rows behind a select
      const changes =
        command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
      if (changes || !/^\s*select\b/i.test(query.sql)) made.changed = true;
      return { rows: rows ?? [], ...(changes ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) };
    },
    streamQuery: () => {
      throw new Error('A transaction of an organisation does not stream.');
    },
  };
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: async () => {},
  };
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (introspected) => new PostgresIntrospector(introspected),
      createQueryCompiler: () => new SnakeCaseCompiler(),
    },
    plugins: [camelCaseResults],
  }) as unknown as Transaction<Tables>;
  const made: OpenTransaction = {
    db,
    changed: false,
    end: () => {
      ended = true;
    },
  };
  return made;
}
