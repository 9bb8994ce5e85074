import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildPortal } from '../program/portal.ts';
import { temporaryFolder, testPortal } from '../testing/portal.ts';

/** The portal with the smallest browser part that can be served. */
async function withPages() {
  const portal = await testPortal();
  const webDir = temporaryFolder('pages');
  mkdirSync(path.join(webDir, '.vite'));
  writeFileSync(path.join(webDir, '.vite/manifest.json'), '{}');
  writeFileSync(path.join(webDir, '.vite/pages.json'), JSON.stringify({ pages: [], frames: {} }));
  writeFileSync(
    path.join(webDir, 'index.html'),
    '<html><head><title><!--title--></title><!--boot--></head></html>',
  );
  const app = await buildPortal({ base: portal.base, database: portal.database, webDir });
  onTestFinished(() => app.close());
  return { ...portal, app };
}

/** Asks with the address as it stands, which clients that know addresses would tidy. */
const ask = (port: number, address: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: address, headers: { host: 'localhost' }, agent: false }, (answer) =>
      resolve(answer.resume()),
    ).once('error', reject);
  });

test('no spelling of an address is a fault or leads to another host', async () => {
  const { app } = await withPages();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const pages = [
    '/',
    '//',
    '///x',
    '//[',
    '//evil.example',
    '/%2f%2fevil.example',
    '/\\evil.example',
    '/.env',
    '/index.html',
    'http://evil.example/',
  ];
  for (const address of pages) {
    const { statusCode, headers } = await ask(port, address);
    expect([address, statusCode, headers['content-type'], headers.location]).toEqual([
      address,
      200,
      'text/html; charset=utf-8',
      undefined,
    ]);
  }
  for (const address of [
    '/assets/../../package.json',
    '/..%2f..%2fpackage.json',
    '/.vite/manifest.json',
    '/api/',
    '/api/nope',
  ])
    expect([address, (await ask(port, address)).statusCode]).toEqual([address, 404]);
});

test('what names no icon of its own gets the mark of the brand', async () => {
  const { app } = await withPages();
  const marks: string[] = [];
  for (const host of ['localhost', 'shield.localhost']) {
    const { statusCode, headers } = await app.inject({ url: '/favicon.ico', headers: { host } });
    expect(statusCode).toBe(302);
    const mark = await app.inject({ url: headers.location as string, headers: { host } });
    expect([mark.statusCode, mark.headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    marks.push(mark.body);
  }
  expect(marks[0]).not.toBe(marks[1]);
});

test('the secret of a link leaves in no referrer and in no search engine', async () => {
  const { app } = await withPages();
  for (const address of [
    '/policy-approval/secret',
    '/policy-signing/secret?policy=backup',
    '/issue-link/secret',
    '/learn/secret',
    '/learn/secret/01-course',
  ])
    expect((await app.inject({ url: address })).headers['referrer-policy']).toBe('no-referrer');
  expect((await app.inject({ url: '/signin' })).headers['referrer-policy']).toBe(
    'strict-origin-when-cross-origin',
  );
  expect(readFileSync('src/app/index.html', 'utf8')).toContain('<meta name="robots" content="noindex" />');
});

test('a company name cannot end the script element that it stands in', async () => {
  const { app, member } = await withPages();
  const name = '</script><script>alert(1)</script>';
  const ada = await member('ada@acme-widgets.com', name);
  const { body } = await app.inject({
    url: '/dashboard',
    headers: { cookie: `session=${ada.cookies.get('session')}` },
  });
  expect(body).not.toContain('<script>alert');
  const boot = JSON.parse(/id="boot">(.*?)<\/script>/.exec(body)![1]!) as {
    answers: { profileCheck: { companyData: object } };
  };
  expect(boot.answers.profileCheck.companyData).toMatchObject({ companyName: name });
});

test('the page brings staff who they are, but not before their second factor and not in a support session', async () => {
  const { app, staff, member, support } = await withPages();
  const profileIn = async ({ cookies }: { cookies: Map<string, string> }) => {
    const { body } = await app.inject({
      url: '/staff',
      headers: { cookie: `session=${cookies.get('session')}` },
    });
    return (
      JSON.parse(/id="boot">(.*?)<\/script>/.exec(body)![1]!) as { answers: Record<string, { data: object }> }
    ).answers.staffProfile;
  };
  const sam = await staff();
  expect((await profileIn(sam))?.data).toMatchObject({ brand: null });
  expect(await profileIn(await staff(undefined, { strong: false }))).toBeUndefined();
  const ada = await member();
  expect(await profileIn(ada)).toBeUndefined();
  await support(ada, sam);
  expect(await profileIn(sam)).toBeUndefined();
});

test('while the database is away a page says so and tries again by itself', async () => {
  const { app, base } = await withPages();
  base.global.selectFrom = (() => {
    throw Object.assign(new Error('terminating connection'), { code: '57P01' });
  }) as never;
  const answer = await app.inject({ url: '/dashboard', headers: { cookie: `session=${'x'.repeat(43)}` } });
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['retry-after']]).toEqual([
    503,
    'text/html; charset=utf-8',
    '3',
  ]);
  expect(answer.body).toContain('http-equiv="refresh"');
});
