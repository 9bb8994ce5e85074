import { describe, expect, it } from 'vitest';
import { readPage } from '#probes/web/page.ts';
import type { Handler } from '../../../sites/serve.ts';
import { page, tryOut } from '../execution/testing/trial.ts';
import { adminPages, adminProof, installerProof } from './adminPages.ts';
import { exposure } from './exposure.ts';

const read = (body: string, title = '') => {
  const html = `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`;
  return [readPage(html, 'https://s.example/admin/'), html] as const;
};
const userList =
  '<table><tr><td>ann</td><td><a href="/admin/users/edit?id=1">Edit</a> <a href="/admin/users/delete?id=1">Delete</a></td></tr></table><a href="/admin/settings">Settings</a>';

describe('a page for administrators', () => {
  it.each([
    ['<h1>Admin panel</h1>' + userList, ''],
    ['<h1>Welcome</h1>' + userList + '<a href="/logout">Log out</a>', 'Shop administration'],
  ])('is known by what it offers: %s', (body, title) =>
    expect(adminProof(...read(body, title))).toContain('/admin/users/edit'),
  );

  it.each([
    [
      'a sign-in',
      '<h1>Admin</h1><form method="post"><input name="user"><input type="password" name="p"></form>',
      '',
    ],
    ['a refusal', `<h1>Admin panel</h1><p>Please sign in first.</p>${userList}`, ''],
    [
      'an article',
      '<h1>How our admin panel works</h1><p>It lists all users.</p><a href="/blog">Blog</a><a href="/blog/users">More</a>',
      '',
    ],
    [
      'business administration',
      '<h1>Master of Business Administration</h1><a href="/courses/new">New</a><a href="/students">Students</a>',
      '',
    ],
    ['an empty shell of a program', '<div id="app"></div>', 'Admin'],
    ['the front page', userList, 'Harbor Lamps'],
  ])('is not %s', (_what, body, title) => expect(adminProof(...read(body, title))).toBeNull());
});

describe('a set-up program', () => {
  it.each([
    '<h1>Database Setup</h1><form method="post"><input type="submit" name="create_db" value="Create / Reset Database"></form>',
    '<h1>Installation</h1><form method="post"><input name="db_host"><input name="db_user"><input type="password" name="db_pass"></form>',
  ])('is known by its fields: %s', (body) => expect(installerProof(...read(body))).not.toBeNull());
  it.each([
    '<h1>Installation</h1><p>The shop is already installed.</p><form method="post"><input name="db_host"></form>',
    '<h1>How to install our lamps</h1><form method="post"><input name="email"></form>',
    '<h1>Set-up</h1><p>Read the manual.</p>',
  ])('is not %s', (body) => expect(installerProof(...read(body))).toBeNull());
});

const adminSite: Handler = (visit) =>
  visit.path === '/admin/' ? page(`<h1>Administration</h1>${userList}`) : undefined;

describe('open administration', () => {
  it('is found although nothing leads there', async () => {
    const { findings } = await tryOut([adminPages], adminSite, null, { level: 'safe', tech: ['php'] });
    expect(findings.map(({ rule, places }) => [rule, new URL(places[0]!.url).pathname])).toEqual([
      ['exposure.open-admin', '/admin/'],
    ]);
  });
  it.each<[string, Handler]>([
    ['every address gives the same page', () => page(`<h1>Administration</h1>${userList}`)],
    [
      'a stranger is led to the sign-in',
      (visit) =>
        visit.path.startsWith('/admin') ? { status: 302, headers: { Location: '/login' } } : undefined,
    ],
    [
      'a password is asked for',
      (visit) =>
        visit.path.startsWith('/admin')
          ? {
              status: 401,
              headers: { 'WWW-Authenticate': 'Basic' },
              body: `<h1>Administration</h1>${userList}`,
            }
          : undefined,
    ],
  ])('is not told where %s', async (_how, handler) =>
    expect((await tryOut([adminPages], handler, null, { level: 'safe', tech: ['php'] })).rules).toEqual([]),
  );
});

const text = (body: string, type = 'text/plain') => ({ type, body });
const files =
  (found: Record<string, string>, type?: string): Handler =>
  (visit) =>
    found[visit.path + visit.url.search] === undefined
      ? undefined
      : text(found[visit.path + visit.url.search]!, type);
const look = async (handler: Handler, paths: readonly string[] = [], tech: readonly string[] = ['php']) => {
  const { findings, requests } = await tryOut([exposure], handler, null, {
    level: 'safe',
    tech,
    prepare: (scan) => paths.forEach((path) => scan.site.paths.add(path)),
  });
  return {
    found: findings.flatMap(({ rule, places }) =>
      places.map(({ url }) => `${rule} ${url.replace(/^https?:\/\/[^/]+/, '')}`),
    ),
    requests,
  };
};

describe('files beside those that were met', () => {
  it.each([
    [
      ['/shop/login.php'],
      { '/shop/login.php.bak': '<?php $db = 1;' },
      'exposure.backup-source /shop/login.php.bak',
    ],
    [
      ['/shop/login.php'],
      { '/shop/.login.php.swp': 'b0VIM 8.2 ann' },
      'exposure.backup-source /shop/.login.php.swp',
    ],
    [['/members/list.php'], { '/members.zip': 'PK\u0003\u0004xx' }, 'exposure.archive /members.zip'],
    [
      ['/services/orders.asmx'],
      {
        '/services/orders.asmx?wsdl':
          '<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"><wsdl:operation name="a"/></wsdl:definitions>',
      },
      'exposure.wsdl /services/orders.asmx?wsdl',
    ],
  ])('%j', async (paths, found, expected) =>
    expect((await look(files(found as Record<string, string>), paths)).found).toEqual([expected]),
  );
});

describe('tools of operators', () => {
  it.each([
    [
      '/jolokia/version',
      '{"request":{"type":"version"},"value":{"agent":"1.7.1","protocol":"7.2"},"status":200}',
      'exposure.operator-tool',
    ],
    ['/h2-console/', '<html><head><title>H2 Console</title></head></html>', 'exposure.operator-tool'],
    [
      '/_cat/indices',
      'yellow open customers q1w2e3r4t5y6u7i8o9p0aa 1 1 12 0 40kb 40kb\n',
      'exposure.operator-tool',
    ],
    ['/v2/_catalog', '{"repositories":["shop"]}', 'exposure.operator-tool'],
    [
      '/actuator/configprops',
      '{"contexts":{"application":{"beans":{"x":{"prefix":"spring"}}}}}',
      'exposure.actuator',
    ],
    ['/graphiql', '<html><head><title>GraphiQL</title></head></html>', 'exposure.api-docs'],
    [
      '/readme.html',
      '<html><h1 id="logo"><a href="https://wordpress.org/">WordPress</a><br /> Version 4.2.1</h1></html>',
      'exposure.version-file',
    ],
  ])('are found at %s', async (path, body, rule) => {
    const handler: Handler = (visit) =>
      visit.path === path
        ? text(body, body.startsWith('<') ? 'text/html' : 'application/json')
        : visit.path === '/actuator'
          ? { status: 403 }
          : undefined;
    expect((await look(handler, [], [])).found).toEqual([`${rule} ${path}`]);
  });
  it('are not found where every address gives the page of the program', async () => {
    const shell =
      '<!doctype html><html><head><title>H2 Console</title></head><body><div id="root"></div></body></html>';
    expect((await look(() => ({ body: shell }))).found).toEqual([]);
  });
  it('are not found where they ask for a sign-in', async () => {
    const handler: Handler = (visit) =>
      visit.path === '/jenkins/'
        ? page('<title>Sign in [Jenkins]</title><input type="password" name="p">')
        : undefined;
    expect((await look(handler)).found).toEqual([]);
  });
});
