import zlib from 'node:zlib';
import http from 'node:http';
import https from 'node:https';
import { Buffer } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { HttpFailure, type HttpAnswer, type HttpMethod } from './answer.ts';

function decoder(encoding: string): zlib.Gunzip | zlib.BrotliDecompress | zlib.InflateRaw | null {
  const lenient = { finishFlush: zlib.constants.Z_SYNC_FLUSH };
  if (encoding === 'gzip' || encoding === 'x-gzip') return zlib.createGunzip(lenient);
  if (encoding === 'deflate') return zlib.createInflate(lenient);
  if (encoding === 'br')
    return zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH });
  return null;
}

/** Reads and decodes a body up to `maxBytes`. Calls back once, also for one that breaks off; `cut` means that more was to come. */
export function receive(
  response: IncomingMessage,
  { method, maxBytes }: { method: string; maxBytes: number },
  onBody: (body: Buffer, cut: boolean) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let rawSize = 0;
  let enough = false;
  let settled = false;
  const done = (cut: boolean) => {
    if (settled) return;
    settled = true;
    onBody(Buffer.concat(chunks), cut);
  };
  const take = (chunk: Buffer) => {
    if (settled) return;
    chunks.push(chunk.length > maxBytes - size ? chunk.subarray(0, maxBytes - size) : chunk);
    size += chunk.length;
    if (size > maxBytes) done(true);
  };
  const unpack =
    method === 'HEAD' ? null : decoder((response.headers['content-encoding'] ?? '').trim().toLowerCase());
  response.on('error', () => done(true));
  response.on('aborted', () => done(true));
  if (!unpack) {
    response.on('data', take);
    response.on('end', () => done(false));
    return;
  }
  unpack.on('data', take);
  unpack.on('end', () => done(enough));
  unpack.on('error', () => done(true));
  response.pipe(unpack);
  response.on('data', (chunk: Buffer) => {
    rawSize += chunk.length;
    if (rawSize <= maxBytes || enough) return;
    // Enough came in: what is there is still unpacked, the rest never read.
    enough = true;
    response.unpipe(unpack);
    unpack.end();
  });
}

type SendInput = {
  url: URL;
  method: HttpMethod;
  rawPath?: string | undefined;
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
  /** Checked address the socket is pinned to. */
  address: string;
  port: number;
  agents: Agents;
  /** Decoded bytes kept; what comes after is not read. */
  maxBytes: number;
  /** Milliseconds until a connection stands, and until the whole answer is there. */
  connectMs: number;
  totalMs: number;
  signal: AbortSignal;
};

/** Of a body, for the evidence. */
const shownBody = 1500;

type Agents = { http: http.Agent; https: https.Agent };

/** Keep-alive pools for one scan. Destroy both when the scan ends. */
export function makeAgents(connections: number): Agents {
  const options = {
    keepAlive: true,
    maxSockets: connections,
    maxFreeSockets: connections,
    keepAliveMsecs: 1000,
    timeout: 60_000,
  };
  return { http: new http.Agent(options), https: new https.Agent({ ...options, maxCachedSessions: 20 }) };
}

// Certificates and protocol are judged by the TLS prober; reading the site must work on a badly kept server too.
const tolerantTls = {
  rejectUnauthorized: false,
  minVersion: 'TLSv1',
  ciphers: 'DEFAULT:@SECLEVEL=0',
} as const;

function failureOf(error: NodeJS.ErrnoException, url: string, secure: boolean): HttpFailure {
  const code = error.code ?? '';
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES|EPERM)$/.test(code))
    return new HttpFailure('connect', url, `No connection to ${new URL(url).host} (${code}).`, error);
  if (code === 'ETIMEDOUT') return new HttpFailure('timeout', url, `${url} did not answer in time.`, error);
  if (code.startsWith('HPE_') || code === 'ERR_INVALID_CHAR')
    return new HttpFailure('protocol', url, `${url} did not answer in valid HTTP (${code}).`, error);
  if (secure && (/^(ERR_SSL|ERR_TLS|EPROTO|CERT_)/.test(code) || /SSL|TLS|handshake/i.test(error.message)))
    return new HttpFailure(
      'tls',
      url,
      `No encrypted connection to ${new URL(url).host} could be made (${code || error.message}).`,
      error,
    );
  return new HttpFailure(
    'reset',
    url,
    `${new URL(url).host} broke off the connection (${code || error.message}).`,
    error,
  );
}

function pairs(raw: readonly string[]): [string, string][] {
  const list: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) list.push([raw[i]!, raw[i + 1]!]);
  return list;
}

function headOf(input: SendInput): { path: string; headers: Record<string, string> } {
  const { url, body } = input;
  return {
    path: input.rawPath ?? `${url.pathname}${url.search}`,
    headers: {
      Host: url.host,
      ...input.headers,
      ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
    },
  };
}

function shown({ method, body }: SendInput, { path, headers }: ReturnType<typeof headOf>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = body === undefined ? '' : `\n\n${body.slice(0, shownBody).toString()}`;
  return `${method} ${path} HTTP/1.1\n${lines.join('\n')}${text}`;
}

function open(input: SendInput, head: ReturnType<typeof headOf>): http.ClientRequest {
  const { url, agents } = input;
  const options = {
    host: input.address,
    port: input.port,
    method: input.method,
    ...head,
    setHost: false,
    insecureHTTPParser: true,
    maxHeaderSize: 64 * 1024,
  };
  if (url.protocol !== 'https:') return http.request({ ...options, agent: agents.http });
  const servername = isIP(url.hostname.replace(/^\[|\]$/g, '')) ? '' : url.hostname;
  return https.request({ ...options, agent: agents.https, ...tolerantTls, servername });
}

/** Sends one request to a pinned address and reads the answer up to its caps. Rejects with `HttpFailure` or the signal's reason. */
export function send(input: SendInput): Promise<HttpAnswer> {
  const { url, signal } = input;
  const secure = url.protocol === 'https:';
  const address = url.href;
  const started = performance.now();
  const head = headOf(input);
  const requestHead = shown(input, head);

  return new Promise<HttpAnswer>((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    let settled = false;
    let timer: NodeJS.Timeout | undefined;
    let request: http.ClientRequest;
    const finish = (settle: () => void, drop: boolean) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      if (drop) request?.destroy();
      settle();
    };
    const fail = (error: Error) => finish(() => reject(error), true);
    const onAbort = () => fail(signal.reason as Error);
    const onTimeout = () => fail(new HttpFailure('timeout', address, `${address} did not answer in time.`));

    try {
      request = open(input, head);
    } catch (error) {
      settled = true;
      return reject(new HttpFailure('protocol', address, `A request to ${address} cannot be formed.`, error));
    }
    timer = setTimeout(onTimeout, input.connectMs);
    signal.addEventListener('abort', onAbort, { once: true });

    request.on('socket', (socket) => {
      const connected = () => {
        clearTimeout(timer);
        if (!settled)
          timer = setTimeout(onTimeout, Math.max(1, input.totalMs - (performance.now() - started)));
      };
      if (!socket.connecting) connected();
      else socket.once(secure ? 'secureConnect' : 'connect', connected);
    });
    request.on('error', (error: NodeJS.ErrnoException) => fail(failureOf(error, address, secure)));
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      fail(new HttpFailure('protocol', address, `${address} changed to another protocol.`));
    });
    request.on('response', (response) =>
      receive(response, input, (body, truncated) => {
        const answer = {
          url: address,
          method: input.method,
          status: response.statusCode ?? 0,
          statusText: response.statusMessage ?? '',
          headers: pairs(response.rawHeaders),
          body,
          truncated,
          ms: performance.now() - started,
          address: input.address,
          requestHead,
        };
        finish(() => resolve(answer), truncated);
      }),
    );
    request.end(input.body);
  });
}
