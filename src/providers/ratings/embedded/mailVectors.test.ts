import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestName } from '#probes/dns/testing/records.ts';
import { startTestLab, type TestLab } from './testing/lab.ts';

let lab: TestLab;
let count = 0;
beforeAll(async () => {
  lab = await startTestLab({
    'ten.test': {
      TXT: `v=spf1 ${'abcdefghij'
        .split('')
        .map((name) => `a:${name}.ten.test`)
        .join(' ')} -all`,
    },
    '*.ten.test': { A: '192.0.2.1' },
    'closed.test': { TXT: 'v=spf1 -all' },
  });
});
afterAll(() => lab.close());

/** A fresh domain with these records; names without a dot are below it. */
function domain(records: Record<string, TestName>): string {
  count += 1;
  const name = `d${count}.test`;
  for (const [below, entry] of Object.entries(records))
    lab.dns.zones[below === '' ? name : `${below}.${name}`] = entry;
  return name;
}

const reject = { _dmarc: { TXT: 'v=DMARC1; p=reject; rua=mailto:d@shop.test' } };

describe('SPF', () => {
  test.each<[string, Record<string, TestName>, number, string]>([
    ['-all', { '': { TXT: 'v=spf1 ip4:192.0.2.1 -all' } }, 100, 'spf-hard-fail'],
    ['-all by redirect', { '': { TXT: 'v=spf1 redirect=closed.test' } }, 100, 'spf-hard-fail'],
    [
      '~all with enforced DMARC',
      { '': { TXT: 'v=spf1 ip4:192.0.2.1 ~all' }, ...reject },
      100,
      'spf-soft-fail-enforced',
    ],
    [
      '~all with a DMARC that is tested',
      { '': { TXT: 'v=spf1 ~all' }, _dmarc: { TXT: 'v=DMARC1; p=reject; t=y' } },
      80,
      'spf-soft-fail',
    ],
    ['~all', { '': { TXT: 'v=spf1 ip4:192.0.2.1 ~all' } }, 80, 'spf-soft-fail'],
    ['null MX and nobody', { '': { TXT: 'v=spf1 -all', MX: '0 .' } }, 100, 'spf-no-mail'],
    ['?all', { '': { TXT: 'v=spf1 ip4:192.0.2.1 ?all' } }, 50, 'spf-neutral-end'],
    ['no end', { '': { TXT: 'v=spf1 ip4:192.0.2.1' } }, 50, 'spf-no-end'],
    ['two records', { '': { TXT: ['v=spf1 -all', 'v=spf1 mx -all'] } }, 50, 'spf-several-records'],
    ['an error', { '': { TXT: 'v=spf1 ipv4:192.0.2.1 -all' } }, 50, 'spf-invalid'],
    ['ten look-ups', { '': { TXT: 'v=spf1 redirect=nine.test' } }, 100, 'spf-hard-fail'],
    ['eleven look-ups', { '': { TXT: 'v=spf1 include:ten.test -all' } }, 50, 'spf-too-many-lookups'],
    [
      'three empty look-ups',
      { '': { TXT: 'v=spf1 a:x.void.test a:y.void.test a:z.void.test -all' } },
      50,
      'spf-too-many-voids',
    ],
    ['+all', { '': { TXT: 'v=spf1 +all' } }, 0, 'spf-pass-all'],
    ['everybody by address', { '': { TXT: 'v=spf1 ip4:0.0.0.0/0 -all' } }, 0, 'spf-pass-all'],
    ['none', { '': { TXT: 'hello' } }, 0, 'spf-missing'],
  ])('%s', async (_what, records, score, fact) => {
    lab.dns.zones['nine.test'] = {
      TXT: `v=spf1 ${'abcdefghi'
        .split('')
        .map((name) => `a:${name}.ten.test`)
        .join(' ')} -all`,
    };
    const vector = await lab.measure('spf', domain(records));
    expect(vector).toMatchObject({ measured: true, score });
    expect(vector.facts).toContain(fact);
  });
  test('is not judged where the DNS does not answer', async () =>
    expect(await lab.measure('spf', domain({ '': { fault: 'servfail' } }))).toMatchObject({
      measured: false,
      score: null,
    }));
});

describe('DKIM', () => {
  const rsa = (bits: number) =>
    generateKeyPairSync('rsa', { modulusLength: bits })
      .publicKey.export({ type: 'spki', format: 'der' })
      .toString('base64');
  const ed = generateKeyPairSync('ed25519')
    .publicKey.export({ type: 'spki', format: 'der' })
    .subarray(-32)
    .toString('base64');
  const [long, short, broken] = [rsa(2048), rsa(1024), rsa(768)];
  const key = (rest: string): TestName => ({ TXT: `v=DKIM1; ${rest}` });
  test.each<[string, Record<string, TestName>, number, string]>([
    ['RSA 2048', { 'default._domainkey': key(`p=${long}`) }, 100, 'dkim-strong'],
    ['Ed25519', { 'selector1._domainkey': key(`k=ed25519; p=${ed}`) }, 100, 'dkim-strong'],
    ['none found', {}, 65, 'dkim-none-found'],
    ['one withdrawn', { 'default._domainkey': key('p=') }, 65, 'dkim-revoked'],
    ['RSA 1024', { 'default._domainkey': key(`p=${short}`) }, 65, 'dkim-short-key'],
    ['only a test', { 'default._domainkey': key(`t=y; p=${long}`) }, 50, 'dkim-testing'],
    [
      'a test beside a key',
      { 'default._domainkey': key(`t=y; p=${long}`), 'google._domainkey': key(`p=${long}`) },
      100,
      'dkim-strong',
    ],
    ['RSA 768', { 'default._domainkey': key(`p=${broken}`) }, 0, 'dkim-weak-key'],
    ['no key at all', { 'default._domainkey': key('k=rsa; p=%%%') }, 0, 'dkim-malformed'],
  ])('%s', async (_what, records, score, fact) => {
    const vector = await lab.measure('dkim', domain({ '': { A: '192.0.2.1' }, ...records }));
    expect(vector).toMatchObject({ measured: true, score });
    expect(vector.facts).toContain(fact);
  });
});

describe('DMARC', () => {
  const rua = 'rua=mailto:d@shop.test';
  test.each<[string, TestName, number, string]>([
    ['reject with reports', { TXT: `v=DMARC1; p=reject; ${rua}` }, 100, 'dmarc-reject'],
    ['reject without', { TXT: 'v=DMARC1; p=reject' }, 85, 'dmarc-reject-unreported'],
    ['quarantine with reports', { TXT: `v=DMARC1; p=quarantine; ${rua}` }, 85, 'dmarc-quarantine'],
    ['quarantine without', { TXT: 'v=DMARC1; p=quarantine' }, 65, 'dmarc-quarantine-unreported'],
    ['a test', { TXT: `v=DMARC1; p=reject; t=y; ${rua}` }, 65, 'dmarc-testing'],
    ['a part', { TXT: `v=DMARC1; p=reject; pct=50; ${rua}` }, 65, 'dmarc-partial'],
    ['all of it, the old way', { TXT: `v=DMARC1; p=reject; pct=100; ${rua}` }, 100, 'dmarc-reject'],
    ['none with reports', { TXT: `v=DMARC1; p=none; ${rua}` }, 50, 'dmarc-none'],
    ['none without', { TXT: 'v=DMARC1; p=none' }, 0, 'dmarc-none-unreported'],
    ['missing', {}, 0, 'dmarc-missing'],
    ['two records', { TXT: ['v=DMARC1; p=reject', 'v=DMARC1; p=none'] }, 0, 'dmarc-several-records'],
    ['malformed', { TXT: `v=DMARC1; p=rejct; ${rua}` }, 0, 'dmarc-invalid'],
    [
      'weaker subdomains: A becomes B',
      { TXT: `v=DMARC1; p=reject; sp=none; ${rua}` },
      85,
      'dmarc-weak-subdomains',
    ],
    [
      'weaker subdomains: B becomes C',
      { TXT: 'v=DMARC1; p=reject; sp=quarantine' },
      65,
      'dmarc-weak-subdomains',
    ],
    [
      'weaker subdomains: C becomes D',
      { TXT: 'v=DMARC1; p=quarantine; sp=none' },
      50,
      'dmarc-weak-subdomains',
    ],
    ['stronger subdomains', { TXT: `v=DMARC1; p=quarantine; sp=reject; ${rua}` }, 85, 'dmarc-quarantine'],
  ])('%s', async (_what, record, score, fact) => {
    const vector = await lab.measure('dmarc', domain({ '': { A: '192.0.2.1' }, _dmarc: record }));
    expect(vector).toMatchObject({ measured: true, score });
    expect(vector.facts).toContain(fact);
  });
  test('is missing too where only the names above give no answer', async () => {
    lab.dns.zones['_dmarc.test'] = { fault: 'refused' };
    expect(await lab.measure('dmarc', domain({ '': { A: '192.0.2.1' } }))).toMatchObject({
      score: 0,
      facts: ['dmarc-missing'],
    });
    delete lab.dns.zones['_dmarc.test'];
  });
});

describe('CAA', () => {
  test.each<[string, TestName, number, string]>([
    ['names an authority', { CAA: '0 issue "ca.test"' }, 100, 'caa-present'],
    ['lets nobody issue', { CAA: '0 issue ";"' }, 100, 'caa-present'],
    ['is absent', { A: '192.0.2.1' }, 50, 'caa-missing'],
    ['only asks for reports', { CAA: '0 iodef "mailto:a@shop.test"' }, 50, 'caa-missing'],
    ['demands the unknown', { CAA: ['0 issue "ca.test"', '128 tbs "x"'] }, 65, 'caa-invalid'],
  ])('%s', async (_what, record, score, fact) =>
    expect(await lab.measure('caa', domain({ '': record }))).toMatchObject({ score, facts: [fact] }),
  );
});
