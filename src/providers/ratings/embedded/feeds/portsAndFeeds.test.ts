import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { portList } from '#probes/ports/portList.ts';
import { goodPage, labNow, startTestLab, type TestLab } from '../testing/lab.ts';

let lab: TestLab;
beforeAll(async () => {
  lab = await startTestLab({
    'shop.test': { A: '192.0.2.10', AAAA: '2001:db8::10', MX: '10 mail.shop.test' },
    'mail.shop.test': { A: '192.0.2.11' },
    'www.shop.test': { A: '192.0.2.10' },
  });
});
afterAll(() => lab.close());

describe('open ports', () => {
  const verified = { verified: true };
  const silent = () => lab.tcp(() => {});
  const open = async (...ports: [port: number, at: string][]) => {
    for (const key of Object.keys(lab.book)) delete lab.book[key];
    for (const [port, at] of ports) lab.book[`shop.test:${port}`] = at;
  };
  test('are not looked at before the domain is proven to be the company’s', async () => {
    let connections = 0;
    await open([3389, await lab.tcp(() => (connections += 1))]);
    expect(await lab.measure('open_ports')).toMatchObject({ measured: false, score: null });
    expect(connections).toBe(0);
  });
  test.each<[string, number[], number, string[]]>([
    ['none', [], 100, ['port-none-open']],
    ['those of a public server', [80, 443], 100, ['port-expected', 'port-expected']],
    ['a second website', [8080], 95, ['port-alternate-web']],
    ['SSH', [22], 85, ['port-ssh']],
    ['FTP', [21], 70, ['port-ftp']],
    ['Telnet', [23], 55, ['port-telnet']],
    ['remote desktop', [3389], 55, ['port-rdp']],
    ['two that must never be', [445, 6379], 10, ['port-smb', 'port-redis']],
    ['three', [3306, 5900, 27017], 0, ['port-database', 'port-vnc', 'port-mongodb']],
  ])('%s', async (_what, ports, score, facts) => {
    const at = await silent();
    await open(...ports.map((port): [number, string] => [port, at]));
    const vector = await lab.measure('open_ports', 'shop.test', verified);
    expect(vector).toMatchObject({ measured: true, score });
    expect(vector.facts.toSorted()).toEqual(facts.toSorted());
    // The same machine under another name is not counted again.
    expect(vector.findings.every(({ asset }) => asset.startsWith('shop.test'))).toBe(true);
  });
  test('a machine that takes every connection says nothing, nor do the good doors of another in its place', async () => {
    const at = await silent();
    await open(...portList.map(({ port }): [number, string] => [port, at]));
    lab.book['mail.shop.test:25'] = at;
    expect(await lab.measure('open_ports', 'shop.test', verified)).toMatchObject({
      measured: false,
      note: expect.stringContaining('shop.test'),
    });
    lab.book['mail.shop.test:3389'] = at;
    expect(await lab.measure('open_ports', 'shop.test', verified)).toMatchObject({
      score: 55,
      note: expect.stringContaining('shop.test'),
    });
  });
  test('what stands in the lab by another name of the machine is open too', async () => {
    await open();
    lab.book['www.shop.test:3389'] = await silent();
    expect(await lab.measure('open_ports', 'shop.test', verified)).toMatchObject({
      score: 55,
      facts: ['port-rdp'],
    });
  });
  test('FTP that offers encryption is not in the clear', async () => {
    const ftp = await lab.tcp((socket) =>
      socket.on('data', () => socket.write('234 go ahead\r\n')).write('220 FTP ready\r\n'),
    );
    await open([21, ftp]);
    expect(await lab.measure('open_ports', 'shop.test', verified)).toMatchObject({
      score: 100,
      facts: ['port-other'],
    });
  });
});

describe('reports of compromised machines', () => {
  const day = (ago: number) => new Date(Date.parse(labNow) - ago * 86_400_000).toISOString().slice(0, 10);
  test('without a feed nothing is known, least of all that all is well', async () =>
    expect(await lab.measure('botnet_infections')).toMatchObject({
      measured: false,
      score: null,
      note: expect.stringContaining('compromised.json'),
    }));
  test.each<[string, unknown, string]>([
    ['no JSON', '{', 'is not JSON'],
    ['an entry without a date', [{ type: 'botnet_infections', ip: '192.0.2.10' }], 'entry 0, field “date”'],
    ['an entry about nothing', [{ type: 'botnet_infections', date: '2026-05-30' }], 'neither a domain'],
    ['a bad network', [{ type: 'spam', cidr: '192.0.2.0/99', date: '2026-05-30' }], 'not a network'],
    ['something else', { entries: [] }, 'cannot be used'],
  ])('%s is told and not measured', async (_what, content, note) => {
    lab.feeds({ 'compromised.json': content });
    expect(await lab.measure('spam_propagation')).toMatchObject({
      measured: false,
      note: expect.stringContaining(note),
    });
  });
  test.each<[string, object[], number]>([
    ['nothing about the company', [{ type: 'botnet_infections', ip: '198.51.100.1', date: day(1) }], 100],
    ['its domain', [{ type: 'botnet_infections', domain: 'SHOP.test', date: day(1) }], 40],
    ['a name below it', [{ type: 'botnet_infections', domain: 'pc1.shop.test', date: day(1) }], 40],
    [
      'a name that only ends alike',
      [{ type: 'botnet_infections', domain: 'myshop.test', date: day(1) }],
      100,
    ],
    ['its address', [{ type: 'botnet_infections', ip: '192.0.2.10', date: day(60) }], 40],
    ['its address of the new kind', [{ type: 'Botnet Infections', ip: '2001:db8:0::10', date: day(1) }], 40],
    ['the network of its mail server', [{ type: 'botnet', cidr: '192.0.2.11/32', date: day(1) }], 40],
    [
      'two machines',
      [
        { type: 'botnet', ip: '192.0.2.10', date: day(1) },
        { type: 'botnet', ip: '192.0.2.11', date: day(1) },
      ],
      0,
    ],
    ['a report of long ago', [{ type: 'botnet', ip: '192.0.2.10', date: day(61) }], 100],
    ['another kind', [{ type: 'file_sharing', ip: '192.0.2.10', date: day(1) }], 100],
  ])('%s', async (_what, entries, score) => {
    lab.feeds({ 'compromised.json': entries });
    const vector = await lab.measure('botnet_infections');
    expect(vector).toMatchObject({ measured: true, score });
    expect(vector.findings[0]!.effect.cap).toBe(score < 100 ? 630 : undefined);
  });
  test('a report keeps its own date, and file sharing limits no rating', async () => {
    lab.feeds({ 'compromised.json': [{ type: 'file_sharing', ip: '192.0.2.10', date: '2026-05-20' }] });
    const [finding] = (await lab.measure('file_sharing')).findings;
    expect(finding).toMatchObject({
      fact: 'file-sharing-match',
      firstSeen: '2026-05-20T00:00:00.000Z',
      lastSeen: '2026-05-20T00:00:00.000Z',
    });
    expect(finding!.effect.cap).toBeUndefined();
  });
  test('an unknown kind is told', async () => {
    lab.feeds({ 'compromised.json': [{ type: 'gremlins', ip: '192.0.2.10', date: '2026-05-20' }] });
    expect(await lab.measure('malware_servers')).toMatchObject({
      score: 100,
      note: expect.stringContaining('gremlins'),
    });
  });
});

describe('breaches', () => {
  const breach = (more: object) => ({
    domain: 'shop.test',
    date: labNow.slice(0, 10),
    source: 'https://news.test/1',
    ...more,
  });
  test.each<[string, object[], number, number | undefined]>([
    ['none', [], 100, undefined],
    ['of somebody else', [breach({ domain: 'other.test', records: 5_000_000 })], 100, undefined],
    ['a million records', [breach({ records: 1_000_000 })], 0, 150],
    ['a hundred thousand', [breach({ records: 100_000 })], 0, 110],
    ['ten thousand', [breach({ records: 10_000 })], 20, 80],
    ['a thousand', [breach({ records: 1000 })], 50, 50],
    ['fewer', [breach({ records: 999 })], 70, 30],
    ['nobody knows how many', [breach({})], 70, 30],
    ['at a supplier', [breach({ records: 10_000, supplier: true })], 80, 20],
    ['a long outage', [breach({ outage: true })], 0, 150],
    ['of more than two years ago', [breach({ records: 1_000_000, date: '2024-06-01' })], 100, undefined],
  ])('%s', async (_what, entries, score, penalty) => {
    lab.feeds({ 'breaches.json': entries });
    const vector = await lab.measure('data_breaches');
    expect(vector.score).toBe(score);
    expect(vector.findings[0]!.effect.penalty).toBe(penalty);
  });
});

test('two breaches of one day are two, unless told twice; empty fields are no fault', async () => {
  const day = { domain: 'shop.test', date: labNow.slice(0, 10), supplier: null };
  const [first, second] = [
    { ...day, records: 50_000, source: 'https://news.test/1' },
    { ...day, records: null, source: null },
  ];
  lab.feeds({ 'breaches.json': [first, second, first] });
  const { score, findings } = await lab.measure('data_breaches');
  expect(score).toBe(0);
  expect(findings.map(({ effect }) => effect.penalty)).toEqual([80, 30]);
  expect(new Set(findings.map(({ key }) => key)).size).toBe(2);
  lab.feeds({
    'compromised.json': [
      { type: 'botnet', domain: 'shop.test', ip: null, cidr: null, date: labNow.slice(0, 10) },
    ],
  });
  expect((await lab.measure('botnet_infections')).score).toBe(40);
});

describe('exposed credentials', () => {
  const breaches = [
    { Name: 'Big', DataClasses: ['Email addresses', 'Passwords'] },
    { Name: 'List', DataClasses: ['Email addresses'] },
  ];
  test.each<[string, Record<string, Record<string, string[]>>, number | null]>([
    ['the list does not tell about the company', {}, null],
    ['nobody', { 'shop.test': {} }, 100],
    ['addresses only', { 'shop.test': { anna: ['List'] } }, 50],
    ['passwords', { 'shop.test': { anna: ['List'], ben: ['Big'] } }, 20],
  ])('%s', async (_what, domains, score) => {
    lab.feeds({ 'credentials.json': { domains, breaches } });
    expect((await lab.measure('exposed_credentials')).score).toBe(score);
  });
});

describe('mail transport', () => {
  const policy = (mode: string, mx = 'mail.shop.test') =>
    `version: STSv1\nmode: ${mode}\nmx: ${mx}\nmax_age: 604800\n`;
  test.each<[string, boolean, string, string, number, string]>([
    ['no record', false, '', '', 50, 'mta-sts-missing'],
    [
      'a policy that enforces, with reports',
      true,
      'rua=mailto:t@shop.test',
      policy('enforce'),
      100,
      'mta-sts-enforced',
    ],
    ['a policy that enforces', true, '', policy('enforce'), 85, 'tls-rpt-missing'],
    ['one that is tested', true, '', policy('testing'), 65, 'mta-sts-testing'],
    ['one for another server', true, '', policy('enforce', 'mx.other.test'), 0, 'mta-sts-broken'],
    ['none to be had', true, '', '', 0, 'mta-sts-broken'],
  ])('%s', async (_what, record, reports, text, score, fact) => {
    lab.dns.zones['_mta-sts.shop.test'] = record ? { TXT: 'v=STSv1; id=1' } : {};
    lab.dns.zones['_smtp._tls.shop.test'] = reports ? { TXT: `v=TLSRPTv1; ${reports}` } : {};
    lab.dns.zones['mta-sts.shop.test'] = { A: '192.0.2.12' };
    lab.book['mta-sts.shop.test:443'] = await lab.https(
      (_request, response) => response.writeHead(text ? 200 : 404).end(text),
      'wide',
    );
    const vector = await lab.measure('mta_sts_tls_rpt');
    expect(vector.score).toBe(score);
    expect(vector.facts).toContain(fact);
  });
  test('a policy behind an invalid certificate counts for nothing', async () => {
    lab.dns.zones['_mta-sts.shop.test'] = { TXT: 'v=STSv1; id=1' };
    lab.book['mta-sts.shop.test:443'] = await lab.https((_request, response) =>
      response.end(policy('enforce')),
    );
    expect(await lab.measure('mta_sts_tls_rpt')).toMatchObject({ score: 0, facts: ['mta-sts-broken'] });
  });
  test('is N/A for a domain that takes no mail', async () => {
    lab.dns.zones['quiet.test'] = { A: '192.0.2.13', MX: '0 .' };
    lab.book['quiet.test:443'] = await lab.https(goodPage);
    expect(await lab.measure('mta_sts_tls_rpt', 'quiet.test')).toMatchObject({ measured: false });
  });
});
