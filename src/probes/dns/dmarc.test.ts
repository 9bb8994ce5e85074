import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inspectCaa } from './caa.ts';
import { parseDkimKey } from './dkim.ts';
import { inspectDmarc, isDmarc, parseDmarc, treeWalk } from './dmarc.ts';
import { coveredByMtaSts, parseMtaStsPolicy } from './mailPolicy.ts';
import { parseSpf } from './spfSyntax.ts';
import { parseTags } from './tags.ts';
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

const dmarc = (record: string | string[], domain = 'shop.test', zones: TestZones = {}) =>
  inspectDmarc(
    ask({ '_dmarc.shop.test': { TXT: record }, 'shop.test': { A: '192.0.2.1' }, ...zones }),
    domain,
  );

describe('DMARC', () => {
  test.each([
    [
      'none without reports',
      'v=DMARC1; p=none',
      { status: 'found', effective: 'none', parsed: { policy: 'none', reportTo: [], problems: [] } },
    ],
    [
      'none with reports',
      'v=DMARC1; p=none; rua=mailto:d@shop.test',
      {
        effective: 'none',
        parsed: { reportTo: [{ uri: 'mailto:d@shop.test', valid: true, authorised: null }] },
      },
    ],
    [
      'quarantine',
      'v=DMARC1;p=quarantine;rua=mailto:d@shop.test!10m',
      { effective: 'quarantine', parsed: { reportTo: [{ uri: 'mailto:d@shop.test', valid: true }] } },
    ],
    [
      'reject',
      'v=DMARC1; p=Reject; adkim=s',
      { effective: 'reject', weakerSubdomains: false, parsed: { policy: 'reject', tags: { adkim: 's' } } },
    ],
    [
      'weaker for subdomains',
      'v=DMARC1; p=reject; sp=none',
      {
        effective: 'reject',
        weakerSubdomains: true,
        parsed: { subdomainPolicy: 'none', nonexistentPolicy: 'none' },
      },
    ],
    [
      'stronger for what does not exist',
      'v=DMARC1; p=none; np=reject',
      { weakerSubdomains: false, parsed: { subdomainPolicy: 'none', nonexistentPolicy: 'reject' } },
    ],
    ['being tested', 'v=DMARC1; p=reject; t=y', { effective: 'reject', parsed: { testing: true } }],
    [
      'for a part',
      'v=DMARC1; p=reject; pct=50',
      { parsed: { pct: 50, problems: [{ code: 'outdated-tag', tag: 'pct' }] } },
    ],
    ['order does not matter', 'v=DMARC1; rua=mailto:d@shop.test; p=reject', { effective: 'reject' }],
    ['unknown tags', 'v=DMARC1; p=reject; future=1', { effective: 'reject', parsed: { problems: [] } }],
    [
      'a wrong policy with reports',
      'v=DMARC1; p=block; rua=mailto:d@shop.test',
      { status: 'found', effective: 'none', parsed: { problems: [{ code: 'policy-invalid' }] } },
    ],
    ['a wrong policy', 'v=DMARC1; p=block', { status: 'malformed', effective: null }],
    [
      'no policy',
      'v=DMARC1;',
      { status: 'malformed', effective: null, parsed: { problems: [{ code: 'policy-missing' }] } },
    ],
    ['a wrong policy for subdomains', 'v=DMARC1; p=reject; sp=all', { status: 'malformed' }],
    [
      'a tag twice',
      'v=DMARC1; p=reject; p=none',
      { effective: 'reject', parsed: { problems: [{ code: 'duplicate-tag', tag: 'p' }] } },
    ],
    [
      'a wrong address',
      'v=DMARC1; p=reject; rua=d@shop.test',
      { parsed: { reportTo: [{ valid: false }], problems: [{ code: 'report-address-invalid' }] } },
    ],
    ['no version', 'p=reject', { status: 'none', lookalikes: [] }],
    ['a small version', 'v=dmarc1; p=reject', { status: 'none', lookalikes: ['v=dmarc1; p=reject'] }],
    [
      'two records',
      ['v=DMARC1; p=reject', 'v=DMARC1; p=none'],
      { status: 'several', effective: null, foundAt: 'shop.test' },
    ],
    ['another text beside it', ['v=DMARC1; p=reject', 'hello'], { status: 'found', effective: 'reject' }],
  ])('%s', async (_, record, expected) => {
    expect(await dmarc(record)).toMatchObject(expected);
  });
});

describe('where the DMARC record of a name is found', () => {
  test('no record at all', async () => {
    expect(await inspectDmarc(ask({}), 'www.shop.test')).toMatchObject({
      status: 'none',
      walked: ['www.shop.test', 'shop.test', 'test'],
      parsed: null,
    });
  });

  test('the record of the domain above counts, by its policy for subdomains', async () => {
    expect(await dmarc('v=DMARC1; p=reject; sp=quarantine', 'mail.eu.shop.test')).toMatchObject({
      status: 'found',
      foundAt: 'shop.test',
      inherited: true,
      effective: 'quarantine',
    });
    expect(
      await dmarc('v=DMARC1; p=reject', 'mail.shop.test', {
        '_dmarc.mail.shop.test': { TXT: 'v=DMARC1; p=none' },
      }),
    ).toMatchObject({
      foundAt: 'mail.shop.test',
      inherited: false,
      effective: 'none',
      walked: ['mail.shop.test'],
    });
  });

  test('the highest record counts, but not that of a public suffix', async () => {
    const zones: TestZones = {
      '_dmarc.eu.shop.test': { TXT: 'v=DMARC1; p=none' },
      '_dmarc.test': { TXT: 'v=DMARC1; p=none; psd=y' },
    };
    expect(await dmarc('v=DMARC1; p=reject', 'a.eu.shop.test', zones)).toMatchObject({
      foundAt: 'shop.test',
      effective: 'reject',
    });
    zones['_dmarc.eu.shop.test'] = { TXT: 'v=DMARC1; p=quarantine; psd=n' };
    expect(await dmarc('v=DMARC1; p=reject', 'a.eu.shop.test', zones)).toMatchObject({
      foundAt: 'eu.shop.test',
      effective: 'quarantine',
    });
    expect(await inspectDmarc(ask({}), 'other.test')).toMatchObject({
      foundAt: 'test',
      inherited: true,
      effective: 'none',
    });
  });

  test('others must agree to take reports', async () => {
    const record =
      'v=DMARC1; p=reject; rua=mailto:a@reports.test,mailto:b@stranger.test,mailto:c@eu.shop.test';
    const report = await dmarc(record, 'shop.test', {
      'shop.test._report._dmarc.reports.test': { TXT: 'v=DMARC1' },
    });
    expect(report.parsed!.reportTo.map(({ authorised }) => authorised)).toEqual([true, false, null]);
    expect(report.parsed!.problems).toMatchObject([{ code: 'report-address-not-authorised' }]);
  });

  test('a DNS that fails leaves it open', async () => {
    expect(
      await inspectDmarc(ask({ '_dmarc.shop.test': { TXT: 'x', fault: 'servfail' } }), 'shop.test'),
    ).toMatchObject({
      status: 'unanswered',
    });
  });

  test('long names cost eight questions', () => {
    expect(treeWalk('a.b.c.d.e.f.g.h.i.shop.test')).toEqual([
      'a.b.c.d.e.f.g.h.i.shop.test',
      'e.f.g.h.i.shop.test',
      'f.g.h.i.shop.test',
      'g.h.i.shop.test',
      'h.i.shop.test',
      'i.shop.test',
      'shop.test',
      'test',
    ]);
  });
});

test('any text is read without a fault', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(
          'v=DMARC1',
          ';',
          'p=',
          'k=rsa',
          'p=reject',
          'v=DKIM1',
          ' ',
          '=',
          'rua=mailto:',
          '@',
          ',',
          't=y',
          'sp',
          'AAAA',
          '\0',
          'mx:',
          '\n',
        ),
        { maxLength: 30 },
      )
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (record) => {
      parseTags(record);
      parseDkimKey(record);
      isDmarc(record);
      parseDmarc(record);
      coveredByMtaSts(parseMtaStsPolicy(record), 'shop.test');
    }),
    { numRuns: 300 },
  );
});

test('long texts made to cost time cost none', async () => {
  const pieces = [' ', ':', '/1', 'a.', '!1', '@', ';', 'a=', '%{d}', 'a', '\t', '1', '-', '*.', ','];
  const texts = pieces.flatMap((piece) =>
    ['v=DMARC1; p=none; rua=mailto:a@', 'v=spf1 a:', 'mx:', 'p='].map(
      (start) => `${start}${piece.repeat(16_000 / piece.length)}\u0001`,
    ),
  );
  const begun = performance.now();
  for (const text of texts) {
    parseTags(text);
    parseDkimKey(text);
    parseDmarc(text);
    parseSpf(text);
    coveredByMtaSts(parseMtaStsPolicy(text), 'shop.test');
  }
  const zones = Object.fromEntries(
    pieces.map((piece, index) => [
      `c${index}.test`,
      { CAA: `0 issue "${piece.repeat(16_000 / piece.length)}!"` },
    ]),
  );
  const resolver = ask(zones);
  await Promise.all(Object.keys(zones).map((name) => inspectCaa(resolver, name)));
  expect(performance.now() - begun).toBeLessThan(5000);
});
