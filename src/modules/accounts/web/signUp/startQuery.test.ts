// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import {
  forgetStartQuery,
  givenAtStart,
  readStartQuery,
  takeStartQuery,
  withoutStartQuery,
} from './startQuery.ts';

afterEach(() => {
  forgetStartQuery();
  history.replaceState(null, '', '/');
});

const read = (query: string) => readStartQuery(new URLSearchParams(query));

test.each([
  ['Channel=CHAMBER-2026', { Channel: 'CHAMBER-2026' }],
  ['OrgName=O%27Neill+%26+S%C3%B8ns', { OrgName: "O'Neill & Søns" }],
  ['OrgID=4711-a', { OrgID: '4711-a' }],
  ['ZipCode=94105', { ZipCode: '94105' }],
  ['ZipCode=94105-1234', { ZipCode: '94105-1234' }],
  ['userName=Ada%40acme-widgets.com', { userName: 'Ada@acme-widgets.com' }],
  ['firstName=Ada&lastName=Vance', { firstName: 'Ada', lastName: 'Vance' }],
  ['view=settings/admins', { view: 'settings/admins' }],
])('%s is read', (query, values) => {
  expect(read(query)).toEqual(values);
});

test.each([
  'Channel=',
  'Channel=two%20words',
  `Channel=${'x'.repeat(101)}`,
  `OrgName=${'x'.repeat(121)}`,
  'OrgID=%3Cscript%3E',
  'ZipCode=94105;drop',
  'userName=ada',
  'userName=ada%40a%40b',
  `firstName=${'x'.repeat(101)}`,
  'firstName=%00%0d%0a',
  'view=https://evil.example',
  'view=%5C%5Cevil.example',
  'view=a%3Fb',
  'id_token=eyJhbGciOi.eyJzdWIiOi.c2ln',
  'channel=CHAMBER-2026',
  'other=1',
])('%s counts for nothing', (query) => {
  expect(read(query)).toEqual({});
});

test('text that would break a line or turn its direction is one plain line', () => {
  expect(read('firstName=Ada%0d%0aBcc:x&lastName=%E2%80%AEecnaV')).toEqual({
    firstName: 'Ada Bcc:x',
    lastName: 'ecnaV',
  });
});

test.each([
  ['/signup?Channel=A&firstName=B&ref=c', '/signup?ref=c'],
  ['/signup/START?userName=a%40b.c&id_token=secret#top', '/signup/START#top'],
  ['/#id_token=secret&state=x', '/'],
  [
    '/signin?verification_result=expired&username=a%40b.c',
    '/signin?verification_result=expired&username=a%40b.c',
  ],
  ['/?view=training&access_token=secret', '/'],
])('%s becomes %s', (address, tidy) => {
  expect(withoutStartQuery(new URL(address, 'https://portal.test'))).toBe(tidy);
});

test('what a page was opened with is gone from the address, known until it is forgotten, and survives a reload', () => {
  history.replaceState({ usr: 1 }, '', '/signup?firstName=Ada&id_token=secret&ref=c');
  expect(takeStartQuery()).toEqual({ firstName: 'Ada' });
  expect([location.pathname + location.search, history.state]).toEqual(['/signup?ref=c', { usr: 1 }]);
  expect(givenAtStart()).toEqual({ firstName: 'Ada' });
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('secret');
  expect(sessionStorage.getItem('start-query')).toBe('{"firstName":"Ada"}');
  forgetStartQuery();
  expect([givenAtStart(), sessionStorage.getItem('start-query')]).toEqual([{}, null]);
});
