import { nextRun } from '#platform/server/jobs/jobRecords.ts';
import type { BaseCtx } from '#platform/server/ctx.ts';
import { takeBillingNoticeSpec } from '#modules/plans/server/jobSpecs.ts';
import { jobHandlers, jobSpecs } from '#app/program/jobs.ts';
import { drawFault } from './faults.ts';
import type { Server } from './servers.ts';
import type { Task } from './flights.ts';
import type { World } from './world.ts';
import type { FetchedJob } from './worldQueue.ts';

/** A job in the hands of a worker. */
export type JobInHand = { job: FetchedJob; task: Task; server: Server };

/** Errors that a handler throws by design, so that its job is tried again. */
const expected = /451 Try again later|The scanner failed/;

/**
 * The billing provider posts its notices over the internet: they are delayed, come twice and in any order, or are lost.
 */
function sendNotice(world: World, { data }: FetchedJob): void {
  const { random, clock } = world;
  const { body } = data as { body: Record<string, unknown> };
  const copies = random.weighted([
    [3, 0],
    [10, 1],
    [4, 2],
  ] as const);
  world.say(`   a billing notice ${String(body.event_type)} goes out ${copies} time(s)`);
  for (let copy = 0; copy < copies; copy++)
    world.billingNotices.push({ body, dueAt: clock.ms() + random.whole(600_000) });
  // a provider repeats what was not taken, until it was
  if (copies === 0 && !world.losesBillingNotices)
    world.billingNotices.push({ body, dueAt: clock.ms() + 3_600_000 });
}

/** A worker takes a job of a queue and begins it; null where there was none after all. */
export async function beginJob(
  world: World,
  name: string,
  server: Server,
  options: { faults: boolean },
): Promise<JobInHand | null> {
  const job = await world.queue.fetch(name);
  if (!job) return null;
  if (name === takeBillingNoticeSpec.name && (world.losesBillingNotices || world.random.chance(60))) {
    sendNotice(world, job);
    await world.queue.complete(job);
    return null;
  }
  const handler = jobHandlers.find(({ spec }) => spec.name === name)!;
  const fault = options.faults ? drawFault(world.random) : ({ kind: 'none' } as const);
  const task = world.turnstile.begin(
    `worker ${server.name} does ${name}, try ${job.retryCount + 1}`,
    fault,
    () =>
      handler.run(server.base satisfies BaseCtx, handler.spec.data.parse(job.data ?? {}), {
        id: job.id,
        attempt: job.retryCount,
        lastAttempt: job.retryCount >= job.retryLimit,
        signal: new AbortController().signal,
      }),
  );
  return { job, task, server };
}

/** Tells the queue what came of a job; nothing where its worker was killed. */
export async function endJob(world: World, { job, task }: JobInHand): Promise<string | null> {
  if (task.dead) return null;
  if (task.error === undefined) {
    await world.queue.complete(job);
    return null;
  }
  await world.queue.fail(job, task.error);
  const message = task.error instanceof Error ? (task.error.stack ?? task.error.message) : String(task.error);
  return task.hit || expected.test(message)
    ? null
    : `A job failed although nothing was broken: ${job.name}: ${message}`;
}

const withClock = jobSpecs.filter((spec) => spec.cron !== undefined);

/** Puts jobs into the queue whose minute came since the clock read `before`; each once, however long that is. */
export async function queueDueJobs(world: World, before: Date): Promise<void> {
  const now = world.clock.now();
  for (const { name, cron } of withClock) {
    const next = nextRun(cron!, before);
    if (next && next <= now) await world.queue.send(name, {});
  }
}

/** Does everything that waits, without faults, until the queue is empty. @returns what failed */
export async function drainQueue(world: World): Promise<string | null> {
  const { turnstile, queue, random, servers } = world;
  for (let round = 0; round < 400; round++) {
    const names = await queue.ready();
    if (names.length === 0) return null;
    for (const name of names) {
      const inHand = await beginJob(world, name, random.pick(servers), { faults: false });
      await turnstile.drive();
      const failure = inHand && (await endJob(world, inHand));
      if (failure) return failure;
    }
  }
  return `The queue does not get empty: ${(await queue.ready()).join(', ')}.`;
}
