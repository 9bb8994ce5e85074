import { describe, expect, it } from 'vitest';
import type { TlsReport } from '#probes/tls/inspect.ts';
import type { Rule, Sighting } from '../../rule.ts';
import { judgeCertificate } from './certificate.ts';
import { judgeProtocols } from './protocols.ts';

const now = new Date('2026-06-01T00:00:00Z');
const certificate = {
  subject: 'CN=shop.example',
  issuer: 'CN=Some Authority',
  names: ['shop.example'],
  validFrom: '2026-04-01T00:00:00Z',
  validTo: '2026-07-01T00:00:00Z',
  daysLeft: 30,
  selfSigned: false,
  trusted: true,
  nameMatches: true,
  keyType: 'ec',
  keyBits: 256,
  signatureAlgorithm: 'ecdsa-with-SHA384',
  chainLength: 2,
  chainComplete: true,
};
const cipher = (name: string, weak = false) => ({ name, weak }) as TlsReport['ciphers'][number];
const healthy: TlsReport = {
  reachable: true,
  protocols: { ssl3: false, tls10: false, tls11: false, tls12: true, tls13: true },
  unknownProtocols: [],
  ciphers: [cipher('TLS_AES_128_GCM_SHA256'), cipher('TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256')],
  certificate,
  errors: [],
};

function rulesOf(report: TlsReport): string[] {
  const found: string[] = [];
  const tell = (rule: Rule, _sighting: Sighting) => void found.push(rule.id);
  judgeProtocols(report, 'https://shop.example', tell);
  judgeCertificate(report, 'shop.example', 'https://shop.example', tell, now);
  return found;
}

describe('a TLS server', () => {
  it.each<[string, Partial<TlsReport>]>([
    ['as it should be', {}],
    ['with CBC suites for old browsers', { ciphers: [cipher('TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256')] }],
    ['with a certificate of three weeks to go', { certificate: { ...certificate, daysLeft: 21 } }],
    [
      'with RSA 2048',
      {
        certificate: {
          ...certificate,
          keyType: 'rsa',
          keyBits: 2048,
          signatureAlgorithm: 'sha256WithRSAEncryption',
        },
      },
    ],
    [
      'with Ed25519',
      { certificate: { ...certificate, keyType: 'ed25519', keyBits: 0, signatureAlgorithm: 'ed25519' } },
    ],
    ['whose old versions gave no clear answer', { unknownProtocols: ['ssl3', 'tls10'] }],
  ])('has no finding %s', (_how, more) => expect(rulesOf({ ...healthy, ...more })).toEqual([]));

  it.each<[string, Partial<TlsReport>]>([
    ['tls.ssl3', { protocols: { ...healthy.protocols, ssl3: true } }],
    ['tls.tls10', { protocols: { ...healthy.protocols, tls10: true } }],
    ['tls.tls11', { protocols: { ...healthy.protocols, tls11: true } }],
    ['tls.broken-cipher', { ciphers: [cipher('TLS_RSA_WITH_NULL_SHA256', true)] }],
    ['tls.broken-cipher', { ciphers: [cipher('TLS_DH_anon_WITH_AES_128_CBC_SHA', true)] }],
    ['tls.broken-cipher', { ciphers: [cipher('TLS_RSA_EXPORT_WITH_RC4_40_MD5', true)] }],
    ['tls.weak-cipher', { ciphers: [cipher('TLS_ECDHE_RSA_WITH_RC4_128_SHA', true)] }],
    ['tls.weak-cipher', { ciphers: [cipher('TLS_RSA_WITH_3DES_EDE_CBC_SHA', true)] }],
    ['tls.no-forward-secrecy', { ciphers: [cipher('TLS_RSA_WITH_AES_128_GCM_SHA256')] }],
    ['tls.certificate-expired', { certificate: { ...certificate, daysLeft: -3 } }],
    ['tls.certificate-expiring', { certificate: { ...certificate, daysLeft: 5 } }],
    ['tls.certificate-not-yet-valid', { certificate: { ...certificate, validFrom: '2026-07-01T00:00:00Z' } }],
    [
      'tls.certificate-name',
      { certificate: { ...certificate, nameMatches: false, names: ['other.example'] } },
    ],
    ['tls.certificate-self-signed', { certificate: { ...certificate, selfSigned: true, trusted: false } }],
    ['tls.certificate-untrusted', { certificate: { ...certificate, trusted: false } }],
    ['tls.chain-incomplete', { certificate: { ...certificate, chainComplete: false, chainLength: 1 } }],
    ['tls.certificate-weak-key', { certificate: { ...certificate, keyType: 'rsa', keyBits: 1024 } }],
    [
      'tls.certificate-weak-signature',
      { certificate: { ...certificate, signatureAlgorithm: 'sha1WithRSAEncryption' } },
    ],
  ])('has %s', (rule, more) => expect(rulesOf({ ...healthy, ...more })).toEqual([rule]));
});
