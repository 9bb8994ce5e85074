/** Servers for the tests of this folder. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import * as tls from 'node:tls';
import { inspectTls, type InspectOptions, type TlsReport } from '../inspect.ts';

export const read = (file: string) => readFileSync(new URL(`testdata/${file}`, import.meta.url), 'utf8');
export const root = read('root.pem');
/** The certificates of the lab are made for this day. */
export const labNow = () => new Date('2026-06-01T12:00:00Z');

const open: { server: Server; sockets: Set<Socket> }[] = [];

/** Listens on a free port of the loopback address; counts what connects. */
export async function listen(server: Server): Promise<{ port: number; connections: () => number }> {
  const sockets = new Set<Socket>();
  let count = 0;
  server.on('connection', (socket) => {
    count += 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({ server, sockets });
  return { port: (server.address() as AddressInfo).port, connections: () => count };
}

/** Stops every server of the test. */
export async function closeAll(): Promise<void> {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** A real TLS server with a certificate of the lab; `chain` names what is sent after the leaf. */
export function tlsServer(
  certificate: string,
  options: tls.TlsOptions = {},
  chain: readonly string[] = ['intermediate'],
) {
  const cert = [certificate, ...chain].map((name) => read(`${name}.pem`)).join('');
  const server = tls.createServer({ key: read(`${certificate}.key`), cert, ...options });
  server.on('tlsClientError', () => {}).on('secureConnection', (socket) => socket.on('error', () => {}));
  return listen(server);
}

/** A raw server that does with each connection what it is told. */
export function rawServer(handle: (socket: Socket) => void) {
  return listen(createServer({ allowHalfOpen: false }, handle));
}

export function inspect(port: number, options: Partial<InspectOptions> = {}): Promise<TlsReport> {
  return inspectTls({
    host: 'shop.test',
    address: '127.0.0.1',
    port,
    timeoutMs: 20_000,
    now: labNow,
    signal: new AbortController().signal,
    ca: root,
    ...options,
  });
}

const u16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);
const u24 = (value: number) => Buffer.from([value >> 16, (value >> 8) & 0xff, value & 0xff]);

/** What a raw server needs to know of a ClientHello. */
export function readClientHello(record: Buffer): { version: number; ciphers: number[] } {
  const sessionLength = record[43] ?? 0;
  const at = 44 + sessionLength;
  const length = record.readUInt16BE(at);
  const ciphers = Array.from({ length: length / 2 }, (_, index) => record.readUInt16BE(at + 2 + index * 2));
  return { version: record.readUInt16BE(9), ciphers };
}

export const alertRecord = (code: number, level = 2) => Buffer.from([21, 3, 1, 0, 2, level, code]);
export const handshakeRecord = (version: number, ...messages: Buffer[]) => {
  const body = Buffer.concat(messages);
  return Buffer.concat([Buffer.from([22]), u16(version), u16(body.length), body]);
};
export const message = (type: number, body: Buffer) =>
  Buffer.concat([Buffer.from([type]), u24(body.length), body]);
export const serverHello = (version: number, cipher: number) =>
  message(
    2,
    Buffer.concat([u16(version), Buffer.alloc(32, 7), Buffer.from([0]), u16(cipher), Buffer.from([0])]),
  );
export const certificateMessage = (...ders: Buffer[]) => {
  const list = Buffer.concat(ders.flatMap((der) => [u24(der.length), der]));
  return message(11, Buffer.concat([u24(list.length), list]));
};
/** A Diffie-Hellman group with a prime of so many bits; nobody checks here that it is prime. */
export const serverKeyExchange = (bits: number) => {
  const prime = Buffer.alloc(bits / 8, 0xff);
  return message(
    12,
    Buffer.concat([
      u16(prime.length + 1),
      Buffer.from([0]),
      prime,
      u16(1),
      Buffer.from([2]),
      u16(prime.length),
      prime,
      Buffer.alloc(66),
    ]),
  );
};
export const helloDone = message(14, Buffer.alloc(0));
export const der = (name: string) =>
  Buffer.from(read(`${name}.pem`).replace(/-----[^-]+-----|\s/g, ''), 'base64');

/** A server that speaks only these versions with these suites (in its own order), in canned bytes. */
export function cannedServer(
  accepts: Record<number, readonly number[]>,
  flight: (version: number, cipher: number) => Buffer,
) {
  return rawServer((socket) => {
    socket.once('data', (record: Buffer) => {
      const { version, ciphers } = readClientHello(record);
      const cipher = accepts[version]?.find((code) => ciphers.includes(code));
      socket.end(cipher === undefined ? alertRecord(40) : flight(version, cipher));
    });
  });
}
