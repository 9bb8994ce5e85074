/** A closed network for tests: DNS, websites and mail servers on 127.0.0.1, and the engine inside it. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttp, type RequestListener } from 'node:http';
import { createServer as createTcp, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer as createTls, type TlsOptions } from 'node:tls';
import { startTestDns, type TestDns, type TestZones } from '#probes/dns/testing/server.ts';
import { startTestSmtp, type TestSmtpOptions } from '#probes/mail/testing/smtp.ts';
import type { MeasuredVector, Measurement, Scored } from '../../port.ts';
import type { VectorId } from '../../vectors.ts';
import { measure } from '../engine.ts';
import type { Limits } from '../limits.ts';
import { lookUpReports } from '../feeds/feeds.ts';
import { makeLab, type Lab } from '../lab.ts';
import { makeLook } from '../look/look.ts';
import { runProbe, vectorProbes } from '../look/probes.ts';
import { makeReach } from '../look/reach.ts';
import { score } from '../score/score.ts';
import { readSubject } from '../subject.ts';

/** The certificates of the lab are made for this day. */
export const labNow = '2026-06-01T12:00:00Z';
/** Those of the TLS probes, made for shop.test, and `wide`, which is for every name below it too. */
export const certificate = (file: string) =>
  readFileSync(
    new URL(
      `${file.startsWith('wide') ? './' : '../../../../probes/tls/testing/'}testdata/${file}`,
      import.meta.url,
    ),
    'utf8',
  );

/** Headers of a website that does everything right. */
export const goodHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'self'; script-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
};
export const goodPage: RequestListener = (request, response) => {
  if (request.url === '/.well-known/security.txt')
    return response
      .writeHead(200, { 'Content-Type': 'text/plain' })
      .end('Contact: mailto:security@shop.test\nExpires: 2027-01-01T00:00:00Z\n');
  if (request.url !== '/') return response.writeHead(404, goodHeaders).end('<h1>Not here</h1>');
  return response.writeHead(200, goodHeaders).end('<!doctype html><title>Shop</title><p>Welcome');
};
export const toHttps: RequestListener = (request, response) =>
  response.writeHead(301, { Location: `https://${request.headers.host}${request.url}` }).end();

export const modernTls: TlsOptions = {
  minVersion: 'TLSv1.2',
  ciphers:
    'TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384',
};

export type TestLab = {
  dns: TestDns;
  /** What the lab file would say; change it between measurements. */
  book: Record<string, string>;
  /** Feed files by name, as JSON text or as what becomes JSON. */
  feeds: (files: Record<string, unknown>) => void;
  lab: (changes?: Partial<Lab>) => Lab;
  /** Each starts a server and gives its `ip:port`. */
  http: (handle: RequestListener) => Promise<string>;
  https: (
    handle: RequestListener,
    name?: string,
    options?: TlsOptions & { chain?: readonly string[] },
  ) => Promise<string>;
  smtp: (options?: TestSmtpOptions) => Promise<string>;
  tcp: (handle: (socket: Socket) => void) => Promise<string>;
  /** Measures one vector alone. */
  measure: (
    id: VectorId,
    url?: string,
    changes?: Partial<Lab>,
  ) => Promise<MeasuredVector & { score: number | null; facts: string[] }>;
  /** Rates a company as the product does. */
  rate: (
    url?: string,
    changes?: Partial<Lab>,
    signal?: AbortSignal,
    limits?: Limits,
  ) => Promise<Measurement & { scored: Scored }>;
  close: () => Promise<void>;
};

/** Starts servers on ports of their own, and adds to the list how each is closed. */
function makeListen(closers: (() => unknown)[]) {
  return async (server: Server): Promise<string> => {
    const sockets = new Set<Socket>();
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    });
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
}

export async function startTestLab(zones: TestZones): Promise<TestLab> {
  const dns = await startTestDns(zones);
  const closers: (() => unknown)[] = [() => dns.close()];
  const folder = mkdtempSync(path.join(tmpdir(), 'rating-feeds-'));
  closers.push(() => rmSync(folder, { recursive: true }));
  const book: Record<string, string> = {};
  const listen = makeListen(closers);

  const lab = (changes: Partial<Lab> = {}): Lab => ({
    ...makeLab({
      resolver: dns.server,
      addresses: book,
      ca: certificate('root.pem') + certificate('wide-root.pem'),
      now: labNow,
      feeds: folder,
      allowPrivate: true,
    }),
    ...changes,
  });

  return {
    dns,
    book,
    lab,
    feeds: (files) => {
      for (const [name, content] of Object.entries(files))
        writeFileSync(
          path.join(folder, name),
          typeof content === 'string' ? content : JSON.stringify(content),
        );
    },
    http: (handle) => listen(createHttp(handle)),
    https: (handle, name = 'good', { chain = name === 'wide' ? [] : ['intermediate'], ...options } = {}) => {
      const plain = createHttp(handle);
      const cert = [name, ...chain].map((one) => certificate(`${one}.pem`)).join('');
      const server = createTls(
        { key: certificate(`${name}.key`), cert, ...modernTls, ...options },
        (socket) => {
          socket.on('error', () => {});
          plain.emit('connection', socket);
        },
      );
      server.on('tlsClientError', () => {});
      return listen(server);
    },
    smtp: async (options) => {
      const server = await startTestSmtp(options);
      closers.push(server.close);
      return server.at;
    },
    tcp: (handle) => listen(createTcp(handle)),
    measure: async (id, url = 'shop.test', changes = {}) => {
      const end = new AbortController();
      const used = lab(changes);
      const reach = makeReach({ userAgent: 'test', signal: end.signal, now: () => used.now!, lab: used });
      const look = makeLook(reach, readSubject(url), {
        verified: used.verified ?? false,
        dkimSelectors: [],
        feeds: used.feeds,
      });
      const probe = vectorProbes.find((one) => one.id === id);
      try {
        const vector = probe
          ? await runProbe(look, probe)
          : (await lookUpReports(look))[id as 'botnet_infections'];
        const facts = vector.findings.map(({ fact }) => fact).filter((fact) => fact !== 'tls-looked-at');
        return { ...vector, score: score({ [id]: vector }, used.now!).vectors[id]!.score, facts };
      } finally {
        end.abort(new Error('over'));
        reach.close();
      }
    },
    rate: async (url = 'shop.test', changes = {}, signal = new AbortController().signal, limits) => {
      const used = lab(changes);
      const input = {
        url,
        verified: false,
        dkimSelectors: [],
        userAgent: 'SafetyRating/1.0 (+http://portal.test)',
        lab: used,
        limits,
      };
      const measurement = await measure(input, { signal, now: () => used.now! });
      return { ...measurement, scored: score(measurement.vectors, used.now!) };
    },
    close: async () => {
      for (const close of closers.toReversed()) await close();
    },
  };
}
