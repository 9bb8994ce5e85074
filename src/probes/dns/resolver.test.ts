import { Buffer } from 'node:buffer';
import packet from 'dns-packet';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resolveTarget } from '../net.ts';
import { nameBytes } from './rdata.ts';
import { makeResolver } from './resolver.ts';
import { startTestDns, type TestDns } from './testing/server.ts';
import { parseServer } from './transport.ts';
import { decodeMessage } from './wire.ts';

const big = Array.from({ length: 60 }, (_, index) => `text ${index} ${'x'.repeat(100)}`);
let dns: TestDns;

beforeAll(async () => {
  dns = await startTestDns({
    'shop.test': {
      SOA: 'ns.shop.test',
      A: ['192.0.2.1', '192.0.2.2'],
      AAAA: '2001:db8::1',
      MX: ['10 mail.shop.test', '20 backup.test'],
      TXT: [['v=spf1 ', 'include:a.test -all'], 'plain'],
      CAA: ['0 issue "ca.test"', '128 future "x"'],
      NS: 'ns.shop.test',
      DNSKEY: { flags: 257, algorithm: 13, key: Buffer.alloc(64, 1) },
      DS: { keyTag: 7, algorithm: 13, digestType: 2, digest: Buffer.alloc(32, 2) },
    },
    'www.shop.test': { CNAME: 'shop.test' },
    'one.shop.test': { CNAME: 'two.shop.test' },
    'two.shop.test': { CNAME: 'one.shop.test' },
    'dangling.shop.test': { CNAME: 'gone.shop.test' },
    'null.shop.test': { MX: '0 .' },
    '*.wild.shop.test': { TXT: 'anything' },
    'odd.shop.test': { TXT: [[Buffer.from([0xff, 0, 0xfe])], 'ümlaut'] },
    'big.shop.test': { TXT: big },
    'cut.shop.test': { A: '192.0.2.9', fault: 'truncated' },
    'hangs.shop.test': { A: '192.0.2.9', fault: 'hangs-up' },
    'broken.shop.test': { A: '192.0.2.9', fault: 'servfail' },
    'refused.shop.test': { A: '192.0.2.9', fault: 'refused' },
    'bogus.shop.test': { A: '192.0.2.9', fault: 'bogus' },
    'silent.shop.test': { A: '192.0.2.9', fault: 'silent' },
    'garbage.shop.test': { A: '192.0.2.9', fault: 'garbage' },
    'forged-id.shop.test': { A: '192.0.2.9', fault: 'wrong-id' },
    'forged-name.shop.test': { A: '192.0.2.9', fault: 'wrong-name' },
    'bad-record.shop.test': { A: '192.0.2.9', fault: 'bad-record' },
    'late.shop.test': { A: '192.0.2.9', delayMs: 10 },
  });
  for (let index = 0; index < 12; index += 1)
    dns.zones[`hop${index}.shop.test`] = { CNAME: `hop${index + 1}.shop.test` };
});
afterAll(() => dns.close());

describe('records', () => {
  test.each([
    ['A', ['192.0.2.1', '192.0.2.2']],
    ['AAAA', ['2001:db8::1']],
    [
      'MX',
      [
        { preference: 10, exchange: 'mail.shop.test' },
        { preference: 20, exchange: 'backup.test' },
      ],
    ],
    ['TXT', ['v=spf1 include:a.test -all', 'plain']],
    ['NS', ['ns.shop.test']],
    [
      'CAA',
      [
        { flags: 0, critical: false, tag: 'issue', value: 'ca.test' },
        { flags: 128, critical: true, tag: 'future', value: 'x' },
      ],
    ],
    ['DNSKEY', [{ flags: 257, protocol: 3, algorithm: 13, key: Buffer.alloc(64, 1) }]],
    ['DS', [{ keyTag: 7, algorithm: 13, digestType: 2, digest: Buffer.alloc(32, 2) }]],
  ] as const)('%s', async (type, records) => {
    expect(await dns.resolver().query('Shop.Test.', type)).toMatchObject({
      status: 'records',
      records,
      name: 'shop.test',
      bogus: false,
    });
  });

  test('SOA in full', async () => {
    const { records } = await dns.resolver().query('shop.test', 'SOA');
    expect(records).toEqual([
      {
        mname: 'ns.shop.test',
        rname: 'hostmaster.invalid',
        serial: 1,
        refresh: 3600,
        retry: 600,
        expire: 86_400,
        minimum: 60,
      },
    ]);
  });

  test('through an alias', async () => {
    expect(await dns.resolver().query('www.shop.test', 'A')).toMatchObject({
      status: 'records',
      name: 'shop.test',
      aliases: ['www.shop.test'],
      records: ['192.0.2.1', '192.0.2.2'],
    });
    expect(await dns.resolver().query('www.shop.test', 'CNAME')).toMatchObject({
      records: ['shop.test'],
      aliases: [],
    });
  });

  test('of a wildcard, the null MX and bytes that are no text', async () => {
    const resolver = dns.resolver();
    expect(await resolver.query('x.y.wild.shop.test', 'TXT')).toMatchObject({
      records: ['anything'],
      name: 'x.y.wild.shop.test',
    });
    expect((await resolver.query('null.shop.test', 'MX')).records).toEqual([
      { preference: 0, exchange: '.' },
    ]);
    expect((await resolver.query('odd.shop.test', 'TXT')).records).toEqual(['ÿ\0þ', 'ümlaut']);
  });

  test('too large for a datagram come by TCP', async () => {
    expect((await dns.resolver().query('big.shop.test', 'TXT')).records).toEqual(big);
    expect((await dns.resolver().query('cut.shop.test', 'A')).records).toEqual(['192.0.2.9']);
    expect(dns.asked.slice(-2)).toEqual(['cut.shop.test A', 'cut.shop.test A tcp']);
  });
});

describe('no records', () => {
  test.each([
    ['gone.shop.test', 'nxdomain', /^$/],
    ['null.shop.test', 'nodata', /^$/],
    ['wild.shop.test', 'nodata', /^$/],
    ['dangling.shop.test', 'nxdomain', /^$/],
    ['broken.shop.test', 'servfail', /SERVFAIL/],
    ['refused.shop.test', 'servfail', /REFUSED/],
    ['one.shop.test', 'servfail', /circle/],
    ['hop0.shop.test', 'servfail', /too many aliases/],
    ['silent.shop.test', 'timeout', /no answer/],
    ['forged-id.shop.test', 'timeout', /no answer/],
    ['forged-name.shop.test', 'timeout', /no answer/],
    ['garbage.shop.test', 'malformed', /cannot be read/],
    ['bad-record.shop.test', 'malformed', /cannot be read/],
    ['hangs.shop.test', 'malformed', /cannot be read/],
    ['two..dots.test', 'malformed', /asked for/],
    ['white space.test', 'malformed', /asked for/],
    [`${'x'.repeat(64)}.test`, 'malformed', /asked for/],
    [`${'abcdefgh.'.repeat(30)}test`, 'malformed', /asked for/],
  ])('%s: %s', async (name, status, reason) => {
    const answer = await dns
      .resolver({ timeoutMs: status === 'timeout' ? 60 : 2000, attempts: 2 })
      .query(name, 'A');
    expect(answer).toMatchObject({ status, records: [] });
    expect(answer.reason ?? '').toMatch(reason);
  });

  test('of a server nobody runs', async () => {
    const gone = await startTestDns();
    await gone.close();
    expect(await gone.resolver({ timeoutMs: 50 }).query('shop.test', 'A')).toMatchObject({
      status: 'timeout',
    });
    expect(await gone.resolver({ server: [] }).query('shop.test', 'A')).toMatchObject({
      status: 'timeout',
      reason: 'no DNS server is known',
    });
  });
});

test('data that failed validation is told apart', async () => {
  expect(await dns.resolver().query('bogus.shop.test', 'A')).toMatchObject({
    status: 'records',
    bogus: true,
  });
  expect(await dns.resolver().query('bogus.shop.test', 'A', { dnssec: true })).toMatchObject({
    status: 'records',
    bogus: false,
  });
});

test('a single server that is slow is heard to the end, and asked again in the meantime', async () => {
  const resolver = dns.resolver({ timeoutMs: 3000, attempts: 1500 });
  expect((await resolver.query('late.shop.test', 'A')).status).toBe('records');
  expect(resolver.sent()).toBeGreaterThan(1);
});

test('the second server is asked when the first is silent', async () => {
  const gone = await startTestDns();
  await gone.close();
  const resolver = dns.resolver({ server: [gone.server, dns.server], timeoutMs: 400, attempts: 2 });
  expect((await resolver.query('shop.test', 'A')).status).toBe('records');
});

test('a question is asked once a run, and only so many in all', async () => {
  const resolver = dns.resolver({ maxQuestions: 2 });
  const before = dns.asked.length;
  await Promise.all([
    resolver.query('late.shop.test', 'A'),
    resolver.query('LATE.shop.test.', 'A'),
    resolver.query('shop.test', 'A'),
  ]);
  expect(dns.asked.length - before).toBe(2);
  expect(resolver.sent()).toBe(2);
  expect(await resolver.query('www.shop.test', 'A')).toMatchObject({
    status: 'servfail',
    reason: 'too many questions in one run',
  });
});

test('an abort ends it at once, with its reason', async () => {
  const abort = new AbortController();
  const asking = dns.resolver({ signal: abort.signal }).query('silent.shop.test', 'A');
  abort.abort(new Error('stopped'));
  await expect(asking).rejects.toThrow('stopped');
});

test('hosts are checked with its answers', async () => {
  const resolver = dns.resolver();
  const lookup = resolver.addresses;
  expect(await resolver.addresses('www.shop.test')).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1']);
  await expect(resolveTarget('www.shop.test', 443, { lookup })).rejects.toMatchObject({
    code: 'private',
  });
  await expect(resolveTarget('gone.shop.test', 443, { lookup })).rejects.toMatchObject({
    code: 'unresolved',
  });
});

test('servers are written as addresses', () => {
  expect(parseServer('127.0.0.1:5300')).toEqual({ address: '127.0.0.1', port: 5300 });
  expect(parseServer('[::1]:5300')).toEqual({ address: '::1', port: 5300 });
  expect(parseServer('::1')).toEqual({ address: '::1', port: 53 });
  for (const wrong of ['dns.test', '127.0.0.1:0', '127.0.0.1:99999', '', '300.1.1.1:53'])
    expect(() => makeResolver({ server: wrong, signal: new AbortController().signal })).toThrow(TypeError);
});

describe('hostile bytes', () => {
  const message = (body: number[], answers = 1) =>
    Buffer.from([0, 1, 0x84, 0, 0, 0, 0, answers, 0, 0, 0, 0, ...body]);

  test('pointers in a circle, forward and beyond are refused', () => {
    for (const body of [[0xc0, 12], [0xc0, 14, 0xc0, 12], [0xc0, 0xff], [0xc0], [0x41], [5, 1, 2]])
      expect(() => decodeMessage(message([...body, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]))).toThrow();
  });

  test('a record that is wrong inside spoils only itself', () => {
    const wrong = [0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 3, 1, 2, 3];
    const right = [0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 192, 0, 2, 1];
    expect(decodeMessage(message([...wrong, ...right], 2))).toMatchObject({
      broken: 1,
      answers: [{ name: '.', data: '192.0.2.1' }],
    });
  });

  test('labels with dots and odd bytes stay what they are', () => {
    const labels = [3, 0x61, 0x2e, 0x62, 2, 0xff, 0x20, 1, 0x41, 0];
    const { answers } = decodeMessage(message([...labels, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 192, 0, 2, 1]));
    expect(answers[0]!.name).toBe('a\\.b.\\255\\032.a');
    expect([...nameBytes(answers[0]!.name)!]).toEqual([3, 0x61, 0x2e, 0x62, 2, 0xff, 0x20, 1, 0x61, 0]);
  });

  test('any bytes are read or refused, never more', () => {
    const valid = packet.encode({
      type: 'response',
      questions: [{ type: 'MX', name: 'shop.test' }],
      answers: [
        { type: 'MX', name: 'shop.test', data: { preference: 1, exchange: 'mail.shop.test' } },
        { type: 'TXT', name: 'shop.test', data: 'text' },
        { type: 'SOA', name: 'shop.test', data: { mname: 'a.test', rname: 'b.test' } },
      ],
    });
    const spoiled = fc
      .array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { maxLength: 8 })
      .map((changes) =>
        changes.reduce((bytes, [at, byte]) => (bytes.writeUInt8(byte, at), bytes), Buffer.from(valid)),
      );
    const readable = (bytes: Buffer) => {
      try {
        return decodeMessage(bytes);
      } catch {
        return null;
      }
    };
    const any = fc.oneof(
      spoiled,
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    );
    fc.assert(
      fc.property(any, (bytes) => {
        expect((readable(bytes)?.answers ?? []).filter((record) => nameBytes(record.name) === null)).toEqual(
          [],
        );
      }),
      { numRuns: 500 },
    );
  });
});
