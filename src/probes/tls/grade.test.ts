import { describe, expect, test } from 'vitest';
import type { CertificateReport } from './certificate.ts';
import { cipherSuiteNamed, weaknessReason } from './cipher-suites.ts';
import { allowedLifetimeDays, gradeTls, tlsProblemCodes } from './grade.ts';
import type { TlsReport } from './inspect.ts';

const now = new Date('2026-06-01T12:00:00Z');
const certificate: CertificateReport = {
  subject: 'CN=shop.test',
  issuer: 'CN=Authority',
  names: ['shop.test'],
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
};
const good: TlsReport = {
  reachable: true,
  protocols: { ssl3: false, tls10: false, tls11: false, tls12: true, tls13: true },
  unknownProtocols: [],
  ciphers: [],
  certificate,
  errors: [],
};
const withCiphers = (names: string[], dhBits?: number): TlsReport => ({
  ...good,
  ciphers: names.map((name) => {
    const suite = cipherSuiteNamed(name);
    const reason = suite ? weaknessReason(suite, dhBits ?? null) : null;
    return {
      protocol: 'tls12',
      name,
      weak: reason !== null,
      ...(reason && { reason }),
      ...(dhBits && { dhBits }),
    };
  }),
});
const graded = (report: TlsReport) =>
  gradeTls(report, now).map(({ code, severity }) => `${code} ${severity}`);
const withCertificate = (change: Partial<CertificateReport>): TlsReport => ({
  ...good,
  certificate: { ...certificate, ...change },
});
const withProtocols = (change: Partial<TlsReport['protocols']>): TlsReport => ({
  ...good,
  protocols: { ...good.protocols, ...change },
});

test('nothing is wrong with a good server', () => {
  expect(gradeTls(good, now)).toEqual([]);
});

describe('each problem', () => {
  test.each<[string, TlsReport, string[]]>([
    ['ssl3', withProtocols({ ssl3: true }), ['ssl3 high']],
    ['tls10', withProtocols({ tls10: true }), ['tls10 medium']],
    ['tls11', withProtocols({ tls11: true }), ['tls11 medium']],
    [
      'no-tls12',
      withProtocols({ tls10: true, tls12: false, tls13: false }),
      ['tls10 medium', 'no-tls12 high'],
    ],
    ['weak-cipher', withCiphers(['TLS_ECDHE_RSA_WITH_RC4_128_SHA']), ['weak-cipher medium']],
    ['weak-cipher', withCiphers(['TLS_DHE_RSA_EXPORT_WITH_DES40_CBC_SHA']), ['weak-cipher high']],
    ['weak-cipher', withCiphers(['TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA']), ['weak-cipher medium']],
    ['anon-or-null-cipher', withCiphers(['TLS_DH_anon_WITH_AES_128_CBC_SHA']), ['anon-or-null-cipher high']],
    ['anon-or-null-cipher', withCiphers(['TLS_ECDHE_RSA_WITH_NULL_SHA']), ['anon-or-null-cipher high']],
    [
      'no-forward-secrecy',
      withCiphers(['TLS_RSA_WITH_AES_128_GCM_SHA256', 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256']),
      ['no-forward-secrecy low'],
    ],
    [
      'no-forward-secrecy',
      { ...withCiphers(['TLS_RSA_WITH_AES_128_GCM_SHA256']), protocols: { ...good.protocols, tls13: false } },
      ['no-forward-secrecy medium'],
    ],
    ['small-dh', withCiphers(['TLS_DHE_RSA_WITH_AES_128_GCM_SHA256'], 1024), ['small-dh medium']],
    ['small-dh', withCiphers(['TLS_DHE_RSA_WITH_AES_128_GCM_SHA256'], 512), ['small-dh high']],
    ['expired', withCertificate({ validTo: '2026-05-31T00:00:00.000Z', daysLeft: -2 }), ['expired high']],
    ['not-yet-valid', withCertificate({ validFrom: '2026-06-02T00:00:00.000Z' }), ['not-yet-valid high']],
    [
      'expires-soon',
      withCertificate({ validTo: '2026-06-04T00:00:00.000Z', daysLeft: 2 }),
      ['expires-soon medium'],
    ],
    ['name-mismatch', withCertificate({ nameMatches: false }), ['name-mismatch high']],
    ['self-signed', withCertificate({ trusted: false, selfSigned: true }), ['self-signed high']],
    [
      'untrusted',
      withCertificate({ trusted: false, trustError: 'SELF_SIGNED_CERT_IN_CHAIN' }),
      ['untrusted high'],
    ],
    [
      'incomplete-chain',
      withCertificate({ trusted: false, chainComplete: false, issuerUrl: 'http://ca.test/a.der' }),
      ['incomplete-chain medium'],
    ],
    ['weak-key', withCertificate({ keyBits: 1024 }), ['weak-key medium']],
    ['weak-key', withCertificate({ keyBits: 512 }), ['weak-key high']],
    ['weak-key', withCertificate({ keyType: 'ec', keyBits: 192 }), ['weak-key medium']],
    [
      'weak-signature',
      withCertificate({ signatureAlgorithm: 'sha1WithRSAEncryption' }),
      ['weak-signature high'],
    ],
    [
      'weak-signature',
      withCertificate({ signatureAlgorithm: 'md5WithRSAEncryption' }),
      ['weak-signature high'],
    ],
    [
      'too-long-validity',
      withCertificate({ validTo: '2027-06-01T00:00:00.000Z', daysLeft: 364 }),
      ['too-long-validity low'],
    ],
  ])('%s', (_, report, expected) => {
    expect(graded(report)).toEqual(expected);
    for (const { code, detail } of gradeTls(report, now)) {
      expect(tlsProblemCodes).toContain(code);
      expect(detail).toMatch(/^[A-Z].+\.$/);
    }
  });
});

test.each([
  [
    'what was not measured is not held against a server',
    { ...withProtocols({ tls10: true, tls12: false, tls13: false }), unknownProtocols: ['tls12'] as const },
    ['tls10 medium'],
  ],
  [
    'a server that speaks no TLS has no TLS problems',
    {
      ...good,
      protocols: { ssl3: false, tls10: false, tls11: false, tls12: false, tls13: false },
      certificate: null,
    },
    [],
  ],
  ['an elliptic key of 256 bits is strong', withCertificate({ keyType: 'ec', keyBits: 256 }), []],
  [
    'the signature under a self-signed root says nothing',
    withCertificate({ trusted: true, selfSigned: true, signatureAlgorithm: 'sha1WithRSAEncryption' }),
    [],
  ],
  ['SHA-384 and SHA-512 are not SHA-1', withCertificate({ signatureAlgorithm: 'ecdsa-with-SHA384' }), []],
  [
    'a private authority may issue for longer',
    withCertificate({ trusted: false, validTo: '2036-06-01T00:00:00.000Z', daysLeft: 3650 }),
    ['untrusted high'],
  ],
])('%s', (_, report, expected) => {
  expect(graded({ ...report, unknownProtocols: [...report.unknownProtocols] })).toEqual(expected);
});

test.each([
  ['2017-01-01', undefined],
  ['2018-03-01', 825],
  ['2020-08-31', 825],
  ['2020-09-01', 398],
  ['2026-03-14', 398],
  ['2026-03-15', 200],
  ['2027-03-15', 100],
  ['2029-03-15', 47],
])('a certificate issued on %s may live %s days', (from, days) => {
  expect(allowedLifetimeDays(new Date(`${from}T00:00:00Z`))).toBe(days);
});
