import PostalMime from 'postal-mime';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { SMTPServer } from 'smtp-server';
import { temporaryFolder, testClock } from '#app/testing.ts';
import { openMailbox } from './embedded/mailbox.ts';
import { envelopeOf, readSender } from './envelope.ts';
import { MailError, type Mailer, type MailMessage } from './port.ts';
import { openSmtp } from './smtp/smtp.ts';

const message: MailMessage = {
  idempotencyKey: 'sign-up:1',
  to: { name: 'Zoë "the boss", Ltd', address: 'zoe@acme.test' },
  from: { name: 'Cyber Safety' },
  replyTo: 'support@cybersafety.example',
  subject: 'Your code – 482915 ✓',
  html: '<!doctype html><p>Grüße &amp; more</p>',
  text: `Grüße\n\n.a line that begins with a dot\n${'long '.repeat(60)}\n`,
  headers: { 'X-Kind': 'sign-up' },
};
const refusalOf = (work: Promise<void>) =>
  work.then(
    () => expect.fail('the message was taken'),
    (error: unknown) => error as MailError,
  );

type Behaviour = {
  onRcpt?: (address: string) => string | null;
  onData?: () => string | null;
  delayMs?: number;
};
const refusalFrom = (line: string) =>
  Object.assign(new Error(line.slice(4)), { responseCode: Number(line.slice(0, 3)) });

/** A mail server on this machine, speaking the real protocol. */
async function openServer(behaviour: Behaviour = {}, options: Record<string, unknown> = {}) {
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

const from = 'Portal <portal@mail.example>';
const smtpTo = (port: number, rest: Partial<Parameters<typeof openSmtp>[0]> = {}) => {
  const mailer = openSmtp({ url: `smtp://127.0.0.1:${port}`, from, timeoutMs: 2000, ...rest });
  onTestFinished(() => mailer.close());
  return mailer;
};

type Opened = { mailer: Mailer; delivered: () => Promise<Buffer[]> };
const implementations: [string, () => Promise<Opened>][] = [
  [
    'embedded mailbox',
    async () => {
      const mailbox = openMailbox({ dataDir: temporaryFolder('mail'), now: testClock().now, from });
      return {
        mailer: mailbox,
        delivered: async () =>
          Promise.all((await mailbox.list()).map(async ({ id }) => (await mailbox.source(id))!)),
      };
    },
  ],
  [
    'SMTP',
    async () => {
      const { port, received } = await openServer();
      return { mailer: smtpTo(port), delivered: async () => received.map(({ raw }) => raw) };
    },
  ],
];

describe.each(implementations)('%s', (_name, open) => {
  it('delivers every part of a message', async () => {
    const { mailer, delivered } = await open();
    await mailer.send(message);
    const [raw, ...others] = await delivered();
    expect(others).toEqual([]);
    const parsed = await PostalMime.parse(raw!);
    expect(parsed.from).toMatchObject({ name: 'Cyber Safety', address: 'portal@mail.example' });
    expect(parsed.to).toMatchObject([{ name: message.to.name, address: 'zoe@acme.test' }]);
    expect(parsed.replyTo).toMatchObject([{ address: 'support@cybersafety.example' }]);
    expect(parsed.subject).toBe(message.subject);
    expect(parsed.html?.trim()).toBe(message.html);
    expect(parsed.text?.trim()).toBe(message.text.trim());
    const header = (name: string) => parsed.headers.find(({ key }) => key === name)?.value;
    expect([header('x-kind'), header('auto-submitted')]).toEqual(['sign-up', 'auto-generated']);
  });

  it('gives a repeated message the same Message-ID and another message another', async () => {
    const [first, again, other] = await Promise.all(
      [message, message, { ...message, idempotencyKey: 'sign-up:2' }].map(async (each) => {
        const { mailer, delivered } = await open();
        await mailer.send(each);
        return (await PostalMime.parse((await delivered())[0]!)).messageId;
      }),
    );
    expect(first).toMatch(/^<[0-9a-f]{40}@mail\.example>$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('lets no value bring a header, a recipient or a file along', async () => {
    const { mailer, delivered } = await open();
    await mailer.send({
      ...message,
      to: { name: 'a\r\nBcc: evil@evil.test', address: 'zoe@acme.test' },
      from: { name: 'b\r\nBcc: evil@evil.test' },
      subject: 'c\r\nBcc: evil@evil.test\r\n\r\nbody',
      headers: { 'X-Kind': 'd\r\nBcc: evil@evil.test' },
    });
    const parsed = await PostalMime.parse((await delivered())[0]!);
    expect(parsed.bcc ?? []).toEqual([]);
    expect(parsed.to).toHaveLength(1);
    expect(parsed.subject).toBe('c Bcc: evil@evil.test body');
    expect(parsed.html?.trim()).toBe(message.html);
  });

  test.each([
    'zoe@acme.test, evil@evil.test',
    'zoe@acme.test\r\nRCPT TO:<evil@evil.test>',
    '<zoe@acme.test>',
    'zoe',
    '',
    '"zoe"@acme.test',
  ])('refuses %j as an address for good', async (address) => {
    const { mailer, delivered } = await open();
    const error = await refusalOf(mailer.send({ ...message, to: { address } }));
    expect(error).toBeInstanceOf(MailError);
    expect(error.retry).toBe(false);
    expect(await delivered()).toEqual([]);
  });

  it('refuses a header whose name is not one', async () => {
    const { mailer } = await open();
    expect(
      await refusalOf(mailer.send({ ...message, headers: { 'X: y\r\nBcc': 'evil@evil.test' } })),
    ).toMatchObject({ retry: false });
  });
});

describe('embedded mailbox', () => {
  it('keeps a message once however often and however many at once it is sent', async () => {
    const dataDir = temporaryFolder('mail');
    const { now } = testClock();
    const [one, two] = [openMailbox({ dataDir, now }), openMailbox({ dataDir, now })];
    await Promise.all([one.send(message), two.send(message), one.send(message)]);
    await two.send({ ...message, subject: 'changed since' });
    expect(await one.list()).toHaveLength(1);
    expect((await two.list())[0]).toMatchObject({ subject: message.subject, to: message.to });
  });

  it('lists newest first, by recipient, also what another program kept', async () => {
    const dataDir = temporaryFolder('mail');
    const clock = testClock('2026-03-02T17:00:00Z');
    const writer = openMailbox({ dataDir, now: clock.now });
    const reader = openMailbox({ dataDir, now: clock.now });
    expect(await reader.list()).toEqual([]);
    for (const [i, address] of ['a@acme.test', 'b@acme.test', 'a@other.test'].entries()) {
      clock.advance(60);
      await writer.send({ ...message, idempotencyKey: `m${i}`, to: { address } });
    }
    expect((await reader.list()).map(({ to, at }) => [to.address, at])).toEqual([
      ['a@other.test', '2026-03-02T17:03:00.000Z'],
      ['b@acme.test', '2026-03-02T17:02:00.000Z'],
      ['a@acme.test', '2026-03-02T17:01:00.000Z'],
    ]);
    expect((await reader.list({ to: ' A@' })).map(({ to }) => to.address)).toEqual([
      'a@other.test',
      'a@acme.test',
    ]);
  });

  test.each(['../secret', '..%2fsecret', 'x', ''])('reads nothing for the id %j', async (id) => {
    const mailbox = openMailbox({ dataDir: temporaryFolder('mail'), now: testClock().now });
    expect(await mailbox.read(id)).toBeNull();
    expect(await mailbox.source(id)).toBeNull();
  });
});

describe('SMTP', () => {
  it('sends to the recipient and nobody else', async () => {
    const { port, received } = await openServer();
    await smtpTo(port).send(message);
    expect(received).toMatchObject([{ to: ['zoe@acme.test'], from: 'portal@mail.example' }]);
  });

  test.each([
    ['451 greylisted', true],
    ['421 closing', true],
    ['550 no such user', false],
    ['530 sign in first', true],
  ])('%s for the recipient: try again %s', async (line, retry) => {
    const { port } = await openServer({ onRcpt: () => line });
    expect(await refusalOf(smtpTo(port).send(message))).toMatchObject({ name: 'MailError', retry });
  });

  test.each([
    ['452 no room', true],
    ['554 looks like spam', false],
  ])('%s for the message: try again %s', async (line, retry) => {
    const { port } = await openServer({ onData: () => line });
    expect(await refusalOf(smtpTo(port).send(message))).toMatchObject({ name: 'MailError', retry });
  });

  it('tries again later when the server is away', async () => {
    const { port } = await openServer();
    const gone = smtpTo(port === 65535 ? 1 : port + 1, { url: 'smtp://127.0.0.1:1' });
    expect(await refusalOf(gone.send(message))).toMatchObject({ retry: true });
  });

  // 0.0.0.0 reaches this machine without being one of its names
  it('sends nothing to another machine that offers no encryption, unless told so', async () => {
    const { port, received } = await openServer();
    const error = await refusalOf(smtpTo(port, { url: `smtp://0.0.0.0:${port}` }).send(message));
    expect(error).toMatchObject({ retry: true, cause: { code: 'ETLS' } });
    expect(received).toEqual([]);
    await smtpTo(port, { url: `smtp://0.0.0.0:${port}?tls=off` }).send(message);
    expect(received).toHaveLength(1);
  });

  it('trusts no certificate that nobody signed, except on this machine', async () => {
    const secured: boolean[] = [];
    const options = {
      disabledCommands: [],
      onMailFrom: (_from: unknown, session: { secure: boolean }, done: () => void) => {
        secured.push(session.secure);
        done();
      },
    };
    const { port, received } = await openServer({}, options);
    expect(await refusalOf(smtpTo(port, { url: `smtp://0.0.0.0:${port}` }).send(message))).toMatchObject({
      retry: true,
    });
    expect(received).toEqual([]);
    await smtpTo(port).send(message);
    expect(secured).toEqual([true]);
  });

  it('keeps the mail waiting when it may not sign in', async () => {
    const { port } = await openServer(
      {},
      {
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: (_auth: unknown, _session: unknown, done: (error: Error) => void) =>
          done(refusalFrom('535 wrong password')),
      },
    );
    const error = await refusalOf(
      smtpTo(port, { url: `smtp://portal:wrong@127.0.0.1:${port}` }).send(message),
    );
    expect(error.retry).toBe(true);
    expect(error.message).not.toContain('wrong');
  });

  it('signs in with the decoded user and password of the address', async () => {
    const seen: string[] = [];
    const { port, received } = await openServer(
      {},
      {
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: (
          auth: { username: string; password: string },
          _session: unknown,
          done: (error: null, answer: object) => void,
        ) => {
          seen.push(auth.username, auth.password);
          done(null, { user: 1 });
        },
      },
    );
    await smtpTo(port, { url: `smtp://por%40tal:p%3Ass%2Fw@127.0.0.1:${port}` }).send(message);
    expect(seen).toEqual(['por@tal', 'p:ss/w']);
    expect(received).toHaveLength(1);
  });

  test.each([
    ['smtp://mail.example:587?tls=maybe', 'SMTP_URL may say tls=off or nothing about TLS.'],
    ['smtp://mail.example?logger=true', 'SMTP_URL has the unknown option logger; only tls=off can be given.'],
    ['smtps://mail.example?tls=off', 'SMTP_URL begins with smtps://, so it cannot say tls=off.'],
    [
      'smtp://u:p@mail.example?tls=off',
      'SMTP_URL has a password and says tls=off: the password would travel readable.',
    ],
  ])('refuses %s at the start', (url, sentence) => expect(() => openSmtp({ url, from })).toThrow(sentence));

  test.each(['nobody', 'a@b.test, c@d.test', ''])('refuses MAIL_FROM=%j at the start', (sender) =>
    expect(() => openSmtp({ url: 'smtp://localhost', from: sender })).toThrow('MAIL_FROM='),
  );
});

it('reads a sender with and without a name', () => {
  expect(readSender('Portal <portal@mail.example>')).toEqual({
    name: 'Portal',
    address: 'portal@mail.example',
  });
  expect(readSender('portal@mail.example')).toEqual({ name: '', address: 'portal@mail.example' });
  expect(
    envelopeOf({ ...message, from: undefined }, readSender('Portal <portal@mail.example>')).from,
  ).toEqual({
    name: 'Portal',
    address: 'portal@mail.example',
  });
});
