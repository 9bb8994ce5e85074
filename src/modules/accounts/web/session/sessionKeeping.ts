import type { SessionState } from '../../contract.ts';
import { retryMs, sessionStep, stepAfterTouch } from '../../rules.ts';

export type KeepOptions = {
  timeoutSeconds: number;
  /** Asks the server; with `touch` it counts as activity. */
  check: (touch: boolean) => Promise<SessionState>;
  /** Every new answer, also one heard from another tab. */
  onState: (state: SessionState, view: SessionView) => void;
  /** The server cannot be asked now; it is asked again in 30 s. */
  onTrouble: () => void;
  onEnded: () => void;
  now?: () => number;
};

/** `longest`: activity cannot make the session longer. `endsAt` in epoch milliseconds. */
export type SessionView = { warn: boolean; longest: boolean; endsAt: number };

export type SessionKeeping = {
  /** Continue Working. Resolves to whether the server was reached. */
  touch: () => Promise<boolean>;
  /** An answer that another tab got. */
  hear: (state: SessionState) => void;
  /** Asks at once if the time for it has passed, as after the computer slept. */
  wake: () => void;
  stop: () => void;
};

/** Watches one session by the rules of platform.md 4 until it ends or `stop` is called. */
export function keepSession(
  first: SessionState,
  { timeoutSeconds, check, onState, onTrouble, onEnded, now = Date.now }: KeepOptions,
): SessionKeeping {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = 0;
  let stopped = false;
  // answers that come in after a later one are old news
  let asked = 0;

  const later = (ms: number) => {
    clearTimeout(timer);
    dueAt = now() + ms;
    timer = setTimeout(() => void ask(false), ms);
  };
  let longest = false;
  function take(state: SessionState, touched = false) {
    const step = touched ? stepAfterTouch(state, timeoutSeconds) : sessionStep(state, timeoutSeconds);
    if (step.signOut) {
      stop();
      onEnded();
      return;
    }
    longest = step.warn && (touched || longest);
    onState(state, { warn: step.warn, longest, endsAt: now() + state.expires * 1000 });
    later(step.checkInMs);
  }
  async function ask(touch: boolean): Promise<boolean> {
    clearTimeout(timer);
    const turn = ++asked;
    try {
      const state = await check(touch);
      if (!stopped && turn === asked) take(state, touch);
      return true;
    } catch {
      if (!stopped && turn === asked) {
        onTrouble();
        later(retryMs);
      }
      return false;
    }
  }
  function stop() {
    stopped = true;
    clearTimeout(timer);
  }
  take(first);
  return {
    touch: () => ask(true),
    hear: (state) => {
      asked += 1;
      // other tabs tell what followed activity there
      if (!stopped) take(state, true);
    },
    wake: () => {
      if (!stopped && now() >= dueAt) void ask(false);
    },
    stop,
  };
}
