import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type MailServer = {
  url: string;
  /** Waits for the next mail to an address. */
  mailTo: (address: string) => Promise<void>;
  close: () => void;
};

/** A mail server on this machine that takes everything and tells when a mail has arrived. */
export async function openMailServer(): Promise<MailServer> {
  const waiting = new Map<string, () => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, { envelope }, done) => {
      stream.resume();
      stream.on('end', () => {
        done();
        for (const { address } of envelope.rcptTo) waiting.get(address)?.();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mailTo: (address) => new Promise((resolve) => waiting.set(address, resolve)),
    close: () => server.close(),
  };
}
