import type { BillingSubscription } from '#providers/billing/port.ts';
import type { Catalog, Channel, Plan } from '#modules/catalog/server/public.ts';

/** A subscription as it is stored: what the billing provider last told, and our plan for its price. */
export type StoredSubscription = Pick<
  BillingSubscription,
  | 'id'
  | 'customerId'
  | 'priceId'
  | 'status'
  | 'startedAt'
  | 'termStart'
  | 'termEnd'
  | 'cancelledAt'
  | 'couponCodes'
  | 'version'
> & {
  /** Null for a price that the catalogue does not know. */
  planId: string | null;
};

export const isLiving = ({ status }: Pick<StoredSubscription, 'status'>): boolean => status !== 'cancelled';

const rank = (one: StoredSubscription, other: StoredSubscription): number =>
  Number(isLiving(other)) - Number(isLiving(one)) ||
  other.startedAt.getTime() - one.startedAt.getTime() ||
  (one.id < other.id ? 1 : -1);

/** The subscription that counts: a living one before those that ended, then the newest. */
export const currentOf = (all: readonly StoredSubscription[]): StoredSubscription | null =>
  [...all].sort(rank)[0] ?? null;

/** What subscriptions make of the organisation's own row. */
export type Standing = {
  /** Null: as it is. */
  planId: string | null;
  subscriptionStatus: 'INTRIAL' | 'ACTIVE';
  subscriptionDate: Date;
  expirationDate: Date | null;
};

/** Longer than any calendar day: what is so much earlier was yesterday or before. */
const overADayMs = 26 * 3_600_000;

/**
 * What the organisation's row follows from: only from what was last told of its subscriptions, never from the order in
 * which it was told. Null where there are none, so that a trial or a free plan goes on.
 * @param freePlanId the plan without price that takes the place of one that ended
 */
export function standingOf(all: readonly StoredSubscription[], freePlanId: string | null): Standing | null {
  const current = currentOf(all);
  if (!current) return null;
  if (isLiving(current))
    return {
      planId: current.planId,
      subscriptionStatus: 'ACTIVE',
      subscriptionDate: current.startedAt,
      expirationDate: null,
    };
  const endedAt = current.cancelledAt ?? current.termStart;
  if (freePlanId !== null)
    return {
      planId: freePlanId,
      subscriptionStatus: 'ACTIVE',
      subscriptionDate: endedAt,
      expirationDate: null,
    };
  return {
    planId: current.planId,
    // an expiration that is past takes the modules away, by the day
    subscriptionStatus: 'INTRIAL',
    subscriptionDate: current.startedAt,
    expirationDate: new Date(endedAt.getTime() - overADayMs),
  };
}

export const isSameStanding = (one: Standing | null, other: Standing | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** What administrators are told by mail. */
export type News = 'bought' | 'changed' | 'payment-failed' | 'ends' | 'ended';

/** What is new between two states of an organisation's subscriptions. */
export function newsOf(before: readonly StoredSubscription[], after: readonly StoredSubscription[]): News[] {
  const now = currentOf(after);
  if (!now) return [];
  const was = before.find((one) => one.id === now.id);
  if (!isLiving(now)) return was && isLiving(was) && was.status !== 'ending' ? ['ended'] : [];
  const isNew = !was || !isLiving(was);
  return [
    ...(isNew && now.status !== 'ending' ? (['bought'] as const) : []),
    ...(!isNew && was.priceId !== now.priceId ? (['changed'] as const) : []),
    ...(now.status === 'past-due' && was?.status !== 'past-due' ? (['payment-failed'] as const) : []),
    ...(now.status === 'ending' && was?.status !== 'ending' ? (['ends'] as const) : []),
  ];
}

/** Our plan for a price of the billing provider; null where the catalogue has none. */
export const planOfPrice = (catalog: Catalog, priceId: string): Plan | null =>
  [...catalog.plans.values()].find((plan) => plan.chargebeePlanId === priceId) ?? null;

/** The plan without price that a channel offers, if any. */
export const freePlanOf = (channel: Channel): Plan | null =>
  channel.eligiblePlans.find(({ plan }) => plan.planPrice === 0 && plan.showToCustomer)?.plan ?? null;
