import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { monitoringPaths } from './paths.ts';
import {
  coveredWebsites,
  durationMinutes,
  isNameTaken,
  nameProblem,
  parseWebAddress,
  parseWire,
  reportFileName,
  toWire,
} from './rules.ts';

describe('dates on the wire', () => {
  test('go there and back, without milliseconds and with Z', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        (date) => {
          const wire = toWire(date);
          expect(wire).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
          expect(parseWire(wire)?.getTime()).toBe(Math.floor(date.getTime() / 1000) * 1000);
        },
      ),
    );
  });

  test.each([
    '2026-11-20T01:00:00.000Z',
    '2026-11-20T01:00:00+00:00',
    '2026-11-20T01:00:00',
    '2026-02-30T01:00:00Z',
    '2026-11-20T25:00:00Z',
    '2026-11-20T24:00:00Z',
    '',
    'tomorrow',
  ])('%j is refused', (text) => {
    expect(parseWire(text)).toBeNull();
  });
});

describe('the websites that a plan covers', () => {
  const added = (id: string, day: number) => ({ id, createdAt: new Date(Date.UTC(2026, 2, day)) });
  const four = [added('d', 2), added('a', 3), added('c', 1), added('b', 3)];

  test.each([
    [-1, []],
    [0, []],
    [1, ['c']],
    [2, ['c', 'd']],
    // two of the same moment go by their ids
    [3, ['c', 'd', 'a']],
    [4, ['c', 'd', 'a', 'b']],
    [15, ['c', 'd', 'a', 'b']],
  ])('for %i they are %o', (atMost, ids) => {
    expect([...coveredWebsites(four, atMost)].toSorted()).toEqual(ids.toSorted());
    expect([...coveredWebsites(four.toReversed(), atMost)].toSorted()).toEqual(ids.toSorted());
  });

  test('are as many as there is room for, and stay covered when others are removed or the plan grows', () => {
    const websites = fc.uniqueArray(fc.record({ id: fc.uuid(), day: fc.integer({ min: 1, max: 5 }) }), {
      selector: ({ id }) => id,
    });
    fc.assert(
      fc.property(websites, fc.nat(8), fc.nat(8), fc.nat(), (given, atMost, more, which) => {
        const all = given.map(({ id, day }) => added(id, day));
        const covered = coveredWebsites(all, atMost);
        expect(covered.size).toBe(Math.min(atMost, all.length));
        const larger = coveredWebsites(all, atMost + more);
        const removed = all[which % (all.length || 1)]?.id;
        const left = coveredWebsites(
          all.filter(({ id }) => id !== removed),
          atMost,
        );
        for (const id of covered)
          expect([larger.has(id), left.has(id) || id === removed]).toEqual([true, true]);
      }),
    );
  });
});

describe('a website name', () => {
  test.each([
    ['', 'Please enter a name.'],
    ['   ', 'Please enter a name.'],
    ['x'.repeat(255), null],
    ['x'.repeat(256), 'Max 255 symbols.'],
    ['😀'.repeat(255), null],
    ['Shop (UK) — été', null],
  ])('%j', (name, problem) => {
    expect(nameProblem(name)).toBe(problem);
  });

  test('with a control character is refused', () => {
    expect(nameProblem('a\u0000b')).toMatch(/control characters/);
    expect(nameProblem('a\nb')).toMatch(/line breaks/);
  });

  test('is taken whatever its case, width and spacing', () => {
    expect(isNameTaken(' shop  ', ['SHOP'])).toBe(true);
    expect(isNameTaken('ÉTÉ', ['été'])).toBe(true);
    expect(isNameTaken('My  shop', ['my shop'])).toBe(true);
    expect(isNameTaken('Shop 2', ['Shop'])).toBe(false);
  });

  test('gives an address that leads back to it', () => {
    fc.assert(
      fc.property(
        fc
          .string({ unit: 'grapheme', minLength: 1 })
          .filter((name) => nameProblem(name) === null && !/^\.{1,2}$/.test(name)),
        (name) => {
          const { pathname, hash, search } = new URL(monitoringPaths.website(name), 'https://portal.test');
          expect([decodeURIComponent(pathname.slice('/webappscan/'.length)), hash, search]).toEqual([
            name,
            '',
            '',
          ]);
        },
      ),
    );
    expect(monitoringPaths.website('..')).toBe('/webappscan?name=..');
    expect(monitoringPaths.report('.', 'id')).toBe('/webappscan?name=.&report=id');
    expect(monitoringPaths.issues('a b', 'high')).toBe('/webappscan/a%20b?severity=high#issues');
  });
});

describe('a website address', () => {
  test.each([
    ['https://Example.com/', undefined, 'https://example.com', 'example.com'],
    ['HTTP://example.com:80/shop//', undefined, 'http://example.com/shop', 'example.com/shop'],
    ['example.com', 'https://', 'https://example.com', 'example.com'],
    ['https://example.com:8443/a?b=1#c', undefined, 'https://example.com:8443/a', 'example.com:8443/a'],
    ['https://bücher.example', undefined, 'https://xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['https://example.com.', undefined, 'https://example.com', 'example.com'],
    ['http://127.0.0.1:8080', undefined, 'http://127.0.0.1:8080', '127.0.0.1:8080'],
    ['http://[::1]:3000/', undefined, 'http://[::1]:3000', '[::1]:3000'],
    ['http://0x7f.1/', undefined, 'http://127.0.0.1', '127.0.0.1'],
  ])('%s is kept in one spelling', (text, protocol, url, key) => {
    expect(parseWebAddress(text, protocol)).toMatchObject({ url, key });
  });

  test.each([
    'example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'https://',
    'https:///path',
    'https://intranet',
    'https://user:secret@example.com',
    'https://@example.com',
    'https://example.com\\@evil.test',
    'https://exa mple.com',
    'https://example.123',
    'https://-a.example.com',
    'https://a..example.com',
    `https://${'a'.repeat(64)}.example.com`,
    `https://example.com/${'a'.repeat(2050)}`,
    'https://example.com\u0000',
  ])('%j is no website address', (text) => {
    expect(parseWebAddress(text)).toBeNull();
  });

  test('keeping it twice changes nothing', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (text) => {
        const once = parseWebAddress(text);
        expect(once && parseWebAddress(once.url)).toEqual(once);
      }),
    );
  });
});

describe('a report', () => {
  test('is named by company, website, type and date in Pacific time', () => {
    expect(reportFileName('Acme Corp, Inc.', 'Main shop', 'owasp', new Date('2026-11-21T05:00:00Z'))).toBe(
      'Acme_Main_shop_OWASP_2026_11_20.pdf',
    );
    expect(reportFileName('Zoë & Söhne', 'a/b\\c:"d"', 'pci', new Date('2026-03-05T20:00:00Z'))).toBe(
      'Zoë_a_b_c_d_PCI_2026_03_05.pdf',
    );
  });

  test('has a name that is safe whatever people typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (company, website) => {
        const name = reportFileName(company, website, 'owasp', new Date('2026-11-20T20:00:00Z'));
        expect(name).not.toMatch(/[\p{Cc}<>:"/\\|?*;]|\.\./u);
        expect(name.endsWith('_OWASP_2026_11_20.pdf')).toBe(true);
      }),
    );
  });

  test('tells the duration in whole minutes, never none', () => {
    const start = new Date('2026-11-20T10:00:00Z');
    expect(
      [5, 89, 91, 600].map((seconds) => durationMinutes(start, new Date(start.getTime() + seconds * 1000))),
    ).toEqual([1, 1, 2, 10]);
  });
});
