import { z } from 'zod';
import type { SubscriptionStatus } from '#modules/catalog/contract.ts';
import { pacificDayNumber } from '#platform/businessDays.ts';

/** Names of the product's modules as plans and routes know them (platform.md 1). */
export const moduleNames = [
  'compliance',
  'ratings',
  'cybermaturity',
  'training',
  'monitoring',
  'insurance',
  'dashboard',
  'marketplace',
  'cyberconcierge',
] as const;
export type ModuleName = (typeof moduleNames)[number];

/** platform.md 3 */
export const moduleStatusSchema = z.enum(['NOT_AVAILABLE', 'ACTIVE', 'INACTIVE']);
export type ModuleStatus = z.infer<typeof moduleStatusSchema>;
export type ModuleStatuses = Record<ModuleName, ModuleStatus>;

/** Days from today to that day, by the calendar; negative when it is past. */
const daysUntil = (at: Date, now: Date): number => pacificDayNumber(at) - pacificDayNumber(now);

export type Subscription = { subscriptionStatus: SubscriptionStatus; expirationDate: Date | null };

/** platform.md 4: today is after the expiration date, by the day, and no plan was bought. */
export const isTrialExpired = (subscription: Subscription, now: Date): boolean =>
  subscription.subscriptionStatus === 'INTRIAL' &&
  subscription.expirationDate !== null &&
  daysUntil(subscription.expirationDate, now) < 0;

/** Days of trial left; null where there is no trial. The banner shows while it is above 0. */
export const trialDaysLeft = (subscription: Subscription, now: Date): number | null =>
  subscription.subscriptionStatus === 'INTRIAL' && subscription.expirationDate
    ? Math.max(0, daysUntil(subscription.expirationDate, now))
    : null;

/** Which parts of the product a plan contains. */
export type PlanFlags = {
  securityPolicies: boolean;
  bitsight: boolean;
  cybermaturity: boolean;
  training: boolean;
  probely: boolean;
  insurance: boolean;
};

const flagOfModule = {
  compliance: 'securityPolicies',
  ratings: 'bitsight',
  cybermaturity: 'cybermaturity',
  training: 'training',
  monitoring: 'probely',
  insurance: 'insurance',
} as const satisfies Partial<Record<ModuleName, keyof PlanFlags>>;

/** platform.md 4: what an expired trial takes away. */
const endsWithTrial: readonly ModuleName[] = ['compliance', 'training', 'monitoring', 'cybermaturity'];

/**
 * Availability of every module for an organisation: ACTIVE where its plan contains it, INACTIVE ("Subscribe to use")
 * where only another plan that it can choose does or where the trial has expired, else NOT_AVAILABLE.
 */
export function moduleStatuses(
  plan: PlanFlags,
  eligible: readonly PlanFlags[],
  subscription: Subscription,
  now: Date,
): ModuleStatuses {
  const expired = isTrialExpired(subscription, now);
  const statuses = Object.fromEntries(moduleNames.map((name) => [name, 'ACTIVE'])) as ModuleStatuses;
  for (const [name, flag] of Object.entries(flagOfModule) as [keyof typeof flagOfModule, keyof PlanFlags][]) {
    const included: ModuleStatus = expired && endsWithTrial.includes(name) ? 'INACTIVE' : 'ACTIVE';
    statuses[name] = plan[flag]
      ? included
      : eligible.some((other) => other[flag])
        ? 'INACTIVE'
        : 'NOT_AVAILABLE';
  }
  const anyActive = (...names: ModuleName[]): ModuleStatus =>
    names.some((name) => statuses[name] === 'ACTIVE') ? 'ACTIVE' : 'INACTIVE';
  statuses.dashboard = anyActive('cybermaturity', 'training', 'monitoring', 'compliance');
  statuses.marketplace = anyActive('training', 'monitoring', 'compliance');
  return statuses;
}

/** platform.md 4: the last plan that can be chosen is the one subscribed to. */
export const isHighestPlan = (subscribed: string, eligible: readonly string[]): boolean =>
  eligible.at(-1)?.toLowerCase() === subscribed.toLowerCase();
