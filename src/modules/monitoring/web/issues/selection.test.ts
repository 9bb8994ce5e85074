import { expect, test } from 'vitest';
import { monitoringPaths } from '../../paths.ts';
import { selectWebsite } from './selection.ts';

const site = (targetName: string) => ({ targetId: `id of ${targetName}`, targetName });
const at = (path: string) => new URL(path, 'https://portal.test');
const sites = ['Booking', 'Über & Söhne / 100%', 'a%2Fb', 'a/b', '..'].map(site);

test.each(sites)('the address of $targetName shows it', (one) => {
  expect(selectWebsite(sites, at(monitoringPaths.website(one.targetName)))).toEqual({ shown: one });
});

test.each([
  ['no name shows the list of all', '/webappscan', { list: true }],
  ['a slash at the end is no name', '/webappscan/', { list: true }],
  ['an unknown name in the query leads to the base path', '/webappscan?name=.', { redirect: '/webappscan' }],
  ['case does not count', '/webappscan/booking', { shown: sites[0] }],
  ['an unknown name leads to the base path', '/webappscan/Blog', { redirect: '/webappscan' }],
  ['what cannot be decoded leads to the base path', '/webappscan/%E0%A4%A', { redirect: '/webappscan' }],
])('%s', (_what, path, selection) => {
  expect(selectWebsite(sites, at(path))).toEqual(selection);
});

test('one that was chosen is shown at the base path, and one that is gone is forgotten', () => {
  expect(selectWebsite(sites, at('/webappscan'), 'id of a/b')).toEqual({ shown: sites[3] });
  expect(selectWebsite(sites, at('/webappscan'), 'id of one that is gone')).toEqual({ list: true });
});

test('the only website needs no list', () => {
  expect(selectWebsite(sites.slice(0, 1), at('/webappscan'))).toEqual({ shown: sites[0] });
});

test('a website whose name is just being changed stays on the screen', () => {
  expect(selectWebsite(sites, at('/webappscan/New%20name'), 'id of Booking')).toEqual({ shown: sites[0] });
});

test('without websites there is nothing to show, and a name is unknown', () => {
  expect(selectWebsite([], at('/webappscan'))).toEqual({ empty: true });
  expect(selectWebsite([], at('/webappscan/Shop'))).toEqual({ redirect: '/webappscan' });
});
