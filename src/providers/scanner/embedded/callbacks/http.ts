import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import type { Reception } from './listener.ts';

const mostHead = 8192;
const mostBody = 1_000_000;

type Head = { method: string; target: string; host: string; byBrowser: boolean };

function readHead(text: string): Head | null {
  const [line = '', ...rest] = text.split(/\r?\n/);
  const [, method, target] = /^([A-Z]{1,20}) (\S{1,4000})/.exec(line) ?? [];
  if (method === undefined || target === undefined) return null;
  const host =
    rest
      .find((one) => /^host:/i.test(one))
      ?.slice(5)
      .trim() ?? '';
  // Node's fetch, a usual way to request what a visitor names, sends the mode as well, but neither of these.
  return { method, target, host, byBrowser: rest.some((one) => /^sec-fetch-(dest|site):/i.test(one)) };
}

const reply = (status: string, body: string, withBody: boolean): Buffer =>
  Buffer.from(
    `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${body.length}\r\nX-Content-Type-Options: nosniff\r\nContent-Security-Policy: default-src 'none'; sandbox\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${withBody ? body : ''}`,
    'latin1',
  );

export function answerHttp(socket: Socket, first: Buffer, { receive }: Reception): void {
  let head = '';
  let read = 0;
  let done = false;

  function answer(): void {
    if (done) return;
    done = true;
    const request = readHead(head);
    if (!request) {
      socket.destroy();
      return;
    }
    const { method, target, host, byBrowser } = request;
    // The name of the host carries the token where the address was made with our zone.
    const content = receive(
      {
        protocol: 'http',
        from: socket.remoteAddress ?? '',
        asked: `${method} ${target}`,
        ...(byBrowser ? { byBrowser } : {}),
      },
      `${target} ${host}`,
    );
    if (socket.destroyed) return;
    // What is still coming is read and forgotten: a connection closed on unread bytes would take the answer with it.
    socket.end(
      content === null ? reply('404 Not Found', '', false) : reply('200 OK', content, method !== 'HEAD'),
    );
  }

  const onData = (chunk: Buffer) => {
    read += chunk.length;
    if (read > mostBody) {
      socket.destroy();
      return;
    }
    if (done) return;
    head += chunk.toString('latin1').slice(0, mostHead - head.length);
    if (/\r?\n\r?\n/.test(head) || head.length >= mostHead) answer();
  };
  // Who sends the first line and breaks off has made a contact as well.
  socket.on('data', onData).on('end', () => (head.includes('\n') ? answer() : socket.destroy()));
  onData(first);
}
