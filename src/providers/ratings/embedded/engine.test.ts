import { generateKeyPairSync } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noEventsText } from '../port.ts';
import { facts } from './facts.ts';
import { goodPage, startTestLab, toHttps, type TestLab } from './testing/lab.ts';

const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ type: 'spki', format: 'der' })
  .toString('base64');

let lab: TestLab;
/** What the site of slow.test does. */
let handle: RequestListener = goodPage;
let asked: { host: string; agent: string }[] = [];
beforeAll(async () => {
  lab = await startTestLab({
    'shop.test': {
      A: '192.0.2.10',
      MX: '10 mail.shop.test',
      TXT: 'v=spf1 mx -all',
      CAA: '0 issue "ca.test"',
      SOA: 'ns.shop.test',
    },
    'www.shop.test': { A: '192.0.2.10' },
    'mail.shop.test': { A: '192.0.2.11' },
    '_dmarc.shop.test': { TXT: 'v=DMARC1; p=reject; rua=mailto:dmarc@shop.test' },
    'default._domainkey.shop.test': { TXT: `v=DKIM1; k=rsa; p=${key}` },
    'bad.test': { A: '192.0.2.20', MX: '10 mail.bad.test', TXT: 'v=spf1 +all' },
    'mail.bad.test': { A: '192.0.2.21' },
    'slow.test': { A: '192.0.2.30' },
    'abroad.test': { A: '192.0.2.31' },
    'target.test': { A: '192.0.2.32' },
    'inside.test': { A: '10.0.0.5' },
    'hop.inside2.test': { A: '127.0.0.1' },
    'inside2.test': { A: '192.0.2.33' },
    'metadata.test': { A: '169.254.169.254' },
    'many.test': { A: Array.from({ length: 200 }, (_, i) => `192.0.2.${i + 40}`) },
    'parked.test': { A: '192.0.2.34', TXT: 'v=spf1 -all', MX: '0 .' },
  });
  const note: RequestListener = (request) =>
    asked.push({ host: request.headers.host!, agent: request.headers['user-agent']! });
  const watched =
    (listener: RequestListener): RequestListener =>
    (request, response) => {
      note(request, response);
      return listener(request, response);
    };
  lab.book['shop.test:443'] = await lab.https(watched(goodPage), 'wide');
  lab.book['www.shop.test:443'] = lab.book['shop.test:443'];
  lab.book['shop.test:80'] = await lab.http(toHttps);
  lab.book['mail.shop.test:25'] = await lab.smtp({ tls: { ciphers: 'ECDHE-RSA-AES128-GCM-SHA256' } });
  lab.book['bad.test:443'] = await lab.https(
    (_request, response) =>
      response
        .writeHead(200, { Server: 'nginx/1.10.0', 'Set-Cookie': 'PHPSESSID=0123456789' })
        .end('<title>Welcome to nginx!</title><h1>Welcome to nginx!</h1>'),
    'self',
    {
      chain: [],
      minVersion: 'TLSv1',
      ciphers: 'DEFAULT:@SECLEVEL=0',
    },
  );
  lab.book['bad.test:80'] = await lab.http((_request, response) => response.end('<title>x</title>'));
  lab.book['mail.bad.test:25'] = await lab.smtp({ startTls: false });
  lab.book['bad.test:3389'] = await lab.tcp(() => {});
  lab.book['bad.test:445'] = lab.book['bad.test:3389'];
  lab.book['slow.test:80'] = await lab.http((...call) => handle(...call));
  lab.book['abroad.test:80'] = await lab.http((_request, response) =>
    response.writeHead(301, { Location: 'http://target.test/' }).end(),
  );
  lab.book['target.test:80'] = await lab.http(watched(goodPage));
  lab.book['inside.test:80'] = lab.book['target.test:80'];
  lab.book['inside2.test:80'] = await lab.http((_request, response) =>
    response.writeHead(302, { Location: 'http://hop.inside2.test/' }).end(),
  );
  lab.book['hop.inside2.test:80'] = lab.book['target.test:80'];
  lab.book['metadata.test:80'] = lab.book['target.test:80'];
  lab.book['192.0.2.239:80'] = lab.book['target.test:80'];
});
afterAll(() => lab.close());

const everything = { 'compromised.json': [], 'breaches.json': [] };
const nothingFed = { feeds: '/nowhere' };

describe('a company that does everything right', () => {
  test('has an A wherever something weighs, and 900', async () => {
    lab.feeds(everything);
    asked = [];
    const { scored, vectors, assets, domain } = await lab.rate('https://shop.test/welcome', {
      verified: true,
    });
    expect(domain).toBe('shop.test');
    expect(scored).toMatchObject({ rating: 900, capReason: null, error: null });
    for (const { weight, grade, name } of Object.values(scored.vectors))
      expect([name, weight === 0 || name === 'Patching Cadence' || grade === 'A']).toEqual([name, true]);
    expect(assets.map(({ asset }) => asset)).toEqual([
      'shop.test',
      'shop.test',
      'www.shop.test',
      'mail.shop.test',
      '192.0.2.10',
      '192.0.2.11',
    ]);
    for (const finding of Object.values(vectors).flatMap((vector) => vector.findings))
      expect(facts).toHaveProperty([finding.fact]);
    expect(new Set(asked.map(({ agent }) => agent))).toEqual(
      new Set(['SafetyRating/1.0 (+http://portal.test)']),
    );
  });
  test('is rated without proof and feeds by what anybody can see', async () => {
    const { scored } = await lab.rate('shop.test', nothingFed);
    expect(scored.rating).toBe(900);
    expect(scored.vectors['open_ports']!.grade).toBe('N/A');
    expect(scored.vectors['botnet_infections']!.grade).toBe('N/A');
  });
});

test('a company that does everything wrong is at the bottom, under the lowest limit', async () => {
  lab.feeds({
    'compromised.json': [{ type: 'botnet_infections', domain: 'bad.test', date: '2026-05-30' }],
    'breaches.json': [{ domain: 'bad.test', date: '2026-05-30', records: 2_000_000 }],
  });
  const { scored, vectors } = await lab.rate('bad.test', { verified: true });
  const grades = Object.fromEntries(Object.entries(scored.vectors).map(([id, { grade }]) => [id, grade]));
  expect(grades).toMatchObject({
    botnet_infections: 'D',
    spf: 'F',
    dkim: 'C',
    dmarc: 'F',
    ssl_certificates: 'F',
    open_ports: 'F',
    application_security: 'F',
    insecure_systems: 'D',
    server_software: 'F',
    data_breaches: 'F',
  });
  expect(scored.vectors['ssl_configurations']!.score).toBe(57);
  expect(scored.capReason).toMatch(/630/);
  expect(scored.rating).toBe(270);
  expect(vectors['ssl_certificates']!.findings.map(({ fact }) => fact)).toContain('cert-self-signed');
});

test('below a domain that nobody uses, the company is the name that is used', async () => {
  lab.dns.zones['lab.test'] = { SOA: 'ns.lab.test', NS: 'ns.lab.test' };
  lab.dns.zones['case1.lab.test'] = { A: '192.0.2.40', TXT: 'v=spf1 -all' };
  lab.dns.zones['_dmarc.case1.lab.test'] = { TXT: 'v=DMARC1; p=none' };
  for (const url of ['case1.lab.test', 'https://www.case1.lab.test/']) {
    const { domain, vectors } = await lab.rate(url, nothingFed);
    expect(domain).toBe('case1.lab.test');
    expect(vectors['spf']!.findings[0]!.fact).toBe('spf-hard-fail');
    expect(vectors['dmarc']!.findings[0]!.asset).toBe('_dmarc.case1.lab.test');
  }
  lab.dns.zones['lab.test']!.MX = '10 mx.lab.test';
  expect((await lab.rate('case1.lab.test', nothingFed)).domain).toBe('lab.test');
});

describe('too little', () => {
  test.each([
    'nowhere.test',
    'https://192.0.2.10/',
    'localhost',
    'http://[::1]/',
    'co.uk',
    'ftp://shop.test',
    '',
    'a b',
  ])('%j has no events', async (url) => {
    await expect(lab.rate(url)).rejects.toMatchObject({ code: 'no-events', message: noEventsText });
  });
  test('a parked domain has observations, but no rating', async () => {
    const { scored } = await lab.rate('parked.test', nothingFed);
    expect(scored).toMatchObject({ rating: null, error: noEventsText });
    expect(scored.vectors['spf']!.grade).toBe('A');
    for (const id of ['ssl_certificates', 'ssl_configurations', 'application_security', 'server_software'])
      expect(scored.vectors[id]!.grade).toBe('N/A');
  });
});

describe('the way out', () => {
  test.each([
    ['a private address', 'inside.test', { allowPrivate: false }],
    ['a redirect to a private address', 'inside2.test', { allowPrivate: false }],
    ['an address of the machine itself, whatever the lab allows', 'metadata.test', {}],
    ['another company’s domain', 'abroad.test', {}],
  ])('%s is never connected to', async (_what, url, changes) => {
    asked = [];
    const { vectors } = await lab.rate(url, changes);
    expect(asked).toEqual([]);
    expect(vectors['application_security']!.measured).toBe(false);
    // nor is it told which one it is: it may be a name of our own network, by an alias
    expect(JSON.stringify(vectors)).not.toMatch(/\b(?:10\.0\.0\.5|127\.0\.0\.1|169\.254\.169\.254)\b/);
  });
  test('of a name with hundreds of addresses few are knocked at', async () => {
    handle = goodPage;
    asked = [];
    const { vectors, assets } = await lab.rate('many.test');
    expect(asked).toEqual([]);
    expect(vectors['application_security']!.measured).toBe(false);
    expect(assets.filter(({ kind }) => kind === 'address').length).toBeLessThanOrEqual(16);
  });
});

describe('a hostile server', () => {
  const impatient = { probeMs: 3000, totalMs: 15_000, requestMs: 800, tlsMs: 800 };
  test.each<[string, RequestListener]>([
    ['that never answers', () => {}],
    [
      'that never ends',
      (_request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html' });
        const more = () => response.write('<p>more</p>'.repeat(10_000)) && setImmediate(more);
        response.on('drain', more);
        more();
      },
    ],
    [
      'with huge headers',
      (_request, response) => response.writeHead(200, { 'X-Big': 'a'.repeat(200_000) }).end('x'),
    ],
    [
      'that leads in circles',
      (request, response) =>
        response.writeHead(302, { Location: `/${Number(request.url!.slice(1)) + 1}` }).end(),
    ],
    ['with a broken page', (_request, response) => response.end(Buffer.alloc(500_000, '<a href="'))],
    [
      'with a bomb',
      (_request, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(Buffer.alloc(1000)),
    ],
  ])('%s is left in time, and the rest is still measured', async (_what, listener) => {
    handle = listener;
    const started = performance.now();
    const { vectors } = await lab.rate('slow.test', nothingFed, undefined, impatient);
    expect(performance.now() - started).toBeLessThan(impatient.totalMs);
    expect(vectors['spf']!.measured).toBe(true);
    expect(vectors['dmarc']!.measured).toBe(true);
  });
  test('when the time for everything is over, what was measured by then is told', async () => {
    handle = () => {};
    const { vectors } = await lab.rate('slow.test', nothingFed, undefined, {
      ...impatient,
      probeMs: 60_000,
      requestMs: 60_000,
      totalMs: 700,
    });
    expect(vectors['dmarc']!.measured).toBe(true);
    expect(vectors['application_security']).toMatchObject({
      measured: false,
      note: expect.stringContaining('whole rating'),
    });
  });
  test('a rating that is no longer wanted ends at once', async () => {
    handle = () => {};
    const stop = new AbortController();
    const rating = lab.rate('slow.test', {}, stop.signal);
    setImmediate(() => stop.abort(new Error('not wanted')));
    await expect(rating).rejects.toThrow('not wanted');
  });
});
