import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { PostgresConnection } from './supervisor.ts';

const leaving = 'portal-leaving';

/** Connections of programs that stay; those that leave at the same moment do not count, or each would wait for the others. */
const otherClients = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ others: number }>(
    "select count(*)::int as others from pg_stat_activity where backend_type = 'client backend' and application_name <> $1",
    [leaving],
  );
  return rows[0]!.others;
};

/** Programs of one machine share the server: the last one to leave stops it. */
export async function isUsedByOthers(connection: PostgresConnection): Promise<boolean> {
  const client = new pg.Client({
    ...connection,
    user: 'postgres',
    database: 'postgres',
    application_name: leaving,
    connectionTimeoutMillis: 2000,
    query_timeout: 2000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    // connections that the leaving program closed just now may still be ending
    for (let tries = 0; (await otherClients(client)) > 0; tries++) {
      if (tries >= 15) return true;
      await pause(100);
    }
  } catch {
    // it does not answer: stopping it is right
  } finally {
    await client.end().catch(() => {});
  }
  return false;
}
