import { afterEach, describe, expect, test } from 'vitest';
import { closeAll, inspect, read, tlsServer } from './testing/lab.ts';

afterEach(closeAll);

const none = { ssl3: false, tls10: false, tls11: false, tls12: false, tls13: false };

describe('versions', () => {
  test.each([
    ['TLSv1.2', 'TLSv1.3', { tls12: true, tls13: true }],
    ['TLSv1.3', 'TLSv1.3', { tls13: true }],
    ['TLSv1.2', 'TLSv1.2', { tls12: true }],
    ['TLSv1.1', 'TLSv1.1', { tls11: true }],
    ['TLSv1', 'TLSv1', { tls10: true }],
    ['TLSv1', 'TLSv1.3', { tls10: true, tls11: true, tls12: true, tls13: true }],
  ] as const)('from %s to %s', async (minVersion, maxVersion, expected) => {
    const { port, connections } = await tlsServer('good', {
      minVersion,
      maxVersion,
      ciphers: 'TLS_AES_128_GCM_SHA256:ALL:@SECLEVEL=0',
    });
    const report = await inspect(port);
    expect(report.protocols).toEqual({ ...none, ...expected });
    expect(report.unknownProtocols).toEqual([]);
    expect(report.errors).toEqual([]);
    expect(report.certificate?.trusted).toBe(true);
    expect(connections()).toBeLessThan(30);
  });
});

describe('suites', () => {
  test('an ordinary server takes about ten connections and has nothing weak', async () => {
    const { port, connections } = await tlsServer('good', {
      minVersion: 'TLSv1.2',
      ciphers: 'TLS_AES_256_GCM_SHA384:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384',
    });
    const report = await inspect(port);
    expect(report.ciphers.map(({ protocol, name, weak }) => ({ protocol, name, weak }))).toEqual(
      expect.arrayContaining([
        { protocol: 'tls13', name: 'TLS_AES_256_GCM_SHA384', weak: false },
        {
          protocol: 'tls12',
          name: expect.stringMatching(/^TLS_ECDHE_RSA_WITH_AES_\d+_GCM_/),
          weak: false,
        },
      ]),
    );
    expect(report.ciphers).toHaveLength(2);
    expect(connections()).toBeLessThanOrEqual(12);
  });

  test('suites without forward secrecy, CBC, small Diffie-Hellman, NULL and anonymous ones are found', async () => {
    const { port } = await tlsServer('good', {
      maxVersion: 'TLSv1.2',
      ciphers:
        'AES128-SHA:DHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-SHA:NULL-SHA256:ADH-AES128-SHA:@SECLEVEL=0',
      dhparam: read('dh1024.pem'),
    });
    const names = Object.fromEntries(
      (await inspect(port)).ciphers.map(({ name, reason, dhBits }) => [name, [reason, dhBits]]),
    );
    expect(names).toEqual({
      TLS_RSA_WITH_AES_128_CBC_SHA: ['no forward secrecy', undefined],
      TLS_DHE_RSA_WITH_AES_128_GCM_SHA256: ['Diffie-Hellman group of only 1024 bits', 1024],
      TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA: [undefined, undefined],
      TLS_RSA_WITH_NULL_SHA256: ['no encryption at all', undefined],
      TLS_DH_anon_WITH_AES_128_CBC_SHA: ['the server does not prove who it is', 1024],
    });
  });

  test('on demand every accepted suite is listed', async () => {
    const ciphers =
      'TLS_AES_256_GCM_SHA384:TLS_AES_128_GCM_SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-RSA-AES128-SHA:AES256-SHA';
    const { port } = await tlsServer('good', {
      minVersion: 'TLSv1',
      ciphers: `${ciphers}:@SECLEVEL=0`,
    });
    const report = await inspect(port, { full: true });
    const of = (protocol: string) =>
      report.ciphers.filter((cipher) => cipher.protocol === protocol).map(({ name }) => name);
    expect(of('tls13').toSorted()).toEqual(['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384']);
    expect(of('tls12')).toHaveLength(4);
    expect(of('tls10').toSorted()).toEqual([
      'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA',
      'TLS_RSA_WITH_AES_256_CBC_SHA',
    ]);
    expect(of('tls11').toSorted()).toEqual(of('tls10').toSorted());
  });
});

describe('names', () => {
  test('the host asked for reaches the server by SNI, in ASCII', async () => {
    const asked = new Set<string>();
    const { port } = await tlsServer('good', {
      SNICallback: (name, done) => (asked.add(name), done(null)),
    });
    const report = await inspect(port, { host: 'Bücher.test.' });
    expect([...asked]).toEqual(['xn--bcher-kva.test']);
    expect(report.certificate?.nameMatches).toBe(true);
  });

  test('an address is matched as an address, without SNI', async () => {
    const asked: string[] = [];
    const { port } = await tlsServer('good', {
      SNICallback: (name, done) => (asked.push(name), done(null)),
    });
    const report = await inspect(port, { host: '127.0.0.1', address: undefined });
    expect(asked).toEqual([]);
    expect(report.certificate?.nameMatches).toBe(true);
  });
});

describe('servers with particular wishes', () => {
  test.each(['secp384r1', 'secp521r1', 'X448'])(
    'TLS 1.3 with no group but %s, which takes a second hello',
    async (ecdhCurve) => {
      const { port } = await tlsServer('good', { minVersion: 'TLSv1.3', ecdhCurve });
      const report = await inspect(port);
      expect(report.protocols).toEqual({ ...none, tls13: true });
      expect(report.ciphers[0]?.protocol).toBe('tls13');
    },
  );

  test.each(['ec', 'ed'])('a key of kind %s', async (certificate) => {
    const { port } = await tlsServer(certificate, { minVersion: 'TLSv1.2' });
    const report = await inspect(port);
    expect(report.protocols).toEqual({ ...none, tls12: true, tls13: true });
    expect(report.certificate?.trusted).toBe(true);
  });

  test.each(['TLSv1.2', 'TLSv1.3'] as const)('a certificate of the visitor, under %s', async (version) => {
    const { port } = await tlsServer('good', {
      minVersion: version,
      maxVersion: version,
      requestCert: true,
      rejectUnauthorized: true,
    });
    expect((await inspect(port)).certificate).toMatchObject({ trusted: true, nameMatches: true });
  });

  test('other protocols than HTTP by ALPN', async () => {
    const { port } = await tlsServer('good', { minVersion: 'TLSv1.2', ALPNProtocols: ['imap'] });
    expect((await inspect(port, { alpn: ['imap'] })).protocols).toEqual({
      ...none,
      tls12: true,
      tls13: true,
    });
    expect((await inspect(port, { alpn: [] })).protocols).toEqual({ ...none, tls12: true, tls13: true });
  });
});
