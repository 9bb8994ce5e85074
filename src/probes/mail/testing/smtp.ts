/** A mail server for tests, on a free port of 127.0.0.1. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createSecureContext, TLSSocket, type SecureContextOptions } from 'node:tls';

const certificate = (file: string) =>
  readFileSync(new URL(`../../tls/testing/testdata/${file}`, import.meta.url), 'utf8');

export type TestSmtpOptions = {
  /** Text after `220 `, or whole lines with another code; `''` says nothing at all. */
  greeting?: string;
  /** Lines after the first of the answer to EHLO; `STARTTLS` is added by `startTls`. */
  extensions?: readonly string[];
  /**
   * Name of a certificate in `probes/tls/testing/testdata` (`good`, `expired`, `self`, `weak` …), or true for `good`: made for
   * shop.test, valid in June 2026. False offers no encryption.
   */
  startTls?: boolean | string;
  /** Further settings of the TLS side, such as `minVersion`. */
  tls?: SecureContextOptions;
  /** Answer to EHLO instead of the usual one. */
  ehlo?: string;
  /** Address to listen on; 127.0.0.1 by default. */
  address?: string;
};

export type TestSmtp = {
  address: string;
  port: number;
  /** `127.0.0.1:port`, for the address book of a lab. */
  at: string;
  /** Commands heard, in order. */
  heard: string[];
  close: () => Promise<void>;
};

/** Starts a mail server that greets, answers EHLO, STARTTLS and QUIT, and takes no mail. Close it after the test. */
export async function startTestSmtp(options: TestSmtpOptions = {}): Promise<TestSmtp> {
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const name = options.startTls === true || options.startTls === undefined ? 'good' : options.startTls;
  const secureContext =
    name === false
      ? null
      : createSecureContext({
          key: certificate(`${name}.key`),
          cert: certificate(`${name}.pem`) + certificate('intermediate.pem'),
          ...options.tls,
        });
  const greeting = options.greeting ?? 'mail.shop.test ESMTP ready';

  const talk = (socket: Socket, secure: boolean) => {
    let text = '';
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const command = text.slice(0, end);
        text = text.slice(end + 2);
        heard.push(command);
        const verb = command.split(' ')[0]!.toUpperCase();
        if (verb === 'QUIT') socket.end('221 bye\r\n');
        else if (verb === 'EHLO') {
          const lines = [
            'mail.shop.test',
            ...(options.extensions ?? ['PIPELINING', 'SIZE 10240000']),
            ...(secureContext && !secure ? ['STARTTLS'] : []),
          ];
          socket.write(
            options.ehlo ??
              lines.map((line, index) => `250${index === lines.length - 1 ? ' ' : '-'}${line}\r\n`).join(''),
          );
        } else if (verb === 'STARTTLS' && secureContext && !secure) {
          socket.off('data', onData).write('220 go ahead\r\n');
          const inner = new TLSSocket(socket, { isServer: true, secureContext });
          inner.on('error', () => {});
          talk(inner, true);
          return;
        } else socket.write('502 not here\r\n');
      }
    };
    socket.on('data', onData);
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    if (greeting !== '')
      socket.write(/^\d{3}[ -]/.test(greeting) ? `${greeting}\r\n` : `220 ${greeting}\r\n`);
    talk(socket, false);
  });
  const address = options.address ?? '127.0.0.1';
  server.listen(0, address);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address,
    port,
    at: `${address}:${port}`,
    heard,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
