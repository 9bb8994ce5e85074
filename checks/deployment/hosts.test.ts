import { connect, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { addPages } from '#app/pages/pages.ts';
import { saveBrand } from '#modules/staff/testing/catalog.ts';

const certificates = path.resolve('src/providers/scanner/sites/certificates');

type Answer = { status: number; body: string; headers: Record<string, unknown> };

async function listening(env: Record<string, string> = {}) {
  const portal = await testPortal({ env });
  await addPages(portal.app, portal.base, path.resolve('dist/web'));
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = portal.app.server.address() as AddressInfo;
  const ask = (host: string, address: string, headers: Record<string, string> = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port, path: address, headers: { host, ...headers }, agent: false },
        (answer) => {
          let body = '';
          answer.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
          answer.on('end', () => resolve({ status: answer.statusCode!, body, headers: answer.headers }));
        },
      );
      sent.on('error', reject).end();
    });
  return { ...portal, port, ask };
}

const statuses = async (
  ask: (host: string, address: string) => Promise<Answer>,
  hosts: string[],
  address = '/signin',
) =>
  Object.fromEntries(await Promise.all(hosts.map(async (host) => [host, (await ask(host, address)).status])));

test('an unknown host gets 421 and the way to the right address, and nothing of the portal', async () => {
  const { ask } = await listening();
  for (const address of [
    '/',
    '/signin',
    '/signup/x?next=//evil.test',
    '/mailbox',
    '/metricsx',
    '/user-pool-x',
  ])
    expect((await ask('evil.test', address)).status, address).toBe(421);
  const page = await ask('evil.test:4000', '/signin');
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  });
  expect(page.body).toContain('<meta http-equiv="refresh" content="0; url=/incorrect-url">');
  expect(page.headers['set-cookie']).toBeUndefined();
  const there = await ask('evil.test', '/incorrect-url');
  expect(there.status).toBe(421);
  expect(there.body).toContain('Please sign in to Cyber Safety through the correct address.');
  expect(there.body).toContain('<a href="http://localhost:4000/">Go to correct URL</a>');
  expect(there.body).not.toMatch(/refresh|evil\.test|user-pool|csrf|ClientId/);
  for (const address of [
    '/api/config',
    '/api/getCSRFToken',
    '/user-pool/.well-known/jwks.json',
    '/assets/x.js',
    '/user-pool/',
  ])
    expect(await ask('evil.test', address), address).toMatchObject({
      status: 421,
      body: expect.stringMatching(/misdirected/),
    });
});

test('health and metrics answer whatever a load balancer calls the server', async () => {
  const { ask } = await listening();
  for (const address of ['/healthz', '/readyz', '/metrics', '/healthz?now'])
    expect((await ask('10.0.0.7:4000', address)).status, address).toBe(200);
});

test('the portal is served at the host of PUBLIC_URL, of brands, and outside production of this machine', async () => {
  const { ask, settings } = await listening({ PUBLIC_URL: 'https://portal.acme.com' });
  const local = ['localhost:4000', '127.0.0.1', '[::1]:4000', 'LOCALHOST', 'some.localhost', '127.9.9.9'];
  const own = ['portal.acme.com', 'PORTAL.acme.com.', 'portal.acme.com:8443', 'shield.localhost'];
  const foreign = [
    'acme.com',
    'portal.acme.com.evil.test',
    'evilportal.acme.com',
    'portal.acme.com@evil.test',
    '10.0.0.7',
    'localhost.evil.test',
    '0.0.0.0',
  ];
  const all = (hosts: string[], status: number) => Object.fromEntries(hosts.map((host) => [host, status]));
  expect(await statuses(ask, [...local, ...own])).toEqual(all([...local, ...own], 200));
  expect(await statuses(ask, foreign)).toEqual(all(foreign, 421));
  settings.production = true;
  expect(await statuses(ask, own)).toEqual(all(own, 200));
  const rest = [...foreign, ...local];
  expect(await statuses(ask, rest)).toEqual(all(rest, 421));
});

test('a web domain that staff give to a brand is served from the next request on', async () => {
  const { ask, staff } = await listening();
  expect((await ask('portal.acme.test', '/signin')).status).toBe(421);
  expect((await saveBrand(await staff(), 'harborline', { webDomain: 'acme.test' })).status).toBe(200);
  expect((await ask('portal.acme.test', '/signin')).body).toContain('Harborline Business Shield');
});

test('X-Forwarded-Host counts where TRUST_PROXY names the sender, and nowhere else', async () => {
  const forwarded = { 'x-forwarded-host': 'evil.test', 'x-forwarded-for': '198.51.100.1' };
  const unproxied = await listening();
  expect((await unproxied.ask('localhost', '/signin', forwarded)).status).toBe(200);
  expect((await unproxied.ask('evil.test', '/signin', { 'x-forwarded-host': 'localhost' })).status).toBe(421);
  const proxied = await listening({ TRUST_PROXY: 'loopback' });
  expect((await proxied.ask('localhost', '/signin', forwarded)).status).toBe(421);
  expect((await proxied.ask('internal:8080', '/signin', { 'x-forwarded-host': 'localhost' })).status).toBe(
    200,
  );
  expect(
    (await proxied.ask('internal:8080', '/signin', { 'x-forwarded-host': 'localhost, evil.test' })).status,
  ).toBe(421);
  const elsewhere = await listening({ TRUST_PROXY: '10.0.0.0/8' });
  expect((await elsewhere.ask('evil.test', '/signin', { 'x-forwarded-host': 'localhost' })).status).toBe(421);
});

test("over HTTP/2 both :authority and Host must be the portal's", async () => {
  const { port } = await listening({
    TLS_CERT_FILE: `${certificates}/site.pem`,
    TLS_KEY_FILE: `${certificates}/site.key`,
  });
  const session: ClientHttp2Session = connect(`https://localhost:${port}`, { rejectUnauthorized: false });
  onTestFinished(() => void session.destroy());
  const ask = (headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const stream = session.request({ ':path': '/signin', ...headers });
      stream.on('response', (answer: IncomingHttpHeaders & { ':status'?: number }) => {
        stream.resume();
        resolve(answer[':status']!);
      });
      stream.on('error', reject).end();
    });
  expect(await ask({ ':authority': 'localhost' })).toBe(200);
  expect(await ask({ ':authority': 'evil.test' })).toBe(421);
  expect(await ask({ ':authority': 'localhost', host: 'evil.test' })).toBe(421);
  expect(await ask({ ':authority': 'evil.test', host: 'localhost' })).toBe(421);
});

test.each([
  ['on', { PUBLIC_URL: 'https://portal.acme.com' }, 'max-age=63072000; includeSubDomains'],
  ['off', { PUBLIC_URL: 'https://portal.acme.com', HSTS_SUBDOMAINS: 'off' }, 'max-age=63072000'],
  ['without https', { PUBLIC_URL: 'http://portal.acme.com' }, undefined],
])(
  'browsers are told to use encryption for hosts below as well: %s',
  async (_what, env: Record<string, string>, expected) => {
    const { app } = await testPortal({ env });
    const { headers } = await app.inject({ url: '/healthz' });
    expect(headers['strict-transport-security']).toBe(expected);
  },
);
