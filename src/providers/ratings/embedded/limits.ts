/** Milliseconds. Tests have less patience. */
export type Limits = {
  /** For one probe, and for a whole rating (references, ratings 5). */
  probeMs: number;
  totalMs: number;
  /** For one answer of a web server, and for all connections to one TLS server: within the time of a probe. */
  requestMs: number;
  tlsMs: number;
};
export const usualLimits: Limits = { probeMs: 10_000, totalMs: 60_000, requestMs: 8000, tlsMs: 9000 };

export class TooSlow extends Error {}

/** Waits so long for a piece of work, not longer; what it does later is nobody's any more. */
export async function within<T>(ms: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let stop = () => {};
  const limit = new Promise<never>((_resolve, reject) => {
    const timer = setTimeout(
      () => reject(new TooSlow(`No answer within ${Math.ceil(ms / 1000)} seconds.`)),
      ms,
    );
    const onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    stop = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
  });
  try {
    return await Promise.race([work(), limit]);
  } finally {
    stop();
  }
}
