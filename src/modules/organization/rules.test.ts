import { describe, expect, test } from 'vitest';
import { companyWebsite } from './contract.ts';
import { noGoals, settledGoals } from './goals.ts';
import { industries, isCompanyWebsite, stripProtocol, teamSizes } from './rules.ts';

describe('company website', () => {
  test.each([
    '',
    '  ',
    'https://',
    'acme.com',
    'https://acme.com',
    'HTTP://acme.com/about?x=1#y',
    'shop.acme.co.uk:8443',
    'münchen.de',
    'xn--mnchen-3ya.de',
    'acme.xn--p1ai',
  ])('%j may be given', (address) => expect(isCompanyWebsite(address)).toBe(true));
  test.each([
    'acme',
    'localhost',
    'https://https://acme.com',
    'ftp://acme.com',
    'javascript:alert(1)',
    'a b.com',
    'acme..com',
    '-acme.com',
    'user@acme.com',
    '10.0.0.1',
    'acme.com/a b',
    `${'a'.repeat(256)}.com`,
  ])('%j may not', (address) => expect(isCompanyWebsite(address)).toBe(false));
  test.each([
    [' https://acme.com ', 'acme.com'],
    ['Http://acme.com/x', 'acme.com/x'],
    ['acme.com', 'acme.com'],
  ])('%j is kept as %j', (given, kept) => expect(stripProtocol(given)).toBe(kept));
  test('a wrong one is told in the words of the catalogue', () => {
    expect(companyWebsite.safeParse('acme').error?.issues[0]?.message).toBe('Please enter a valid URL.');
  });
});

test('deselecting Other clears its text', () => {
  expect(settledGoals({ ...noGoals, hasOtherGoals: false, otherGoals: 'x' }).otherGoals).toBe('');
  expect(settledGoals({ ...noGoals, hasOtherGoals: true, otherGoals: 'x' }).otherGoals).toBe('x');
});

test('the lists are those of the specification', () => {
  expect(industries).toHaveLength(24);
  expect(new Set(industries.map((industry) => industry.value)).size).toBe(24);
  expect(industries.filter((industry) => 'group' in industry).map((industry) => industry.value)).toEqual([
    'BANKING_INVESTMENT',
    'HOSPITALS_NURSING_HOMES',
    'INSURANCE',
    'OTHER_HEALTH_CARE',
  ]);
  expect(teamSizes).toEqual(['0-10', '11-20', '21-30', '31-40', '41-50', '51-100', 'More than 100']);
});
