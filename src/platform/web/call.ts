import {
  csrfHeader,
  transactionHeader,
  type CommonRefusal,
  type Endpoint,
  type InputOf,
  type RefusalOf,
  type ReplyOf,
} from '../endpoint.ts';

type OwnCode = 'invalid' | 'internal' | 'unavailable' | 'offline' | 'too-large' | 'not-found';

/** A call that did not succeed. `code` is one of its declared refusals, a common one, or one of ours. */
export class CallError<Code extends string = string> extends Error {
  readonly code: Code | CommonRefusal | OwnCode;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly detail: Record<string, unknown>;
  constructor(code: Code | CommonRefusal | OwnCode, status: number, detail: Record<string, unknown> = {}) {
    super(code);
    this.name = 'CallError';
    this.code = code;
    this.status = status;
    this.detail = detail;
    this.requestId = typeof detail.requestId === 'string' ? detail.requestId : undefined;
  }
}

let csrfToken: string | null = null;
let onSignedOut: (() => void) | null = null;
let onSecondFactorNeeded: (() => void) | null = null;

/** Takes the anti-forgery token that came with the page, saving a round trip. */
export const keepCsrfToken = (token: string): void => {
  csrfToken = token;
};
/** What happens when an answer says that nobody is signed in any more. */
export const whenSignedOut = (react: () => void): void => {
  onSignedOut = react;
};

/** What happens when an answer says that the organisation demands a second factor that this session lacks. */
export const whenSecondFactorNeeded = (react: () => void): void => {
  onSecondFactorNeeded = react;
};

async function fetchToken(): Promise<string> {
  const response = await fetch('/api/getCSRFToken', { credentials: 'same-origin', cache: 'no-store' });
  csrfToken = ((await response.json()) as { CSRFToken: string }).CSRFToken;
  return csrfToken;
}

const address = (endpoint: Endpoint<any, any, any, any>, body: Record<string, unknown>) => {
  const used = new Set<string>();
  const path = endpoint.path.replace(/:(\w+)/g, (_all: string, name: string) => {
    used.add(name);
    return encodeURIComponent(String(body[name] ?? ''));
  });
  const rest =
    endpoint.method === 'GET'
      ? Object.entries(body).filter(([name, value]) => !used.has(name) && value !== undefined && value !== null)
      : [];
  const query = new URLSearchParams(rest.map(([name, value]) => [name, String(value)])).toString();
  return `/api${path}${query ? `?${query}` : ''}`;
};

/** Address of a call that answers a file, to be opened or downloaded by the browser. */
export const fileAddress = <E extends Endpoint<any, any, any, any>>(endpoint: E, body: InputOf<E>): string =>
  address(endpoint, (body ?? {}) as Record<string, unknown>);

async function send(endpoint: Endpoint<any, any, any, any>, body: Record<string, unknown>, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = {
    [transactionHeader]: crypto.randomUUID?.() ?? Math.random().toString(36).slice(2).padEnd(12, '0'),
  };
  if (endpoint.method === 'POST') {
    headers['content-type'] = 'application/json';
    headers[csrfHeader] = csrfToken ?? (await fetchToken());
  }
  return fetch(address(endpoint, body), {
    method: endpoint.method,
    headers,
    credentials: 'same-origin',
    ...(endpoint.method === 'POST' ? { body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  });
}

/**
 * Makes one call of a contract. A stale anti-forgery token is renewed and the call repeated once.
 * Throws `CallError`; a 401 also ends the signed-in state of the page.
 */
export async function call<E extends Endpoint<any, any, any, any>>(
  endpoint: E,
  body: InputOf<E>,
  options: { signal?: AbortSignal } = {},
): Promise<ReplyOf<E>> {
  const given = (body ?? {}) as Record<string, unknown>;
  for (let tries = 0; ; tries++) {
    let response: Response;
    try {
      response = await send(endpoint, given, options.signal);
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw new CallError<RefusalOf<E>>('offline', 0);
    }
    const fresh = response.headers.get(csrfHeader);
    if (fresh) csrfToken = fresh;
    const json = (await response.json().catch(() => null)) as
      | ({ success: boolean; error?: { code: string } } & Record<string, unknown>)
      | null;
    if (response.ok && json?.success) return json as unknown as ReplyOf<E>;
    const { code = 'internal', ...detail } = (json?.error ?? {}) as { code?: string } & Record<string, unknown>;
    if (code === 'csrf' && tries === 0) {
      csrfToken = null;
      continue;
    }
    if (response.status === 401) onSignedOut?.();
    if (code === 'second-factor-needed') onSecondFactorNeeded?.();
    throw new CallError<RefusalOf<E>>(code as RefusalOf<E>, response.status, detail);
  }
}
