import { Buffer } from 'node:buffer';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inspectDnssec } from './dnssec.ts';
import { startTestDns, type TestDns, type TestZones } from './testing/server.ts';
import { signTestZone, type TestSigning } from './testing/sign.ts';

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
