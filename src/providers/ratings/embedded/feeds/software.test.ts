import { describe, expect, test } from 'vitest';
import { readEolTable, supportOf } from './eol.ts';
import { readSoftware } from './software.ts';

const at = new Date('2026-11-20T00:00:00Z');

test.each<[string, [product: string | null, version: string][]]>([
  ['nginx/1.18.0', [['nginx', '1.18.0']]],
  [
    'Apache/2.4.6 OpenSSL/1.0.2k-fips PHP/5.4.16',
    [
      ['apache', '2.4.6'],
      ['openssl', '1.0.2'],
      ['php', '5.4.16'],
    ],
  ],
  ['Microsoft-IIS/8.5', [['iis', '8.5']]],
  ['Jetty(9.4.43.v20210629)', [['jetty', '9.4.43']]],
  ['OpenSSH_7.4', [['openssh', '7.4']]],
  ['gunicorn/20.0.4', [['gunicorn', '20.0.4']]],
  [
    'Werkzeug/2.0.1 Python/3.8.10',
    [
      ['werkzeug', '2.0.1'],
      ['python', '3.8.10'],
    ],
  ],
  ['Phusion Passenger 5.0.30', [['passenger', '5.0.30']]],
  ['WordPress 6.4.2', [['wordpress', '6.4.2']]],
  ['Drupal 9 (https://www.drupal.org)', [['drupal', '9']]],
  ['ASP.NET MVC/5.2', [['aspnetmvc', '5.2']]],
  ['220 mail.shop.test ESMTP Exim 4.94.2 Mon, 01 Jun 2026 12:00:00 +0000', [['exim', '4.94.2']]],
  ['220 mx ESMTP Sendmail 8.14.4/8.14.4', [['sendmail', '8.14.4']]],
  ['cloudflare', []],
  ['Apache-Coyote/1.1', []],
  ['Microsoft-HTTPAPI/2.0', []],
  ['Express', []],
  ['Site Builder 2', []],
])('%s', (text, expected) =>
  expect(readSoftware(text).map(({ product, version }) => [product, version])).toEqual(expected),
);

test.each([
  'Apache/2.4.41 (Ubuntu)',
  'PHP/7.4.3-4ubuntu2.18',
  'OpenSSH_7.9p1 Debian-10+deb10u2',
  'Apache/2.4.6 (CentOS)',
  'nginx/1.14.1.el8',
])('%s is kept by its distribution', (text) =>
  expect(readSoftware(text)[0]).toMatchObject({ ofDistribution: true }),
);

describe('the table of ends', () => {
  test('fits its form, and names every product that is recognised', () => {
    const table = readEolTable();
    expect(Object.keys(table.products).length).toBeGreaterThan(35);
    expect(Date.parse(table.asOf)).toBeLessThanOrEqual(Date.now());
  });
  test.each<[string, string, string]>([
    ['php', '7.4.33', 'ended'],
    ['php', '8.4.1', 'supported'],
    ['nginx', '1.13.5', 'ended'],
    ['nginx', '1.99.0', 'unknown'],
    ['nginx', '0.5.1', 'ended'],
    ['nodejs', '5.1.0', 'ended'],
    ['openssl', '1.1.1', 'ended'],
    ['apache', '2.4.62', 'supported'],
    ['apache', '2.5.0', 'unknown'],
    ['exim', '4.89', 'ended'],
    ['exim', '4.98', 'supported'],
    ['python', '3.1.0', 'ended'],
    ['python', '3.14.0', 'supported'],
    ['something', '1.0', 'unknown'],
  ])('%s %s: %s', (product, version, state) => expect(supportOf(product, version, at).state).toBe(state));
});
