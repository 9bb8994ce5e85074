import { Refusal } from '../refusal.ts';

/** Bounds work that many keys (organizations) share, so that no key can use up all slots. */
export type FairSemaphore = {
  /**
   * Runs `work` as soon as a slot is free. Keys that wait are served in turn, the least recently served first.
   * Refuses with `too-many-requests` at once when too much of this key waits already, unless `patient`.
   */
  run: <T>(key: string, work: () => Promise<T>, options?: { patient?: boolean }) => Promise<T>;
};

type Limits = {
  /** Slots in all, and slots of one key. */
  slots: number;
  slotsPerKey: number;
  /** Requests of one key that may wait for a slot; any number without it. */
  waitingPerKey?: number;
  /** What a refused caller is asked to wait. */
  retryAfterSeconds?: number;
};

export function fairSemaphore({
  slots,
  slotsPerKey,
  waitingPerKey = Infinity,
  retryAfterSeconds = 1,
}: Limits): FairSemaphore {
  const running = new Map<string, number>();
  // ordered by who was served least recently: a key moves to the end when its work starts
  const waiting = new Map<string, (() => void)[]>();
  let used = 0;

  function startNext(): void {
    for (const [key, queue] of waiting) {
      if (used >= slots) return;
      if ((running.get(key) ?? 0) >= slotsPerKey) continue;
      const start = queue.shift()!;
      waiting.delete(key);
      if (queue.length > 0) waiting.set(key, queue);
      used += 1;
      running.set(key, (running.get(key) ?? 0) + 1);
      start();
    }
  }

  function release(key: string): void {
    used -= 1;
    const left = running.get(key)! - 1;
    if (left > 0) running.set(key, left);
    else running.delete(key);
    startNext();
  }

  return {
    run: async (key, work, { patient = false } = {}) => {
      const queue = waiting.get(key) ?? [];
      if (queue.length >= waitingPerKey && !patient)
        throw new Refusal('too-many-requests', { retryAfterSeconds });
      await new Promise<void>((start) => {
        queue.push(start);
        waiting.set(key, queue);
        startNext();
      });
      try {
        return await work();
      } finally {
        release(key);
      }
    },
  };
}
