import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Handler, Reply, Visit } from '../../../fixtures/serve.ts';
import { readPage } from '#probes/web/page.ts';
import { traversal } from './traversal.ts';
import { escaped, get, page, post, postJson, tryOut } from './trial.ts';

/** The root of a small machine's file system; what lies outside of it is not touched. */
const root = mkdtempSync(path.join(tmpdir(), 'scan-files-'));
const accounts =
  'root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin\nwww-data:x:33:33:www-data:/var/www:/usr/sbin/nologin\n';
const style =
  '/* the colours of the lamp shop, in the order of the catalogue */\nbody { color: #333; background: #fff }\n';

beforeAll(() => {
  for (const folder of ['etc', 'proc', 'srv/www/pages', 'srv/www/static', 'srv/www/images', 'windows'])
    mkdirSync(path.join(root, folder), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(path.join(root, name), text);
  write('etc/passwd', accounts);
  write(
    'proc/version',
    'Linux version 6.1.0-18-amd64 (debian-kernel@lists.debian.org) (gcc-12 (Debian 12.2.0-14) 12.2.0) #1 SMP\n',
  );
  write('windows/win.ini', '; for 16-bit app support\r\n[fonts]\r\n[extensions]\r\n[mci extensions]\r\n');
  write('srv/www/pages/about.html', '<h1>About us</h1><p>We sell lamps.</p>');
  write('srv/www/index.php', '<?php $db = "secret-lamp"; include("pages/".$_GET["page"]); ?>');
  write('srv/www/pages/about.php', '<?php echo "About us"; $key = "lamp-secret"; echo $key; ?>');
  write('srv/www/static/site.css', style);
  write('srv/www/images/logo.txt', 'logo');
});
afterAll(() => rmSync(root, { recursive: true }));

/** Reads as `fopen` does from the program's folder: each part of the way must be there, and the root has no parent. */
function open(name: string, from = '/srv/www'): string | null {
  const parts: string[] = [];
  for (const part of (name.startsWith('/') ? name : `${from}/${name}`).split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      parts.pop();
      continue;
    }
    parts.push(part);
    try {
      readFileSync(path.join(root, ...parts));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EISDIR') return null;
    }
  }
  try {
    return readFileSync(path.join(root, ...parts), 'utf8');
  } catch {
    return null;
  }
}

const asked = (visit: Visit) => visit.url.searchParams.get('page') ?? visit.form.get('page') ?? '';
const reading =
  (
    name: (value: string) => string,
    write: (text: string | null) => Reply = (text) => page(text ?? '<p>No such page</p>'),
  ): Handler =>
  (visit) =>
    write(open(name(asked(visit))));

const untilNull = (text: string) => text.replace(/\0.*$/s, '');

describe('files that a value leads to', () => {
  it.each<[string, string, Handler]>([
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
  ])('are found %s', async (_how, value, handler) => {
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

describe('servers that put the path of the address together by themselves', () => {
  const files =
    (name: (raw: string) => string | null): Handler =>
    (visit, response) => {
      const raw = (response.req as { url?: string }).url!.split('?')[0]!;
      const text = name(raw) === null ? null : open(name(raw)!);
      return text === null ? undefined : { type: 'text/plain', body: text };
    };
  const met = (scan: Parameters<NonNullable<typeof traversal.run>>[0]) =>
    void scan.site.paths.add(new URL('/static/site.css', scan.base).href);

  it.each<[string, Handler]>([
    ['dots in the path', files((raw) => raw.slice(1))],
    ['an encoded slash', files((raw) => (raw.includes('../') ? null : decodeURIComponent(raw).slice(1)))],
    ['an encoded dot', files((raw) => (/\.\.|%2f/i.test(raw) ? null : decodeURIComponent(raw).slice(1)))],
    [
      'an alias without its slash',
      files((raw) =>
        raw.startsWith('/static')
          ? `static/${path.posix.join(`x${raw.slice(7)}`).startsWith('..') ? '' : raw.slice(7)}`
          : null,
      ),
    ],
  ])('finds %s', async (_how, handler) => {
    const { findings } = await tryOut([traversal], handler, null, { prepare: met });
    expect(findings.map(({ rule }) => rule)).toEqual(['active.path-traversal']);
  });

  it.each<[string, Handler]>([
    ['a normalising server', (visit) => ({ type: 'text/plain', body: open(visit.path.slice(1)) ?? 'none' })],
    ['the same page for everything', () => page(`<h1>Lamps</h1>${'x'.repeat(100)}`)],
    ['a page about the file for everything', () => ({ type: 'text/plain', body: accounts })],
  ])('leaves %s alone', async (_how, handler) => {
    expect((await tryOut([traversal], handler, null, { level: 'full', prepare: met })).rules).toEqual([]);
  });
});
