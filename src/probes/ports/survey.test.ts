import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { ConnectionFailure, openSocket } from '../tls/connection.ts';
import { printable, readBanner } from './banners.ts';
import { surveyPorts, type Dial, type PortOptions } from './survey.ts';
import { portList } from './portList.ts';

const open: Server[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => new Promise((done) => server.close(done))));
});

/** A server that says these words when called, and answers commands by their first word. */
async function speaker(greeting: string, answers: Record<string, string> = {}): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (greeting) socket.write(greeting);
    socket.on('data', (chunk: Buffer) => {
      const answer = answers[chunk.toString().trim()];
      if (answer) socket.write(answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(server);
  return (server.address() as AddressInfo).port;
}

/** Where a port of the host really is: a number, or how it fails. Everything else is closed. */
function mapped(places: Record<number, number | 'silent' | 'no-route'>): Dial {
  return (_host, port, limits) => {
    const place = places[port];
    if (typeof place === 'number') return openSocket({ address: '127.0.0.1', port: place }, limits);
    if (place === 'silent') return Promise.reject(new ConnectionFailure('timeout', 'no connection'));
    return Promise.reject(
      Object.assign(new Error('no'), { code: place === 'no-route' ? 'EMFILE' : 'ECONNREFUSED' }),
    );
  };
}

async function survey(places: Parameters<typeof mapped>[0], options: Partial<PortOptions> = {}) {
  const report = await surveyPorts('shop.test', {
    dial: mapped(places),
    bannerMs: 2000,
    signal: new AbortController().signal,
    ...options,
  });
  return { ...report, port: (port: number) => report.ports.find((finding) => finding.port === port)! };
}

test('forty ports, each once, none hidden', async () => {
  expect(portList).toHaveLength(40);
  expect(new Set(portList.map(({ port }) => port)).size).toBe(40);
  const report = await survey({});
  expect(report.ports.map(({ state }) => state)).toEqual(portList.map(() => 'closed'));
  expect(report.acceptsEverything).toBe(false);
});

test('open, closed, filtered and not measured are told apart', async () => {
  const web = await speaker('');
  const report = await survey({ 443: web, 3389: 'silent', 445: 'no-route' });
  expect([443, 3389, 445, 23].map((port) => report.port(port).state)).toEqual([
    'open',
    'filtered',
    'unmeasured',
    'closed',
  ]);
  expect(report.port(443)).toMatchObject({ class: 'expected', banner: null, software: null });
});

test('a really closed port of this machine is closed', async () => {
  const port = await speaker('');
  await new Promise((done) => open.pop()!.close(done));
  expect((await survey({ 22: port })).port(22).state).toBe('closed');
});

test('what servers say of themselves is read', async () => {
  const report = await survey({
    22: await speaker('SSH-2.0-OpenSSH_8.9p1 Ubuntu-3ubuntu0.10\r\n'),
    2222: await speaker('Authorised use only\r\nSSH-2.0-dropbear_2019.78\r\n'),
    25: await speaker('220-mail.shop.test\r\n220 ESMTP Exim 4.94.2\r\n'),
    5900: await speaker('RFB 003.008\n'),
  });
  expect(report.port(22)).toMatchObject({
    state: 'open',
    banner: 'SSH-2.0-OpenSSH_8.9p1 Ubuntu-3ubuntu0.10',
    software: { product: 'OpenSSH', version: '8.9p1', distribution: 'Ubuntu-3ubuntu0.10' },
  });
  expect(report.port(2222)).toMatchObject({
    banner: 'SSH-2.0-dropbear_2019.78',
    software: { product: 'Dropbear', version: '2019.78' },
  });
  expect(report.port(25).banner).toBe('220-mail.shop.test');
  expect(report.port(5900)).toMatchObject({ banner: 'RFB 003.008', class: 'bad' });
});

test.each([
  ['with encryption', { 'AUTH TLS': '234 go ahead\r\n' }, true],
  ['in the clear', { 'AUTH TLS': '500 unknown\r\n' }, false],
])('FTP %s', async (_, answers, ftpTls) => {
  const report = await survey({
    21: await speaker('220-Welcome\r\n220-still\r\n220 (vsFTPd 3.0.3)\r\n', answers),
  });
  expect(report.port(21)).toMatchObject({
    state: 'open',
    class: 'ftp',
    ftpTls,
    software: { product: 'vsftpd', version: '3.0.3' },
  });
});

test('a silent server and one that floods are left after their limits', async () => {
  const report = await survey(
    { 21: await speaker(''), 22: await speaker('x'.repeat(200_000)) },
    { bannerMs: 60 },
  );
  expect(report.port(21)).toMatchObject({ state: 'open', banner: null, ftpTls: null });
  expect(report.port(22)).toMatchObject({ state: 'open', banner: 'x'.repeat(200), software: null });
});

test('when the time is over, nothing is claimed of the rest', async () => {
  const never: Dial = (_host, _port, limits) =>
    new Promise((_, reject) =>
      setTimeout(() => reject(new ConnectionFailure('timeout', 'no')), limits.timeoutMs),
    );
  const report = await survey({}, { dial: never, connectMs: 40, totalMs: 70, parallel: 10 });
  const states = report.ports.map(({ state }) => state);
  expect(states.filter((state) => state === 'filtered')).toHaveLength(10);
  expect(states.filter((state) => state === 'unmeasured')).toHaveLength(30);
});

test('something that takes every connection is noticed', async () => {
  const port = await speaker('');
  const report = await survey(Object.fromEntries(portList.map((entry) => [entry.port, port])), {
    bannerMs: 30,
  });
  expect(report.acceptsEverything).toBe(true);
});

test('an abort ends it with its reason', async () => {
  const abort = new AbortController();
  const asking = survey({ 22: await speaker('') }, { signal: abort.signal });
  abort.abort(new Error('stopped'));
  await expect(asking).rejects.toThrow('stopped');
});

describe('banners', () => {
  test.each([
    ['SSH-2.0-OpenSSH_9.6', 'OpenSSH', '9.6', null],
    ['SSH-2.0-OpenSSH_for_Windows_8.1', 'OpenSSH', '8.1', null],
    ['SSH-1.99-OpenSSH_7.4p1 Debian-10+deb9u7', 'OpenSSH', '7.4p1', 'Debian-10+deb9u7'],
    ['SSH-2.0-libssh_0.9.6', 'libssh', '0.9.6', null],
    ['SSH-2.0-Cisco-1.25', 'Cisco SSH', '1.25', null],
    ['220 ProFTPD 1.3.5e Server (Debian) [::ffff:192.0.2.1]', 'ProFTPD', '1.3.5e', null],
    ['220---------- Welcome to Pure-FTPd [privsep] [TLS] ----------', 'Pure-FTPd', null, null],
    ['220 FileZilla Server 0.9.60 beta', 'FileZilla Server', '0.9.60', null],
    ['220 Microsoft FTP Service', 'Microsoft FTP Service', null, null],
    ['mail.shop.test ESMTP Postfix (Debian/GNU)', 'Postfix', null, 'Debian/GNU'],
    ['mail.shop.test ESMTP Postfix', 'Postfix', null, null],
    ['mail.shop.test ESMTP Exim 4.94.2 Mon, 23 Nov 2026 00:00:00 +0000', 'Exim', '4.94.2', null],
    ['mail.shop.test ESMTP Sendmail 8.15.2/8.15.2; Mon, 23 Nov 2026', 'Sendmail', '8.15.2', null],
    [
      'mail.shop.test Microsoft ESMTP MAIL Service, Version: 10.0.17763.1697 ready at',
      'Microsoft Exchange',
      '10.0.17763.1697',
      null,
    ],
    ['* OK [CAPABILITY IMAP4rev1] Dovecot (Ubuntu) ready.', 'Dovecot', null, 'Ubuntu'],
  ])('%s', (line, product, version, distribution) => {
    expect(readBanner(line)).toEqual({ product, version, distribution });
  });

  test('others are not guessed', () => {
    for (const line of ['SSH-2.0-Go', 'mx.google.com ESMTP abc - gsmtp', 'hello', ''])
      expect(readBanner(line)).toBeNull();
  });

  test('any text is read in no time and shown safely', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc
            .constantFrom('SSH-2.0-OpenSSH_', 'ESMTP Postfix (', 'Exim 1')
            .map((start) => start + '1.'.repeat(5000)),
        ),
        (text) => {
          const software = readBanner(text);
          expect(software?.version?.length ?? 0).toBeLessThan(40);
          expect(printable(text)).toMatch(/^[\x20-\x7e]{0,200}$/);
        },
      ),
    );
  });
});
