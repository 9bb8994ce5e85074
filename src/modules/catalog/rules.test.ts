import { describe, expect, it, test } from 'vitest';
import { pacificDay, toDay } from '#platform/days.ts';
import { fillIn, hostBelongsTo, isPromotionOn, quoteAddress } from './rules.ts';

describe('days in Pacific time', () => {
  test.each([
    ['2026-03-10T06:59:00Z', '2026-03-09'],
    ['2026-03-10T07:00:00Z', '2026-03-10'],
    ['2026-12-10T07:59:00Z', '2026-12-09'],
  ])('%s is %s', (at, day) => expect(pacificDay(new Date(at))).toBe(day));
});

describe('hosts', () => {
  test.each([
    ['shield.localhost:4000', true],
    ['a.portal.example.com.', true],
    ['portal.example.com.evil.test', false],
    ['evilportal.example.com', false],
    ['localhost', false],
  ])('%s belongs to the brand: %s', (host, own) =>
    expect(hostBelongsTo(host, ['shield.localhost'], 'portal.example.com')).toBe(own),
  );
});

describe('promotion', () => {
  const promotion = { from: toDay('2020-10-01'), before: toDay('2020-11-01') };
  test.each([
    ['2020-10-01T06:59:00Z', false],
    ['2020-10-01T07:00:00Z', true],
    ['2020-11-01T06:59:00Z', true],
    ['2020-11-01T07:00:00Z', false],
  ])('at %s: %s', (at, on) => expect(isPromotionOn(promotion, new Date(at))).toBe(on));
});

it('fills in known words and leaves other braces', () => {
  expect(
    fillIn('{brand} at {emailDomain}, {constructor} {x}', { brand: 'Acme {x}', emailDomain: 'acme.test' }),
  ).toBe('Acme {x} at acme.test, {constructor} {x}');
});

test('a quote is asked for at the staging page in the environments of the specification, and at the production page elsewhere', () => {
  const quote = { production: 'https://quotes.example/', staging: 'https://staging.quotes.example/' };
  for (const name of ['dev', 'demo', 'staging', 'test', 'test2', 'qa', 'preflight', ' QA '])
    expect(quoteAddress(quote, name), name).toBe(quote.staging);
  for (const name of ['production', 'prod', 'local', 'tester', ''])
    expect(quoteAddress(quote, name), name).toBe(quote.production);
});
