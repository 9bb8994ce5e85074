import { Buffer } from 'node:buffer';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inspectDnssec } from './dnssec.ts';
import { keyTag, matchesDs, rsaBits, verifies } from './dnssecKeys.ts';
import { startTestDns, type TestDns, type TestZones } from './testServer.ts';
import { signTestZone, type TestSigning } from './testSign.ts';
import { typeCodes, type Dnskey, type Rrsig, type WireRecord } from './wire.ts';

const at = new Date('2026-11-23T12:00:00Z');
const days = (count: number) => new Date(at.getTime() + count * 86_400_000);
let dns: TestDns;
beforeAll(async () => {
  dns = await startTestDns();
});
afterAll(() => dns.close());
afterEach(() => {
  for (const name of Object.keys(dns.zones)) delete dns.zones[name];
});

const plain = (): TestZones => ({
  'shop.test': { SOA: 'ns.shop.test', A: ['192.0.2.2', '192.0.2.1'] },
  '*.any.shop.test': { A: '192.0.2.3' },
});
function measured(
  signing: TestSigning | null,
  change: (zones: TestZones) => void = () => {},
  domain = 'shop.test',
) {
  const zones = plain();
  if (signing) signTestZone(zones, 'shop.test', { at, ...signing });
  change(zones);
  Object.assign(dns.zones, zones);
  return inspectDnssec(dns.resolver(), domain, () => at);
}

describe('a signed zone', () => {
  test.each([
    ['ECDSA P-256', 13, false],
    ['ECDSA P-384', 14, false],
    ['Ed25519', 15, false],
    ['RSA with SHA-256', 8, false],
    ['RSA with SHA-512', 10, false],
    ['RSA with SHA-1', 5, true],
    ['RSA with SHA-1 and NSEC3', 7, true],
  ] as const)('%s', async (_, algorithm, weak) => {
    const report = await measured({ algorithm });
    expect(report).toMatchObject({
      zone: 'shop.test',
      status: 'signed',
      weak,
      ds: [{ matches: true }],
      validUntil: days(30),
    });
    expect(report.signatures.map(({ covers, verdict }) => `${covers} ${verdict}`)).toEqual([
      'DNSKEY valid',
      'SOA valid',
      'A valid',
    ]);
    expect(report.problems.map(({ code }) => code)).toEqual(weak ? ['weak-algorithm'] : []);
  });

  test('names of a wildcard in it are signed by the wildcard', async () => {
    const report = await measured({}, () => {}, 'x.any.shop.test');
    expect(report).toMatchObject({ status: 'signed', zone: 'shop.test' });
    expect(report.signatures.map(({ covers }) => covers)).toEqual(['DNSKEY', 'SOA', 'A']);
  });

  test('a second DS without a key does no harm', async () => {
    const report = await measured({}, (zones) => {
      const right = zones['shop.test']!.DS as {
        keyTag: number;
        algorithm: number;
        digestType: number;
        digest: Buffer;
      };
      zones['shop.test']!.DS = [{ ...right, digest: Buffer.alloc(32) }, right];
    });
    expect(report).toMatchObject({ status: 'signed', ds: [{ matches: false }, { matches: true }] });
  });

  test('weak keys and digests are told', async () => {
    expect(await measured({ ds: 'sha1' })).toMatchObject({
      status: 'signed',
      weak: true,
      problems: [{ code: 'weak-digest' }],
    });
    const short = await measured({ algorithm: 8, rsaBits: 768 });
    expect(short.problems.map(({ code }) => code)).toContain('short-key');
    expect(short.keys[0]).toMatchObject({
      bits: 768,
      entry: true,
      revoked: false,
      algorithmName: 'RSASHA256',
    });
  });
});

describe('not a signed zone', () => {
  test.each<[string, TestSigning | null, object]>([
    ['unsigned', null, { status: 'unsigned', problems: [] }],
    ['no DS', { ds: 'none' }, { status: 'no-ds', problems: [] }],
    [
      'wrong DS',
      { ds: 'wrong' },
      { status: 'mismatch', ds: [{ matches: false }], problems: [{ code: 'ds-matches-no-key' }] },
    ],
    [
      'expired',
      { from: days(-40), until: days(-10) },
      {
        status: 'mismatch',
        validUntil: null,
        problems: ['DNSKEY', 'SOA', 'A'].map((about) => ({ code: 'signature-expired', about })),
      },
    ],
    [
      'not yet valid',
      { from: days(1), until: days(10) },
      { status: 'mismatch', problems: [{ code: 'signature-not-yet-valid' }, {}, {}] },
    ],
    [
      'keys with a spoiled signature',
      { spoil: ['DNSKEY'] },
      { status: 'mismatch', problems: [{ code: 'signature-wrong', about: 'DNSKEY' }] },
    ],
    [
      'data with a spoiled signature',
      { spoil: ['A'] },
      { status: 'mismatch', problems: [{ code: 'signature-wrong', about: 'A' }] },
    ],
    [
      'data without a signature',
      { omit: ['SOA'] },
      { status: 'mismatch', problems: [{ code: 'signature-missing', about: 'SOA' }] },
    ],
  ])('%s', async (_, signing, expected) => {
    expect(await measured(signing)).toMatchObject(expected);
  });

  test('data changed after signing', async () => {
    const report = await measured({}, (zones) => (zones['shop.test']!.A = '192.0.2.66'));
    expect(report).toMatchObject({ status: 'mismatch', problems: [{ code: 'signature-wrong', about: 'A' }] });
  });

  test('a DS without any keys', async () => {
    const report = await measured({}, (zones) => {
      delete zones['shop.test']!.DNSKEY;
      delete zones['shop.test']!.RRSIG;
    });
    expect(report).toMatchObject({ status: 'mismatch', problems: [{ code: 'ds-without-keys' }] });
  });

  test('a DS for algorithms that nobody verifies', async () => {
    const report = await measured({}, (zones) => {
      zones['shop.test']!.DNSKEY = { flags: 257, algorithm: 3, key: Buffer.alloc(64, 7) };
      zones['shop.test']!.DS = { keyTag: 1, algorithm: 3, digestType: 1, digest: Buffer.alloc(20) };
    });
    expect(report).toMatchObject({ status: 'unverifiable', weak: true });
  });

  test('a server that leaves out signatures proves nothing', async () => {
    expect(await measured({}, (zones) => delete zones['shop.test']!.RRSIG)).toMatchObject({
      status: 'unanswered',
      reason: expect.stringMatching(/leaves out/),
    });
  });

  test('a DNS that fails proves nothing', async () => {
    expect(await measured({}, (zones) => (zones['shop.test']!.fault = 'servfail'))).toMatchObject({
      status: 'unanswered',
    });
  });
});

test('an alias into an unsigned zone below is not held against it', async () => {
  const report = await measured(
    {},
    (zones) => {
      zones['www.shop.test'] = { CNAME: 'host.child.shop.test' };
      zones['child.shop.test'] = { SOA: 'ns.child.shop.test' };
      zones['host.child.shop.test'] = { A: '192.0.2.8' };
    },
    'www.shop.test',
  );
  expect(report).toMatchObject({ zone: 'shop.test', status: 'signed', problems: [] });
});

describe('the examples of the standards', () => {
  const key = (flags: number, algorithm: number, base64: string): Dnskey => ({
    flags,
    protocol: 3,
    algorithm,
    key: Buffer.from(base64, 'base64'),
  });
  const time = (text: string) =>
    Date.parse(
      `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}T${text.slice(8, 10)}:${text.slice(10, 12)}:${text.slice(12)}Z`,
    ) / 1000;
  const rrsig = (
    type: 'A' | 'MX',
    algorithm: number,
    labels: number,
    until: string,
    from: string,
    tag: number,
    signer: string,
    base64: string,
  ): Rrsig => ({
    covers: typeCodes[type],
    algorithm,
    labels,
    originalTtl: 3600,
    expiration: time(until),
    inception: time(from),
    keyTag: tag,
    signer,
    signature: Buffer.from(base64, 'base64'),
  });
  const record = (name: string, type: 'A' | 'MX', rdata: number[] | Buffer): WireRecord => ({
    name,
    type,
    ttl: 3600,
    data: '',
    rdata: Buffer.from(rdata),
  });

  test('Ed25519 (RFC 8080 6.1)', () => {
    const made = key(257, 15, 'l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQwAQEX1SxZJA4=');
    expect(keyTag(made)).toBe(3613);
    const digest = Buffer.from('3aa5ab37efce57f737fc1627013fee07bdf241bd10f3b1964ab55c78e79a304b', 'hex');
    expect(matchesDs('example.com', made, { keyTag: 3613, algorithm: 15, digestType: 2, digest })).toBe(true);
    const mx = record('example.com', 'MX', Buffer.from('000a046d61696c076578616d706c6503636f6d00', 'hex'));
    const signature = rrsig(
      'MX',
      15,
      2,
      '20150819220000',
      '20150729220000',
      3613,
      'example.com',
      'oL9krJun7xfBOIWcGHi7mag5/hdZrKWw15jPGrHpjQeRAvTdszaPD+QLs3fx8A4M3e23mRZ9VrbpMngwcrqNAg==',
    );
    expect(verifies(made, signature, [mx])).toBe(true);
    expect(verifies(made, signature, [{ ...mx, name: 'example.net' }])).toBe(false);
  });

  test('ECDSA P-256 (RFC 6605 6.1)', () => {
    const made = key(
      257,
      13,
      'GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==',
    );
    expect(keyTag(made)).toBe(55_648);
    const digest = Buffer.from('b4c8c1fe2e7477127b27115656ad6256f424625bf5c1e2770ce6d6e37df61d17', 'hex');
    expect(matchesDs('example.net', made, { keyTag: 55_648, algorithm: 13, digestType: 2, digest })).toBe(
      true,
    );
    const signature = rrsig(
      'A',
      13,
      3,
      '20100909100439',
      '20100812100439',
      55_648,
      'example.net',
      'qx6wLYqmh+l9oCKTN6qIc+bw6ya+KJ8oMz0YP107epXAyGmt+3SNruPFKG7tZoLBLlUzGGus7ZwmwWep666VCw==',
    );
    expect(verifies(made, signature, [record('www.example.net', 'A', [192, 0, 2, 1])])).toBe(true);
    expect(verifies(made, signature, [record('www.example.net', 'A', [192, 0, 2, 2])])).toBe(false);
  });

  test('RSA with SHA-256 (RFC 5702 6.1)', () => {
    const made = key(
      256,
      8,
      'AwEAAcFcGsaxxdgiuuGmCkVImy4h99CqT7jwY3pexPGcnUFtR2Fh36BponcwtkZ4cAgtvd4Qs8PkxUdp6p/DlUmObdk=',
    );
    expect(keyTag(made)).toBe(9033);
    expect(rsaBits(made)).toBe(512);
    const signature = rrsig(
      'A',
      8,
      3,
      '20300101000000',
      '20000101000000',
      9033,
      'example.net',
      'kRCOH6u7l0QGy9qpC9l1sLncJcOKFLJ7GhiUOibu4teYp5VE9RncriShZNz85mwlMgNEacFYK/lPtPiVYP4bwg==',
    );
    expect(verifies(made, signature, [record('www.example.net', 'A', [192, 0, 2, 91])])).toBe(true);
  });

  test('keys that are none verify nothing', () => {
    const signature = rrsig('A', 8, 3, '20300101000000', '20000101000000', 1, 'example.net', 'AAAA');
    const a = [record('www.example.net', 'A', [192, 0, 2, 91])];
    for (const algorithm of [5, 8, 13, 14, 15, 16])
      for (const bytes of [Buffer.alloc(0), Buffer.alloc(3), Buffer.alloc(64), Buffer.alloc(2000, 0xff)])
        expect(
          verifies({ flags: 257, protocol: 3, algorithm, key: bytes }, { ...signature, algorithm }, a),
        ).toBe(false);
    expect(
      verifies(
        { flags: 257, protocol: 3, algorithm: 3, key: Buffer.alloc(9) },
        { ...signature, algorithm: 3 },
        a,
      ),
    ).toBeNull();
    expect(
      verifies(
        { flags: 257, protocol: 3, algorithm: 8, key: Buffer.alloc(0) },
        { ...signature, labels: 9 },
        a,
      ),
    ).toBe(false);
  });
});
