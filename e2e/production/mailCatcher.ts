import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A message as it went over the wire, and the port of this machine that it came from. */
type CaughtMail = { to: string; raw: string; fromPort: number };

export type MailCatcher = {
  url: string;
  caught: (to: string) => CaughtMail[];
  /** Leaves the next message to an address without an answer. */
  hold: (to: string) => void;
  close: () => Promise<void>;
};

/** A mail server that takes every message and keeps it. */
export async function openMailCatcher(): Promise<MailCatcher> {
  const mails: CaughtMail[] = [];
  const held = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      let raw = '';
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push(...to.map((one) => ({ to: one, raw, fromPort: session.remotePort })));
        if (!to.some((one) => held.delete(one))) done();
      });
    },
  });
  // programs are killed in the middle of a message
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    caught: (to) => mails.filter((mail) => mail.to === to),
    hold: (to) => void held.add(to),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The code of six digits in a message. */
export const codeIn = ({ raw }: CaughtMail): string | null =>
  /(?<!\d)(\d{6})(?!\d)/.exec(raw.slice(raw.indexOf('\r\n\r\n')).replaceAll(/--[\w=?.+-]+/g, ''))?.[1] ??
  null;
