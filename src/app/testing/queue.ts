import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { ConnectionParts, Database } from '#platform/server/database/database.ts';
import { readOrigin } from '#platform/server/jobs/jobOrigin.ts';
import { runJob } from '#platform/server/jobs/jobRun.ts';
import { openQueue, type JobHandler, type Jobs } from '#platform/server/jobs/jobs.ts';
import type { Logger } from '#platform/server/log/log.ts';

type Row = { id: string; name: string; data: unknown };

/** The product's queue in the database of a test. Work waits until the test does it, whatever its time; a failure is final. */
export async function openTestQueue<Ctx>(
  connection: ConnectionParts,
  { global }: Database,
  handlers: readonly JobHandler<Ctx>[],
  log: Logger,
) {
  const queue = openQueue(connection, log);
  await queue.start();
  onTestFinished(() => queue.close());
  const handlerOf = (name: string) => handlers.find(({ spec }) => spec.name === name)!;
  // jobs of one transaction have one time: among them the order of the rows is the order of asking
  const waiting = sql`select id, name from pgboss.job where state in ('created', 'retry') order by created_on, ctid`;
  const jobsOf = (rows: Row[]) =>
    rows.map(({ name, data }) => ({ spec: handlerOf(name).spec, data: readOrigin(data).data }));
  const take = async (): Promise<Row | undefined> => {
    const { rows } = await sql<Row>`with next as (${waiting} limit 1 for update skip locked)
      update pgboss.job j set state = 'active', started_on = pgboss.job_now() from next
      where j.name = next.name and j.id = next.id returning j.id, j.name, j.data`.execute(global);
    return rows[0];
  };
  const end = ({ name, id }: Row, state: 'completed' | 'failed') =>
    sql`update pgboss.job set state = ${state}, completed_on = pgboss.job_now() where name = ${name} and id = ${id}`.execute(
      global,
    );
  return {
    jobs: { enqueue: queue.enqueue } satisfies Jobs,
    /** What waits, oldest first. */
    queued: async () => {
      const { rows } = await sql<Row>`select j.id, j.name, j.data from pgboss.job j
        where state in ('created', 'retry') order by created_on, ctid`.execute(global);
      return jobsOf(rows);
    },
    /** Loses what waits. */
    dropQueued: async () => {
      const { rows } = await sql<Row>`delete from pgboss.job where state in ('created', 'retry')
        returning id, name, data`.execute(global);
      return jobsOf(rows);
    },
    /** Does everything that waits, and what that queues, in order. */
    runJobs: async (ctx: Ctx) => {
      for (let row = await take(); row; row = await take()) {
        const job = { ...row, retryCount: 0, retryLimit: 0, signal: new AbortController().signal };
        try {
          await runJob(handlerOf(row.name), job, { ctx, log, stopping: job.signal });
        } catch (error) {
          await end(row, 'failed');
          throw error;
        }
        await end(row, 'completed');
      }
    },
  };
}
