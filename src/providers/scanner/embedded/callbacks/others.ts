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
