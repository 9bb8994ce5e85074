import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestDns, type TestDns } from '#probes/dns/testing/server.ts';
import { serve, type Handler, type Site } from '../../sites/serve.ts';
import { headCodes } from './metaTag.ts';
import { proofPlaces, provedHost } from './places.ts';
import { lookForProof, type ProofOptions } from './proof.ts';

const token = 'b7d1f0a94c6e4b3f8a2d';
const tag = `<meta name="portal-verification" content="${token}">`;
const path = '/.well-known/portal-verification.txt';
const nothing: Handler = () => undefined;

let dns: TestDns;
let site: Site;
let other: Site;
let handle: Handler = nothing;
let atOther: Handler = nothing;
beforeAll(async () => {
  dns = await startTestDns();
  site = await serve((...visit) => handle(...visit));
  other = await serve((...visit) => atOther(...visit));
});
afterAll(() => Promise.all([dns.close(), site.close(), other.close()]));
beforeEach(() => {
  dns.zones['shop.test'] = { A: '127.0.0.1' };
  delete dns.zones['_portal-verify.shop.test'];
  [handle, atOther] = [nothing, nothing];
  site.visits.length = 0;
});

const port = () => Number(new URL(site.url).port);
/** The website under names of its own: all of them lead to this machine. */
const look = (host = 'shop.test', given: Partial<ProofOptions> & { code?: string; url?: string } = {}) => {
  const { code = token, url = `http://${host}:${port()}`, ...options } = given;
  const names = ['shop.test', 'www.shop.test', 'evil.test', 'app.shop.test'];
  return lookForProof(
    { url, token: code },
    {
      userAgent: 'Test/1.0',
      signal: new AbortController().signal,
      allowPrivate: [
        ...names.map((name) => `${name}:${port()}`),
        `shop.test:${new URL(other.url).port}`,
        site.host,
      ],
      dnsServer: dns.server,
      lookup: async () => ['127.0.0.1'],
      ...options,
    },
  );
};

describe('by a record', () => {
  test.each<[string, string | string[], 'dns' | null]>([
    ['with the code alone', token, 'dns'],
    ['in the long form', `portal-verification=${token}`, 'dns'],
    ['beside records of others', ['something', `Portal-Verification= ${token} `], 'dns'],
    ['not with another code', `${token}0`, null],
    ['not with the code inside something longer', `x ${token} y`, null],
  ])('%s', async (_what, text, by) => {
    dns.zones['_portal-verify.shop.test'] = { TXT: text };
    expect(await look()).toMatchObject({ by });
  });

  test('the website itself is then not asked', async () => {
    dns.zones['_portal-verify.shop.test'] = { TXT: token };
    await look();
    expect(site.visits).toEqual([]);
  });

  test('of the name without www, which is the same website, but not of the domain above another name', async () => {
    dns.zones['_portal-verify.shop.test'] = { TXT: token };
    expect(await look('www.shop.test')).toMatchObject({ by: 'dns' });
    expect(await look('app.shop.test')).toMatchObject({ by: null });
  });

  test.each<[string, 'servfail' | undefined, true | undefined]>([
    ['fails', 'servfail', true],
    ['says that there is none', undefined, undefined],
  ])('a DNS that %s is told from one without the record', async (_what, fault, unclear) => {
    dns.zones['_portal-verify.shop.test'] = fault ? { fault } : {};
    expect((await look()).unclear).toBe(unclear);
  });
});

describe('by a file', () => {
  const file =
    (body: string, status = 200): Handler =>
    ({ path: asked }) =>
      asked === path ? { type: 'text/plain', status, body } : undefined;
  test.each<[string, Handler, 'file' | null]>([
    ['with the code', file(`${token}\n`), 'file'],
    [
      'after a byte order mark and other lines',
      file(`\uFEFFother\r\nportal-verification=${token}\r\n`),
      'file',
    ],
    ['not where a page only mentions it', file(`<p>${token} x</p>`), null],
    ['not on an error page', file(token, 404), null],
    ['not behind many bytes', file(`${'x\n'.repeat(5000)}${token}`), null],
    [
      'not at another place of the website',
      ({ path: asked }) =>
        asked === '/upload/a.txt' ? { body: token } : { status: 302, headers: { Location: '/upload/a.txt' } },
      null,
    ],
  ])('%s', async (_what, site, by) => {
    handle = site;
    expect(await look()).toMatchObject({ by });
  });

  test.each<[string, () => string, 'file' | null]>([
    ['with www', () => `http://www.shop.test:${port()}${path}`, 'file'],
    ['of another domain', () => `http://evil.test:${port()}${path}`, null],
    ['of another name below the domain', () => `http://app.shop.test:${port()}${path}`, null],
    ['on another port', () => `${other.url.replace('127.0.0.1', 'shop.test')}${path}`, null],
    ['under another path', () => `http://www.shop.test:${port()}/x`, null],
    ['that is an address of this machine', () => `${other.url}${path}`, null],
  ])('to which the website leads: %s', async (_what, to, by) => {
    atOther = () => ({ body: token });
    handle = ({ headers, path: asked }) =>
      headers.host === `shop.test:${port()}`
        ? { status: 301, headers: { Location: asked === '/' ? '/x' : to() } }
        : { body: token };
    expect(await look()).toMatchObject({ by });
  });

  test('a circle ends', async () => {
    handle = () => ({ status: 302, headers: { Location: path } });
    expect((await look()).seen).toContain('leads round in a circle');
    expect(site.visits.length).toBeLessThan(12);
  });
});

describe('by a tag', () => {
  test.each<[string, string, boolean]>([
    [
      'in the head',
      `<!doctype html><html><head><title>Shop</title>${tag}</head><body>Hi</body></html>`,
      true,
    ],
    ['in a head without its tags', `<!doctype html><title>Shop</title>${tag}<p>Hi`, true],
    [
      'in other spelling',
      `<HEAD><META CONTENT='portal-verification=${token}' NAME="Portal-Verification" />`,
      true,
    ],
    ['not in the body', `<head><title>x</title></head><body>${tag}</body>`, false],
    ['not after text', `<title>x</title>Guest book: ${tag}`, false],
    ['not after an element of the body', `<head><title>x</title><div></div>${tag}</head>`, false],
    ['not in a comment', `<head><!-- ${tag} --></head>`, false],
    ['not in a script', `<head><script>"${tag}"</script></head>`, false],
    ['not in a template', `<head><template>${tag}</template></head>`, false],
    ['not without scripts only', `<head><noscript>${tag}</noscript></head>`, false],
    ['not in the title', `<head><title>${tag}</title></head>`, false],
    ['not with another code', `<head>${tag.replace(token, 'x'.repeat(20))}</head>`, false],
  ])('%s', async (_what, html, is) => {
    expect(headCodes(html).some((code) => code.endsWith(token))).toBe(is);
    handle = ({ path: asked }) => (asked === '/' ? { body: html } : undefined);
    expect(await look()).toMatchObject({ by: is ? 'meta' : null });
  });

  test('of the front page, whichever page the address names', async () => {
    handle = ({ path: asked }) => (asked.startsWith('/~ada') ? { body: `<head>${tag}</head>` } : undefined);
    expect(await look('', { url: `http://shop.test:${port()}/~ada/` })).toMatchObject({ by: null });
  });

  test('thousands of tags cost nothing', async () => {
    expect(headCodes(`<head>${'<meta name="portal-verification" content="x">'.repeat(50_000)}`)).toHaveLength(
      20,
    );
  });
});

describe('what was seen instead', () => {
  test('is told of each place', async () => {
    dns.zones['_portal-verify.shop.test'] = { TXT: 'something' };
    handle = ({ path: asked }) =>
      asked === '/' ? { body: tag.replace(token, 'other') } : { status: 403, body: '' };
    const { seen, unclear } = await look();
    expect(seen).toBe(
      `The TXT record of _portal-verify.shop.test holds something else. http://shop.test:${port()}${path} answers 403. The tag of http://shop.test:${port()}/ holds another code.`,
    );
    expect(unclear).toBeUndefined();
  });

  test('quotes nothing of the website', async () => {
    handle = () => ({
      status: 404,
      body: '<script>alert(1)</script>',
      headers: { Location: 'javascript:alert(1)' },
    });
    expect((await look()).seen).not.toContain('alert');
  });

  test.each<[string, () => Handler]>([
    ['has a fault', () => () => ({ status: 503, body: '' })],
    ['asks for patience', () => () => ({ status: 429, body: '', headers: { 'Retry-After': '0' } })],
    ['breaks off', () => (_visit, response) => (response.destroy(), null)],
  ])('is unclear where the website %s', async (_what, make) => {
    handle = make();
    expect(await look()).toMatchObject({ by: null, unclear: true });
  });

  test('is unclear where it does not answer in time', async () => {
    handle = () => new Promise(() => {});
    expect(await look('shop.test', { withinMs: 400 })).toEqual({
      by: null,
      seen: `shop.test:${port()} did not answer in time.`,
      unclear: true,
    });
  });
});

test.each([
  ['an address of a private network', { allowPrivate: [] as string[] }, /not on the public internet/],
  [
    'an address of the cloud’s own',
    { lookup: async () => ['169.254.169.254'] },
    /not on the public internet/,
  ],
  [
    'one private answer among public ones',
    { allowPrivate: [] as string[], lookup: async () => ['93.184.216.34', '10.0.0.1'] },
    /not on the public internet/,
  ],
])('nothing is asked at %s', async (_what, options, seen) => {
  handle = () => ({ body: token });
  const answer = await look('shop.test', options);
  expect(answer).toMatchObject({ by: null, seen: expect.stringMatching(seen) });
  expect(answer.unclear).toBeUndefined();
  expect(site.visits).toEqual([]);
});

test.each(['short', '', ' '.repeat(30)])(
  'a code that anybody could guess proves nothing: %j',
  async (code) => {
    handle = () => ({ body: `${code}\n` });
    expect(await look('shop.test', { code })).toMatchObject({ by: null });
  },
);

test('whoever stops the look is told so', async () => {
  handle = () => new Promise(() => {});
  const stop = new AbortController();
  const looking = look('shop.test', { signal: stop.signal });
  stop.abort(new Error('enough'));
  await expect(looking).rejects.toThrow('enough');
});

test.each([
  ['www.shop.example', 'shop.example'],
  ['WWW.Shop.example.', 'shop.example'],
  ['www.com', 'www.com'],
  ['www.co.uk', 'www.co.uk'],
  ['app.shop.example', 'app.shop.example'],
  ['192.0.2.1', '192.0.2.1'],
  ['[2001:db8::1]', '2001:db8::1'],
])('%s is proved as %s', (host, proved) => expect(provedHost(host)).toBe(proved));

test('an address of numbers has no record', () => {
  expect(proofPlaces('http://192.0.2.1:8080/a', token)).toEqual({
    dns: { name: '', value: `portal-verification=${token}` },
    file: { url: `http://192.0.2.1:8080${path}`, value: `portal-verification=${token}` },
    meta: { url: 'http://192.0.2.1:8080/', tag },
  });
});
