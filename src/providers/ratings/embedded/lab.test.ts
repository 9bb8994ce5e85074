import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { certificate } from './testing/lab.ts';
import { makeLab, readHostPort, readLab } from './lab.ts';
import { makeReach } from './look/reach.ts';
import { readSubject } from './subject.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'lab-'));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, content: string) => {
  writeFileSync(path.join(folder, name), content);
  return path.join(folder, name);
};

test('a lab file says where everything is; its own folder is looked through first', () => {
  write('ca.pem', certificate('root.pem'));
  const lab = readLab(
    write(
      'lab.json',
      JSON.stringify({
        resolver: '127.0.0.1:5300',
        addresses: { 'Shop.test:443': '127.0.0.2:8443', '[2001:db8::1]:25': '[::1]:2525' },
        ca: 'ca.pem',
        now: '2026-11-20T00:00:00Z',
        verified: true,
        feeds: 'folder',
        allowPrivate: true,
      }),
    ),
  );
  expect(lab).toMatchObject({
    resolver: '127.0.0.1:5300',
    now: new Date('2026-11-20T00:00:00Z'),
    verified: true,
    allowPrivate: true,
  });
  expect(lab.addresses.get('shop.test:443')).toEqual({ address: '127.0.0.2', port: 8443 });
  expect(lab.addresses.get('[2001:db8::1]:25')).toEqual({ address: '::1', port: 2525 });
  expect(lab.ca).toContain('BEGIN CERTIFICATE');
});

test.each<[string, string, RegExp]>([
  ['no file', path.join(folder, 'absent.json'), /cannot be read/],
  ['no JSON', write('a.json', '{'), /not JSON/],
  [
    'a bad place',
    write('b.json', '{"addresses":{"shop.test":"127.0.0.1:1"}}'),
    /shop\.test: write it as host:port/,
  ],
  ['a place that is a name', write('c.json', '{"addresses":{"shop.test:1":"localhost:1"}}'), /ip:port/],
  ['a bad resolver', write('d.json', '{"resolver":"dns.test"}'), /“resolver”/],
  ['a certificate that is not there', write('e.json', '{"ca":"nowhere.pem"}'), /nowhere\.pem/],
  [
    'a certificate that is none',
    write('h.json', JSON.stringify({ ca: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' })),
    /“ca” holds/,
  ],
  ['a bad day', write('f.json', '{"now":"soon"}'), /“now”/],
  ['a bad yes', write('g.json', '{"verified":"yes"}'), /“verified”/],
])('%s is told in a sentence', (_what, file, message) => expect(() => readLab(file)).toThrow(message));

test.each(['shop.test:0', 'shop.test:70000', 'shop.test', ':80', '::1:80', '[shop.test]:80', 'a b:1'])(
  '%s is no place',
  (text) => expect(readHostPort(text)).toBeNull(),
);

test.each([
  ['shop.test', 'shop.test', ['shop.test', 'www.shop.test']],
  ['https://www.Shop.test:8443/a?b#c', 'shop.test', ['www.shop.test', 'shop.test']],
  ['app.shop.co.uk', 'shop.co.uk', ['app.shop.co.uk', 'shop.co.uk', 'www.shop.co.uk']],
  ['bücher.test/', 'xn--bcher-kva.test', ['xn--bcher-kva.test', 'www.xn--bcher-kva.test']],
  ['my-shop.github.io', 'my-shop.github.io', ['my-shop.github.io', 'www.my-shop.github.io']],
])('%s is a company of its own', (given, domain, hosts) =>
  expect(readSubject(given)).toMatchObject({ domain, hosts }),
);

test.each([
  ['8.8.8.8', false, false, '8.8.8.8:80'],
  ['127.0.0.1', false, false, null],
  ['10.0.0.1', true, false, null],
  ['10.0.0.1', true, true, 'nowhere'],
  ['192.0.2.1', false, false, null],
  ['192.0.2.1', true, false, '127.0.0.1:8080'],
  ['169.254.169.254', true, true, null],
  ['::ffff:169.254.169.254', true, true, null],
  ['fe80::1', true, true, null],
  ['0.0.0.0', true, true, null],
])(
  '%s, in a lab %s that allows private addresses %s, leads to %s',
  async (address, inLab, allowPrivate, leads) => {
    const lab = inLab
      ? makeLab({
          addresses: { '192.0.2.1:80': '127.0.0.1:8080', '169.254.169.254:80': '127.0.0.1:1' },
          allowPrivate,
        })
      : undefined;
    const reach = makeReach({
      userAgent: 'test',
      signal: new AbortController().signal,
      now: () => new Date(),
      lab,
    });
    const place = await reach.place(address, 80).then(
      (found) => (found ? `${found.address}:${found.port}` : 'nowhere'),
      () => null,
    );
    reach.close();
    expect(place).toBe(leads);
  },
);
