/** Time that a scan may take, without the time in which it rests. */
export type Deadline = {
  /** Aborted when the time is used up. */
  signal: AbortSignal;
  pause: () => void;
  resume: () => void;
  /** Milliseconds rested so far. */
  rested: () => number;
  close: () => void;
};

/** `milliseconds` of work. */
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
