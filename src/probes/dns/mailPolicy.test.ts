import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inspectCaa } from './caa.ts';
import { coveredByMtaSts, inspectMtaSts, inspectTlsRpt, parseMtaStsPolicy } from './mailPolicy.ts';
import { startTestDns, type TestDns, type TestZones } from './testing/server.ts';
import { domainParts, isWithin, nameAndParents, zoneOf } from './zone.ts';

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

describe('MTA-STS', () => {
  test.each([
    ['valid', 'v=STSv1; id=20261123T0000;', { status: 'valid', id: '20261123T0000', problems: [] }],
    ['without id', 'v=STSv1;', { status: 'malformed', id: null }],
    ['with a wrong id', 'v=STSv1; id=a-b', { status: 'malformed' }],
    ['twice', ['v=STSv1; id=1', 'v=STSv1; id=2'], { status: 'several' }],
    ['something else', 'v=spf1 -all', { status: 'none', records: [] }],
  ])('a record: %s', async (_, TXT, expected) => {
    expect(await inspectMtaSts(ask({ '_mta-sts.shop.test': { TXT } }), 'shop.test')).toMatchObject(expected);
  });

  test('a policy file', () => {
    const policy = parseMtaStsPolicy(
      'version: STSv1\r\nmode: enforce\r\nmx: Mail.shop.test\r\nmx: *.backup.test\r\nmax_age: 604800\r\n',
    );
    expect(policy).toEqual({
      valid: true,
      mode: 'enforce',
      maxAge: 604_800,
      mx: ['mail.shop.test', '*.backup.test'],
      problems: [],
    });
    expect(
      ['mail.shop.test', 'a.backup.test', 'a.b.backup.test', 'backup.test', 'other.test'].map((host) =>
        coveredByMtaSts(policy, host),
      ),
    ).toEqual([true, true, false, false, false]);
  });

  test.each([
    ['empty', '', { valid: false, mode: null }],
    [
      'a page of HTML',
      '<!doctype html>\n<p>Not found</p>',
      { valid: false, problems: expect.arrayContaining(['a line cannot be read']) },
    ],
    ['without mail servers', 'version: STSv1\nmode: testing\nmax_age: 1', { valid: false, mode: 'testing' }],
    ['switched off', 'version: STSv1\nmode: none\nmax_age: 1', { valid: true, mode: 'none' }],
    [
      'too old an age',
      'version: STSv1\nmode: enforce\nmx: a.test\nmax_age: 99999999',
      { valid: false, maxAge: null },
    ],
    ['a wrong pattern', 'version: STSv1\nmode: enforce\nmx: a.*.test\nmax_age: 1', { valid: false }],
  ])('a policy file: %s', (_, text, expected) => {
    expect(parseMtaStsPolicy(text)).toMatchObject(expected);
  });
});

test.each([
  [
    'by mail and web',
    'v=TLSRPTv1; rua=mailto:t@shop.test,https://shop.test/tls',
    { status: 'valid', reportTo: ['mailto:t@shop.test', 'https://shop.test/tls'] },
  ],
  ['to nobody', 'v=TLSRPTv1;', { status: 'malformed', reportTo: [] }],
  ['in the clear', 'v=TLSRPTv1; rua=http://shop.test', { status: 'malformed' }],
  ['not', 'hello', { status: 'none' }],
])('TLS reports %s', async (_, TXT, expected) => {
  expect(await inspectTlsRpt(ask({ '_smtp._tls.shop.test': { TXT } }), 'shop.test')).toMatchObject(expected);
});

describe('CAA', () => {
  test.each([
    [
      'of the domain',
      { 'shop.test': { CAA: ['0 issue "CA.test; account=1"', '0 iodef "mailto:c@shop.test"'] } },
      {
        status: 'found',
        foundAt: 'shop.test',
        issuers: ['ca.test'],
        wildcardIssuers: ['ca.test'],
        restricted: true,
        reportTo: ['mailto:c@shop.test'],
      },
    ],
    [
      'of a parent',
      { test: { CAA: '0 issue "ca.test"' }, 'shop.test': { A: '192.0.2.1' } },
      { foundAt: 'test', issuers: ['ca.test'] },
    ],
    [
      'that let nobody issue',
      { 'shop.test': { CAA: '0 issue ";"' } },
      { restricted: true, issuers: [], malformed: [] },
    ],
    [
      'for wildcards only',
      { 'shop.test': { CAA: '0 issuewild "ca.test"' } },
      { restricted: false, issuers: [], wildcardIssuers: ['ca.test'] },
    ],
    [
      'that nobody understands',
      { 'shop.test': { CAA: ['128 future "x"', '0 future2 "y"'] } },
      { unknownCritical: ['future'] },
    ],
    [
      'with a broken value',
      { 'shop.test': { CAA: '0 issue "ca test"' } },
      { malformed: ['ca test'], issuers: [], restricted: true },
    ],
    [
      'behind an alias',
      { 'www.shop.test': { CNAME: 'host.other.test' }, 'host.other.test': { CAA: '0 issue "ca.test"' } },
      { status: 'found' },
    ],
    ['none', { 'shop.test': { A: '192.0.2.1' } }, { status: 'none', foundAt: null, records: [] }],
    ['not told', { 'shop.test': { A: '192.0.2.1', fault: 'servfail' as const } }, { status: 'unanswered' }],
  ])('%s', async (name, zones: TestZones, expected) => {
    expect(
      await inspectCaa(ask(zones), name === 'behind an alias' ? 'www.shop.test' : 'shop.test'),
    ).toMatchObject(expected);
  });
});

describe('domains', () => {
  test.each([
    ['www.shop.co.uk', { registrable: 'shop.co.uk', suffix: 'co.uk', privateSuffix: false }],
    ['Shop.TEST.', { host: 'shop.test', registrable: 'shop.test', suffix: 'test' }],
    ['bücher.example', { host: 'xn--bcher-kva.example', registrable: 'xn--bcher-kva.example' }],
    ['me.github.io', { registrable: 'me.github.io', suffix: 'github.io', privateSuffix: true }],
    ['_dmarc.shop.test', { host: '_dmarc.shop.test', registrable: 'shop.test' }],
    ['co.uk', { registrable: null, suffix: 'co.uk' }],
  ])('%s', (host, expected) => {
    expect(domainParts(host)).toMatchObject(expected);
  });

  test.each(['192.0.2.1', '::1', '[::1]', '', '.', 'a..b', 'a b.test', `${'x'.repeat(64)}.test`])(
    '“%s” is none',
    (host) => {
      expect(domainParts(host)).toBeNull();
    },
  );

  test('the zone of a name', async () => {
    const resolver = ask({
      'shop.test': { SOA: 'ns.shop.test' },
      'www.shop.test': { CNAME: 'host.other.test' },
      'other.test': { SOA: 'ns.other.test' },
      'a.b.shop.test': { A: '192.0.2.1' },
    });
    expect(await zoneOf(resolver, 'shop.test')).toBe('shop.test');
    expect(await zoneOf(resolver, 'www.shop.test')).toBe('shop.test');
    expect(await zoneOf(resolver, 'a.b.shop.test')).toBe('shop.test');
    expect(await zoneOf(resolver, 'gone.nowhere')).toBeNull();
    expect(await zoneOf(ask({ 'lame.shop.test': { fault: 'servfail' } }), 'lame.shop.test')).toBeNull();
  });

  test('above and below', () => {
    expect(nameAndParents('a.b.test.')).toEqual(['a.b.test', 'b.test', 'test']);
    expect([isWithin('a.b.test', 'b.test'), isWithin('ab.test', 'b.test'), isWithin('b.test', '.')]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
