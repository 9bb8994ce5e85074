import { csrfHeader, transactionHeader } from '../endpoint.ts';

/** platform.md 8, every failure is logged: one report of each kind a minute, which counts the others. */
const windowMs = 60_000;
/** A page that fails in many ways at once must not busy the server that is failing already. */
const mostPerMinute = 10;
const mostKinds = 200;

/** The address without the secret of a link, which does not belong in a log. */
const withoutSecrets = (path: string) => path.replace(/\/[\w-]{40,}/g, '/…');

/** What a failed call adds to an error; read by shape, because the call itself reports through here. */
type Failure = { code?: unknown; status?: unknown; endpoint?: unknown; requestId?: unknown };

const textOr = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value !== '' ? value : otherwise;

/** One line that distinguishes failures: a call's code and status with the id of its request, else what was thrown. */
function describe(error: unknown): { kind: string; message: string } {
  const message = error instanceof Error ? error.message : String(error);
  const { code, status, requestId } = (typeof error === 'object' && error !== null ? error : {}) as Failure;
  if (typeof code !== 'string' || typeof status !== 'number') return { kind: message, message };
  const kind = `${code} ${status}`;
  const own = message === '' || message === code ? kind : `${kind}: ${message}`;
  return { kind, message: typeof requestId === 'string' ? `${own}, request ${requestId}` : own };
}

/** What was reported in this page, and what was not. */
function openReports() {
  const kinds = new Map<string, { reportedAt: number; unreported: number }>();
  let times: number[] = [];
  return {
    /** How many failures of a kind were not reported since its last report; null when this one is not reported either. */
    take: (kind: string, now: number): number | null => {
      const { reportedAt, unreported } = kinds.get(kind) ?? { reportedAt: 0, unreported: 0 };
      times = times.filter((at) => at > now - windowMs);
      const reports = reportedAt <= now - windowMs && times.length < mostPerMinute;
      if (reports) times.push(now);
      // the newest are last, so that the oldest is the one to forget
      kinds.delete(kind);
      kinds.set(
        kind,
        reports ? { reportedAt: now, unreported: 0 } : { reportedAt, unreported: unreported + 1 },
      );
      if (kinds.size > mostKinds) kinds.delete(kinds.keys().next().value!);
      return reports ? unreported : null;
    },
    /** It never arrived, so the next of its kind is reported at once. */
    lost: (kind: string, more: number) => void kinds.set(kind, { reportedAt: 0, unreported: more + 1 }),
  };
}

type Where = { endpoint?: string; filename?: string; level?: 'error' | 'warn' };

/** The log of one page. A kind of failure is an endpoint with a code: the same code elsewhere is another one. */
export function openErrorLog(): (error: unknown, where?: Where) => Promise<void> {
  const reports = openReports();
  return async (error, where = {}) => {
    const endpoint = withoutSecrets(
      where.endpoint ?? textOr((error as Failure | null)?.endpoint, location.pathname),
    );
    const { kind, message } = describe(error);
    const key = `${endpoint} ${kind}`.slice(0, 300);
    const more = reports.take(key, Date.now());
    if (more === null) return;
    try {
      const token = (
        (await (await fetch('/api/getCSRFToken', { credentials: 'same-origin' })).json()) as {
          CSRFToken: string;
        }
      ).CSRFToken;
      await fetch('/api/utils/logger', {
        method: 'POST',
        credentials: 'same-origin',
        keepalive: true,
        headers: {
          'content-type': 'application/json',
          [csrfHeader]: token,
          [transactionHeader]: crypto.randomUUID?.() ?? 'client-error',
        },
        body: JSON.stringify({
          level: where.level ?? 'error',
          message: `${message.slice(0, 900)}${more > 0 ? ` (${more} more since the last report)` : ''}`,
          endpoint: endpoint.slice(0, 500),
          filename: (where.filename ?? '').slice(0, 500),
          stack: (error instanceof Error ? (error.stack ?? '') : '').slice(0, 4000),
        }),
      });
    } catch {
      reports.lost(key, more);
    }
  };
}

/**
 * Reports a failure in the browser to the server (platform.md 7), at most once a minute for each endpoint and code, and
 * never a failure of its own.
 */
export const logError = openErrorLog();

/** Reports errors that no code caught. */
export function reportUncaught(): void {
  addEventListener(
    'error',
    (event) => void logError(event.error ?? event.message, { filename: event.filename }),
  );
  addEventListener('unhandledrejection', (event) => void logError(event.reason));
}
