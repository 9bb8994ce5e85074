import { afterEach, expect, test } from 'vitest';
import { dialAddress, type Dial } from '../ports/dial.ts';
import { inspectTls } from '../tls/inspect.ts';
import { labNow, root } from '../tls/lab.ts';
import { smtpStartTls } from '../tls/starttls.ts';
import { readSmtp } from './smtp.ts';
import { startTestSmtp, type TestSmtp, type TestSmtpOptions } from './testSmtp.ts';

let server: TestSmtp | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function read(options: TestSmtpOptions, timeoutMs = 3000) {
  server = await startTestSmtp(options);
  const { port } = server;
  const dial: Dial = (_host, _port, limits) => dialAddress('127.0.0.1', port, limits);
  return readSmtp('mail.shop.test', {
    dial,
    name: 'probe.test',
    timeoutMs,
    signal: new AbortController().signal,
  });
}

test('a mail server that offers encryption', async () => {
  expect(await read({ greeting: 'mail.shop.test ESMTP Postfix (Debian/GNU)' })).toEqual({
    host: 'mail.shop.test',
    port: 25,
    state: 'talks',
    code: 220,
    banner: 'mail.shop.test ESMTP Postfix (Debian/GNU)',
    software: { product: 'Postfix', version: null, distribution: 'Debian/GNU' },
    extensions: ['PIPELINING', 'SIZE', 'STARTTLS'],
    startTls: true,
    reason: null,
  });
  await expect.poll(() => server!.heard).toEqual(['EHLO probe.test', 'QUIT']);
});

test.each<[string, TestSmtpOptions, object]>([
  [
    'without encryption',
    { startTls: false },
    { state: 'talks', startTls: false, extensions: ['PIPELINING', 'SIZE'] },
  ],
  ['that knows no EHLO', { ehlo: '502 what\r\n' }, { state: 'talks', startTls: false, extensions: null }],
  [
    'that tells its version',
    { greeting: 'x ESMTP Exim 4.94.2' },
    { software: { product: 'Exim', version: '4.94.2' } },
  ],
  [
    'with several lines',
    { greeting: '220-one\r\n220 two ESMTP Exim 4.98' },
    { state: 'talks', banner: 'one', software: { product: 'Exim' } },
  ],
  ['that turns us away', { greeting: '554 not you' }, { state: 'refuses', code: 554, startTls: null }],
  ['with odd bytes', { greeting: 'a\0b\u001b[31m' }, { state: 'talks', banner: 'a.b.[31m' }],
])('one %s', async (_, options, expected) => {
  expect(await read(options)).toMatchObject(expected);
});

test('one that says nothing', async () => {
  expect(await read({ greeting: '' }, 60)).toMatchObject({
    state: 'silent',
    startTls: null,
    reason: expect.stringMatching(/no reply/),
  });
});

test('one that is not there', async () => {
  const gone = await startTestSmtp();
  await gone.close();
  const dial: Dial = (_host, _port, limits) => dialAddress('127.0.0.1', gone.port, limits);
  const asking = { name: 'probe.test', timeoutMs: 2000, signal: new AbortController().signal };
  expect(await readSmtp('mail.test', { ...asking, dial })).toMatchObject({ state: 'closed' });
  expect(
    await readSmtp('mail.test', { ...asking, dial: () => Promise.reject(new Error('not listed')) }),
  ).toMatchObject({
    state: 'unmeasured',
  });
});

test('its encryption is measured by the TLS inspection', async () => {
  server = await startTestSmtp({ tls: { maxVersion: 'TLSv1.2' } });
  const report = await inspectTls({
    host: 'shop.test',
    address: '127.0.0.1',
    port: server.port,
    preface: smtpStartTls('probe.test'),
    timeoutMs: 20_000,
    now: labNow,
    ca: root,
    signal: new AbortController().signal,
  });
  expect(report).toMatchObject({
    reachable: true,
    protocols: { tls12: true, tls13: false },
    certificate: { trusted: true, nameMatches: true },
    errors: [],
  });
});
