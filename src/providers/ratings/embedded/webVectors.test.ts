import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodHeaders, goodPage, startTestLab, toHttps, type TestLab } from './testing/lab.ts';

let lab: TestLab;
let handle: RequestListener;
let plain: RequestListener;
beforeAll(async () => {
  lab = await startTestLab({
    'shop.test': { A: '192.0.2.10' },
    'app.shop.test': { A: '192.0.2.15' },
    'other.test': { A: '192.0.2.16' },
    'plain.test': { A: '192.0.2.17' },
  });
  lab.book['shop.test:443'] = await lab.https((...call) => handle(...call));
  lab.book['shop.test:80'] = await lab.http((...call) => plain(...call));
  lab.book['app.shop.test:443'] = lab.book['shop.test:443'];
  lab.book['other.test:443'] = lab.book['shop.test:443'];
  lab.book['plain.test:80'] = await lab.http((...call) => handle(...call));
});
afterAll(() => lab.close());

const html =
  (body: string, headers: Record<string, string | string[]> = goodHeaders): RequestListener =>
  (_request, response) =>
    response.writeHead(200, headers).end(body);
const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(goodHeaders).filter(([name]) => !names.includes(name)));
const page = '<!doctype html><title>Shop</title><p>Welcome';
const jquery = (version: string) =>
  html(`<!doctype html><title>x</title><script src="https://cdn.test/jquery-${version}.min.js"></script>`);

describe('web application security', () => {
  test.each<[string, RequestListener, number, string[]]>([
    ['everything right', goodPage, 100, ['web-headers-good']],
    ['no policy', html(page, without('Content-Security-Policy')), 55, ['csp-missing', 'framing-missing']],
    [
      'no policy, but no framing either',
      html(page, { ...without('Content-Security-Policy'), 'X-Frame-Options': 'DENY' }),
      75,
      ['csp-missing'],
    ],
    [
      'a policy in the page',
      html(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'self'; object-src 'none'; base-uri 'none'\">",
        {
          ...without('Content-Security-Policy'),
          'X-Frame-Options': 'SAMEORIGIN',
        },
      ),
      100,
      ['web-headers-good'],
    ],
    [
      'a policy with gaps costs nothing',
      html(page, {
        ...goodHeaders,
        'Content-Security-Policy': "default-src 'self'; script-src * 'unsafe-inline'; frame-ancestors 'none'",
      }),
      100,
      ['csp-weak', 'web-headers-good'],
    ],
    ['no HSTS', html(page, without('Strict-Transport-Security')), 80, ['hsts-missing']],
    [
      'HSTS switched off',
      html(page, { ...goodHeaders, 'Strict-Transport-Security': 'max-age=0' }),
      80,
      ['hsts-missing'],
    ],
    [
      'short HSTS',
      html(page, { ...goodHeaders, 'Strict-Transport-Security': 'max-age=60' }),
      100,
      ['hsts-short', 'web-headers-good'],
    ],
    ['no nosniff', html(page, without('X-Content-Type-Options')), 95, ['nosniff-missing']],
    [
      'nothing at all',
      html(page, { 'Content-Type': 'text/html' }),
      30,
      ['csp-missing', 'hsts-missing', 'framing-missing', 'nosniff-missing'],
    ],
    [
      'a session cookie without Secure',
      html(page, { ...goodHeaders, 'Set-Cookie': 'PHPSESSID=0123456789; HttpOnly' }),
      60,
      ['session-cookie-insecure'],
    ],
    [
      'a session cookie without HttpOnly',
      html(page, { ...goodHeaders, 'Set-Cookie': 'JSESSIONID=0123456789; Secure' }),
      70,
      ['session-cookie-readable'],
    ],
    [
      'session cookies without both take the worse of it',
      html(page, { ...goodHeaders, 'Set-Cookie': ['sid=0123456789', 'PHPSESSID=01234567'] }),
      60,
      ['session-cookie-insecure', 'session-cookie-readable'],
    ],
    [
      'cookies of no weight',
      html(page, { ...goodHeaders, 'Set-Cookie': ['_ga=1', 'theme=dark', 'PHPSESSID=; Max-Age=0'] }),
      100,
      ['web-headers-good'],
    ],
    ['an old jQuery', jquery('1.8.1'), 85, ['web-headers-good', 'library-medium']],
    ['a current jQuery', jquery('3.7.1'), 100, ['web-headers-good', 'library-current']],
  ])('%s', async (_what, site, score, facts) => {
    [handle, plain] = [site, toHttps];
    expect(await lab.measure('application_security')).toMatchObject({ measured: true, score, facts });
  });
});

describe('websites that forward, fail or load libraries', () => {
  test('HTTP that stays HTTP', async () => {
    [handle, plain] = [goodPage, html(page)];
    expect(await lab.measure('application_security')).toMatchObject({
      score: 80,
      facts: ['https-not-forced'],
    });
  });
  test('a website without HTTPS is judged as it is', async () => {
    handle = html(page, goodHeaders);
    expect(await lab.measure('application_security', 'plain.test')).toMatchObject({
      score: 60,
      facts: ['hsts-missing', 'https-not-forced'],
    });
  });
  test('libraries take 40 at most, and a script of the company is read', async () => {
    handle = (request, response) =>
      request.url === '/app.js'
        ? response.end('/*! jQuery v1.8.1 jquery.com | jquery.org/license */')
        : html(
            '<script src="/app.js"></script><script src="https://c.test/angularjs/1.2.0/angular.min.js"></script><script src="https://c.test/jquery-ui/1.8.0/jquery-ui.min.js"></script><script src="https://c.test/lodash.js/4.0.0/lodash.min.js"></script>',
          )(request, response);
    plain = toHttps;
    const vector = await lab.measure('application_security');
    expect(vector.score).toBe(60);
    expect(vector.findings.find(({ asset }) => asset.startsWith('shop.test/app.js'))!.evidence).toMatch(
      /jQuery 1\.8\.1.*CVE-/,
    );
  });
  test('a page full of libraries does not become a list without an end', async () => {
    const scripts = Array.from(
      { length: 150 },
      (_, index) => `<script src="https://c.test/jquery/1.8.${index}/jquery.min.js"></script>`,
    );
    [handle, plain] = [html(scripts.join('')), toHttps];
    const vector = await lab.measure('application_security');
    expect(vector.score).toBe(60);
    expect(vector.findings).toHaveLength(60);
  });
  test('a redirect inside the domain is followed, each hop counted as the company’s', async () => {
    handle = (request, response) =>
      request.headers.host === 'shop.test'
        ? response.writeHead(302, { Location: 'https://app.shop.test/' }).end()
        : goodPage(request, response);
    const vector = await lab.measure('application_security');
    expect(vector).toMatchObject({ score: 100 });
    expect(vector.findings[0]!.asset).toBe('https://app.shop.test/');
  });
  test('a redirect to another domain is told and not rated', async () => {
    const asked: string[] = [];
    handle = (request, response) => {
      asked.push(request.headers.host!);
      response.writeHead(301, { Location: 'https://other.test/' }).end();
    };
    expect(await lab.measure('application_security')).toMatchObject({
      measured: false,
      note: expect.stringContaining('other.test'),
    });
    expect(asked).not.toContain('other.test');
  });
  test('a website that is out of order says nothing', async () => {
    handle = (_request, response) => response.writeHead(503).end('later');
    expect(await lab.measure('application_security')).toMatchObject({ measured: false });
  });
});

describe('insecure systems', () => {
  const nginx = html(
    '<html><head><title>Welcome to nginx!</title></head><body><h1>Welcome to nginx!</h1></body></html>',
  );
  const listing = html(
    '<html><head><title>Index of /</title></head><body><h1>Index of /</h1><pre><a href="../">../</a>\n<a href="backup.zip">backup.zip</a></pre></body></html>',
  );
  test.each<[string, RequestListener, number, string[]]>([
    ['pages of its own', goodPage, 100, ['systems-clean']],
    ['the page of the installation', nginx, 50, ['default-page']],
    ['a list of files', listing, 50, ['directory-listing']],
  ])('%s', async (_what, site, score, facts) => {
    [handle, plain] = [site, toHttps];
    expect(await lab.measure('insecure_systems')).toMatchObject({ score, facts });
  });
  test('source code is looked for only at a proven domain', async () => {
    const asked: string[] = [];
    handle = (request, response) => {
      asked.push(request.url!);
      return request.url === '/.git/HEAD'
        ? response.end('ref: refs/heads/main\n')
        : goodPage(request, response);
    };
    expect(await lab.measure('insecure_systems')).toMatchObject({ score: 100 });
    expect(asked).not.toContain('/.git/HEAD');
    expect(await lab.measure('insecure_systems', 'shop.test', { verified: true })).toMatchObject({
      score: 50,
      facts: ['git-exposed'],
    });
  });
});

test('one system counts once, by whatever names it answers', async () => {
  lab.dns.zones['www.shop.test'] = { A: '192.0.2.10' };
  lab.book['www.shop.test:443'] = lab.book['shop.test:443']!;
  plain = toHttps;
  handle = (request, response) =>
    request.url === '/.git/HEAD'
      ? response.end('ref: refs/heads/main\n')
      : response.end('<title>Welcome to nginx!</title>');
  expect(await lab.measure('insecure_systems')).toMatchObject({ score: 50, facts: ['default-page'] });
  expect((await lab.measure('insecure_systems', 'shop.test', { verified: true })).facts).toEqual([
    'default-page',
    'git-exposed',
  ]);
  delete lab.dns.zones['www.shop.test'];
});

test('of several addresses the first that takes connections is visited', async () => {
  lab.dns.zones['two.test'] = { A: ['192.0.2.40', '192.0.2.41'] };
  lab.book['192.0.2.40:443'] = '127.0.0.1:1';
  lab.book['192.0.2.41:443'] = lab.book['shop.test:443']!;
  handle = goodPage;
  expect(await lab.measure('application_security', 'two.test')).toMatchObject({ score: 100 });
});

test('what was not looked at is told as it is', async () => {
  lab.dns.zones['moved.test'] = { A: '192.0.2.42' };
  lab.book['moved.test:80'] = await lab.http((_request, response) =>
    response.writeHead(302, { Location: 'https://moved.test:8443/' }).end(),
  );
  for (const id of ['application_security', 'ssl_configurations'] as const)
    expect(await lab.measure(id, 'moved.test')).toMatchObject({
      measured: false,
      note: expect.stringContaining('moved.test:8443'),
    });
  lab.dns.zones['inside.test'] = { A: '10.0.0.1' };
  expect(await lab.measure('insecure_systems', 'inside.test', { allowPrivate: false })).toMatchObject({
    measured: false,
    note: expect.stringContaining('not on the public internet'),
  });
  plain = toHttps;
  handle = (_request, response) => response.writeHead(302).end();
  expect(await lab.measure('application_security')).toMatchObject({
    measured: false,
    note: expect.stringContaining('302'),
  });
  handle = (_request, response) => response.writeHead(500).end();
  expect(await lab.measure('insecure_systems')).toMatchObject({
    measured: false,
    note: expect.stringContaining('500'),
  });
});
