import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Clock } from './clock.ts';
import { KilledError, openFlights, type Client, type Fault, type Line, type Task } from './flights.ts';
import type { Random } from './random.ts';

export type Turnstile = {
  /** From now on, statements of the pool wait for their turn where a task sends them. */
  attach: (pool: pg.Pool) => void;
  begin: (label: string, fault: Fault, work: () => Promise<unknown>) => Task;
  /** Lets the tasks go on, one statement at a time, until each is done, dead or stalled. */
  drive: () => Promise<void>;
  /** A round is over: what stands still gets nearer to going on. */
  endRound: () => void;
  /** Lets everything that stands still go on. */
  resumeAll: () => void;
  current: () => Task | undefined;
};

/** So long nothing happens before a task counts as waiting for something else than the database. */
const patienceMs = 100;

/** From now on, statements of the pool wait for their turn where a task sends them. */
function attachTo(pool: pg.Pool, own: AsyncLocalStorage<Task>, changed: () => void): void {
  pool.on('connect', (given) => {
    const client = given as Client;
    const line: Line = { client, owner: null, inTransaction: false };
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    // a slow machine would decide otherwise than a fast one
    client.connectionParameters.query_timeout = 0;
    void query(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
    ).catch(() => {});
    client.query = ((...args: unknown[]) => {
      const task = own.getStore();
      // what goes on after the answer, such as letting go of a key, has nobody's turn to wait for
      if (!task || (task.done && !task.dead)) return query(...args);
      const callback =
        typeof args.at(-1) === 'function' ? (args.pop() as (error: unknown, result?: unknown) => void) : null;
      const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text;
      const answer = new Promise<unknown>((resolve, reject) => {
        if (task.dead) return reject(new KilledError('The program was killed.'));
        line.owner = task;
        task.elsewhere = false;
        task.waiting.push({ line, text, send: () => query(...args), resolve, reject });
        changed();
      });
      if (!callback) return answer;
      void answer
        .then((result) => process.nextTick(callback, null, result))
        .catch((error: unknown) => process.nextTick(callback, error));
    }) as typeof client.query;
  });
}

/**
 * Decides, by the seed, which of the statements that wait goes to PostgreSQL next. Only one is under way at a time, beside
 * those that PostgreSQL lets wait for a lock, so the same seed gives the same history of the database.
 */
export function openTurnstile(admin: pg.Client, random: Random, clock: Clock): Turnstile {
  const own = new AsyncLocalStorage<Task>();
  const tasks = new Set<Task>();
  let wake = () => {};
  const changed = () => wake();
  const change = () =>
    new Promise<boolean>((resolve) => {
      wake = () => resolve(true);
    });

  const { answered, release } = openFlights(admin, random, clock, changed);

  const begin: Turnstile['begin'] = (label, fault, work) => {
    const task: Task = {
      label,
      fault,
      hit: false,
      dead: false,
      done: false,
      error: undefined,
      statements: 0,
      commits: 0,
      waiting: [],
      flight: null,
      elsewhere: false,
      stalledRounds: 0,
    };
    tasks.add(task);
    void own.run(task, async () => {
      try {
        await work();
      } catch (error) {
        task.error = error;
      }
      task.done = true;
      tasks.delete(task);
      // what the program goes on with after its answer has nobody's turn to wait for
      for (const { send, resolve, reject } of task.waiting.splice(0)) void send().then(resolve, reject);
      changed();
    });
    return task;
  };

  /** Waits until every task has a statement to send, waits for a lock, or is done. */
  const quiet = async () => {
    for (;;) {
      await turn();
      await turn();
      const busy = [...tasks].filter(
        (task) => task.waiting.length === 0 && !task.flight?.blocked && !task.elsewhere,
      );
      if (busy.length === 0) return;
      if (!(await Promise.race([change(), pause(patienceMs, false)])))
        for (const task of busy) task.elsewhere = true;
    }
  };

  const drive = async () => {
    for (;;) {
      await quiet();
      for (const task of tasks) if (task.flight?.blocked) await answered(task.flight);
      await quiet();
      // a connection that waits for a lock takes nothing further
      const open = [...tasks].filter(
        (task) => task.stalledRounds === 0 && !task.flight && task.waiting.length > 0,
      );
      if (open.length > 0) {
        await release(random.pick(open));
        continue;
      }
      const waits = [...tasks].filter((task) => task.flight);
      const held = [...tasks].filter((task) => task.stalledRounds > 0);
      const others = [...tasks].filter((task) => task.elsewhere);
      if (waits.length === 0 && others.length === 0) return;
      // whatever they wait for, somebody who stands still has it
      if (held.length > 0) for (const task of held) task.stalledRounds = 0;
      else await Promise.race([change(), pause(20)]);
    }
  };

  return {
    attach: (pool) => attachTo(pool, own, changed),
    begin,
    drive,
    endRound: () => {
      for (const task of tasks) if (task.stalledRounds > 0) task.stalledRounds -= 1;
    },
    resumeAll: () => {
      for (const task of tasks) task.stalledRounds = 0;
    },
    current: () => own.getStore(),
  };
}
