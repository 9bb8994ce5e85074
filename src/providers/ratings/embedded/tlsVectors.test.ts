import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TlsOptions } from 'node:tls';
import type { CertificateReport } from '#probes/tls/certificate.ts';
import type { TlsReport } from '#probes/tls/inspect.ts';
import {
  cannedServer,
  certificateMessage,
  closeAll,
  der,
  handshakeRecord,
  helloDone,
  serverHello,
} from '#probes/tls/testing/lab.ts';
import { certificate, goodPage, labNow, startTestLab, toHttps, type TestLab } from './testing/lab.ts';
import { certificateFindings } from './vectors/sslCertificates.ts';

let lab: TestLab;
beforeAll(async () => {
  lab = await startTestLab({
    'shop.test': { A: '192.0.2.10' },
    'cafe.test': { A: '192.0.2.12' },
    'mailed.test': { A: '192.0.2.13', MX: '10 mail.mailed.test' },
    'mail.mailed.test': { A: '192.0.2.14' },
  });
  const http = await lab.http(toHttps);
  for (const name of ['shop.test', 'cafe.test']) lab.book[`${name}:80`] = http;
});
afterEach(() => closeAll());
afterAll(() => lab.close());

describe('the certificate of a website', () => {
  test.each<[string, string, readonly string[] | undefined, number, string, string]>([
    ['good', 'good', undefined, 100, 'cert-valid', labNow],
    ['of an elliptic curve', 'ec', undefined, 100, 'cert-valid', labNow],
    ['expired', 'expired', undefined, 0, 'cert-expired', labNow],
    ['of the future', 'future', undefined, 0, 'cert-not-yet-valid', labNow],
    ['signed by itself', 'self', [], 0, 'cert-self-signed', labNow],
    ['under an expired authority', 'understale', ['stale'], 0, 'cert-untrusted', labNow],
    ['weak: SHA-1 and RSA 1024', 'weak', undefined, 0, 'cert-weak-signature', labNow],
    ['with 6 days left', 'good', undefined, 65, 'cert-expires-soon', '2026-07-25T12:00:00Z'],
    ['with 7 days left', 'good', undefined, 100, 'cert-valid', '2026-07-24T23:00:00Z'],
    ['without its intermediate', 'good', [], 65, 'cert-chain-incomplete', labNow],
    ['without its intermediate or a place to fetch it', 'ec', [], 65, 'cert-chain-incomplete', labNow],
    ['that lives three years', 'lengthy', undefined, 85, 'cert-long-lifetime', labNow],
  ])('%s', async (_what, name, chain, score, fact, day) => {
    lab.book['shop.test:443'] = await lab.https(goodPage, name, {
      ...(chain && { chain }),
      ciphers: 'DEFAULT:@SECLEVEL=0',
    });
    const vector = await lab.measure('ssl_certificates', 'shop.test', { now: new Date(day) });
    expect(vector).toMatchObject({ measured: true, score });
    expect(vector.facts).toContain(fact);
    // Only an invalid certificate of the company's own address limits the rating.
    expect(vector.findings.some(({ effect }) => effect.cap === 730)).toBe(score === 0);
  });
  test('for another name', async () => {
    lab.book['cafe.test:443'] = await lab.https(goodPage);
    expect(await lab.measure('ssl_certificates', 'cafe.test')).toMatchObject({
      score: 0,
      facts: ['cert-wrong-name'],
    });
  });
  test('from an authority that nobody trusts', async () => {
    lab.book['shop.test:443'] = await lab.https(goodPage);
    expect(await lab.measure('ssl_certificates', 'shop.test', { ca: undefined })).toMatchObject({ score: 0 });
  });
  test('is N/A where nothing speaks TLS', async () => {
    delete lab.book['shop.test:443'];
    expect(await lab.measure('ssl_certificates')).toMatchObject({ measured: false, score: null });
  });

  const good: CertificateReport = {
    subject: 'CN=shop.test',
    issuer: 'CN=Lab Intermediate',
    names: ['shop.test'],
    validFrom: '2026-05-01T00:00:00Z',
    validTo: '2026-08-01T00:00:00Z',
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
  test.each<[string, Partial<CertificateReport>, string]>([
    ['RSA 1024', { keyBits: 1024 }, 'cert-short-key'],
    ['RSA 768', { keyBits: 768 }, 'cert-broken-key'],
    ['MD5', { signatureAlgorithm: 'md5WithRSAEncryption' }, 'cert-weak-signature'],
    [
      '200 days from March 2026',
      { validFrom: '2026-03-15T00:00:00Z', validTo: '2026-10-01T00:00:00Z' },
      'cert-valid',
    ],
    [
      '201 days from March 2026',
      { validFrom: '2026-03-15T00:00:00Z', validTo: '2026-10-02T00:00:00Z' },
      'cert-long-lifetime',
    ],
    [
      '398 days from before',
      { validFrom: '2026-03-14T00:00:00Z', validTo: '2027-04-16T00:00:00Z' },
      'cert-valid',
    ],
    [
      'an unknown authority',
      { trusted: false, chainComplete: false, issuer: 'CN=Rogue Intermediate' },
      'cert-untrusted',
    ],
  ])('with %s', (_what, changes, fact) => {
    const report = { reachable: true, certificate: { ...good, ...changes } } as TlsReport;
    const [first] = certificateFindings(
      'shop.test',
      { ...report, protocols: {} as never, ciphers: [], unknownProtocols: [], errors: [] },
      new Date(labNow),
      [certificate('root.pem')],
      true,
    );
    expect(first!.fact).toBe(fact);
  });
});

const old = '@SECLEVEL=0';
const dhparam = certificate('dh1024.pem');
const only12: TlsOptions = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' };

describe('the encryption of a website', () => {
  test.each<[string, TlsOptions, number, string]>([
    ['TLS 1.3 and strong 1.2', {}, 100, 'tls-modern'],
    ['strong TLS 1.2 only', only12, 92, 'tls12-strong'],
    ['CBC too', { ciphers: 'ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-SHA' }, 80, 'tls-cbc'],
    [
      'CBC only of the old kind',
      { ciphers: 'ECDHE-RSA-AES128-GCM-SHA256:AES128-GCM-SHA256:AES128-SHA' },
      80,
      'tls-cbc',
    ],
    ['no forward secrecy', { ...only12, ciphers: 'AES128-GCM-SHA256' }, 70, 'tls-no-forward-secrecy'],
    ['TLS 1.0 too', { minVersion: 'TLSv1', ciphers: `DEFAULT:${old}` }, 70, 'tls-old-versions'],
    [
      'TLS 1.0 only',
      { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: `DEFAULT:${old}` },
      20,
      'tls-outdated',
    ],
    [
      'a group of 1024 bits',
      { ...only12, ciphers: `DHE-RSA-AES128-GCM-SHA256:${old}`, dhparam },
      50,
      'tls-short-dh',
    ],
    [
      'no encryption',
      { ...only12, ciphers: `NULL-SHA256:ECDHE-RSA-AES128-GCM-SHA256:${old}` },
      0,
      'tls-broken-cipher',
    ],
    [
      'anonymous',
      { ...only12, ciphers: `AECDH-AES128-SHA:ECDHE-RSA-AES128-GCM-SHA256:${old}` },
      0,
      'tls-broken-cipher',
    ],
  ])('%s', async (_what, options, score, fact) => {
    lab.book['shop.test:443'] = await lab.https(goodPage, 'good', options);
    const vector = await lab.measure('ssl_configurations');
    expect(vector).toMatchObject({ measured: true, score });
    expect(vector.facts).toContain(fact);
  });

  // What OpenSSL no longer speaks is spoken in canned bytes.
  const tls12 = 0x0303;
  test.each<[string, Record<number, readonly number[]>, number, string]>([
    ['3DES', { [tls12]: [0xc02f, 0x000a] }, 50, 'tls-weak-cipher'],
    ['RC4', { [tls12]: [0xc02f, 0x0005] }, 50, 'tls-weak-cipher'],
    ['SSL 3.0', { [tls12]: [0xc02f], 0x0300: [0x0035] }, 0, 'tls-ssl3'],
    ['export strength', { [tls12]: [0xc02f, 0x0003] }, 0, 'tls-broken-cipher'],
  ])('%s', async (_what, accepts, score, fact) => {
    const leaf = certificateMessage(der('good'), der('intermediate'));
    const server = await cannedServer(accepts, (version, cipher) =>
      handshakeRecord(version, serverHello(version, cipher), leaf, helloDone),
    );
    lab.book['shop.test:443'] = `127.0.0.1:${server.port}`;
    const vector = await lab.measure('ssl_configurations');
    expect(vector).toMatchObject({ measured: true, score });
    expect(vector.facts).toContain(fact);
  });

  test('is 0 and limits the rating where a website answers by HTTP only', async () => {
    delete lab.book['shop.test:443'];
    const closed = await lab.measure('ssl_configurations');
    expect(closed).toMatchObject({ score: 0, facts: ['https-missing'] });
    expect(closed.findings.at(-1)!.effect.cap).toBe(630);
    lab.book['shop.test:443'] = await lab.http(goodPage);
    expect(await lab.measure('ssl_configurations')).toMatchObject({ score: 0, facts: ['https-missing'] });
  });
});

test('an address that only leads on to an encrypted one has working HTTPS there', async () => {
  lab.dns.zones['leads.test'] = { A: '192.0.2.40' };
  lab.dns.zones['www.leads.test'] = { A: '192.0.2.40' };
  lab.book['leads.test:80'] = await lab.http((_request, response) =>
    response.writeHead(301, { Location: 'https://www.leads.test/' }).end(),
  );
  lab.book['www.leads.test:443'] = await lab.https(goodPage);
  expect(await lab.measure('ssl_configurations', 'leads.test')).toMatchObject({
    score: 100,
    facts: ['tls-modern'],
  });
  const certificates = await lab.measure('ssl_certificates', 'leads.test');
  expect(certificates.findings).toMatchObject([
    { fact: 'cert-wrong-name', asset: 'www.leads.test:443', effect: { cap: 730 } },
  ]);
});

describe('the encryption of mail', () => {
  const measure = async () => lab.measure('ssl_configurations', 'mailed.test');
  test('counts half as much as that of the website', async () => {
    lab.book['mailed.test:443'] = await lab.https(goodPage);
    lab.book['mail.mailed.test:25'] = await lab.smtp({ startTls: false });
    expect(await measure()).toMatchObject({
      score: 77,
      facts: expect.arrayContaining(['tls-modern', 'mail-starttls-missing']),
    });
    lab.book['mail.mailed.test:25'] = await lab.smtp({
      tls: { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: `DEFAULT:${old}` },
    });
    expect(await measure()).toMatchObject({ score: 73, facts: expect.arrayContaining(['tls-outdated']) });
  });
  test('counts alone where there is no website', async () => {
    delete lab.book['mailed.test:443'];
    lab.book['mail.mailed.test:25'] = await lab.smtp({ startTls: false });
    expect(await measure()).toMatchObject({ score: 30 });
  });
  test('says nothing where the mail server cannot be reached', async () => {
    lab.book['mailed.test:443'] = await lab.https(goodPage);
    delete lab.book['mail.mailed.test:25'];
    expect(await measure()).toMatchObject({ score: 100, facts: ['tls-modern', 'mail-unreachable'] });
  });
});
