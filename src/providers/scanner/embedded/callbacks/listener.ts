import { Buffer } from 'node:buffer';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Contact } from './callbacks.ts';
import { readLdap } from './ldap.ts';
import { tokensIn } from './tokens.ts';

/** Who is behind a token; null for tokens that nobody issued. */
export type Owner = { marker: string; tell: (contact: Contact) => void };
export type FindOwner = (token: string) => Owner | null;

export type Listener = { port: number; close: () => Promise<void> };

const mostConnections = 100;
const mostPerAddress = 40;
const mostBytes = 8192;
const mostMilliseconds = 8000;

/** One printable line of what a stranger sent. */
export const oneLine = (text: string): string => text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 160);

const bareAddress = (socket: net.Socket) => (socket.remoteAddress ?? 'unknown').replace(/^::ffff:/, '');

/** Tells the owners of all tokens in a text; the first is handed back. */
export function tellOwners(find: FindOwner, text: string, contact: Omit<Contact, 'at'>): Owner | null {
  let first: Owner | null = null;
  for (const token of tokensIn(text)) {
    const owner = find(token);
    if (!owner) continue;
    first ??= owner;
    owner.tell({ ...contact, at: new Date() });
  }
  return first;
}

const methods = /^([A-Z]{3,10}) (\S{1,4000}) HTTP\/1\.[01]$/;

function answerHttp(socket: net.Socket, head: string, find: FindOwner): void {
  const [line = '', ...fields] = head.split(/\r?\n/);
  const [, method, target = ''] = methods.exec(line) ?? [];
  if (method === undefined) return void socket.destroy();
  const host = fields.find((field) => /^host:/i.test(field)) ?? '';
  const owner = tellOwners(find, `${target} ${host}`, {
    protocol: 'http',
    from: bareAddress(socket),
    asked: oneLine(`${method} ${target}`),
  });
  const body = owner ? `A security scan asked for this address.\n${owner.marker}\n` : 'Nothing is here.\n';
  socket.end(
    [
      owner ? 'HTTP/1.1 200 OK' : 'HTTP/1.1 404 Not Found',
      'Content-Type: text/plain; charset=utf-8',
      'X-Content-Type-Options: nosniff',
      'Cache-Control: no-store',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      method === 'HEAD' ? '' : body,
    ].join('\r\n'),
  );
}

function converse(socket: net.Socket, find: FindOwner): void {
  let bytes = Buffer.alloc(0);
  let total = 0;
  let ended = false;
  const end = () => {
    ended = true;
    socket.end();
  };
  socket.on('data', (chunk: Buffer) => {
    if (ended) return;
    total += chunk.length;
    if (total > mostBytes) return void socket.destroy();
    bytes = Buffer.concat([bytes, chunk]);
    if (bytes[0] !== 0x30) {
      const stop = bytes.indexOf('\r\n\r\n');
      const close = stop < 0 ? bytes.indexOf('\n\n') : stop;
      if (close >= 0) {
        ended = true;
        answerHttp(socket, bytes.toString('latin1', 0, close), find);
      }
      return;
    }
    while (bytes.length > 0) {
      const message = readLdap(bytes);
      if (message === null) return;
      if (message === 'bad') return void socket.destroy();
      bytes = bytes.subarray(message.end);
      if (message.search !== null)
        tellOwners(find, message.search, { protocol: 'ldap', from: bareAddress(socket), asked: oneLine(`search ${message.search}`) });
      if (message.answer === null) return end();
      socket.write(message.answer);
    }
  });
}

/** Listens for HTTP and LDAP on one port, told apart by their first byte. */
export async function listen(options: { address: string; port: number; find: FindOwner }): Promise<Listener> {
  const open = new Map<net.Socket, string>();
  const server = net.createServer((socket) => {
    const from = bareAddress(socket);
    let same = 0;
    for (const other of open.values()) if (other === from) same += 1;
    socket.on('error', () => socket.destroy());
    if (same >= mostPerAddress) return void socket.destroy();
    open.set(socket, from);
    // In all, not since the last byte: nobody holds a place by sending one byte at a time.
    const late = setTimeout(() => socket.destroy(), mostMilliseconds);
    socket.on('close', () => {
      clearTimeout(late);
      open.delete(socket);
    });
    converse(socket, options.find);
  });
  server.maxConnections = mostConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.address, () => {
      server.off('error', reject);
      resolve();
    });
  });
  server.on('error', () => undefined);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open.keys()) socket.destroy();
      }),
  };
}
