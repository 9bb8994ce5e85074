import { afterEach, describe, expect, test } from 'vitest';
import {
  cannedServer,
  certificateMessage,
  closeAll,
  der,
  handshakeRecord,
  helloDone,
  inspect,
  rawServer,
  serverHello,
  serverKeyExchange,
  tlsServer,
} from './testing/lab.ts';

afterEach(closeAll);

const chain = certificateMessage(der('good'), der('intermediate'));
const plainFlight = (version: number, cipher: number) =>
  handshakeRecord(version, serverHello(version, cipher), chain, helloDone);
const reasons = (ciphers: { protocol: string; name: string; reason?: string }[]) =>
  ciphers.map(({ protocol, name, reason }) => `${protocol} ${name}: ${reason ?? 'fine'}`);

describe('what OpenSSL no longer speaks', () => {
  test('SSL 3.0 with RC4, and the certificate it shows in the clear', async () => {
    const { port } = await cannedServer({ 0x0300: [0x0005] }, plainFlight);
    const report = await inspect(port);
    expect(report.protocols).toEqual({ ssl3: true, tls10: false, tls11: false, tls12: false, tls13: false });
    expect(reasons(report.ciphers)).toEqual(['ssl3 TLS_RSA_WITH_RC4_128_SHA: RC4 is broken']);
    expect(report.certificate).toMatchObject({
      names: expect.arrayContaining(['shop.test']),
      trusted: true,
      nameMatches: true,
      chainLength: 2,
      chainComplete: true,
    });
    expect(report.errors).toEqual([]);
  });

  test.each([
    [0x0001, 'TLS_RSA_WITH_NULL_MD5: no encryption at all'],
    [0x0003, 'TLS_RSA_EXPORT_WITH_RC4_40_MD5: export-grade key, breakable in hours'],
    [0x0004, 'TLS_RSA_WITH_RC4_128_MD5: RC4 is broken'],
    [0x0009, 'TLS_RSA_WITH_DES_CBC_SHA: DES is breakable in a day'],
    [0x000a, 'TLS_RSA_WITH_3DES_EDE_CBC_SHA: 3DES has 64-bit blocks (Sweet32)'],
    [0x0018, 'TLS_DH_anon_WITH_RC4_128_MD5: the server does not prove who it is'],
    [0xc011, 'TLS_ECDHE_RSA_WITH_RC4_128_SHA: RC4 is broken'],
    [0xc012, 'TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA: 3DES has 64-bit blocks (Sweet32)'],
  ])('suite %i', async (cipher, expected) => {
    const { port } = await cannedServer({ 0x0301: [cipher] }, plainFlight);
    expect(reasons((await inspect(port)).ciphers)).toEqual([`tls10 ${expected}`]);
  });

  test('each kind of weakness behind a sound preference', async () => {
    const { port, connections } = await cannedServer(
      { 0x0303: [0xc02f, 0x000a, 0x0016, 0x0005, 0x0009, 0x0035] },
      plainFlight,
    );
    expect(reasons((await inspect(port)).ciphers).toSorted()).toEqual([
      'tls12 TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256: fine',
      'tls12 TLS_RSA_WITH_3DES_EDE_CBC_SHA: 3DES has 64-bit blocks (Sweet32)',
      'tls12 TLS_RSA_WITH_AES_256_CBC_SHA: no forward secrecy',
      'tls12 TLS_RSA_WITH_DES_CBC_SHA: DES is breakable in a day',
      'tls12 TLS_RSA_WITH_RC4_128_SHA: RC4 is broken',
    ]);
    expect(connections()).toBeLessThanOrEqual(14);
  });

  test.each([
    [512, 'Diffie-Hellman group of only 512 bits'],
    [1024, 'Diffie-Hellman group of only 1024 bits'],
    [2048, undefined],
    [4096, undefined],
  ])('a Diffie-Hellman prime of %i bits', async (bits, reason) => {
    const { port } = await cannedServer({ 0x0303: [0x009e] }, (version, cipher) =>
      handshakeRecord(version, serverHello(version, cipher), chain, serverKeyExchange(bits), helloDone),
    );
    expect((await inspect(port)).ciphers).toEqual([
      {
        protocol: 'tls12',
        name: 'TLS_DHE_RSA_WITH_AES_128_GCM_SHA256',
        weak: reason !== undefined,
        ...(reason && { reason }),
        dhBits: bits,
      },
    ]);
  });

  test('a server that answers with an older version than offered is not taken to speak the newer one', async () => {
    const { port } = await rawServer((socket) => {
      socket.once('data', () => socket.end(plainFlight(0x0301, 0x002f)));
    });
    expect((await inspect(port)).protocols).toEqual({
      ssl3: false,
      tls10: true,
      tls11: false,
      tls12: false,
      tls13: false,
    });
  });

  test('a suite that was never offered is not believed', async () => {
    const { port } = await rawServer((socket) => {
      socket.once('data', () => socket.end(plainFlight(0x0303, 0x5600)));
    });
    const report = await inspect(port);
    expect(report.ciphers).toEqual([]);
    expect(report.protocols.tls12).toBe(false);
  });
});

test('the name may be refused by a server that serves others', async () => {
  const { port } = await tlsServer('good', {
    SNICallback: (_, done) => done(new Error('no such site'), undefined),
  });
  const report = await inspect(port, { host: 'other.test' });
  expect(report.reachable).toBe(true);
  expect(Object.values(report.protocols)).toEqual([false, false, false, false, false]);
  expect(report.certificate).toBeNull();
});
