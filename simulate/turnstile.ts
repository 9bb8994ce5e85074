import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

/** What goes wrong in one piece of work; statements are counted from 1. */
export type Fault =
  | { kind: 'none' }
  /** The program ends before this statement: nothing of it is heard again. */
  | { kind: 'killed'; at: number }
  /** The connection breaks before this statement is sent. */
  | { kind: 'broken'; at: number }
  /** The commit of this number takes place, and its answer is lost. */
  | { kind: 'answer-lost'; at: number }
  /** The program stands still before a transaction at or after this statement, for so many rounds. */
  | { kind: 'stalled'; at: number; rounds: number };

/** One piece of work of one program: a call, or a job. */
export type Task = {
  label: string;
  fault: Fault;
  /** The fault took place. */
  hit: boolean;
  dead: boolean;
  done: boolean;
  error: unknown;
  statements: number;
  commits: number;
  waiting: Waiting[];
  flight: Flight | null;
  /** It waits for something else than the database, such as its turn in the program. */
  elsewhere: boolean;
  stalledRounds: number;
};

type Client = pg.PoolClient & {
  processID: number;
  connection: { stream: { destroy: () => void } };
  connectionParameters: { query_timeout: number };
};
type Line = { client: Client; owner: Task | null; inTransaction: boolean };
type Waiting = {
  line: Line;
  text: string;
  send: () => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};
type Flight = { line: Line; over: boolean; blocked: boolean; ended: Promise<void> };

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

class KilledError extends Error {
  code = 'KILLED';
}

const lostAnswer = () => Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });

const changesRows = (text: string) => /^\s*(insert|update|delete|with)\b/i.test(text);
/** So long nothing happens before a task counts as waiting for something else than the database. */
const patienceMs = 100;

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

  const attach = (pool: pg.Pool) => {
    pool.on('connect', (given) => {
      const client = given as Client;
      const line: Line = { client, owner: null, inTransaction: false };
      const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
      // a slow machine would decide otherwise than a fast one
      client.connectionParameters.query_timeout = 0;
      void query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0').catch(() => {});
      client.query = ((...args: unknown[]) => {
        const task = own.getStore();
        // what goes on after the answer, such as letting go of a key, has nobody's turn to wait for
        if (!task || (task.done && !task.dead)) return query(...args);
        const callback = typeof args.at(-1) === 'function' ? (args.pop() as (error: unknown, result?: unknown) => void) : null;
        const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text;
        const answer = new Promise<unknown>((resolve, reject) => {
          if (task.dead) return reject(new KilledError('The program was killed.'));
          line.owner = task;
          task.elsewhere = false;
          task.waiting.push({ line, text, send: () => query(...args), resolve, reject });
          changed();
        });
        if (!callback) return answer;
        void answer.then((result) => process.nextTick(callback, null, result)).catch((error: unknown) => process.nextTick(callback, error));
      }) as typeof client.query;
    });
  };

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
      changed();
    });
    return task;
  };

  /** Waits until every task has a statement to send, waits for a lock, or is done. */
  const quiet = async () => {
    for (;;) {
      await turn();
      await turn();
      const busy = [...tasks].filter((task) => task.waiting.length === 0 && !task.flight?.blocked && !task.elsewhere);
      if (busy.length === 0) return;
      if (!(await Promise.race([change(), pause(patienceMs, false)]))) for (const task of busy) task.elsewhere = true;
    }
  };

  /** Waits until a statement is answered, or PostgreSQL says that it waits for a lock of another. */
  const answered = async (flight: Flight) => {
    flight.blocked = false;
    for (let waitMs = 2; !flight.over; waitMs = Math.min(waitMs + 1, 10)) {
      const isOver = await Promise.race([flight.ended.then(() => true), pause(waitMs, false)]);
      if (isOver) return;
      const { rows } = await admin.query<{ by: number[] }>('select pg_blocking_pids($1) as by', [flight.line.client.processID]);
      if (!flight.over && rows[0]!.by.length > 0) {
        flight.blocked = true;
        return;
      }
    }
  };

  /** Ends a connection and waits until PostgreSQL has let go of what it held. */
  const cut = async ({ client }: Line) => {
    client.connection.stream.destroy();
    await admin.query('select pg_terminate_backend($1, 5000)', [client.processID]);
  };

  const kill = async (task: Task) => {
    task.dead = true;
    task.hit = true;
    const lines = new Set(task.waiting.map(({ line }) => line));
    for (const line of lines) if (line.inTransaction) await cut(line);
    for (const { reject } of task.waiting.splice(0)) reject(new KilledError('The program was killed.'));
  };

  const follow = (line: Line, text: string) => {
    if (/^\s*begin\b/i.test(text)) line.inTransaction = true;
    if (/^\s*(commit|rollback)\b/i.test(text)) line.inTransaction = false;
  };

  const send = async (task: Task, waiting: Waiting) => {
    const { line, text } = waiting;
    const commits = /^\s*commit\b/i.test(text) || (!line.inTransaction && changesRows(text));
    if (commits) task.commits += 1;
    const loses = task.fault.kind === 'answer-lost' && commits && task.commits === task.fault.at;
    follow(line, text);
    clock.pass(1 + random.whole(20));
    const flight: Flight = { line, over: false, blocked: false, ended: Promise.resolve() };
    const settle = async (deliver: () => void) => {
      if (loses) {
        task.hit = true;
        await cut(line);
        waiting.reject(lostAnswer());
      } else deliver();
      flight.over = true;
      task.flight = null;
      changed();
    };
    flight.ended = waiting.send().then(
      (result) => settle(() => waiting.resolve(result)),
      (error: unknown) => settle(() => waiting.reject(error)),
    );
    task.flight = flight;
    await answered(flight);
  };

  const release = async (task: Task) => {
    task.statements += 1;
    const { fault } = task;
    const next = task.waiting[0]!;
    if (fault.kind === 'killed' && task.statements === fault.at) return kill(task);
    if (fault.kind === 'stalled' && !task.hit && task.statements >= fault.at && !next.line.inTransaction) {
      task.hit = true;
      task.stalledRounds = fault.rounds;
      return;
    }
    task.waiting.shift();
    if (fault.kind === 'broken' && task.statements === fault.at) {
      task.hit = true;
      await cut(next.line);
      next.reject(lostAnswer());
      return;
    }
    await send(task, next);
  };

  const drive = async () => {
    for (;;) {
      await quiet();
      for (const task of tasks) if (task.flight?.blocked) await answered(task.flight);
      await quiet();
      // a connection that waits for a lock takes nothing further
      const open = [...tasks].filter((task) => task.stalledRounds === 0 && !task.flight && task.waiting.length > 0);
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
    attach,
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
