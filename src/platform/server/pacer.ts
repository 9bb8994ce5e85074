import { setTimeout as pauseFor } from 'node:timers/promises';

/** Resolves when it is the turn of `key`. */
export type Pacer = (key: string) => Promise<void>;

type Pace = {
  perSecond: number;
  /** So many seconds' worth goes at once after a rest. */
  burstSeconds: number;
  /** Milliseconds of a clock that only goes forward. */
  elapsed?: () => number;
  pause?: (milliseconds: number) => Promise<unknown>;
};

/** Lets each key begin so many pieces of work a second. One that comes too early is held back, never refused. */
export function pacer({
  perSecond,
  burstSeconds,
  elapsed = () => performance.now(),
  pause = pauseFor,
}: Pace): Pacer {
  const [interval, burst] = [1000 / perSecond, 1000 * burstSeconds];
  /** When the work that each key began so far would be done at its pace. */
  const busyUntil = new Map<string, number>();
  let tidyAt = 0;
  return async (key) => {
    const now = elapsed();
    if (now >= tidyAt) {
      for (const [one, until] of busyUntil) if (until <= now) busyUntil.delete(one);
      tidyAt = now + burst;
    }
    const until = Math.max(now, busyUntil.get(key) ?? 0) + interval;
    busyUntil.set(key, until);
    const early = until - burst - now;
    if (early > 0) await pause(early);
  };
}
