import { setTimeout as pause } from 'node:timers/promises';
import { HttpFailure, type HttpAnswer } from '#probes/http/answer.ts';
import type { HttpHooks } from '#probes/http/client.ts';
import type { ScanRequest } from '../../port.ts';
import { blackoutEnd } from '#platform/server/blackout.ts';

type Deadline = {
  /** Aborted when the time is used up. */
  signal: AbortSignal;
  pause: () => void;
  resume: () => void;
  rested: () => number;
  close: () => void;
};

export function makeDeadline(milliseconds: number): Deadline {
  const controller = new AbortController();
  let left = milliseconds;
  let startedAt = 0;
  let pauses = 0;
  let pausedAt = 0;
  let rested = 0;
  let timer: NodeJS.Timeout | undefined;
  const run = () => {
    startedAt = performance.now();
    timer = setTimeout(
      () => controller.abort(new DOMException('The time of the scan is used up.', 'TimeoutError')),
      Math.max(0, left),
    );
    timer.unref();
  };
  run();
  return {
    signal: controller.signal,
    pause: () => {
      pauses += 1;
      if (pauses > 1) return;
      clearTimeout(timer);
      pausedAt = performance.now();
      left -= pausedAt - startedAt;
    },
    resume: () => {
      pauses -= 1;
      if (pauses > 0) return;
      rested += performance.now() - pausedAt;
      run();
    },
    rested: () => rested + (pauses > 0 ? performance.now() - pausedAt : 0),
    close: () => clearTimeout(timer),
  };
}

class SiteUnwell extends Error {}

type GateInput = {
  blackout: ScanRequest['blackout'];
  deadline: Deadline;
  signal: AbortSignal;
  now: () => Date;
  onRest: (activity: string | null) => void;
  /** The website was unwell for a while and is well again: answers of that time say nothing about it. */
  onRecovered?: () => void;
  /** Pauses before each look whether the website is well again, milliseconds. */
  waits?: readonly number[];
};

export type Gate = HttpHooks & {
  /** The look that tells whether the website is well: a request past the gate. Set once it is known where the site lives. */
  watch: (look: () => Promise<HttpAnswer>) => void;
  /** Does work while no other request of the scan is sent; what it asks goes past the gate. */
  hold: (work: () => Promise<void>) => Promise<void>;
  /** Waits while held. */
  sleep: (ms: number, activity: string) => Promise<void>;
  /** Aborted with `SiteUnwell` when it does not recover. */
  signal: AbortSignal;
};

// So many troubled answers in a row are more than a check that provokes errors.
const firstPatience = 12;
const usualWaits = [0, 5000, 20_000, 60_000];
// A quarter of an hour at once, so that a changed clock is noticed.
const longestSleep = 900_000;

/**
 * Stands before every request: closed while the website is to be left alone, and while it is looked whether it suffers.
 * Payloads may well provoke errors; a front page that fails too means that the site does not take the scan.
 */
export function makeGate(input: GateInput): Gate {
  const stop = new AbortController();
  const waits = input.waits ?? usualWaits;
  let look: (() => Promise<HttpAnswer>) | null = null;
  let troubles = 0;
  let patience = firstPatience;
  let closed: Promise<void> | null = null;

  /** Rejects with the signal's own reason. */
  const sleep = (ms: number) =>
    pause(ms, undefined, { signal: input.signal }).catch(() => input.signal.throwIfAborted());

  async function rest(activity: string | null, work: () => Promise<void>): Promise<void> {
    input.deadline.pause();
    if (activity !== null) input.onRest(activity);
    try {
      await work();
    } finally {
      input.deadline.resume();
      if (activity !== null) input.onRest(null);
    }
  }

  const isWell = async (): Promise<boolean> => {
    try {
      return (await look!()).status < 500;
    } catch (error) {
      if (error instanceof HttpFailure) return false;
      throw error;
    }
  };

  async function recover(): Promise<void> {
    let failed = false;
    for (const wait of waits) {
      if (wait > 0) await sleep(wait);
      if (!(await isWell())) {
        failed = true;
        continue;
      }
      if (failed) input.onRecovered?.();
      troubles = 0;
      patience = Math.min(200, patience * 2);
      return;
    }
    stop.abort(new SiteUnwell('The website stopped answering properly while it was scanned.'));
  }

  async function waitForBlackout(): Promise<void> {
    for (;;) {
      const end = input.blackout ? blackoutEnd(input.now(), input.blackout) : null;
      if (!end) return;
      await sleep(Math.min(longestSleep, Math.max(1000, end.getTime() - input.now().getTime())));
    }
  }

  function close(activity: string | null, work: () => Promise<void>): Promise<void> {
    closed ??= rest(activity, work).finally(() => {
      closed = null;
    });
    return closed;
  }

  return {
    signal: stop.signal,
    watch: (way) => {
      look = way;
    },
    hold: async (work) => {
      while (closed) await closed;
      await close(null, work);
    },
    sleep: async (ms, activity) => {
      input.onRest(activity);
      await sleep(ms).finally(() => input.onRest(null));
    },
    before: async () => {
      if (closed) await closed;
      if (input.blackout && blackoutEnd(input.now(), input.blackout))
        await close('Resting: the website is to be left alone at this time', waitForBlackout);
      if (look && troubles >= patience) await close('Resting: looking whether the website is well', recover);
    },
    ended: (answer) => {
      if (answer !== null && answer.status < 500) troubles = 0;
      else troubles += 1;
    },
  };
}
