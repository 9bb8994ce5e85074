import { describe, expect, it, test } from 'vitest';
import {
  isHighestPlan,
  isTrialExpired,
  moduleStatuses,
  trialDaysLeft,
  type ModuleStatuses,
  type PlanFlags,
} from './moduleStatus.ts';

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
