import { expect, it } from 'vitest';
import { readPage } from '#probes/web/page.ts';
import { pointsOf, requestOf } from './collect.ts';
import { fillPoint } from './point.ts';

const namesAt = (query: string) =>
  pointsOf({
    method: 'GET',
    url: `http://site.example/?${query}`,
    page: 'http://site.example/',
    source: 'link',
  }).map(({ name }) => name);

it.each<[string, string, string[]]>([
  ['a file under the name of a version', 'v=about.html', ['v']],
  ['a word under the name of a version', 'ver=basic', ['ver']],
  ['an address under the name of a callback', 'cb=https://other.example/', ['cb']],
  ['no version', 'v=5.2.1-rc.1&ver=12', []],
  ['no moment', '_=1760000000000&ts=1760000000', []],
  ['no fingerprint', 'v=9f86d081884c7d65', []],
  ['no campaign, whatever its value', 'utm_source=mail.html', []],
  ['a text behind its base 64 too', 'data=aGVsbG8gd29ybGQ=', ['data', 'data']],
  ['no word as base 64', 'q=Lamps123&s=searching', ['q', 's']],
])('tries %s', (_what, query, expected) => expect(namesAt(query)).toEqual(expected));

it('writes texts in base 64 where those met are', () => {
  const point = pointsOf({
    method: 'GET',
    url: 'http://site.example/?data=aGVsbG8=',
    page: 'http://site.example/',
    source: 'link',
  })[1]!;
  expect([point.value, fillPoint(point, "a'b").url]).toEqual(['hello', 'http://site.example/?data=YSdi']);
});

it.each([
  [
    'what stands in a box for text',
    '<textarea name=note>&lt;a&gt;b&lt;/a&gt;</textarea>',
    'note=%3Ca%3Eb%3C%2Fa%3E',
  ],
  [
    'a button that takes nothing away',
    '<input name=a value=1><button name=delete>x</button><button name=save value=y>s</button>',
    'a=1&save=y',
  ],
])('sends %s', (_what, fields, query) => {
  const [form] = readPage(`<form>${fields}</form>`, 'http://site.example/').forms;
  expect(requestOf(form!)?.url).toBe(`http://site.example/?${query}`);
});
