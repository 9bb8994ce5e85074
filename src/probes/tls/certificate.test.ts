import { afterEach, describe, expect, test } from 'vitest';
import {
  cannedServer,
  certificateMessage,
  closeAll,
  der,
  handshakeRecord,
  helloDone,
  inspect,
  labNow,
  read,
  serverHello,
  tlsServer,
} from './testing/lab.ts';
import { gradeTls } from './grade.ts';
import { judgeCertificate, signatureAlgorithmOf } from './certificate.ts';

afterEach(closeAll);

const problems = async (port: number, options = {}) => {
  const report = await inspect(port, options);
  return gradeTls(report, labNow())
    .filter(({ code }) => code !== 'no-forward-secrecy')
    .map(({ code }) => code);
};

test('a sound certificate is described and has no fault', async () => {
  const { port } = await tlsServer('good', { minVersion: 'TLSv1.2' });
  const { certificate } = await inspect(port);
  expect(certificate).toEqual({
    subject: 'CN=shop.test',
    issuer: 'CN=Lab Intermediate',
    names: ['shop.test', '*.wild.test', 'xn--bcher-kva.test', '127.0.0.1', '0:0:0:0:0:0:0:1'],
    validFrom: '2026-05-01T00:00:00.000Z',
    validTo: '2026-08-01T00:00:00.000Z',
    daysLeft: 60,
    selfSigned: false,
    trusted: true,
    nameMatches: true,
    keyType: 'rsa',
    keyBits: 2048,
    signatureAlgorithm: 'sha256WithRSAEncryption',
    chainLength: 2,
    chainComplete: true,
    issuerUrl: 'http://ca.test/intermediate.der',
  });
  expect(await problems(port)).toEqual([]);
});

describe('the same over TLS 1.3 alone, where the chain is not seen in the clear', () => {
  test.each([
    ['complete', ['intermediate'], 2, true],
    ['with the root', ['intermediate', 'root'], 2, true],
    ['without the intermediate', [], 1, false],
  ] as const)('%s', async (_, chain, chainLength, chainComplete) => {
    const { port } = await tlsServer('good', { minVersion: 'TLSv1.3' }, chain);
    expect((await inspect(port)).certificate).toMatchObject({
      chainLength,
      chainComplete,
      trusted: chainComplete,
    });
  });
});

describe('faults', () => {
  test.each([
    ['expired', ['intermediate'], ['expired']],
    ['future', ['intermediate'], ['not-yet-valid']],
    ['weak', ['intermediate'], ['weak-key', 'weak-signature']],
    ['lengthy', ['intermediate'], ['too-long-validity']],
    ['self', [], ['self-signed']],
    ['understale', ['stale'], ['untrusted']],
    ['client', ['intermediate'], ['untrusted']],
    ['good', [], ['incomplete-chain']],
    ['ec', [], ['untrusted']],
    ['good', ['stale'], ['incomplete-chain']],
    ['ec', ['intermediate'], []],
  ] as const)('%s, sent with %j: %j', async (certificate, chain, expected) => {
    const { port } = await tlsServer(
      certificate,
      { minVersion: 'TLSv1.2', ciphers: 'TLS_AES_128_GCM_SHA256:ECDHE:!aNULL:!eNULL:@SECLEVEL=0' },
      chain,
    );
    expect(await problems(port)).toEqual(expected);
  });

  test('nobody trusts the root', async () => {
    const { port } = await tlsServer('good', { minVersion: 'TLSv1.2' }, ['intermediate', 'root']);
    const report = await inspect(port, { ca: [] });
    expect(report.certificate).toMatchObject({
      trusted: false,
      trustError: 'SELF_SIGNED_CERT_IN_CHAIN',
      chainComplete: true,
      selfSigned: false,
    });
    expect(await problems(port, { ca: [] })).toEqual(['untrusted']);
  });

  test('who gives a root trusts it, on days before it was made too', () => {
    const handed = { chain: [der('stale')], verdict: null };
    expect(
      judgeCertificate(handed, [], 'shop.test', [read('root.pem')], new Date('2019-06-01T00:00:00Z')),
    ).toMatchObject({
      trusted: true,
    });
  });

  test('a certificate trusted by itself is trusted', async () => {
    const { port } = await tlsServer('self', { minVersion: 'TLSv1.2' }, []);
    expect((await inspect(port, { ca: read('self.pem') })).certificate).toMatchObject({
      trusted: true,
      selfSigned: true,
    });
  });

  test.each([
    ['2026-07-31T12:00:00Z', 0, 'expires-soon', 'medium'],
    ['2026-07-22T00:00:00Z', 10, 'expires-soon', 'low'],
    ['2026-08-01T00:00:01Z', -1, 'expired', 'high'],
    ['2026-04-30T23:59:59Z', 92, 'not-yet-valid', 'high'],
  ])('at %s by the given clock', async (now, daysLeft, code, severity) => {
    const { port } = await tlsServer('good', { minVersion: 'TLSv1.2' });
    const report = await inspect(port, { now: () => new Date(now) });
    expect(report.certificate).toMatchObject({ daysLeft, trusted: true });
    expect(gradeTls(report, new Date(now)).filter((problem) => problem.code === code)).toMatchObject([
      { severity },
    ]);
  });
});

describe('names', () => {
  test.each([
    ['shop.test', true],
    ['SHOP.test.', true],
    ['www.wild.test', true],
    ['wild.test', false],
    ['a.b.wild.test', false],
    ['bücher.test', true],
    ['127.0.0.1', true],
    ['[::1]', true],
    ['127.0.0.2', false],
    ['other.test', false],
  ])('%s', async (host, nameMatches) => {
    const { port } = await tlsServer('good', { minVersion: 'TLSv1.2' });
    expect((await inspect(port, { host })).certificate?.nameMatches).toBe(nameMatches);
  });

  test('the common name alone does not count, as in browsers', async () => {
    const { port } = await cannedServer({ 0x0303: [0x002f] }, (version, cipher) =>
      handshakeRecord(version, serverHello(version, cipher), certificateMessage(der('pss')), helloDone),
    );
    expect((await inspect(port)).certificate).toMatchObject({
      names: ['shop.test'],
      nameMatches: false,
      signatureAlgorithm: 'rsassaPss-SHA256',
    });
  });
});

describe('keys and signatures', () => {
  test.each([
    ['good', 'rsa', 2048, 'sha256WithRSAEncryption'],
    ['weak', 'rsa', 1024, 'sha1WithRSAEncryption'],
    ['ec', 'ec', 256, 'sha384WithRSAEncryption'],
    ['ed', 'ed25519', 256, 'sha256WithRSAEncryption'],
    ['pss', 'rsa', 2048, 'rsassaPss-SHA256'],
  ])('%s', (name, keyType, keyBits, signatureAlgorithm) => {
    expect(
      judgeCertificate({ chain: [der(name)], verdict: undefined }, [], 'shop.test', [], labNow()),
    ).toMatchObject({
      keyType,
      keyBits,
      signatureAlgorithm,
    });
  });

  test('broken DER is no certificate and never throws', () => {
    const good = der('good');
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff]),
      good.subarray(0, 40),
      good.subarray(0, -1),
    ]) {
      expect(judgeCertificate({ chain: [bytes], verdict: null }, [], 'shop.test', [], labNow())).toBeNull();
      expect(signatureAlgorithmOf(bytes)).toBe('unknown');
    }
    expect(judgeCertificate({ chain: [], verdict: undefined }, [], 'shop.test', [], labNow())).toBeNull();
  });
});
