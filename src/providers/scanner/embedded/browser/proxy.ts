import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { makeThrowAway } from './certificate.ts';
import type { Reply, Traffic, Visitor } from './traffic.ts';

/**
 * The only way out of Chromium: a proxy in the scan's own process that also ends encryption. Nothing is passed through;
 * each request is read, judged by `traffic` and asked by the client of the scan.
 */
export type Proxy = {
  port: number;
  fingerprint: string;
  /** Goes with each request of a page, so that nobody else on the machine can use the proxy. */
  header: string;
  enter: (visitor: Omit<Visitor, 'id'>) => Visitor;
  leave: (visitor: Visitor) => void;
  close: () => Promise<void>;
};

const mostBody = 2_000_000;
const mostAtOnce = 200;

async function readAll(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBody) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const bodiless = (status: number): Reply => ({ status, headers: [], body: Buffer.alloc(0) });

const writable = ([name, value]: readonly [string, string]) =>
  /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);

function write(response: ServerResponse, reply: Reply): void {
  if (response.destroyed || response.headersSent) return;
  const isEmpty = reply.status === 204 || reply.status === 205 || reply.status === 304;
  const flat = reply.headers.filter(writable).flatMap(([name, value]) => [name, value]);
  response.writeHead(reply.status, isEmpty ? flat : [...flat, 'Content-Length', String(reply.body.length)]);
  response.end(isEmpty || response.req.method === 'HEAD' ? undefined : reply.body);
}

const headersOf = (request: IncomingMessage, without: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      name === without || value === undefined ? [] : [[name, String(value)]],
    ),
  );

const serverOptions = {
  insecureHTTPParser: true,
  maxHeaderSize: 64 * 1024,
  requestTimeout: 60_000,
  keepAliveTimeout: 60_000,
};

/** Takes a tunnel that Chromium opens for `place`, and hands on what is in it without its encryption. */
function endTunnel(
  place: string,
  socket: Socket,
  secureContext: tls.SecureContext,
  take: (stream: Duplex, origin: string) => void,
): void {
  if (!/^[\w.\-[\]:]+:\d{1,5}$/.test(place)) {
    socket.destroy();
    return;
  }
  socket.write('HTTP/1.1 200 OK\r\n\r\n');
  socket.once('data', (first: Buffer) => {
    socket.pause();
    socket.unshift(first);
    // A TLS handshake begins with 22; WebSockets without encryption come as plain HTTP.
    const secure = first[0] === 22;
    const stream = secure ? new tls.TLSSocket(socket, { isServer: true, secureContext }) : socket;
    take(stream, `${secure ? 'https' : 'http'}://${place}`);
    if (!secure) socket.resume();
  });
}

export async function startProxy(traffic: Traffic): Promise<Proxy> {
  const { key, cert, fingerprint } = makeThrowAway();
  const secureContext = tls.createSecureContext({ key, cert });
  const header = `x-${randomBytes(6).toString('hex')}`;
  const visitors = new Map<string, Visitor>();
  const sockets = new Set<Duplex>();
  // Of connections that Chromium opened for one host: `https://shop.example:8443`.
  const origins = new WeakMap<object, string>();
  let atOnce = 0;

  const keep = (socket: Duplex) => {
    sockets.add(socket);
    // What Chromium breaks off concerns nobody.
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };

  function addressOf(request: IncomingMessage): URL | null {
    const origin = origins.get(request.socket);
    const text = origin === undefined ? (request.url ?? '') : `${origin}${request.url ?? ''}`;
    return (origin === undefined || request.url?.startsWith('/')) && URL.canParse(text)
      ? new URL(text)
      : null;
  }

  const visitorOf = (request: IncomingMessage) => visitors.get(String(request.headers[header]));

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = addressOf(request);
    const visitor = visitorOf(request);
    if (!url || !visitor || atOnce >= mostAtOnce) {
      request.resume();
      write(response, bodiless(403));
      return;
    }
    const count = (by: 1 | -1) => {
      atOnce += by;
      visitor.active += by;
      visitor.changedAt = performance.now();
    };
    count(1);
    try {
      const body = await readAll(request);
      const call = { method: request.method ?? 'GET', url, headers: headersOf(request, header) };
      write(response, body === null ? bodiless(413) : await traffic.answer({ ...call, body }, visitor));
    } catch {
      // No answer from the site, or the end of the scan: what Chromium sees is a broken connection.
      response.destroy();
    } finally {
      count(-1);
    }
  }

  const onUpgrade = (request: IncomingMessage, socket: Duplex) => {
    const url = addressOf(request);
    const visitor = visitorOf(request) ?? (visitors.size === 1 ? [...visitors.values()][0] : undefined);
    if (url && visitor && visitor.webSockets.size < 50)
      visitor.webSockets.add(url.href.replace(/^http/, 'ws'));
    socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  };
  const makeServer = () =>
    http
      .createServer(serverOptions, (request, response) => void serve(request, response))
      .on('upgrade', onUpgrade)
      .on('clientError', (_error, socket) => socket.destroy());
  const inner = makeServer();
  const outer = makeServer();
  outer.on('connection', keep);
  outer.on('connect', (request: IncomingMessage, socket: Socket) =>
    endTunnel(request.url ?? '', socket, secureContext, (stream, origin) => {
      if (stream !== socket) keep(stream);
      origins.set(stream, origin);
      inner.emit('connection', stream);
    }),
  );
  await new Promise<void>((resolve, reject) => outer.once('error', reject).listen(0, '127.0.0.1', resolve));

  return {
    port: (outer.address() as AddressInfo).port,
    fingerprint,
    header,
    enter: (given) => {
      const visitor = { ...given, id: randomBytes(12).toString('hex') };
      visitors.set(visitor.id, visitor);
      return visitor;
    },
    leave: (visitor) => {
      visitors.delete(visitor.id);
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        inner.closeAllConnections();
        outer.close(() => resolve());
        outer.closeAllConnections();
      }),
  };
}
