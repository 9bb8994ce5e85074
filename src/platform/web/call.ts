import {
  csrfHeader,
  idempotencyHeader,
  takesIdempotencyKey,
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
  /** Path of the call in its contract, without what was filled in. */
  endpoint: string | undefined;
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
/** True for a failure that is no answer: a fault of the server, no answer, or an error of the page's own code. */
export const isFault = (error: unknown): boolean =>
  !(error instanceof CallError) || error.status >= 500 || error.status === 0;

/** What happens when an answer says that the session has ended. */
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
      ? Object.entries(body).filter(
          ([name, value]) => !used.has(name) && value !== undefined && value !== null,
        )
      : [];
  const query = new URLSearchParams(rest.map(([name, value]) => [name, String(value)])).toString();
  return `/api${path}${query ? `?${query}` : ''}`;
};

/** Address of a call that answers a file, to be opened or downloaded by the browser. */
export const fileAddress = <E extends Endpoint<any, any, any, any>>(endpoint: E, body: InputOf<E>): string =>
  address(endpoint, (body ?? {}) as Record<string, unknown>);

const randomId = () => crypto.randomUUID?.() ?? Math.random().toString(36).slice(2).padEnd(12, '0');

export type CallOptions = {
  signal?: AbortSignal;
  /** Goes on when the page is left; for a small note of what a person did last. */
  keepalive?: boolean;
};

async function send(
  endpoint: Endpoint<any, any, any, any>,
  body: Record<string, unknown>,
  key: string | null,
  options: CallOptions,
): Promise<Response> {
  const headers: Record<string, string> = {
    [transactionHeader]: randomId(),
  };
  if (endpoint.method === 'POST') {
    headers['content-type'] = 'application/json';
    headers[csrfHeader] = csrfToken ?? (await fetchToken());
  }
  if (key) headers[idempotencyHeader] = key;
  return fetch(address(endpoint, body), {
    method: endpoint.method,
    headers,
    credentials: 'same-origin',
    ...(endpoint.method === 'POST' ? { body: JSON.stringify(body) } : {}),
    ...options,
  });
}

/** Reads an answer; null when it asks for a new anti-forgery token. Throws `CallError`. */
async function read<E extends Endpoint<any, any, any, any>>(
  response: Response,
  mayRepeat: boolean,
): Promise<ReplyOf<E> | null> {
  const fresh = response.headers.get(csrfHeader);
  if (fresh) csrfToken = fresh;
  const json = (await response.json().catch(() => null)) as
    | ({ success: boolean; error?: { code: string } } & Record<string, unknown>)
    | null;
  if (response.ok && json?.success) return json as unknown as ReplyOf<E>;
  const { code = 'internal', ...detail } = (json?.error ?? {}) as { code?: string } & Record<string, unknown>;
  if (code === 'csrf' && mayRepeat) {
    csrfToken = null;
    return null;
  }
  if (response.status === 401) onSignedOut?.();
  if (code === 'second-factor-needed') onSecondFactorNeeded?.();
  throw new CallError<RefusalOf<E>>(code as RefusalOf<E>, response.status, detail);
}

/**
 * Waits between tries of a call that may be sent again, in milliseconds. A server that is exchanged, or its database, is back by
 * then. A test of what a person sees afterwards needs none.
 */
export const repeats = { waitsMs: [300, 1500, 3000] };

/**
 * Whether the same call may do better in a moment: no answer came, the server was away, or its first try is still at work. A
 * balancer without a server answers in words of its own, which come out as `internal`.
 */
const isPassing = (error: unknown): boolean =>
  error instanceof CallError &&
  (['offline', 'unavailable', 'idempotency-key-in-use'].includes(error.code) ||
    (error.status === 503 && error.code === 'internal'));

async function tryOnce<E extends Endpoint<any, any, any, any>>(
  endpoint: E,
  sendOnce: () => Promise<Response>,
  signal?: AbortSignal,
): Promise<ReplyOf<E>> {
  const answered = async () => {
    try {
      return await sendOnce();
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new CallError<RefusalOf<E>>('offline', 0);
    }
  };
  try {
    return (await read<E>(await answered(), true)) ?? (await read<E>(await answered(), false))!;
  } catch (error) {
    if (error instanceof CallError) error.endpoint = endpoint.path;
    throw error;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Makes one call of a contract. A stale anti-forgery token is renewed and the call repeated once. A call that takes an
 * idempotency key gets one, and is sent again where no answer came or the server was away for a moment; one that can be
 * abandoned by its signal only reads, and is repeated by its caller.
 * Throws `CallError`; a 401 also ends the signed-in state of the page.
 */
export async function call<E extends Endpoint<any, any, any, any>>(
  endpoint: E,
  body: InputOf<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  const { signal } = options;
  const key = takesIdempotencyKey(endpoint) && !signal ? randomId() : null;
  const sendOnce = () => send(endpoint, (body ?? {}) as Record<string, unknown>, key, options);
  for (const waitMs of key ? repeats.waitsMs : []) {
    try {
      return await tryOnce(endpoint, sendOnce, signal);
    } catch (error) {
      if (!isPassing(error) || !navigator.onLine) throw error;
      await pause(waitMs);
    }
  }
  return tryOnce(endpoint, sendOnce, signal);
}

/** Sends a form, telling how much of it is on its way; `fetch` cannot. */
function sendForm(
  url: string,
  headers: Record<string, string>,
  form: FormData,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    });
    request.addEventListener('load', () => {
      const fresh = request.getResponseHeader(csrfHeader);
      resolve(
        new Response(request.responseText, {
          status: request.status,
          headers: fresh ? { [csrfHeader]: fresh } : {},
        }),
      );
    });
    request.addEventListener('error', () => reject(new Error('offline')));
    request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

/**
 * Makes a call that takes a file.
 * @param onProgress hears which share of it, 0 to 1, is sent
 * Throws `CallError` as `call` does.
 */
export const upload = <E extends Endpoint<any, any, any, any>>(
  endpoint: E,
  file: File,
  { onProgress, signal }: { onProgress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<ReplyOf<E>> =>
  tryOnce(
    endpoint,
    async () => {
      const form = new FormData();
      form.append('file', file, file.name);
      const headers = { [transactionHeader]: randomId(), [csrfHeader]: csrfToken ?? (await fetchToken()) };
      const url = address(endpoint, {});
      return onProgress
        ? sendForm(url, headers, form, onProgress, signal)
        : fetch(url, {
            method: 'POST',
            headers,
            credentials: 'same-origin',
            body: form,
            ...(signal ? { signal } : {}),
          });
    },
    signal,
  );
