import pg from 'pg';
import { Registry } from 'prom-client';
import { asAppRole, type ConnectionParts } from '../database/database.ts';
import { measurePool } from '../database/databaseMeasures.ts';
import { selectQueueDepths, type QueueDepth } from './jobRecords.ts';
import type { Logger } from '../log/log.ts';
import { liveGauge } from '../log/measures.ts';

/** So long a figure is repeated: however many ask for it, the queue is counted a few times a minute. */
const freshMs = 10_000;

const figures = {
  job_queue_waiting: ['Jobs that are due and wait for a worker', (depth: QueueDepth) => depth.waiting],
  job_queue_deferred: ['Jobs that wait for their time', (depth: QueueDepth) => depth.deferred],
  job_queue_running: ['Jobs in the hands of a worker', (depth: QueueDepth) => depth.running],
  job_queue_oldest_seconds: [
    'How long the oldest job that is due has been due',
    (depth: QueueDepth) => depth.oldestSeconds,
  ],
} as const;

const none: Omit<QueueDepth, 'name'> = { waiting: 0, deferred: 0, running: 0, oldestSeconds: 0 };

/**
 * How much work waits in the queue, asked on a connection of its own, which is opened on demand. Every program of an
 * installation reports the same: a sum of them counts each job several times.
 * @param names the kinds of work that are declared; others get no series
 */
export function measureQueue(
  connection: ConnectionParts,
  names: readonly string[],
  log: Logger,
): { registry: Registry; close: () => Promise<void> } {
  const registry = new Registry();
  const pool = new pg.Pool({
    ...connection,
    ...asAppRole(connection),
    max: 1,
    connectionTimeoutMillis: 3000,
    query_timeout: 3000,
    idleTimeoutMillis: 60_000,
  });
  pool.on('error', () => {});
  measurePool('metrics', pool);
  let asked: { at: number; depths: Promise<QueueDepth[] | null> } | null = null;
  const depths = (): Promise<QueueDepth[] | null> => {
    const now = performance.now();
    if (!asked || now - asked.at > freshMs)
      asked = {
        at: now,
        depths: selectQueueDepths(pool).catch((error: unknown) => {
          log.warn({ err: error }, 'the queue could not be counted');
          return null;
        }),
      };
    return asked.depths;
  };
  for (const [name, [help, valueOf]] of Object.entries(figures))
    liveGauge(registry, name, help, 'kind', async () => {
      const found = await depths();
      // a figure that is not known is left out, because zero would mean that all is well
      if (!found) return [];
      return names.map(
        (kind) =>
          [
            { kind },
            valueOf({ name: kind, ...none, ...found.find((depth) => depth.name === kind) }),
          ] as const,
      );
    });
  liveGauge(
    registry,
    'job_queue_counted',
    '1 where the queue could be counted, 0 where it could not',
    null,
    async () => [[{}, (await depths()) ? 1 : 0]],
  );
  return { registry, close: () => pool.end() };
}
