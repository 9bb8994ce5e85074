import { PgBoss } from 'pg-boss';
import { asAppRole } from '#platform/server/database/database.ts';
import { takeUpLost } from '#platform/server/jobs/queueRows.ts';
import type { Clock } from './clock.ts';
import type { WorldDatabase } from './worldDatabase.ts';

export type FetchedJob = {
  id: string;
  name: string;
  data: unknown;
  retryCount: number;
  retryLimit: number;
  startedOn: Date;
};

/** The real queue, seen as its workers see it, at the time of the episode. */
export type WorldQueue = {
  /** Names of queues in which something may start now. */
  ready: () => Promise<string[]>;
  fetch: (name: string) => Promise<FetchedJob | null>;
  complete: (job: FetchedJob) => Promise<void>;
  fail: (job: FetchedJob, error: unknown) => Promise<void>;
  send: (name: string, data: object) => Promise<void>;
  /** Takes up what was lost with a worker that fell silent. */
  supervise: () => Promise<void>;
  close: () => Promise<void>;
};

/** Longer than a worker may stay silent (jobs.ts). */
const silentMs = 11_000;

export async function openQueueOfWorld(
  { connections, admin }: WorldDatabase,
  clock: Clock,
): Promise<WorldQueue> {
  const boss = new PgBoss({
    ...connections.direct,
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
    monitorIntervalSeconds: 1,
    superviseIntervalSeconds: 1,
    // read once: what is active is judged by the constraints of the table, at the time of the episode
    queueCacheIntervalSeconds: 86_400,
    reindex: false,
    max: 2,
    ...asAppRole(connections.direct),
  });
  boss.on('error', () => {});
  await boss.start();
  return {
    ready: async () => {
      // by the clock of the queue, which gives out by it; ours has gone on with each statement
      const { rows } = await admin.query<{ name: string }>(
        `select distinct name from pgboss.job where state in ('created', 'retry') and start_after <= pgboss.job_now() order by name`,
      );
      return rows.map(({ name }) => name);
    },
    fetch: async (name) => {
      const [job] = await boss.fetch(name, { batchSize: 1, includeMetadata: true });
      return (job as unknown as FetchedJob | undefined) ?? null;
    },
    complete: async (job) => void (await boss.complete(job.name, job as never)),
    fail: async (job, error) =>
      void (await boss.fail(
        job.name,
        job as never,
        error instanceof Error ? { message: error.message } : { value: String(error) },
      )),
    send: async (name, data) => void (await boss.send(name, data)),
    supervise: async () => {
      const { rows } = await admin.query<{ silent: boolean }>(
        `select exists (select from pgboss.job where state = 'active' and heartbeat_on <= $1) as silent`,
        [new Date(clock.ms() - silentMs)],
      );
      if (!rows[0]!.silent) return;
      await boss.supervise();
      await takeUpLost(boss.getDb());
    },
    close: () => boss.stop({ graceful: false }),
  };
}
