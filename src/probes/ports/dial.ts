import type { Socket } from 'node:net';
import { ConnectionFailure, type Limits } from '../tls/connection.ts';

/**
 * Opens a TCP connection to a host and port that the caller of a probe has checked, or maps to another place. Rejects
 * with `ConnectionFailure` or a system error when there is none, or with the signal's reason.
 */
export type Dial = (host: string, port: number, limits: Limits) => Promise<Socket>;

/**
 * How a failed connection is to be read: `closed` when somebody said no, `filtered` when nobody said anything,
 * `unmeasured` when it failed on our side (no route, no sockets left, not allowed).
 */
export function readDialFailure(error: unknown): 'closed' | 'filtered' | 'unmeasured' {
  if (error instanceof ConnectionFailure && error.code === 'timeout') return 'filtered';
  const code = codeOf((error as { cause?: unknown } | null)?.cause) ?? codeOf(error);
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET') return 'closed';
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || code === 'EHOSTDOWN') return 'filtered';
  return 'unmeasured';
}

function codeOf(error: unknown): string | undefined {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return typeof code === 'string' ? code : undefined;
}
