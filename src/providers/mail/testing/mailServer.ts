import { expect, onTestFinished } from 'vitest';
import { SMTPServer } from 'smtp-server';
import type { MailError, MailMessage } from '../port.ts';
import { openSmtp } from '../smtp/smtp.ts';

export const message: MailMessage = {
  idempotencyKey: 'sign-up:1',
  to: { name: 'Zoë "the boss", Ltd', address: 'zoe@acme.test' },
  from: { name: 'Cyber Safety' },
  replyTo: 'support@cybersafety.example',
  subject: 'Your code – 482915 ✓',
  html: '<!doctype html><p>Grüße &amp; more</p>',
  text: `Grüße\n\n.a line that begins with a dot\n${'long '.repeat(60)}\n`,
  headers: { 'X-Kind': 'sign-up' },
};
export const refusalOf = (work: Promise<void>) =>
  work.then(
    () => expect.fail('the message was taken'),
    (error: unknown) => error as MailError,
  );

type Behaviour = {
  onRcpt?: (address: string) => string | null;
  onData?: () => string | null;
  delayMs?: number;
};
export const refusalFrom = (line: string) =>
  Object.assign(new Error(line.slice(4)), { responseCode: Number(line.slice(0, 3)) });

/** A mail server on this machine, speaking the real protocol. */
export async function openServer(behaviour: Behaviour = {}, options: Record<string, unknown> = {}) {
  const received: { raw: Buffer; to: string[]; from: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      const line = behaviour.onRcpt?.(address) ?? null;
      done(line ? refusalFrom(line) : null);
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const line = behaviour.onData?.() ?? null;
        if (line) return done(refusalFrom(line));
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          raw: Buffer.concat(chunks),
          to: rcptTo.map((to) => to.address),
          from: mailFrom ? mailFrom.address : '',
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.server.address() as { port: number };
  onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
  return { port, received };
}

export const from = 'Portal <portal@mail.example>';
export const smtpTo = (port: number, rest: Partial<Parameters<typeof openSmtp>[0]> = {}) => {
  const mailer = openSmtp({ url: `smtp://127.0.0.1:${port}`, from, timeoutMs: 2000, ...rest });
  onTestFinished(() => mailer.close());
  return mailer;
};
