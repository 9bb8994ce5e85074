import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RequestListener } from 'node:http';
import { embeddedRatings } from '../ratings.ts';
import { startTestLab, type TestLab } from '../testing/lab.ts';

const token = 'b7d1f0a94c6e4b3f8a2d';
let lab: TestLab;
let handle: RequestListener = (_request, response) => response.writeHead(404).end();
beforeAll(async () => {
  lab = await startTestLab({
    'shop.test': { A: '192.0.2.10' },
    'www.shop.test': { A: '192.0.2.10' },
    'other.test': { A: '192.0.2.12' },
  });
  const site = await lab.https((...call) => handle(...call), 'wide');
  for (const host of ['shop.test', 'www.shop.test', 'other.test']) lab.book[`${host}:443`] = site;
});
afterAll(() => lab.close());

const file: RequestListener = (request, response) =>
  request.url === '/.well-known/portal-verification.txt'
    ? response.end(`${token}\n`)
    : response.writeHead(404).end();
const prove = (domain = 'shop.test', code = token) =>
  embeddedRatings({ contactUrl: 'http://portal.test', lab: lab.lab() }).prove!(
    { domain, token: code },
    { signal: new AbortController().signal, now: () => new Date() },
  );

describe('a domain is the company’s', () => {
  const records = (own: string | null, apex: string | null) => {
    lab.dns.zones['_portal-verify.shop.test'] = own === null ? {} : { TXT: own };
    lab.dns.zones['shop.test'] = { A: '192.0.2.10', ...(apex !== null && { TXT: ['v=spf1 -all', apex] }) };
  };
  test.each<[string, string | null, string | null, 'dns' | null]>([
    ['by a record of its own', token, null, 'dns'],
    ['by that record in the long form', `portal-verification=${token}`, null, 'dns'],
    ['by a record of the domain', null, `portal-verification=${token}`, 'dns'],
    ['not by the bare code at the domain', null, token, null],
    ['not by another code', `${token}0`, `portal-verification=${token.slice(1)}`, null],
    ['not without', null, null, null],
  ])('%s', async (_what, own, apex, by) => {
    records(own, apex);
    handle = (_request, response) => response.writeHead(404).end();
    expect(await prove()).toMatchObject({ by });
  });
  test.each<[string, RequestListener, 'file' | null]>([
    ['by a file', file, 'file'],
    [
      'by a file in the long form',
      (_request, response) => response.end(`portal-verification=${token}`),
      'file',
    ],
    ['not by a page that only mentions it', (_request, response) => response.end(`<p>${token} x</p>`), null],
    ['not by an error page', (_request, response) => response.writeHead(404).end(token), null],
    [
      'by a file to which the domain leads on a host of its own',
      (request, response) =>
        request.headers.host === 'shop.test'
          ? response.writeHead(301, { Location: `https://www.shop.test${request.url}` }).end()
          : file(request, response),
      'file',
    ],
    [
      'not by a file of another domain',
      (request, response) =>
        request.headers.host === 'shop.test'
          ? response.writeHead(301, { Location: `https://other.test${request.url}` }).end()
          : response.end(token),
      null,
    ],
    [
      'not by a file elsewhere on the site',
      (request, response) =>
        request.url === '/uploads/x.txt'
          ? response.end(token)
          : response.writeHead(302, { Location: '/uploads/x.txt' }).end(),
      null,
    ],
  ])('%s', async (_what, site, by) => {
    records(null, null);
    handle = site;
    expect(await prove()).toMatchObject({ by });
  });
  test('and what was seen instead is told', async () => {
    records('something', null);
    handle = (_request, response) => response.writeHead(403).end();
    const { seen } = await prove();
    expect(seen).toContain('holds something else');
    expect(seen).toContain('answers 403');
  });
  test.each([
    ['192.0.2.1', token],
    ['co.uk', token],
    ['shop.test', 'short'],
    ['shop.test', ''],
  ])('never for %s with %j', async (domain, code) => {
    handle = (_request, response) => response.end('\n');
    expect(await prove(domain, code)).toMatchObject({ by: null });
  });
});
