import { expect, it } from 'vitest';
import { pointsOf } from './collect.ts';

const namesAt = (query: string) =>
  pointsOf({ method: 'GET', url: `http://site.example/?${query}`, page: 'http://site.example/', source: 'link' }).map(({ name }) => name);

it.each<[string, string, string[]]>([
  ['a file under the name of a version', 'v=about.html', ['v']],
  ['a word under the name of a version', 'ver=basic', ['ver']],
  ['an address under the name of a callback', 'cb=https://other.example/', ['cb']],
  ['no version', 'v=5.2.1-rc.1&ver=12', []],
  ['no moment', '_=1760000000000&ts=1760000000', []],
  ['no fingerprint', 'v=9f86d081884c7d65', []],
  ['no campaign, whatever its value', 'utm_source=mail.html', []],
])('tries %s', (_what, query, expected) => expect(namesAt(query)).toEqual(expected));
