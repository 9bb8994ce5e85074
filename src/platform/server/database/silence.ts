import type { Socket } from 'node:net';
import type pg from 'pg';

export const streamOf = (client: pg.PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

/**
 * Listens to the connections of a pool. The server ends a statement before its answer can be late, so where none comes the network
 * has fallen silent, and most likely for all of them: whoever took the next idle one would wait as long again.
 * @returns ends the connections that were not heard since a moment, by `performance.now()`
 */
export function watchSilence(pool: pg.Pool): (since: number) => void {
  const heardAt = new Map<pg.PoolClient, number>();
  pool.on('connect', (client) => {
    const hear = () => heardAt.set(client, performance.now());
    hear();
    streamOf(client).on('data', hear);
  });
  pool.on('remove', (client) => heardAt.delete(client as pg.PoolClient));
  return (since) => {
    for (const [client, at] of heardAt) if (at < since) streamOf(client).destroy();
  };
}
