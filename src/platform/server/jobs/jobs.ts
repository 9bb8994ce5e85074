import type { Kysely, Transaction } from 'kysely';
import { createHash } from 'node:crypto';
import pg from 'pg';
import { fromKysely, PgBoss } from 'pg-boss';
import type { z } from 'zod';
import { appRole } from '../database/appRole.ts';
import { asAppRole, type ConnectionParts, type Tables } from '../database/database.ts';
import { measurePool } from '../database/databaseMeasures.ts';
import { declareJobs, noteTakenUp } from './jobMeasures.ts';
import { withOrigin } from './jobOrigin.ts';
import { runJob, type FetchedJob } from './jobRun.ts';
import type { Logger } from '../log/log.ts';
import { handBack, moveAhead, takeUpLost } from './queueRows.ts';
import type { Notices } from '../memory/notices.ts';
import { pacer } from '../pacer.ts';
import type { Settings } from '../settings/settings.ts';
import { pulseOf, type Looks, type Pulse } from './workerPulse.ts';

/** A kind of background work: its name, its data, and how it may fail. */
export type JobSpec<Data extends z.ZodType = z.ZodType> = {
  name: string;
  data: Data;
  /** How often it is tried again after a failure or a lost worker. */
  retries: number;
  retryDelaySeconds?: number;
  retryBackoff?: boolean;
  /** One at a time for each key given at `enqueue`. */
  oneAtATimePerKey?: boolean;
  /** At most one waiting for each key; a further one is dropped. */
  dropWhileQueued?: boolean;
  /** Longest that one run may take. */
  timeLimitSeconds: number;
  /** Runs by itself on this cron expression (UTC). */
  cron?: string;
};
export const jobSpec = <D extends z.ZodType>(spec: JobSpec<D>) => spec;

export type EnqueueOptions = {
  key?: string;
  startAfter?: Date;
  priority?: number;
  /** Whose work it is: a worker does only so much of one group at a time, so that the others get their turn. */
  group?: string;
};
type AnyDb = Kysely<Tables> | Transaction<Tables>;

export type Jobs = {
  /**
   * Puts work into the queue as part of a transaction: it exists if and only if the transaction commits. Where the same work
   * waits already, it is not put there again, and moves ahead to the given priority.
   * @returns null where it waited already
   */
  enqueue: <D extends z.ZodType>(
    db: AnyDb,
    spec: JobSpec<D>,
    data: z.input<D>,
    options?: EnqueueOptions,
  ) => Promise<string | null>;
};

function policyOf({ oneAtATimePerKey, dropWhileQueued }: JobSpec<any>) {
  if (oneAtATimePerKey) return dropWhileQueued ? 'stately' : 'singleton';
  return dropWhileQueued ? 'short' : 'standard';
}

/** A worker that stays silent for so long has lost its jobs; pg-boss takes no less. */
const heartbeatSeconds = 10;

/** So long the queue remembers a job that is done. */
export const queueDays = 7;

const queueOptions = (spec: JobSpec<any>) => ({
  policy: policyOf(spec),
  retryLimit: spec.retries,
  retryDelay: spec.retryDelaySeconds ?? 0,
  retryBackoff: spec.retryBackoff ?? false,
  expireInSeconds: spec.timeLimitSeconds,
  heartbeatSeconds,
  deleteAfterSeconds: queueDays * 86_400,
  // a transaction that notifies would wait for all others that do; workers are woken beside it (openQueue)
  notify: false,
});

/** Creates or updates the queue schema and its queues, as the owner of the database, and lets the application role use them. */
export async function migrateJobs(
  connection: ConnectionParts,
  specs: readonly JobSpec<any>[],
): Promise<void> {
  const boss = new PgBoss({ ...connection, supervise: false, schedule: false, max: 2 });
  boss.on('error', () => {});
  await boss.start();
  try {
    for (const spec of specs) {
      if (await boss.getQueue(spec.name)) {
        const { policy: _fixed, ...changing } = queueOptions(spec);
        await boss.updateQueue(spec.name, changing);
      } else await boss.createQueue(spec.name, queueOptions(spec));
      if (spec.cron) await boss.schedule(spec.name, spec.cron, {}, { tz: 'UTC' });
      else await boss.unschedule(spec.name);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(`grant usage on schema pgboss to ${appRole};
      grant select, insert, update, delete on all tables in schema pgboss to ${appRole};
      grant usage, select on all sequences in schema pgboss to ${appRole};
      grant execute on all functions in schema pgboss to ${appRole}`);
  } finally {
    await client.end();
  }
}

/** The pool that pg-boss opens by itself. */
function measureOwnPool(boss: PgBoss, name: 'enqueue' | 'queue'): void {
  const { pool } = boss.getDb() as unknown as { pool?: pg.Pool };
  if (pool) measurePool(name, pool);
}

/** Where workers listen; as pg-boss makes it of the name of its schema. */
const wakeChannel = `pgboss_${createHash('sha224').update('pgboss').digest('hex').slice(0, 24)}`;

/**
 * What puts jobs into the queue; it starts no worker.
 * @param notices by which workers hear of a job; without them they find it when they look, every two seconds
 */
export function openQueue(
  connection: ConnectionParts,
  log: Logger,
  notices?: Pick<Notices, 'notifySoon'>,
): Jobs & { start: () => Promise<void>; close: () => Promise<void> } {
  const boss = new PgBoss({
    ...connection,
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
    max: 1,
    ...asAppRole(connection),
  });
  boss.on('error', (error) => log.warn({ err: error }, 'queue'));
  return {
    start: async () => {
      await boss.start();
      measureOwnPool(boss, 'enqueue');
    },
    enqueue: async (db, spec, data, options = {}) => {
      const id = await boss.send(spec.name, withOrigin(spec.data.parse(data) as object), {
        db: fromKysely(db),
        ...(options.key ? { singletonKey: options.key } : {}),
        ...(options.startAfter ? { startAfter: options.startAfter } : {}),
        ...(options.priority ? { priority: options.priority } : {}),
        ...(options.group ? { group: { id: options.group } } : {}),
      });
      if (id === null && options.key && options.priority)
        await moveAhead(fromKysely(db), spec.name, options.key, options.priority);
      if (!options.startAfter) notices?.notifySoon(wakeChannel, spec.name);
      return id;
    },
    close: () => boss.stop({ graceful: false }),
  };
}

export type JobRun = {
  id: string;
  /** 0 on the first try. */
  attempt: number;
  /** True when a failure now is final. */
  lastAttempt: boolean;
  /** Aborts when the program stops, the job is cancelled, or its time is up. */
  signal: AbortSignal;
};
/** How much of one kind of work a worker does side by side. */
export type Pace = {
  /** Jobs at the same time; 1 by default. */
  concurrency?: number;
  /** Jobs of one group at the same time; as many as come by default. */
  perGroup?: number;
  /** Jobs of one group that begin in a second, when many wait. */
  perGroupPerSecond?: number;
  /** For each of these priorities one more job at a time, of at least that priority: it never waits for those below. */
  expressFrom?: readonly number[];
};
export type JobHandler<Ctx> = Pace & {
  spec: JobSpec<any>;
  /** The pace that an operator chose. */
  paceOf?: (settings: Settings) => Pace;
  run: (ctx: Ctx, data: any, job: JobRun) => Promise<void>;
};

/** Ties a kind of work to the function that does it; the function's data is typed by the spec. */
export const handles = <Ctx, D extends z.ZodType>(
  spec: JobSpec<D>,
  run: (ctx: Ctx, data: z.output<D>, job: JobRun) => Promise<void>,
  pace: Omit<JobHandler<Ctx>, 'spec' | 'run'> = {},
): JobHandler<Ctx> => ({ spec, run, ...pace });

/** So often a worker looks for jobs that were lost with another one. */
const lostEveryMs = 2000;

/**
 * Starts doing queued work. `stop` hands running jobs back: their signal aborts, and they are tried again elsewhere at once.
 * @param makeCtx context for one run
 * @param notices by which other workers hear of what is handed back
 */
export async function startWorker<Ctx>(
  connection: ConnectionParts,
  handlers: readonly JobHandler<Ctx>[],
  makeCtx: (job: { name: string; id: string }) => Ctx,
  log: Logger,
  notices?: Pick<Notices, 'notify'>,
): Promise<{ stop: () => Promise<void>; pulse: () => Pulse }> {
  declareJobs(handlers.map(({ spec }) => spec.name));
  const boss = new PgBoss({
    ...connection,
    migrate: false,
    createSchema: false,
    supervise: true,
    schedule: true,
    useListenNotify: true,
    monitorIntervalSeconds: 2,
    superviseIntervalSeconds: 1,
    cronWorkerIntervalSeconds: 2,
    // a key whose worker was lost counts as taken until this is read anew
    queueCacheIntervalSeconds: 2,
    reindex: false,
    max: 4,
    ...asAppRole(connection),
  });
  boss.on('error', (error) => log.warn({ err: error }, 'queue'));
  await boss.start();
  measureOwnPool(boss, 'queue');
  const stopping = new AbortController();
  const inHand = new Set<string>();
  const wake = (queues: string[]) => {
    for (const queue of queues) notices?.notify(wakeChannel, queue);
  };
  const looks: Looks = { endedAt: Date.now(), answeredAt: Date.now() };
  const lookForLost = setInterval(() => {
    takeUpLost(boss.getDb())
      .then(
        (queues) => {
          looks.answeredAt = Date.now();
          noteTakenUp(queues.length);
          wake(queues);
        },
        (error: unknown) => log.warn({ err: error }, 'lost jobs'),
      )
      .finally(() => {
        looks.endedAt = Date.now();
      });
  }, lostEveryMs);
  for (const handler of handlers) {
    const { spec, concurrency = 1, perGroup, perGroupPerSecond, expressFrom = [] } = handler;
    const pace = perGroupPerSecond ? pacer({ perSecond: perGroupPerSecond, burstSeconds: 5 }) : undefined;
    const work = (options: { localConcurrency: number; minPriority?: number }) =>
      boss.work(
        spec.name,
        {
          ...options,
          batchSize: 1,
          ...(perGroup ? { localGroupConcurrency: perGroup } : {}),
          includeMetadata: true as const,
          pollingIntervalSeconds: 2,
          // pg-boss refuses one that is shorter than the interval above
          notifyPollingIntervalSeconds: 2,
          // while more are known to wait, the next one is fetched at once
          burstWhenReadyExceeds: 1,
        },
        async ([given]) => {
          const job = given as unknown as FetchedJob;
          inHand.add(job.id);
          if (job.groupId) await pace?.(job.groupId);
          try {
            await runJob(handler, job, { ctx: makeCtx(job), log, stopping: stopping.signal });
          } finally {
            // what ends while the worker stops was cut short
            if (!stopping.signal.aborted) inHand.delete(job.id);
          }
        },
      );
    await work({ localConcurrency: concurrency });
    for (const minPriority of expressFrom) await work({ localConcurrency: 1, minPriority });
  }
  return {
    pulse: () => pulseOf(boss.getWipData(), looks, Date.now()),
    stop: async () => {
      stopping.abort(new Error('The worker is stopping.'));
      clearInterval(lookForLost);
      await boss.stop({ graceful: true, timeout: 10_000, close: false });
      if (inHand.size > 0)
        await handBack(boss.getDb(), [...inHand]).then(wake, (error: unknown) =>
          log.warn({ err: error }, 'jobs could not be handed back'),
        );
      await boss.stop({ close: true });
    },
  };
}
