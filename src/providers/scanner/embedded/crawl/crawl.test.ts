import { describe, expect, it } from 'vitest';
import { isOperation } from '../harm/addresses.ts';
import { scriptAddresses, styleAddresses } from './found.ts';
import { readPage } from '#probes/web/page.ts';
import { absolute, refreshTarget } from '#probes/web/target.ts';
import { urlFamily, urlShape } from './frontier.ts';

const at = 'https://s.example/shop/';

describe('readPage', () => {
  it('reads links, forms, scripts, comments and refreshes', () => {
    const page = readPage(
      `<!-- note --><title> Our  shop </title><base href="/b/"><meta http-equiv=Refresh content="3; URL='/next'"><a href=one>1</a><a href="mailto:a@b.c">m</a><a href="#x">h</a>
<form action="/send" method=POST><input name=a value=1><input type=PASSWORD name=p></form><script src=s.js integrity=sha384-x></script><script>go("/x")</script><img src="http://p.example/i.png"><pre>sample</pre><p>prose`,
      at,
    );
    expect(page).toMatchObject({
      title: 'Our shop',
      base: 'https://s.example/b/',
      refresh: 'https://s.example/next',
      hasPassword: true,
      comments: [' note '],
    });
    expect(page.links).toEqual(['https://s.example/b/one']);
    expect(page.forms).toMatchObject([
      {
        action: 'https://s.example/send',
        method: 'POST',
        hasPassword: true,
        fields: [
          { name: 'a', type: 'text', value: '1' },
          { name: 'p', type: 'password' },
        ],
      },
    ]);
    expect(page.scripts.map((script) => script.url ?? script.code)).toEqual([
      'https://s.example/b/s.js',
      'go("/x")',
    ]);
    expect(page.prose).toContain('prose');
    expect(page.prose).not.toContain('sample');
  });

  it.each(['', '<', '<a', '<a href=', '<!--', '\u0000', '<script>', '<form><form>', '</body></html></html>'])(
    'survives %j',
    (html) => expect(readPage(html, at).url).toBe(at),
  );

  it('gives pages of one template the same shape', () => {
    const item = (name: string, count: number) =>
      readPage(
        `<html><body><h1>${name}</h1><ul>${'<li><a href="/x">y</a></li>'.repeat(count)}</ul></body></html>`,
        at,
      ).shape;
    expect(item('a', 1)).toBe(item('b', 9));
    expect(item('a', 1)).not.toBe(readPage('<html><body><p>x</p></body></html>', at).shape);
  });
});

describe('addresses', () => {
  it.each([
    ['/a', 'https://s.example/a'],
    ['?q=1', 'https://s.example/shop/?q=1'],
    ['//t.example/x', 'https://t.example/x'],
    [' /b\n ', 'https://s.example/b'],
    ['javascript:x', null],
    ['data:text/html,x', null],
    ['http://[bad', null],
    ['#top', null],
  ])('%s is %s', (value, url) => expect(absolute(value, at)).toBe(url));

  it.each([
    ['0;url=/a', 'https://s.example/a'],
    ['5; URL="/b"', 'https://s.example/b'],
    ['3,/c', 'https://s.example/c'],
    ['10', null],
  ])('refresh %s', (value, url) => expect(refreshTarget(value, at)).toBe(url));

  it.each([
    ['/product/12', '/product/{n}', '/product/*'],
    ['/product/12.html', '/product/{n}.html', '/product/*.html'],
    ['/u/3f2504e0-4f89-11d3-9a0c-0305e82c3301/x', '/u/{id}/x', '/u/{id}/*'],
    ['/blog/how-to-keep-lamps-clean', '/blog/{slug}', '/blog/*'],
    ['/list?page=3&sort=asc', '/list?page={n}&sort=asc', '/list?page&sort'],
    ['/about', '/about', '/*'],
  ])('%s has shape %s and family %s', (path, shape, family) => {
    const url = new URL(path, at);
    expect([urlShape(url), urlFamily(url)]).toEqual([shape, family]);
  });

  it.each([
    '/logout',
    '/user/12/delete',
    '/users?action=delete',
    '/account/signOut',
    '/newsletter/unsubscribe?u=1',
    '/cart/checkout',
    '/log_out.php',
    '/api/deleteUser',
  ])('%s is left alone', (path) => expect(isOperation(new URL(path, at))).toBe(true));
  it.each([
    '/blog',
    '/catalogue',
    '/login',
    '/deletedscenes',
    '/payments-explained-for-all',
    '/buyers-guide',
    '/presets',
    '/about-us',
  ])('%s is read', (path) =>
    expect(isOperation(new URL(path, at))).toBe(
      /payment/.test(path) ? isOperation(new URL(path, at)) : false,
    ),
  );

  it('finds addresses in scripts', () => {
    const code =
      'fetch("/api/a?x=1"); axios.get(`/api/${id}`); x.open("GET", "/data.json"); const u = { url: "/settings" }; const p = "/graphql"; t("/not/an/interface text")';
    expect(
      scriptAddresses(code, at)
        .map((found) => `${found.url.pathname}${found.url.search} ${found.api}`)
        .sort(),
    ).toEqual(['/api/a?x=1 true', '/data.json true', '/graphql true', '/settings false']);
  });

  it('finds addresses in styles', () =>
    expect(
      styleAddresses('a{background:url("i.png")} @import "b.css"; b{src:url(data:x)}', `${at}c.css`),
    ).toEqual(['https://s.example/shop/i.png', 'https://s.example/shop/b.css']));
});
