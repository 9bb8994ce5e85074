import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Handler, Reply, Visit } from '../../../sites/serve.ts';
import { readPage } from '#probes/web/page.ts';
import { traversal } from './traversal.ts';
import { escaped, get, page, post, postJson, tryOut } from './testing/trial.ts';
import { style, makeMachine } from './testing/files.ts';

const { open } = makeMachine();

const asked = (visit: Visit) => visit.url.searchParams.get('page') ?? visit.form.get('page') ?? '';
const reading =
  (
    name: (value: string) => string,
    write: (text: string | null) => Reply = (text) => page(text ?? '<p>No such page</p>'),
  ): Handler =>
  (visit) =>
    write(open(name(asked(visit))));

const untilNull = (text: string) => text.replace(/\0.*$/s, '');

const readable: [string, string, Handler][] = [
  ['under a folder', 'about.html', reading((value) => `pages/${value}`)],
  ['without a folder', 'pages/about.html', reading((value) => value)],
  [
    'with an ending added, cut off by a null byte',
    'about',
    reading((value) => untilNull(`pages/${value}.html`)),
  ],
  [
    'with the ending checked',
    'about.html',
    reading((value) => (value.endsWith('.html') ? untilNull(`pages/${value}`) : '')),
  ],
  ['with ../ taken out once', 'about.html', reading((value) => `pages/${value.replaceAll('../', '')}`)],
  [
    'with every .. refused',
    '/srv/www/pages/about.html',
    reading((value) => (value.includes('..') ? '' : value)),
  ],
  [
    'decoded twice',
    'about.html',
    reading((value) => (value.includes('../') ? '' : `pages/${decodeURIComponent(value)}`)),
  ],
  [
    'with the beginning checked',
    'pages/about.html',
    reading((value) => (value.startsWith('pages/') ? value : '')),
  ],
  [
    'on Windows',
    'about.html',
    reading((value) => (value.includes('/') ? '' : `pages/${value.replaceAll('\\', '/')}`)),
  ],
  [
    'by a file address',
    'about.html',
    reading((value) =>
      value.startsWith('file://') ? value.slice(7) : `pages/${path.posix.basename(value)}`,
    ),
  ],
  [
    'shown as text in a page',
    'about.html',
    reading(
      (value) => `pages/${value}`,
      (text) => page(`<pre>${escaped(text ?? '')}</pre>`),
    ),
  ],
  [
    'as a download',
    'about.html',
    reading(
      (value) => `pages/${value}`,
      (text) => (text === null ? { status: 404 } : { type: 'application/octet-stream', body: text }),
    ),
  ],
  [
    'with the name of the account file refused',
    'about.html',
    reading(
      (value) => `pages/${value}`,
      (text) => (text?.startsWith('root:') ? { status: 403, body: 'Blocked' } : page(text ?? '')),
    ),
  ],
];

describe('files that a value leads to', () => {
  it.each(readable)('are found %s', async (_how, value, handler) => {
    const { findings } = await tryOut(
      [traversal],
      handler,
      get(`/index.php?page=${encodeURIComponent(value)}`),
    );
    expect(findings.map(({ rule }) => rule)).toEqual(['active.path-traversal']);
    expect(JSON.stringify(findings)).not.toContain('www-data');
  });

  it('are found in forms and interfaces', async () => {
    const form: Handler = (visit) => page(open(`pages/${asked(visit)}`) ?? '');
    expect((await tryOut([traversal], form, post('/show', ['page', 'about.html']))).rules).toEqual([
      'active.path-traversal',
    ]);
    const api: Handler = (visit) => ({
      type: 'application/json',
      body: JSON.stringify({
        content: open(`pages/${(JSON.parse(visit.body || '{"file":""}') as { file: string }).file}`),
      }),
    });
    expect((await tryOut([traversal], api, postJson('/api/file', { file: 'about.html' }))).rules).toEqual([
      'active.path-traversal',
    ]);
  });

  it('are found with the first try in most programs', async () => {
    const { rules, requests } = await tryOut(
      [traversal],
      reading((value) => `pages/${value}`),
      get('/?page=about.html'),
      { level: 'safe' },
    );
    expect(rules).toEqual(['active.path-traversal']);
    expect(requests).toBeLessThanOrEqual(2);
  });

  it('are found by the source of the page where the system keeps to its folder', async () => {
    const handler: Handler = (visit) => {
      const wrapped = /^php:\/\/filter\/convert\.base64-encode\/resource=(.*)$/.exec(asked(visit))?.[1];
      if (wrapped !== undefined)
        return page(Buffer.from(open(`pages/${wrapped}.php`) ?? '').toString('base64'));
      return page(
        asked(visit) === 'about' ? 'About us' : '<b>Warning</b>: include(): Failed opening for inclusion',
      );
    };
    const { findings } = await tryOut([traversal], handler, get('/index.php?page=about'));
    expect(findings.map(({ rule, places }) => [rule, places[0]!.parameter])).toEqual([
      ['active.path-traversal', 'page'],
    ]);
    expect(JSON.stringify(findings)).not.toContain('lamp-secret');
    expect(JSON.stringify(findings)).not.toContain(
      Buffer.from('lamp-secret').toString('base64').slice(0, 10),
    );
  });

  it('are found by the message of the program that includes them with an ending', async () => {
    const complain = (name: string) =>
      page(`<b>Warning</b>: include(${escaped(name)}.php): Failed to open stream in /srv/p.php`);
    const including =
      (name: (value: string) => string): Handler =>
      (visit) =>
        path.posix.normalize(name(asked(visit))) === 'about'
          ? page('<p>About us</p>')
          : complain(name(asked(visit)));
    const scan = (name: (value: string) => string) =>
      tryOut([traversal], including(name), get('/index.php?page=about'));
    const { findings } = await scan((value) => value);
    expect(findings.map(({ rule, cwe, confidence }) => [rule, cwe, confidence])).toEqual([
      ['active.path-traversal', 'CWE-98', 'firm'],
    ]);
    expect((await scan((value) => path.posix.basename(value))).rules).toEqual([]);
    // a list of names whose page repeats what was asked
    const listed: Handler = (visit) =>
      asked(visit) === 'about' ? page('<p>About us</p>') : complain(asked(visit));
    expect((await tryOut([traversal], listed, get('/index.php?page=about'))).rules).toEqual([]);
  });

  it('are found by a known file of the website where no other can be read', async () => {
    const inside = (name: string) =>
      path.posix.join('/srv/www/pages', name).startsWith('/srv/www/') && !name.startsWith('/')
        ? open(`pages/${name}`)
        : null;
    const handler: Handler = (visit) =>
      visit.path === '/static/site.css'
        ? { type: 'text/css', body: style }
        : page(inside(asked(visit)) ?? '<p>None</p>');
    const { findings } = await tryOut([traversal], handler, get('/show?page=about.html'), {
      prepare: (scan) => void withStyle(scan),
    });
    expect(findings.map(({ rule }) => rule)).toEqual(['active.path-traversal']);
    expect(findings[0]!.places[0]!.evidence).toContain('/static/site.css');
  });
});

function withStyle(scan: Parameters<NonNullable<typeof traversal.run>>[0]): void {
  const html = '<link rel="stylesheet" href="/static/site.css">';
  scan.site.pages.push({ url: scan.base.href, answer: scan.front, page: readPage(html, scan.base.href) });
}

describe('programs that keep to their folder', () => {
  const about =
    'The file /etc/passwd of a fresh system begins so: <pre>root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin\n</pre>';
  it.each<[string, Handler]>([
    ['the last part of the name', reading((value) => `pages/${path.posix.basename(value)}`)],
    ['a list of names', reading((value) => (['about.html'].includes(value) ? `pages/${value}` : ''))],
    [
      'a path that is checked',
      reading((value) =>
        path.posix.join('/srv/www/pages', value).startsWith('/srv/www/pages/')
          ? path.posix.join('/srv/www/pages', value)
          : '',
      ),
    ],
    ['a path that is cleaned', reading((value) => `pages/${path.posix.join('/', value)}`)],
    ['a page about the file', () => page(about)],
    [
      'a search that finds a page about the file',
      (visit) => page(asked(visit).includes('passwd') ? about : 'Nothing found'),
    ],
    ['an echo', (visit) => page(`<p>${escaped(asked(visit))} not found: root:x:0:0</p>`)],
    [
      'an error that quotes',
      (visit) =>
        page(
          `ENOENT: no such file or directory, open '/srv/www/pages/${escaped(path.posix.basename(asked(visit)))}'`,
          { status: 500 },
        ),
    ],
    ['the same page for everything', () => page('<h1>Lamps</h1>')],
    [
      'a firewall',
      (visit) =>
        /\.\.|etc|:/.test(asked(visit))
          ? { status: 403, body: 'Blocked' }
          : page(open(`pages/${asked(visit)}`) ?? 'none'),
    ],
    [
      'a folder that counts as an address does',
      (visit) => page(open(new URL(asked(visit), 'http://x/').pathname.slice(1), '/srv/www') ?? 'none'),
    ],
    ['text that looks like an account', () => page('<p>root:x:0:0 and so on</p>')],
  ])('are left alone: %s', async (_name, handler) => {
    const serves: Handler = (visit, response) =>
      visit.path === '/static/site.css' ? { type: 'text/css', body: style } : handler(visit, response);
    const { findings } = await tryOut([traversal], serves, get('/show?page=about.html'), {
      level: 'full',
      prepare: (scan) => void withStyle(scan),
    });
    expect(findings.map(({ places }) => places[0]!.evidence)).toEqual([]);
  });
});
