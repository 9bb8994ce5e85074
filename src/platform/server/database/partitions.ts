import { sql } from 'kysely';
import { z } from 'zod';
import type { BaseCtx } from '../ctx.ts';
import type { GlobalDb } from './database.ts';
import { handles, jobSpec, type JobHandler } from '../jobs/jobs.ts';

/** Tables that have one partition for each quarter of a year, in UTC (decision 32). */
export type PartitionedTable = 'audit_entry' | 'rating_snapshot' | 'scan_finding';

/**
 * Makes the partitions of the quarter of `now` and of the two after it. Rows of any other time go to the rest, so a night
 * without this refuses nothing; rows that the rest holds of a new partition's quarter move there.
 * @returns names of those that were made
 */
export async function ensurePartitions(db: GlobalDb, now: Date): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`select part from ensure_partitions(${now}) part`.execute(db);
  return rows.map(({ part }) => part);
}

/**
 * Drops the partitions that end before a moment, with every organization's rows in them. The database keeps what is younger
 * than 400 days by its own clock, whatever is asked, and what newer reports and lists of issues still show.
 * @returns names of those that were dropped
 */
export async function dropPartitions(db: GlobalDb, table: PartitionedTable, before: Date): Promise<string[]> {
  const { rows } = await sql<{
    part: string;
  }>`select part from drop_partitions(${table}, ${before}) part`.execute(db);
  return rows.map(({ part }) => part);
}

const keepPartitionsSpec = jobSpec({
  name: 'keep-partitions',
  data: z.object({}),
  retries: 3,
  retryDelaySeconds: 600,
  timeLimitSeconds: 600,
  cron: '11 2 * * *',
});

export const keepPartitionsJob: JobHandler<BaseCtx> = handles<BaseCtx, typeof keepPartitionsSpec.data>(
  keepPartitionsSpec,
  async (base) => {
    const made = await ensurePartitions(base.global, base.now());
    if (made.length > 0) base.log.info({ made }, 'partitions made');
  },
);
