import { expect, test } from 'vitest';
import { differs, inviteRules, matching, personRules } from './fields.ts';

const person = { firstName: 'Bo', lastName: 'Lind', jobTitle: '' };

test('a person needs both names, and blanks are none', () => {
  expect([personRules.firstName('Bo'), personRules.lastName('Lind')]).toEqual([false, false]);
  expect(personRules.firstName(' \t')).toBe('Please enter the first name.');
  expect(personRules.lastName('\u202e')).toBe('Please enter the last name.');
});

test.each([
  ['bo@acme.com', true],
  [' Bo@Acme.com ', true],
  ['', false],
  ['bo', false],
  ['bo@acme', false],
  ['bo@acme.com, al@acme.com', false],
  [`${'a'.repeat(250)}@a.com`, false],
])('an invitation to %j is fine: %s', (email, fine) => {
  expect(inviteRules.email(email)).toBe(fine ? false : 'Please enter a valid email.');
});

test('space around a word is no change', () => {
  expect(differs(person, { ...person, firstName: ' Bo ' })).toBe(false);
  expect(differs(person, { ...person, jobTitle: 'IT' })).toBe(true);
});

test.each([
  ['', 2],
  ['LIND', 1],
  ['lind bo', 1],
  ['lind ada', 0],
  ['.*', 0],
])('searching for %j finds %d', (search, count) => {
  expect(matching(['Bo Lind', 'Ada Vance'], search, (row) => row)).toHaveLength(count);
});
