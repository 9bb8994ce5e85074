import { createSecureContext, TLSSocket } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { openSocket } from './connection.ts';
import { closeAll, inspect, rawServer, read } from './testing/lab.ts';
import { smtpStartTls } from './starttls.ts';

afterEach(closeAll);

const preface = smtpStartTls('probe.test');
const secureContext = createSecureContext({
  key: read('good.key'),
  cert: read('good.pem') + read('intermediate.pem'),
  minVersion: 'TLSv1.2',
});

/** A mail server as far as STARTTLS; `replies` by command. */
function mailServer(replies: Record<string, string>, greeting = '220-mail.test\r\n220 ready\r\n') {
  const heard: string[] = [];
  return rawServer((socket) => {
    socket.write(greeting);
    const onData = (chunk: Buffer) => {
      const command = chunk.toString().trim();
      heard.push(command);
      socket.write(replies[command.split(' ')[0] ?? ''] ?? '502 no\r\n');
      if (command === 'STARTTLS' && replies['STARTTLS']?.startsWith('220')) {
        socket.off('data', onData);
        new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => {});
      }
    };
    socket.on('data', onData);
  }).then((server) => ({ ...server, heard }));
}

const offers = '250-mail.test\r\n250-SIZE 1000\r\n250-STARTTLS\r\n250 HELP\r\n';
const limits = () => ({ timeoutMs: 5000, signal: new AbortController().signal });
const open = (port: number) => openSocket({ address: '127.0.0.1', port }, limits(), preface);

test('a mail server is measured like any other, after STARTTLS', async () => {
  const { port, heard } = await mailServer({ EHLO: offers, STARTTLS: '220 go ahead\r\n' });
  const report = await inspect(port, { preface });
  expect(report).toMatchObject({
    reachable: true,
    protocols: { tls10: false, tls12: true, tls13: true },
    certificate: { trusted: true, nameMatches: true, chainLength: 2 },
    errors: [],
  });
  expect(heard.slice(0, 2)).toEqual(['EHLO probe.test', 'EHLO probe.test']);
});

describe('a mail server without TLS', () => {
  test.each([
    [
      'does not offer it',
      { EHLO: '250-mail.test\r\n250 STARTTLSX\r\n' },
      'no-tls',
      /does not offer STARTTLS/,
    ],
    ['knows no EHLO', { EHLO: '502 unknown\r\n' }, 'no-tls', /does not offer STARTTLS/],
    ['refuses it', { EHLO: offers, STARTTLS: '454 not now\r\n' }, 'no-tls', /refuses STARTTLS \(454\)/],
  ])('%s', async (_, replies, code, message) => {
    const { port } = await mailServer(replies);
    await expect(open(port)).rejects.toMatchObject({
      name: 'ConnectionFailure',
      code,
      message: expect.stringMatching(message),
    });
    const report = await inspect(port, { preface });
    expect(report).toMatchObject({ reachable: true, certificate: null });
    expect(report.errors.join('\n')).toMatch(message);
  });

  test.each([
    ['turns callers away', '554 no\r\n', /refuses connections \(554\)/],
    ['talks without end', '220-'.padEnd(40_000, 'x'), /far too long/],
  ])('%s', async (_, greeting, message) => {
    const { port } = await mailServer({}, greeting);
    await expect(open(port)).rejects.toMatchObject({
      code: 'closed',
      message: expect.stringMatching(message),
    });
    expect((await inspect(port, { preface })).unknownProtocols).toHaveLength(5);
  });

  test('hangs up', async () => {
    const { port } = await rawServer((socket) => socket.end('220-one moment\r\n'));
    await expect(open(port)).rejects.toMatchObject({ code: 'closed' });
  });

  test('says nothing', async () => {
    const { port } = await rawServer(() => {});
    await expect(
      openSocket({ address: '127.0.0.1', port }, { ...limits(), timeoutMs: 100 }, preface),
    ).rejects.toMatchObject({
      code: 'timeout',
    });
  });
});
