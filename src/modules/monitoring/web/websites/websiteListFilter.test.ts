import { expect, test } from 'vitest';
import { monitoringPaths } from '../../paths.ts';
import { listAddress, listAskedFor, type WebsiteListFilter } from './websiteListFilter.ts';

const opened: WebsiteListFilter = { search: '', sort: 'name', descending: false, page: 1 };

test.each([
  ['', opened],
  ['sort=highs', { ...opened, sort: 'highs', descending: true }],
  ['sort=highs&order=asc&page=3', { ...opened, sort: 'highs', page: 3 }],
  ['sort=name&order=desc&search=a%26b', { ...opened, descending: true, search: 'a&b' }],
] as const)('the address ?%s asks for a list, and is what that list has', (query, filter) => {
  expect(listAskedFor(new URLSearchParams(query))).toEqual(filter);
  expect(listAskedFor(listAddress(filter))).toEqual(filter);
});

test.each(['sort=password', 'page=0', 'page=-1', 'page=1e9', 'page=x', 'order=up'])(
  'nonsense is not asked for: ?%s',
  (query) => {
    expect(listAskedFor(new URLSearchParams(query))).toEqual(opened);
  },
);

test('the dashboard links to the websites with the most high issues first', () => {
  const { searchParams } = new URL(monitoringPaths.worst, 'https://portal.test');
  expect(listAskedFor(searchParams)).toMatchObject({ sort: 'highs', descending: true });
});
