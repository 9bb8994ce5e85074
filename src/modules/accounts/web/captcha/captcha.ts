import { readBoot } from '#platform/web/boot.ts';
import { call } from '#platform/web/call.ts';
import { signUpContract } from '../../signUpContract.ts';
import { solveSlowly, type Work } from './proofOfWork.ts';

/** A token that the server can check, made without the person noticing, or told to nobody when it fails. */
export type Solver = {
  /** Begins in advance what can be begun. */
  prepare: () => void;
  /** A token not older than a minute and a half. */
  token: () => Promise<string>;
  /** What was solved has been used, or is no good. */
  reset: () => void;
};

/** A token lives for two minutes; the way to the server is part of them. */
const freshMs = 90_000;

function solveInWorker(work: Work, signal: AbortSignal): Promise<string> {
  let worker: Worker;
  try {
    worker = new Worker(new URL('./solve.worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return solveSlowly(work, signal);
  }
  return new Promise<string>((resolve, reject) => {
    const end = () => worker.terminate();
    worker.addEventListener('message', ({ data }: MessageEvent<string>) => {
      end();
      resolve(data);
    });
    // a worker that does not load is no reason to refuse a person
    worker.addEventListener('error', () => {
      end();
      solveSlowly(work, signal).then(resolve, reject);
    });
    signal.addEventListener('abort', () => {
      end();
      reject(signal.reason as Error);
    });
    worker.postMessage(work, { transfer: [] });
  });
}

/** Our own captcha: a little work, done beside the typing. */
function proofOfWork(): Solver {
  let begun: { at: number; token: Promise<string>; stop: AbortController } | null = null;
  const begin = () => {
    const stop = new AbortController();
    const token = call(signUpContract.captchaChallenge, {}, { signal: stop.signal }).then(({ data }) =>
      solveInWorker(data, stop.signal),
    );
    begun = { at: Date.now(), token, stop };
    // whoever waits for it hears of a failure
    token.catch(() => {});
    return begun;
  };
  const isFresh = () => begun !== null && Date.now() - begun.at < freshMs;
  const reset = () => {
    begun?.stop.abort();
    begun = null;
  };
  return {
    prepare: () => void (isFresh() || begin()),
    token: async () => {
      if (!isFresh()) {
        reset();
        return begin().token;
      }
      // what failed while nobody waited is tried once more
      return begun!.token.catch(() => begin().token);
    },
    reset,
  };
}

/** The captcha of this portal. */
export async function openSolver(): Promise<Solver> {
  const widget = readBoot().config.captcha;
  return widget ? (await import('./recaptcha.ts')).recaptcha(widget) : proofOfWork();
}

/** A pass for one sign-up, which goes along with it. Throws `CallError`. */
export async function passOf(solver: Solver): Promise<string> {
  const token = await solver.token();
  return (await call(signUpContract.verifyCaptcha, { token })).data.pass;
}
