import { connect, type Socket } from 'node:net';

/** Where to connect. `address` has been checked by the caller and is never resolved again. */
export type Endpoint = { address: string; port: number };
export type Limits = { timeoutMs: number; signal: AbortSignal };
/** What is said in the clear before TLS begins (STARTTLS). Rejects with `ConnectionFailure` or with the signal's reason. */
export type Preface = (socket: Socket, limits: Limits) => Promise<void>;

/** `no-tls`: the server was reached and said that it does not offer encryption. */
type ConnectionFailureCode = 'unreachable' | 'timeout' | 'closed' | 'no-tls';

export class ConnectionFailure extends Error {
  readonly code: ConnectionFailureCode;
  constructor(code: ConnectionFailureCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ConnectionFailure';
    this.code = code;
  }
}

/**
 * Waits for `start` to call `settle` or `fail`, for the time limit (milliseconds) or for the abort, whichever is first.
 * Rejects with `ConnectionFailure` 'timeout', or with the signal's reason.
 */
export function bounded<T>(
  limits: Limits,
  waitingFor: string,
  start: (settle: (value: T) => void, fail: (error: unknown) => void) => void,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const end = (act: () => void) => {
      clearTimeout(timer);
      limits.signal.removeEventListener('abort', onAbort);
      act();
    };
    const onAbort = () => end(() => reject(limits.signal.reason));
    const timer = setTimeout(
      () =>
        end(() =>
          reject(
            new ConnectionFailure(
              'timeout',
              `no ${waitingFor} within ${Math.ceil(limits.timeoutMs / 1000)} s`,
            ),
          ),
        ),
      Math.max(1, limits.timeoutMs),
    );
    if (limits.signal.aborted) {
      onAbort();
      return;
    }
    limits.signal.addEventListener('abort', onAbort, { once: true });
    try {
      start(
        (value) => end(() => resolve(value)),
        (error) => end(() => reject(error)),
      );
    } catch (error) {
      end(() => reject(error));
    }
  });
}

/** A TCP connection within the limits, its preface said. Rejects with `ConnectionFailure` 'unreachable' or 'timeout', or with the signal's reason. */
export async function openSocket(endpoint: Endpoint, limits: Limits, preface?: Preface): Promise<Socket> {
  const deadline = performance.now() + limits.timeoutMs;
  limits.signal.throwIfAborted();
  const socket = connect({ host: endpoint.address, port: endpoint.port });
  try {
    await bounded<void>(limits, 'connection', (settle, fail) => {
      socket.once('connect', () => settle());
      // Stays for the life of the socket, so that a late reset is never an unhandled error.
      socket.on('error', (error: NodeJS.ErrnoException) =>
        fail(
          new ConnectionFailure('unreachable', `connection failed (${error.code ?? 'unknown error'})`, error),
        ),
      );
    });
    await preface?.(socket, { ...limits, timeoutMs: deadline - performance.now() });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
