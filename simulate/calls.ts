import type { Answer } from './browsers.ts';
import { describeFault, drawFault } from './faults.ts';
import type { Person } from './model.ts';
import type { Server } from './servers.ts';
import type { Task } from './flights.ts';
import type { World } from './world.ts';

/** One call of an administrator, and what the simulator learns from its answer. */
export type Call = {
  what: string;
  person: Person;
  /** Whom it removes: while that may still take place, nobody signs in for them. */
  about?: Person;
  method?: 'GET';
  path: string;
  body?: object;
  /** The same call with the same key has its effect once. */
  key?: string;
  /** The call succeeded. @returns what is wrong with the answer */
  onSuccess?: (answer: Answer, task: Task) => string | null | void;
  /** Whether it took place is not known: no answer came, or one of trouble. */
  onUnknown?: () => void;
};

export type CallInHand = { call: Call; task: Task; server: Server; answer: () => Answer | null };

/** Begins a call at a server; its statements wait for their turn. */
export function beginCall(
  world: World,
  call: Call,
  options: { faults: boolean; server?: Server },
): CallInHand {
  const server = options.server ?? world.random.pick(world.servers);
  const fault = options.faults ? drawFault(world.random) : ({ kind: 'none' } as const);
  let answer: Answer | null = null;
  const { browser, name } = call.person;
  const label = `${name} at ${server.name}: ${call.what}${call.key ? ` (key ${call.key})` : ''}`;
  const task = world.turnstile.begin(label, fault, async () => {
    answer =
      call.method === 'GET'
        ? await browser.get(server, call.path)
        : await browser.post(server, call.path, call.body ?? {}, call.key);
  });
  world.say(`   ${label}${describeFault(fault)}`);
  return { call, task, server, answer: () => (task.dead ? null : answer) };
}

const isUncertain = (answer: Answer): boolean =>
  answer.status === 503 ||
  ['idempotency-key-in-use', 'idempotency-outcome-unknown'].includes(answer.body?.error?.code as string);

/** A key is new again after a day. */
const keptMs = 23 * 3_600_000;

function checkKeyed(world: World, { call }: CallInHand, answer: Answer): string | null {
  if (!call.key) return null;
  const known = world.model.keyed.get(call.key);
  if (!known) world.model.keyed.set(call.key, { answer: answer.text, at: world.clock.ms() });
  else if (known.answer !== answer.text && world.clock.ms() - known.at < keptMs)
    return `One key got two answers: ${known.answer} and ${answer.text}.`;
  return null;
}

/** Judges the answer of a call that is over. @returns what is wrong */
export function endCall(world: World, inHand: CallInHand): string | null {
  const { call, task } = inHand;
  const answer = inHand.answer();
  world.say(
    `     -> ${task.label}: ${answer ? `${answer.status} ${(answer.body?.error?.code as string | undefined) ?? ''}` : 'no answer'}`,
  );
  if (!answer) {
    call.onUnknown?.();
    return null;
  }
  if (answer.status === 500) return `A call was answered with 500: ${task.label}.`;
  if (answer.status === 503 && (!task.hit || task.fault.kind === 'stalled'))
    return `A call was answered with 503 although nothing was broken: ${task.label}.`;
  if (answer.status === 401 && call.person.endedAt === null)
    return `A living session was refused: ${task.label}.`;
  if (isUncertain(answer)) {
    call.onUnknown?.();
    return null;
  }
  if (answer.status !== 200) return null;
  return checkKeyed(world, inHand, answer) ?? call.onSuccess?.(answer, task) ?? null;
}
