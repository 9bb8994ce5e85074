import { csrfHeader, transactionHeader } from '../endpoint.ts';

const sent = new Set<string>();

/** The address without the secret of a link, which is nobody's to read in a log. */
const withoutSecrets = (path: string) => path.replace(/\/[\w-]{40,}/g, '/…');

/** Tells the server about a failure in the browser (platform.md 7); each message once a page, and never a failure of its own. */
export async function logError(
  error: unknown,
  where: { endpoint?: string; filename?: string; level?: 'error' | 'warn' } = {},
): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  if (sent.has(message) || sent.size > 20) return;
  sent.add(message);
  try {
    const token = ((await (await fetch('/api/getCSRFToken', { credentials: 'same-origin' })).json()) as { CSRFToken: string }).CSRFToken;
    await fetch('/api/utils/logger', {
      method: 'POST',
      credentials: 'same-origin',
      keepalive: true,
      headers: { 'content-type': 'application/json', [csrfHeader]: token, [transactionHeader]: crypto.randomUUID?.() ?? 'client-error' },
      body: JSON.stringify({
        level: where.level ?? 'error',
        message: message.slice(0, 1000),
        endpoint: withoutSecrets(where.endpoint ?? location.pathname).slice(0, 500),
        filename: (where.filename ?? '').slice(0, 500),
        stack: (error instanceof Error ? (error.stack ?? '') : '').slice(0, 4000),
      }),
    });
  } catch {
    // there is nobody left to tell
  }
}

/** Reports whatever nobody caught. */
export function reportUncaught(): void {
  addEventListener('error', (event) => void logError(event.error ?? event.message, { filename: event.filename }));
  addEventListener('unhandledrejection', (event) => void logError(event.reason));
}
