import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodHeaders, goodPage, startTestLab, toHttps, type TestLab } from './testing/lab.ts';

let lab: TestLab;
let handle: RequestListener;
beforeAll(async () => {
  lab = await startTestLab({ 'shop.test': { A: '192.0.2.10' } });
  lab.book['shop.test:443'] = await lab.https((...call) => handle(...call));
  lab.book['shop.test:80'] = await lab.http(toHttps);
});
afterAll(() => lab.close());

const page = '<!doctype html><title>Shop</title><p>Welcome';
const html =
  (body: string, headers: Record<string, string> = goodHeaders): RequestListener =>
  (_request, response) =>
    response.writeHead(200, headers).end(body);

describe('server software', () => {
  const tells = (headers: Record<string, string>, body = page) => html(body, { ...goodHeaders, ...headers });
  test.each<[string, RequestListener, number, string]>([
    ['hidden', tells({ Server: 'nginx' }), 100, 'software-hidden'],
    ['supported and shown', tells({ Server: 'Apache/2.4.62' }), 95, 'software-version-shown'],
    ['unknown and shown', tells({ Server: 'ownserver/3.2.1' }), 95, 'software-version-shown'],
    ['ended less than a year ago', tells({ 'X-Powered-By': 'PHP/8.1.30' }), 65, 'software-eol-recent'],
    ['ended longer ago', tells({ 'X-Powered-By': 'PHP/5.6.40' }), 20, 'software-eol-long'],
    [
      'the worst of several',
      tells({ Server: 'nginx/1.14.2', 'X-Powered-By': 'PHP/8.1.30' }),
      20,
      'software-eol-long',
    ],
    ['kept by a distribution', tells({ Server: 'Apache/2.4.38 (Debian)' }), 100, 'software-of-distribution'],
    [
      'a generator',
      tells({}, '<meta name="generator" content="Drupal 7 (https://www.drupal.org)">'),
      20,
      'software-eol-long',
    ],
  ])('%s', async (_what, site, score, fact) => {
    handle = site;
    const vector = await lab.measure('server_software');
    expect(vector.score).toBe(score);
    expect(vector.facts).toContain(fact);
  });
});

describe('security.txt', () => {
  const text =
    (content: string): RequestListener =>
    (request, response) =>
      request.url === '/.well-known/security.txt'
        ? response.writeHead(200, { 'Content-Type': 'text/plain' }).end(content)
        : goodPage(request, response);
  test.each<[string, RequestListener, number, string]>([
    ['valid', goodPage, 100, 'security-txt-valid'],
    [
      'expired',
      text('Contact: mailto:a@shop.test\nExpires: 2026-01-01T00:00:00Z'),
      65,
      'security-txt-expired',
    ],
    ['without an end', text('Contact: mailto:a@shop.test'), 65, 'security-txt-invalid'],
    ['absent', html(page), 50, 'security-txt-missing'],
  ])('%s', async (_what, site, score, fact) => {
    handle = site;
    expect(await lab.measure('security_txt')).toMatchObject({ score, facts: [fact] });
  });
});
