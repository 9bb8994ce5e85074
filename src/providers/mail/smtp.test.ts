import { describe, expect, it, test } from 'vitest';
import { openSmtp } from './smtp/smtp.ts';
import { from, message, openServer, refusalFrom, refusalOf, smtpTo } from './testing/mailServer.ts';

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
});

describe('signing in over SMTP', () => {
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
