import { describe, expect, it, test } from 'vitest';
import { pacificDay, toDay } from '#platform/days.ts';
import type { ModuleStatuses } from './contract.ts';
import {
  fillIn,
  hostBelongsTo,
  isHighestPlan,
  isPromotionOn,
  isTrialExpired,
  moduleStatuses,
  quoteAddress,
  trialDaysLeft,
  type PlanFlags,
} from './rules.ts';

const everything: PlanFlags = {
  securityPolicies: true,
  bitsight: true,
  cybermaturity: true,
  training: true,
  probely: true,
  insurance: true,
};
const nothing: PlanFlags = {
  securityPolicies: false,
  bitsight: false,
  cybermaturity: false,
  training: false,
  probely: false,
  insurance: false,
};
const noon = new Date('2026-03-10T19:00:00Z');
const trialUntil = (expirationDate: string) => ({
  subscriptionStatus: 'INTRIAL' as const,
  expirationDate: new Date(expirationDate),
});
const bought = { subscriptionStatus: 'ACTIVE' as const, expirationDate: new Date('2020-01-01T00:00:00Z') };

describe('days in Pacific time', () => {
  test.each([
    ['2026-03-10T06:59:00Z', '2026-03-09'],
    ['2026-03-10T07:00:00Z', '2026-03-10'],
    ['2026-12-10T07:59:00Z', '2026-12-09'],
  ])('%s is %s', (at, day) => expect(pacificDay(new Date(at))).toBe(day));
});

describe('trial', () => {
  test.each([
    ['the day before the last', '2026-03-11T19:00:00Z', false, 1],
    ['the last day, hours later', '2026-03-10T08:00:00Z', false, 0],
    ['the day after', '2026-03-10T06:00:00Z', true, 0],
    ['long ago', '2025-03-10T06:00:00Z', true, 0],
  ])('on %s', (_case, expirationDate, expired, left) => {
    expect(isTrialExpired(trialUntil(expirationDate), noon)).toBe(expired);
    expect(trialDaysLeft(trialUntil(expirationDate), noon)).toBe(left);
  });

  it('counts calendar days across the change to summer time', () => {
    expect(trialDaysLeft(trialUntil('2026-03-31T20:00:00Z'), new Date('2026-03-01T20:00:00Z'))).toBe(30);
  });

  it('never ends for a bought plan', () => {
    expect(isTrialExpired(bought, noon)).toBe(false);
    expect(trialDaysLeft(bought, noon)).toBeNull();
  });
});

describe('module availability', () => {
  const statuses = (
    plan: PlanFlags,
    eligible: PlanFlags[],
    subscription: Parameters<typeof moduleStatuses>[2],
  ) => moduleStatuses(plan, eligible, subscription, noon);

  it('is ACTIVE for all that the plan contains', () => {
    expect(Object.values(statuses(everything, [], bought))).toEqual(
      Array.from({ length: 9 }, () => 'ACTIVE'),
    );
  });

  it('is INACTIVE where another plan contains it, NOT_AVAILABLE where none does', () => {
    const given = statuses(nothing, [nothing, { ...nothing, training: true }], bought);
    expect(given).toMatchObject({
      training: 'INACTIVE',
      monitoring: 'NOT_AVAILABLE',
      compliance: 'NOT_AVAILABLE',
      ratings: 'NOT_AVAILABLE',
      cyberconcierge: 'ACTIVE',
    });
  });

  it('takes four modules away when the trial has expired, and dashboard and marketplace with them', () => {
    const expected: ModuleStatuses = {
      compliance: 'INACTIVE',
      training: 'INACTIVE',
      monitoring: 'INACTIVE',
      cybermaturity: 'INACTIVE',
      dashboard: 'INACTIVE',
      marketplace: 'INACTIVE',
      ratings: 'ACTIVE',
      insurance: 'ACTIVE',
      cyberconcierge: 'ACTIVE',
    };
    expect(statuses(everything, [everything], trialUntil('2026-03-01T20:00:00Z'))).toEqual(expected);
  });

  test.each([
    ['cybermaturity', 'ACTIVE', 'INACTIVE'],
    ['training', 'ACTIVE', 'ACTIVE'],
    ['probely', 'ACTIVE', 'ACTIVE'],
    ['securityPolicies', 'ACTIVE', 'ACTIVE'],
    ['bitsight', 'INACTIVE', 'INACTIVE'],
  ] as const)('with %s alone the dashboard is %s and the marketplace %s', (flag, dashboard, marketplace) => {
    expect(statuses({ ...nothing, [flag]: true }, [], bought)).toMatchObject({ dashboard, marketplace });
  });
});

describe('highest plan', () => {
  test.each([
    ['PREMIUM', ['free', 'Premium'], true],
    ['free', ['free', 'premium'], false],
    ['free', [], false],
  ])('%s of %j: %s', (subscribed, eligible, expected) =>
    expect(isHighestPlan(subscribed, eligible)).toBe(expected),
  );
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
