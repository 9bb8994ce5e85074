import { describe, expect, it } from 'vitest';
import type { HttpAnswer } from '#probes/http/answer.ts';
import { seen } from '../../crawl/reading.ts';
import type { Check, Scan } from '../../rule.ts';
import { personal } from '../content/personal.ts';
import { caching, storageOf } from './caching.ts';

type Headers = [string, string][];

function rulesOf(
  check: Check,
  body: string,
  headers: Headers = [],
  more: Partial<HttpAnswer> = {},
): string[] {
  const answer: HttpAnswer = {
    url: 'https://shop.example/account',
    method: 'GET',
    status: 200,
    statusText: 'OK',
    headers: [['Content-Type', 'text/html'], ...headers],
    body: Buffer.from(`<!doctype html><html><body>${body}</body></html>`),
    truncated: false,
    ms: 1,
    address: '192.0.2.1',
    requestHead: 'GET /account HTTP/1.1\nCookie: sid=1',
    ...more,
  };
  const found = new Set<string>();
  const scan = {
    now: () => new Date('2026-06-01T00:00:00Z'),
    inScope: (url: URL) => url.hostname === 'shop.example',
    report: (rule: { id: string }) => found.add(rule.id),
  } as unknown as Scan;
  check.look!(seen(answer, 'page', true), scan);
  return [...found];
}

describe('storageOf', () => {
  it.each<[Headers, string]>([
    [[['Cache-Control', 'no-store']], 'none'],
    [[['Cache-Control', 'private, max-age=60']], 'private'],
    [[['Cache-Control', 'public, max-age=60']], 'shared'],
    [[['Cache-Control', 's-maxage=60']], 'shared'],
    [[['Cache-Control', 's-maxage=0, max-age=60']], 'private'],
    [[['Cache-Control', 'max-age=0, must-revalidate']], 'none'],
    [[['Cache-Control', 'no-cache']], 'none'],
    [[['Pragma', 'no-cache']], 'none'],
    [[['Expires', 'Thu, 19 Nov 1981 08:52:00 GMT']], 'none'],
    [[['Last-Modified', 'Tue, 04 Nov 2025 10:00:00 GMT']], 'shared'],
    [[], 'private'],
  ])('%j is %s', (headers, storage) => expect(storageOf({ headers })).toBe(storage));
});

describe('pages that caches may keep', () => {
  const cookie: [string, string] = ['Set-Cookie', 'PHPSESSID=q1w2e3r4t5y6u7i8; path=/'];
  const mine =
    '<a href="/logout">Sign out</a><form method="post" action="/account"><input type="text" name="mail" value="ann@lamps.test"></form>';
  it.each<[string, string, Headers]>([
    ['headers.cache-session', 'x', [cookie, ['Cache-Control', 'public, max-age=600']]],
    ['headers.cache-personal', mine, [['Cache-Control', 'public, max-age=600']]],
    ['headers.cache-personal', mine, []],
  ])('%s', (rule, body, headers) => expect(rulesOf(caching, body, headers)).toEqual([rule]));
  it.each<[string, string, Headers]>([
    ['a session that is not kept', 'x', [cookie, ['Cache-Control', 'no-store']]],
    ['a session without a word about caches', 'x', [cookie]],
    [
      'a taste that is kept',
      'x',
      [
        ['Set-Cookie', 'theme=dark'],
        ['Cache-Control', 'public, max-age=600'],
      ],
    ],
    [
      'a page with an example of an address',
      '<form method="post"><input name="mail" value="you@example.com"></form>',
      [['Cache-Control', 'public']],
    ],
    ['a personal page that stays in this browser', mine, [['Cache-Control', 'private, no-cache']]],
    [
      'a personal page that is not kept',
      mine,
      [
        ['Expires', '0'],
        ['Cache-Control', 'no-store, no-cache'],
      ],
    ],
  ])('nothing about %s', (_what, body, headers) => expect(rulesOf(caching, body, headers)).toEqual([]));
});

describe('passwords and session keys in pages', () => {
  const plain = { url: 'http://shop.example/admin', status: 401 };
  it.each<[string, string, Headers?, Partial<HttpAnswer>?]>([
    ['content.session-in-url', '<a href="/shop;jsessionid=8F7D6C5B4A39281706F5E4D3C2B1A0FF">Shop</a>'],
    ['content.session-in-url', '<a href="/shop?PHPSESSID=q1w2e3r4t5y6u7i8o9p0">Shop</a>'],
    [
      'content.session-in-url',
      '',
      [['Location', '/start;jsessionid=8F7D6C5B4A39281706F5E4D3C2B1A0FF']],
      { status: 302 },
    ],
    [
      'content.password-prefilled',
      '<form method="post"><input type="password" name="p" value="Wint3r-Lamp"></form>',
    ],
    ['content.basic-auth-unencrypted', '', [['WWW-Authenticate', 'Basic realm="Office"']], plain],
  ])('%s', (rule, body, headers, more) => expect(rulesOf(personal, body, headers, more)).toEqual([rule]));
  it.each<[string, Headers?, Partial<HttpAnswer>?]>([
    ['<a href="/shop?sid=3">Shop</a>'],
    ['<a href="/shop?sid=spring-sale-2026-lamps">Shop</a>'],
    ['<a href="https://other.example/?PHPSESSID=q1w2e3r4t5y6u7i8o9p0">Friends</a>'],
    [
      '<form method="post"><input type="password" name="p" value=""><input type="password" name="q" value="********"></form>',
    ],
    ['', [['WWW-Authenticate', 'Bearer']], plain],
    ['', [['WWW-Authenticate', 'Basic realm="Office"']], { status: 401 }],
  ])('nothing in %s', (body, headers, more) => expect(rulesOf(personal, body, headers, more)).toEqual([]));
});
