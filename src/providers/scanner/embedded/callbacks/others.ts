import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import type { Reception } from './listener.ts';

/** Greetings of protocols that we do not speak, heard only so far that they tell their token. */

const mostBytes = 4096;

function gather(socket: Socket, first: Buffer, look: (text: string) => boolean): void {
  let text = '';
  const onData = (chunk: Buffer) => {
    text += chunk.toString('latin1').slice(0, mostBytes - text.length);
    if (look(text) || text.length >= mostBytes) socket.destroy();
  };
  socket.on('data', onData);
  onData(first);
}

/** Java's remote calls: after a polite answer to the greeting the name that is looked for follows. It gets no answer. */
export function answerRmi(socket: Socket, first: Buffer, { receive }: Reception): void {
  if (first.subarray(0, 4).toString('latin1') !== 'JRMI') {
    socket.destroy();
    return;
  }
  const from = socket.remoteAddress ?? '';
  const name = Buffer.from(from, 'latin1');
  const head = Buffer.from([0x4e, 0, name.length]);
  const port = Buffer.alloc(4);
  port.writeUInt32BE(socket.remotePort ?? 0);
  socket.write(Buffer.concat([head, name, port]));
  gather(socket, first, (text) => receive({ protocol: 'rmi', from, asked: 'lookup' }, text) !== null);
}

/** The name in a TLS greeting, where the address was made with our zone. There is no certificate to go on with. */
export function readTlsHello(socket: Socket, first: Buffer, { receive }: Reception): void {
  const from = socket.remoteAddress ?? '';
  gather(
    socket,
    first,
    (text) =>
      receive({ protocol: 'tls', from, asked: 'TLS greeting' }, text) !== null ||
      text.length >= 5 + ((text.charCodeAt(3) << 8) | text.charCodeAt(4)),
  );
}

/** As much LDAP (RFC 4511) as a client needs to tell what it looks for. It never finds anything here. */

const mostMessage = 4096;
const mostMessages = 12;

const operation = { bind: 0x60, unbind: 0x42, search: 0x63, abandon: 0x50, extended: 0x77 } as const;
const response = { bind: 0x61, searchDone: 0x65, extended: 0x78 } as const;
const result = { success: 0, protocolError: 2, noSuchObject: 32 } as const;

type Element = { tag: number; content: Buffer; end: number };

function readElement(bytes: Buffer, at: number): Element | 'more' | 'bad' {
  if (at + 2 > bytes.length) return 'more';
  const tag = bytes[at]!;
  const first = bytes[at + 1]!;
  let from = at + 2;
  let length = first;
  if (first >= 0x80) {
    const count = first & 0x7f;
    // Clients write lengths in up to four bytes, whatever the length.
    if (count === 0 || count > 4) return 'bad';
    if (from + count > bytes.length) return 'more';
    length = bytes.readUIntBE(from, count);
    from += count;
  }
  if (length > mostMessage) return 'bad';
  if (from + length > bytes.length) return 'more';
  return { tag, content: bytes.subarray(from, from + length), end: from + length };
}

const element = (tag: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from([tag, content.length]), content]);

function write(id: Buffer, tag: number, code: number): Buffer {
  const body = Buffer.concat([
    element(0x0a, Buffer.from([code])),
    element(0x04, Buffer.alloc(0)),
    element(0x04, Buffer.alloc(0)),
  ]);
  return element(0x30, Buffer.concat([element(0x02, id), element(tag, body)]));
}

type Message = { id: Buffer; tag: number; content: Buffer };

function readMessage(content: Buffer): Message | null {
  const id = readElement(content, 0);
  if (typeof id === 'string' || id.tag !== 0x02 || id.content.length > 4) return null;
  const body = readElement(content, id.end);
  return typeof body === 'string' ? null : { id: id.content, tag: body.tag, content: body.content };
}

function textOf({ tag, content }: Message): string {
  const version = tag === operation.bind ? readElement(content, 0) : null;
  if (typeof version === 'string') return '';
  const name = readElement(content, version?.end ?? 0);
  return typeof name === 'string' || name.tag !== 0x04 ? '' : name.content.toString('latin1');
}

export function answerLdap(socket: Socket, first: Buffer, { receive }: Reception): void {
  let bytes: Buffer = Buffer.alloc(0);
  let messages = 0;
  const from = socket.remoteAddress ?? '';

  function handle(message: Message): boolean {
    switch (message.tag) {
      case operation.bind:
        receive({ protocol: 'ldap', from, asked: `bind ${textOf(message)}` }, textOf(message));
        socket.write(write(message.id, response.bind, result.success));
        return true;
      case operation.search:
        receive({ protocol: 'ldap', from, asked: `search ${textOf(message)}` }, textOf(message));
        socket.write(write(message.id, response.searchDone, result.noSuchObject));
        return true;
      case operation.abandon:
        return true;
      case operation.extended:
        socket.write(write(message.id, response.extended, result.protocolError));
        return true;
      default:
        return false;
    }
  }

  const onData = (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      const next = readElement(bytes, 0);
      if (next === 'more' && bytes.length <= mostMessage + 8) return;
      const message = typeof next === 'string' || next.tag !== 0x30 ? null : readMessage(next.content);
      if (typeof next === 'string' || !message || (messages += 1) > mostMessages || !handle(message)) {
        socket.end();
        socket.removeListener('data', onData).resume();
        return;
      }
      bytes = bytes.subarray(next.end);
    }
  };
  socket.on('data', onData);
  onData(first);
}
