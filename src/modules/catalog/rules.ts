import { pacificDayNumber } from '#platform/businessDays.ts';
import { pacificDay, type Day } from '#platform/days.ts';
import {
  moduleNames,
  type ModuleName,
  type ModuleStatus,
  type ModuleStatuses,
  type SubscriptionStatus,
} from './contract.ts';

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

/** platform.md 9: environments whose quotes are for trying out. */
const stagingEnvironments = ['dev', 'demo', 'staging', 'test', 'test2', 'qa', 'preflight'];

/** platform.md 9: the page that a quote link leads to. */
export const quoteAddress = (
  quote: { production: string; staging: string },
  environmentName: string,
): string =>
  stagingEnvironments.includes(environmentName.trim().toLowerCase()) ? quote.staging : quote.production;

/** Host name without port, lower case. */
export const hostName = (host: string): string =>
  host.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');

/** Whether a host is one of a brand's: named exactly, or its web domain or a part of it. */
export const hostBelongsTo = (host: string, hosts: readonly string[], webDomain: string | null): boolean => {
  const name = hostName(host);
  return (
    hosts.includes(name) || (webDomain !== null && (name === webDomain || name.endsWith(`.${webDomain}`)))
  );
};

/** Runs now: on or after its first day and before its last (platform.md 2 names the first day on which it is over). */
export const isPromotionOn = (promotion: { from: Day | null; before: Day }, now: Date): boolean => {
  const today = pacificDay(now);
  return (promotion.from === null || today >= promotion.from) && today < promotion.before;
};

/** Puts the brand's words into text: `{brand}`, `{emailDomain}` and the like; other braces stay. */
export const fillIn = (text: string, words: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(words, name) ? words[name]! : whole));
