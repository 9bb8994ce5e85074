import { expect, test } from 'vitest';
import { bandOf } from './entities.ts';
import { isAbout, isDrop, ratingColor, reportFileName, stripProtocol } from './rules.ts';

test.each([
  [250, 'BASIC'],
  [630, 'BASIC'],
  [640, 'INTERMEDIATE'],
  [730, 'INTERMEDIATE'],
  [740, 'ADVANCED'],
  [900, 'ADVANCED'],
])('%i is in one band alone, %s', (rating, band) => {
  expect(bandOf(rating).id).toBe(band);
  expect(ratingColor(rating)).toMatch(/^#[0-9a-f]{6}$/);
});

test.each([
  [740, 730, true],
  [730, 740, false],
  [700, 690, false],
  [700, 680, true],
  [640, 640, false],
])('from %i to %i is news: %s', (before, after, told) => {
  expect(isDrop(before, after)).toBe(told);
});

test.each([
  ['mx1.shop.example:25', 'mx1.shop.example', true],
  ['mx1.shop.example', 'mx1.shop.example', true],
  ['https://www.shop.example/cart?x=1', 'https://www.shop.example', true],
  ['mx1.shop.example.evil.example', 'mx1.shop.example', false],
  ['amx1.shop.example', 'mx1.shop.example', false],
  ['192.0.2.10:443', '192.0.2.1', false],
])('%s is about %s: %s', (seen, asset, is) => {
  expect(isAbout(seen, asset)).toBe(is);
});

test('an address loses its protocol, whatever its case', () => {
  expect(['https://shop.example', 'HTTP://shop.example/a', ' shop.example '].map(stripProtocol)).toEqual([
    'shop.example',
    'shop.example/a',
    'shop.example',
  ]);
});

test('a report is named after company, domain and Pacific day', () => {
  expect(reportFileName('Acme Widgets Inc.', 'shop.example', new Date('2026-11-24T05:00:00Z'))).toBe(
    'Acme_shop.example_2026_11_23.pdf',
  );
  expect(reportFileName('../etc <b>', 'shop.example', new Date('2026-11-23T20:00:00Z'))).not.toMatch(
    /[/<>]|\.\./,
  );
});
