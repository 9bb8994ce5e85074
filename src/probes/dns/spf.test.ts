import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inspectSpf } from './spf.ts';
import { expandDomain, isSpf, parseSpf } from './spfSyntax.ts';
import { startTestDns, type TestDns, type TestZones } from './testing/server.ts';

let dns: TestDns;
beforeAll(async () => {
  dns = await startTestDns();
});
afterAll(() => dns.close());

const hosts: TestZones = { 'mail.test': { A: '192.0.2.1' }, 'six.test': { AAAA: '2001:db8::1' } };
const includes = (count: number, term = (index: number) => `include:i${index}.test`) =>
  Array.from({ length: count }, (_, index) => term(index)).join(' ');
const leaves = (count: number): TestZones =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `i${index}.test`,
      { TXT: `v=spf1 ip4:192.0.2.${index} -all` },
    ]),
  );

async function measured(record: string | string[] | undefined, zones: TestZones = {}) {
  for (const name of Object.keys(dns.zones)) delete dns.zones[name];
  Object.assign(
    dns.zones,
    { 'shop.test': record === undefined ? { A: '192.0.2.1' } : { TXT: record } },
    hosts,
    zones,
  );
  const report = await inspectSpf(dns.resolver(), 'shop.test');
  return { ...report, codes: report.problems.map(({ code }) => code) };
}

describe('the policy of a domain', () => {
  test.each([
    ['-all', 'v=spf1 a:mail.test -all', { status: 'valid', all: '-', lookups: 1, voidLookups: 0, codes: [] }],
    ['~all', 'v=spf1 ip4:192.0.2.0/24 ~all', { status: 'valid', all: '~', lookups: 0 }],
    ['?all', 'v=spf1 ?all', { status: 'valid', all: '?' }],
    ['+all', 'v=spf1 +all', { status: 'valid', all: '+', passesEveryone: true }],
    ['all alone means +all', 'v=spf1 all', { all: '+', passesEveryone: true }],
    ['the whole internet as a network', 'v=spf1 ip4:0.0.0.0/0 -all', { all: '-', passesEveryone: true }],
    ['no end', 'v=spf1 ip4:192.0.2.1', { status: 'valid', all: null, passesEveryone: false }],
    ['no record', undefined, { status: 'none', all: null, records: [] }],
    ['a domain that sends nothing', 'v=spf1 -all', { status: 'valid', sendsNothing: true }],
    ['upper case', 'V=SPF1 IP4:192.0.2.1 -ALL', { status: 'valid', all: '-', codes: [] }],
    [
      'two records',
      ['v=spf1 -all', 'v=spf1 ~all'],
      { status: 'permerror', codes: ['several-records'], all: null },
    ],
    [
      'something that is nearly one',
      ['v=spf1; -all', 'v=spf10 -all', ' v=spf1 -all'],
      { status: 'none', lookalikes: [' v=spf1 -all', 'v=spf10 -all', 'v=spf1; -all'] },
    ],
    [
      'a term after the end',
      'v=spf1 -all a:mail.test',
      { status: 'valid', all: '-', lookups: 0, codes: ['term-after-all'] },
    ],
    ['ptr', 'v=spf1 ptr -all', { status: 'valid', lookups: 1, codes: ['ptr'] }],
    [
      'a macro about the mail',
      'v=spf1 exists:%{i}._spf.%{d} -all',
      { status: 'valid', lookups: 1, voidLookups: 0 },
    ],
    ['only an IPv6 address', 'v=spf1 a:six.test -all', { lookups: 1, voidLookups: 0 }],
  ])('%s', async (_, record, expected) => {
    const report = await measured(record);
    expect({ ...report, lookalikes: report.lookalikes.toSorted() }).toMatchObject(expected);
  });

  test.each([
    ['unknown mechanism', 'v=spf1 foo -all'],
    ['a comma instead of a space', 'v=spf1 ip4:192.0.2.1,ip4:192.0.2.2 -all'],
    ['an address as name', 'v=spf1 a:192.0.2.1 -all'],
    ['a name as network', 'v=spf1 ip4:mail.test -all'],
    ['a prefix too long', 'v=spf1 ip4:192.0.2.0/33 -all'],
    ['a prefix with a zero in front', 'v=spf1 ip4:192.0.2.0/024 -all'],
    ['include without a domain', 'v=spf1 include: -all'],
    ['all with a value', 'v=spf1 all:x'],
    ['redirect twice', 'v=spf1 redirect=mail.test redirect=mail.test'],
    ['a macro without end', 'v=spf1 exists:%{i.test -all'],
    ['a macro that only texts know', 'v=spf1 exists:%{c}.mail.test -all'],
    ['a single label', 'v=spf1 include:localhost -all'],
    ['a name beyond ASCII', 'v=spf1 include:b\u00fccher.test -all'],
  ])('cannot be read: %s', async (_, record) => {
    const report = await measured(record);
    expect(report.status).toBe('permerror');
    expect(report.codes).toContain('syntax');
  });
});

describe('the limit of ten look-ups', () => {
  test('ten are right', async () => {
    expect(await measured(`v=spf1 ${includes(10)} -all`, leaves(10))).toMatchObject({
      status: 'valid',
      lookups: 10,
      all: '-',
    });
  });

  test('eleven are not, and are counted', async () => {
    expect(await measured(`v=spf1 ${includes(11)} -all`, leaves(11))).toMatchObject({
      status: 'permerror',
      lookups: 11,
      codes: ['too-many-lookups'],
    });
  });

  test('those of included and redirected records count, each time', async () => {
    const zones: TestZones = {
      'pool.test': {
        TXT: 'v=spf1 a:mail.test mx exists:mail.test include:deep.test ?all',
        MX: '10 mail.test',
      },
      'deep.test': { TXT: 'v=spf1 a:mail.test a:six.test ?all' },
      'end.test': { TXT: 'v=spf1 a:mail.test ~all' },
    };
    expect(
      await measured('v=spf1 include:pool.test include:deep.test redirect=end.test', zones),
    ).toMatchObject({
      lookups: 1 + 4 + 2 + 1 + 2 + 1 + 1,
      all: '~',
      status: 'permerror',
    });
    expect(await measured('v=spf1 include:pool.test ip4:192.0.2.1 -all', zones)).toMatchObject({
      lookups: 7,
      voidLookups: 0,
      status: 'valid',
    });
  });

  test('a record made to cost thousands is given up', async () => {
    const zones: TestZones = {};
    for (let index = 0; index < 8; index += 1)
      zones[`i${index}.test`] = { TXT: `v=spf1 ${includes(8, () => `include:i${index + 1}.test`)} -all` };
    zones['i8.test'] = { TXT: 'v=spf1 -all' };
    const report = await measured(`v=spf1 ${includes(8)} -all`, zones);
    expect(report).toMatchObject({ status: 'permerror', cut: true });
    expect(dns.asked.length).toBeLessThan(300);
  });
});

describe('look-ups that lead to nothing', () => {
  test('two are right', async () => {
    expect(await measured('v=spf1 a:gone1.test exists:gone2.test -all')).toMatchObject({
      status: 'valid',
      voidLookups: 2,
    });
  });

  test('three are not', async () => {
    expect(await measured('v=spf1 a:gone1.test mx:gone2.test exists:gone3.test -all')).toMatchObject({
      status: 'permerror',
      voidLookups: 3,
      codes: ['too-many-void-lookups'],
    });
  });
});

describe('records of others', () => {
  test('an include that lets everybody in does so for us', async () => {
    const zones: TestZones = { 'open.test': { TXT: 'v=spf1 +all' } };
    expect(await measured('v=spf1 include:open.test -all', zones)).toMatchObject({
      all: '-',
      passesEveryone: true,
    });
    expect(await measured('v=spf1 ?include:open.test -all', zones)).toMatchObject({ passesEveryone: false });
  });

  test('redirect gives the end', async () => {
    const zones: TestZones = { 'end.test': { TXT: 'v=spf1 ip4:192.0.2.1 -all' } };
    const report = await measured('v=spf1 redirect=end.test', zones);
    expect(report).toMatchObject({ status: 'valid', all: '-', lookups: 1, sendsNothing: false });
    expect(report.tree.children).toMatchObject([
      { via: 'redirect', node: { domain: 'end.test', record: 'v=spf1 ip4:192.0.2.1 -all' } },
    ]);
    expect(await measured('v=spf1 ~all redirect=end.test', zones)).toMatchObject({
      all: '~',
      lookups: 0,
      codes: ['redirect-ignored'],
    });
  });

  test.each([
    ['include in a circle', 'v=spf1 include:one.test -all', ['include-loop']],
    ['include of itself', 'v=spf1 include:shop.test -all', ['include-loop']],
    ['redirect in a circle', 'v=spf1 redirect=shop.test', ['include-loop']],
    ['include of nothing', 'v=spf1 include:gone.test -all', ['include-without-record']],
    ['redirect to nothing', 'v=spf1 redirect=mail.test', ['redirect-without-record']],
    ['include of two records', 'v=spf1 include:double.test -all', ['several-records']],
    ['include of a broken record', 'v=spf1 include:broken.test -all', ['syntax']],
    ['eleven mail servers', 'v=spf1 mx:many.test -all', ['too-many-mx']],
  ])('%s', async (_, record, codes) => {
    const zones: TestZones = {
      'one.test': { TXT: 'v=spf1 include:two.test -all' },
      'two.test': { TXT: 'v=spf1 include:one.test -all' },
      'double.test': { TXT: ['v=spf1 -all', 'v=spf1 ~all'] },
      'broken.test': { TXT: 'v=spf1 nonsense -all' },
      'many.test': { MX: Array.from({ length: 11 }, (_, index) => `10 m${index}.test`) },
    };
    expect(await measured(record, zones)).toMatchObject({ status: 'permerror', codes });
  });

  test('that cannot be looked up leave it open', async () => {
    expect(
      await measured('v=spf1 include:dead.test -all', { 'dead.test': { TXT: 'x', fault: 'servfail' } }),
    ).toMatchObject({
      status: 'temperror',
      codes: ['dns-failure'],
    });
  });
});

test('macros of the domain are filled in', () => {
  expect(expandDomain('_spf.%{d}', 'mail.shop.test', 'shop.test')).toBe('_spf.mail.shop.test');
  expect(expandDomain('%{d2}.%{o}', 'mail.shop.test', 'shop.test')).toBe('shop.test.shop.test');
  expect(expandDomain('%{dr}.x', 'mail.shop.test', 'shop.test')).toBe('test.shop.mail.x');
  expect(expandDomain('%{d1r-}.x', 'a-b.test', 'a-b.test')).toBe('a.x');
  expect(expandDomain('a%%b%_c%-.test', 'x.test', 'x.test')).toBe('a%b c%20.test');
  expect(expandDomain('%{i}.test', 'x.test', 'x.test')).toBeNull();
  expect(expandDomain(`${'abc.'.repeat(70)}test`, 'x.test', 'x.test')).toHaveLength(252);
});

test('any text is read without a fault', () => {
  const term = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.stringMatching(
      /^[-+~?]?(a|mx|ip4|ip6|include|exists|ptr|all|redirect=|exp=)[:/=]?[a-z0-9.%{}/:-]{0,40}$/,
    ),
  );
  fc.assert(
    fc.property(fc.array(term, { maxLength: 12 }), (terms) => {
      const record = `v=spf1 ${terms.join(' ')}`;
      expect(isSpf(record)).toBe(true);
      const { terms: read, errors } = parseSpf(record);
      expect(read.length + errors.length).toBe(
        record
          .slice(6)
          .split(' ')
          .filter((text) => text !== '').length,
      );
      for (const mechanism of read)
        if (mechanism.kind === 'mechanism' && mechanism.domain)
          expandDomain(mechanism.domain, 'shop.test', 'shop.test');
    }),
  );
});
