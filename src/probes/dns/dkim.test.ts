import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inspectDkim, commonSelectors } from './dkim.ts';
import type { TestName } from './testing/records.ts';
import { startTestDns, type TestDns, type TestZones } from './testing/server.ts';

let dns: TestDns;
beforeAll(async () => {
  dns = await startTestDns();
});
afterAll(() => dns.close());
afterEach(() => {
  for (const name of Object.keys(dns.zones)) delete dns.zones[name];
});
const ask = (zones: TestZones) => {
  Object.assign(dns.zones, zones);
  return dns.resolver();
};

const rsa = (bits: number, type: 'spki' | 'pkcs1' = 'spki') =>
  generateKeyPairSync('rsa', { modulusLength: bits })
    .publicKey.export({ format: 'der', type })
    .toString('base64');
const rsa2048 = rsa(2048);
const rsa1024 = rsa(1024);
const ed = generateKeyPairSync('ed25519')
  .publicKey.export({ format: 'der', type: 'spki' })
  .subarray(-32)
  .toString('base64');

describe('DKIM', () => {
  const dkim = (keys: Record<string, TestName>, extra: string[] = []) =>
    inspectDkim(
      ask(
        Object.fromEntries(
          Object.entries(keys).map(([name, entry]) => [`${name}._domainkey.shop.test`, entry]),
        ),
      ),
      'shop.test',
      extra,
    );

  test.each([
    [
      'RSA 2048',
      `v=DKIM1; k=rsa; p=${rsa2048}`,
      { state: 'usable', type: 'rsa', bits: 2048, testing: false, problem: null },
    ],
    ['RSA 1024 without a version', `p=${rsa1024}`, { state: 'usable', type: 'rsa', bits: 1024 }],
    ['RSA unwrapped', `v=DKIM1; p=${rsa(1024, 'pkcs1')}`, { state: 'usable', type: 'rsa', bits: 1024 }],
    ['RSA 512', `v=DKIM1; p=${rsa(512)}`, { state: 'usable', type: 'rsa', bits: 512 }],
    ['Ed25519', `v=DKIM1; k=ed25519; p=${ed}`, { state: 'usable', type: 'ed25519', bits: null }],
    ['being tested', `v=DKIM1; t=y:s; p=${rsa1024}`, { state: 'usable', testing: true }],
    ['for SHA-1 only', `v=DKIM1; h=sha1; p=${rsa1024}`, { state: 'usable', sha1Only: true }],
    [
      'with spaces inside',
      `v=DKIM1; p=${rsa1024.slice(0, 50)} ${rsa1024.slice(50)}`,
      { state: 'usable', bits: 1024 },
    ],
    ['revoked', 'v=DKIM1; p=', { state: 'revoked' }],
    ['cut off', `v=DKIM1; p=${rsa2048.slice(0, 100)}`, { state: 'malformed' }],
    ['not Base64', 'v=DKIM1; p=***', { state: 'malformed' }],
    ['without a key', 'v=DKIM1; k=rsa', { state: 'malformed' }],
    ['of an unknown kind', `v=DKIM1; k=dsa; p=${ed}`, { state: 'malformed', type: null }],
    ['Ed25519 of another length', 'v=DKIM1; k=ed25519; p=AAAA', { state: 'malformed', type: 'ed25519' }],
    ['of another version', `v=DKIM2; p=${rsa1024}`, { state: 'malformed' }],
    ['not for mail', `v=DKIM1; s=other; p=${rsa1024}`, { state: 'malformed' }],
  ])('a key %s', async (_, record, expected) => {
    const report = await dkim({ selector1: { TXT: record } });
    expect(report.keys).toEqual([
      expect.objectContaining({
        selector: 'selector1',
        name: 'selector1._domainkey.shop.test',
        record,
        ...expected,
      }),
    ]);
    expect(report).toMatchObject({ wildcard: false, unanswered: [] });
  });

  test('several keys, one of a given selector, one behind an alias', async () => {
    dns.zones['key.sender.test'] = { TXT: `p=${rsa1024}` };
    const report = await dkim(
      {
        google: { TXT: `p=${rsa2048}` },
        'own-2026': { TXT: `k=ed25519; p=${ed}` },
        s1: { CNAME: 'key.sender.test' },
      },
      ['Own-2026 '],
    );
    expect(report.keys.map(({ selector }) => selector)).toEqual(['own-2026', 'google', 's1']);
    expect(new Set(report.asked).size).toBe(commonSelectors.length + 1);
  });

  test('a zone that answers every name has no key by that', async () => {
    expect(await dkim({ '*': { TXT: `v=DKIM1; p=${rsa1024}` } })).toMatchObject({ keys: [], wildcard: true });
    expect((await dkim({ '*': { TXT: 'v=spf1 -all' }, mail: { TXT: `p=${rsa2048}` } })).keys).toMatchObject([
      { selector: 'mail', bits: 2048 },
    ]);
  });

  test('two records under one name are of no use, other texts are passed over', async () => {
    expect((await dkim({ k1: { TXT: [`p=${rsa2048}`, `p=${rsa1024}`] } })).keys).toMatchObject([
      { selector: 'k1', state: 'malformed' },
    ]);
    expect((await dkim({ k1: { TXT: ['hello', `p=${rsa2048}`] }, k2: { TXT: 'hello' } })).keys).toMatchObject(
      [{ selector: 'k1', state: 'usable' }],
    );
  });

  test('what the DNS does not tell is told', async () => {
    expect(await dkim({ k1: { TXT: 'p=', fault: 'servfail' } })).toMatchObject({
      keys: [],
      unanswered: ['k1'],
    });
  });

  test('around forty selectors are known, each with its reason', () => {
    expect(new Set(commonSelectors.map(({ selector }) => selector)).size).toBe(commonSelectors.length);
    expect(commonSelectors.length).toBeGreaterThanOrEqual(40);
  });
});
