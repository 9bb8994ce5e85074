import { setTimeout as pause } from 'node:timers/promises';
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

export type Client = pg.PoolClient & {
  processID: number;
  connection: { stream: { destroy: () => void } };
  connectionParameters: { query_timeout: number };
};
export type Line = { client: Client; owner: Task | null; inTransaction: boolean };
type Waiting = {
  line: Line;
  text: string;
  send: () => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};
export type Flight = { line: Line; over: boolean; blocked: boolean; ended: Promise<void> };

export class KilledError extends Error {
  code = 'KILLED';
}

const lostAnswer = () =>
  Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });

const changesRows = (text: string) => /^\s*(insert|update|delete|with)\b/i.test(text);

export type Flights = {
  /** Waits until a statement is answered, or PostgreSQL says that it waits for a lock of another. */
  answered: (flight: Flight) => Promise<void>;
  /** Sends the next statement of a task, or lets happen what was to go wrong there. */
  release: (task: Task) => Promise<void>;
};

/**
 * Sends statements and breaks what the seed says is to break.
 * @param changed told when a statement is over
 */
export function openFlights(admin: pg.Client, random: Random, clock: Clock, changed: () => void): Flights {
  const answered = async (flight: Flight) => {
    flight.blocked = false;
    for (let waitMs = 2; !flight.over; waitMs = Math.min(waitMs + 1, 10)) {
      const isOver = await Promise.race([flight.ended.then(() => true), pause(waitMs, false)]);
      if (isOver) return;
      const { rows } = await admin.query<{ by: number[] }>('select pg_blocking_pids($1) as by', [
        flight.line.client.processID,
      ]);
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

  return { answered, release };
}
