import { expect, test } from 'vitest';
import { monitoringPaths } from '../paths.ts';
import { selectWebsite } from './selection.ts';

const site = (targetName: string) => ({ targetId: `id of ${targetName}`, targetName });
const sites = ['Booking', 'Über & Söhne / 100%', 'a%2Fb', 'a/b', '..'].map(site);

test.each(sites.filter(({ targetName }) => targetName !== '..'))('the address of $targetName shows it', (one) => {
  expect(selectWebsite(sites, monitoringPaths.website(one.targetName))).toEqual({ shown: one });
});

test.each([
  ['no name shows the first', '/webappscan', { shown: sites[0] }],
  ['a slash at the end is no name', '/webappscan/', { shown: sites[0] }],
  ['case does not count', '/webappscan/booking', { shown: sites[0] }],
  ['an unknown name leads to the base path', '/webappscan/Blog', { redirect: '/webappscan' }],
  ['what cannot be decoded leads to the base path', '/webappscan/%E0%A4%A', { redirect: '/webappscan' }],
])('%s', (_what, path, selection) => {
  expect(selectWebsite(sites, path)).toEqual(selection);
});

test('a website whose name no address can carry is remembered at the base path', () => {
  expect(monitoringPaths.website('..')).toBe('/webappscan');
  expect(selectWebsite(sites, '/webappscan', 'id of ..')).toEqual({ shown: sites[4] });
  expect(selectWebsite(sites, '/webappscan', 'id of one that is gone')).toEqual({ shown: sites[0] });
});

test('a website whose name is just being changed stays on the screen', () => {
  expect(selectWebsite(sites, '/webappscan/New%20name', 'id of Booking')).toEqual({ shown: sites[0] });
});

test('without websites there is nothing to show, and a name is unknown', () => {
  expect(selectWebsite([], '/webappscan')).toEqual({ empty: true });
  expect(selectWebsite([], '/webappscan/Shop')).toEqual({ redirect: '/webappscan' });
});
