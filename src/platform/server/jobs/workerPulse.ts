import { Registry } from 'prom-client';
import { liveGauge } from '../log/measures.ts';

/** One polling loop of a worker, as pg-boss describes it; times in milliseconds. */
export type Loop = {
  createdOn: number;
  lastFetchedOn: number | null;
  lastJobStartedOn: number | null;
  lastJobEndedOn: number | null;
  lastErrorOn: number | null;
};
/** The worker's own look at the queue, every two seconds: when one ended in any way, and when one was answered. */
export type Looks = { endedAt: number; answeredAt: number };

export type Pulse = {
  /** Every loop went round, or works on a job. What the database does is none of its matter: a new worker would fare no better. */
  turns: boolean;
  /** The queue answered a moment ago, so that work is being done. */
  works: boolean;
  loops: { busy: number; waiting: number; stuck: number };
  /** Since the queue answered. */
  silentSeconds: number;
};

/** A look or a fetch gives up after 25 s, and waits up to 10 s for its connection. */
export const stuckAfterMs = 60_000;
export const silentAfterMs = 15_000;

const latest = (...times: (number | null)[]): number => Math.max(...times.map((time) => time ?? 0));

function stateOf(loop: Loop, now: number): keyof Pulse['loops'] {
  const began = loop.lastJobStartedOn ?? 0;
  // how long a job may take is limited by pg-boss
  if (began > 0 && began === loop.lastFetchedOn && latest(loop.lastJobEndedOn, loop.lastErrorOn) < began)
    return 'busy';
  return now - latest(loop.createdOn, loop.lastFetchedOn, loop.lastJobEndedOn, loop.lastErrorOn) >
    stuckAfterMs
    ? 'stuck'
    : 'waiting';
}

/** How a worker is, from what its loops did last. */
export function pulseOf(loops: readonly Loop[], looks: Looks, now: number): Pulse {
  const counted = { busy: 0, waiting: 0, stuck: 0 };
  for (const loop of loops) counted[stateOf(loop, now)]++;
  return {
    turns: counted.stuck === 0 && now - looks.endedAt <= stuckAfterMs,
    works: now - looks.answeredAt <= silentAfterMs,
    loops: counted,
    silentSeconds: Math.max(0, now - looks.answeredAt) / 1000,
  };
}

/** The pulse as figures. */
export function pulseMeasures(pulse: () => Pulse): Registry {
  const registry = new Registry();
  liveGauge(
    registry,
    'worker_loops',
    'Loops of this worker that ask for jobs, by what they do',
    'state',
    () => Object.entries(pulse().loops).map(([state, loops]) => [{ state }, loops] as const),
  );
  liveGauge(registry, 'worker_silent_seconds', 'Time since the queue last answered this worker', null, () => [
    [{}, pulse().silentSeconds],
  ]);
  return registry;
}
