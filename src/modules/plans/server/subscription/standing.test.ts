import { describe, expect, test } from 'vitest';
import { currentOf, isSameStanding, newsOf, standingOf, type StoredSubscription } from './standing.ts';
import { isTrialExpired } from '../../moduleStatus.ts';

const day = (n: number) => new Date(Date.UTC(2026, 2, n, 12));

const sub = (changes: Partial<StoredSubscription> = {}): StoredSubscription => ({
  id: 'one',
  customerId: 'customer',
  priceId: 'plus-USD-monthly',
  planId: 'plus',
  status: 'active',
  startedAt: day(1),
  termStart: day(1),
  termEnd: day(31),
  cancelledAt: null,
  couponCodes: [],
  version: 1,
  ...changes,
});
const cancelled = (changes: Partial<StoredSubscription> = {}) =>
  sub({ status: 'cancelled', cancelledAt: day(20), version: 9, ...changes });

const active = {
  planId: 'plus',
  subscriptionStatus: 'ACTIVE',
  subscriptionDate: day(1),
  expirationDate: null,
};

describe('what subscriptions make of an organisation', () => {
  test.each<
    [what: string, all: StoredSubscription[], free: string | null, standing: ReturnType<typeof standingOf>]
  >([
    ['none leaves it as it is', [], 'free', null],
    ['an active one gives its plan', [sub()], 'free', active as never],
    ['a failed payment keeps access', [sub({ status: 'past-due' })], 'free', active as never],
    ['one that ends keeps access until it has', [sub({ status: 'ending' })], 'free', active as never],
    [
      'a changed one gives the other plan',
      [sub({ planId: 'premium', version: 2 })],
      'free',
      { ...active, planId: 'premium' } as never,
    ],
    [
      'an unknown price keeps the plan',
      [sub({ planId: null })],
      'free',
      { ...active, planId: null } as never,
    ],
    [
      'one that ended gives the plan without price',
      [cancelled()],
      'free',
      { planId: 'free', subscriptionStatus: 'ACTIVE', subscriptionDate: day(20), expirationDate: null },
    ],
    [
      'one that ended where no plan is without price takes the modules away',
      [cancelled()],
      null,
      {
        planId: 'plus',
        subscriptionStatus: 'INTRIAL',
        subscriptionDate: day(1),
        expirationDate: new Date(day(20).getTime() - 26 * 3_600_000),
      },
    ],
    [
      'a new one after one that ended counts',
      [cancelled(), sub({ id: 'two', startedAt: day(25) })],
      null,
      { ...active, subscriptionDate: day(25) } as never,
    ],
    [
      'a living one counts before a newer one that ended',
      [sub(), cancelled({ id: 'two', startedAt: day(5) })],
      null,
      active as never,
    ],
  ])('%s', (_what, all, free, standing) => {
    expect(standingOf(all, free)).toEqual(standing);
    expect(standingOf(all.toReversed(), free)).toEqual(standing);
  });

  test('what has ended is past at that very moment, on long and short days too', () => {
    const begin = Date.parse('2026-03-07T00:00:00Z');
    // a spring forward and a fall back of Pacific time, by the half hour
    for (const from of [begin, Date.parse('2026-10-31T00:00:00Z')])
      for (let at = from; at < from + 3 * 86_400_000; at += 1_800_000) {
        const standing = standingOf([cancelled({ cancelledAt: new Date(at) })], null)!;
        expect(isTrialExpired(standing, new Date(at))).toBe(true);
      }
  });

  test('the newest of two living ones counts, whichever is told first', () => {
    const [older, newer] = [sub(), sub({ id: 'two', startedAt: day(2) })];
    expect(currentOf([older, newer])?.id).toBe('two');
    expect(currentOf([newer, older])?.id).toBe('two');
    expect(isSameStanding(standingOf([older, newer], null), standingOf([newer, older], null))).toBe(true);
  });
});

test.each<[what: string, before: StoredSubscription[], after: StoredSubscription[], news: string[]]>([
  ['nothing', [], [], []],
  ['a purchase', [], [sub()], ['bought']],
  [
    'a purchase after one that ended',
    [cancelled()],
    [cancelled(), sub({ id: 'two', startedAt: day(25) })],
    ['bought'],
  ],
  ['one that was ended and runs again', [cancelled()], [sub({ version: 10 })], ['bought']],
  ['a purchase whose first payment failed', [], [sub({ status: 'past-due' })], ['bought', 'payment-failed']],
  ['another plan', [sub()], [sub({ priceId: 'premium-USD-monthly', planId: 'premium' })], ['changed']],
  ['a renewal', [sub()], [sub({ termStart: day(31), version: 2 })], []],
  ['a failed payment', [sub()], [sub({ status: 'past-due' })], ['payment-failed']],
  [
    'a failed payment that fails again',
    [sub({ status: 'past-due' })],
    [sub({ status: 'past-due', version: 2 })],
    [],
  ],
  ['a payment that went through after all', [sub({ status: 'past-due' })], [sub()], []],
  ['a cancellation', [sub()], [sub({ status: 'ending' })], ['ends']],
  ['a cancellation heard of first', [], [sub({ status: 'ending' })], ['ends']],
  ['a cancellation that is taken back', [sub({ status: 'ending' })], [sub()], []],
  ['the end that was announced', [sub({ status: 'ending' })], [cancelled()], []],
  ['an end at once', [sub()], [cancelled()], ['ended']],
  ['an end after payments failed', [sub({ status: 'past-due' })], [cancelled()], ['ended']],
  ['an end heard of first', [], [cancelled()], []],
])('administrators hear of %s: %s', (_what, before, after, news) =>
  expect(newsOf(before, after)).toEqual(news),
);
