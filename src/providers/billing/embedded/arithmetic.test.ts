import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changePlanAt,
  monthsAfter,
  nextTry,
  priceAfter,
  restCents,
  settle,
  termPrice,
  unusedCents,
  type RunningCoupon,
} from './arithmetic.ts';

const cents = fc.integer({ min: 0, max: 5_000_000 });
const coupon: fc.Arbitrary<RunningCoupon> = fc.record({
  code: fc.constantFrom('A', 'B', 'C'),
  percent: fc.option(fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100)),
  cents: cents.map((off) => off),
  from: fc.integer({ min: 0, max: 24 }),
  until: fc.option(fc.integer({ min: 0, max: 48 })),
});
const start = fc
  .date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2035-01-01T00:00:00Z'), noInvalidDate: true })
  .map((at) => new Date(Math.floor(at.getTime() / 1000) * 1000));
const off = (part: Partial<RunningCoupon>): RunningCoupon => ({
  code: 'X',
  percent: null,
  cents: null,
  from: 0,
  until: null,
  ...part,
});

describe('a discount', () => {
  test.each([
    ['20 % of $99', 9900, { percent: 20, cents: null }, 7920],
    ['$30 of $199', 19900, { percent: null, cents: 3000 }, 16900],
    ['rounded, half a cent up', 4950, { percent: 33.33, cents: null }, 3300],
    ['half a cent', 5, { percent: 50, cents: null }, 3],
    ['more than the price', 2000, { percent: null, cents: 3000 }, 0],
    ['all of it', 4900, { percent: 100, cents: null }, 0],
    ['more than all of it', 4900, { percent: 150, cents: null }, 0],
    ['nothing', 4900, { percent: 0, cents: null }, 4900],
  ])('%s', (_name, price, given, after) => expect(priceAfter(price, given)).toBe(after));

  test('six months of it are six terms, for ever is for ever', () => {
    const six = [off({ percent: 20, until: 6 })];
    expect([0, 5, 6, 7].map((term) => termPrice(9900, six, term).netCents)).toEqual([7920, 7920, 9900, 9900]);
    expect(termPrice(9900, [off({ cents: 3000 })], 99).netCents).toBe(6900);
    expect(
      [1, 2].map((term) => termPrice(9900, [off({ percent: 10, from: 2, until: 3 })], term).netCents),
    ).toEqual([9900, 8910]);
  });

  test('never makes a price negative or larger, and its parts add up', () => {
    fc.assert(
      fc.property(cents, fc.array(coupon, { maxLength: 4 }), fc.nat(60), (price, coupons, term) => {
        const { netCents, discounts } = termPrice(price, coupons, term);
        expect(netCents).toBeGreaterThanOrEqual(0);
        expect(Number.isInteger(netCents)).toBe(true);
        expect(discounts.every((each) => each.cents >= 0)).toBe(true);
        expect(netCents + discounts.reduce((sum, each) => sum + each.cents, 0)).toBe(price);
      }),
    );
  });
});

describe('a month', () => {
  test.each([
    ['2026-01-31T18:00:00Z', 1, '2026-02-28T18:00:00Z'],
    ['2026-01-31T18:00:00Z', 2, '2026-03-31T17:00:00Z'],
    ['2026-01-31T18:00:00Z', 3, '2026-04-30T17:00:00Z'],
    ['2028-01-31T18:00:00Z', 1, '2028-02-29T18:00:00Z'],
    ['2026-12-15T08:30:00Z', 1, '2027-01-15T08:30:00Z'],
    // late on Jan 30 in Pacific time, the 31st elsewhere
    ['2026-01-31T03:00:00Z', 1, '2026-03-01T03:00:00Z'],
    ['2026-01-31T03:00:00Z', 2, '2026-03-31T02:00:00Z'],
    // 02:30 does not exist on 2026-03-08
    ['2026-02-08T10:30:00Z', 1, '2026-03-08T10:30:00Z'],
    // 01:30 exists twice on 2026-11-01
    ['2026-10-01T08:30:00Z', 1, '2026-11-01T08:30:00Z'],
    ['2026-10-01T08:30:00Z', 0, '2026-10-01T08:30:00Z'],
  ])('%s and %d more is %s', (from, months, to) =>
    expect(monthsAfter(new Date(from), months).toISOString()).toBe(to.replace('Z', '.000Z')),
  );

  test('is 28 to 31 days long, give or take the hour of summer time, and each begins where the last one ended', () => {
    fc.assert(
      fc.property(start, fc.integer({ min: 0, max: 120 }), (from, months) => {
        const hours =
          (monthsAfter(from, months + 1).getTime() - monthsAfter(from, months).getTime()) / 3_600_000;
        expect(hours).toBeGreaterThanOrEqual(28 * 24 - 1);
        expect(hours).toBeLessThanOrEqual(31 * 24 + 1);
      }),
    );
  });
});

describe('a change in the middle of a term', () => {
  const [termStart, end] = [new Date('2026-03-01T18:00:00Z'), new Date('2026-03-31T18:00:00Z')];
  const half = new Date('2026-03-16T18:00:00Z');
  const has = (paid: number, balanceCents = 0) => ({
    span: { start: termStart, end, cents: paid },
    term: 0,
    termStart,
    balanceCents,
  });

  test('credits the unused half and charges half of the new price', () => {
    expect(changePlanAt(has(4900), { cents: 9900, coupons: [] }, half)).toEqual({
      creditCents: 2450,
      chargeCents: 4950,
      grossCents: 4950,
      discounts: [],
      balanceUsedCents: 0,
      dueNowCents: 2500,
      balanceCents: 0,
    });
  });
  test('uses up earlier credit first, and keeps what is over for later', () => {
    expect(changePlanAt(has(4900, 1000), { cents: 9900, coupons: [] }, half)).toMatchObject({
      balanceUsedCents: 1000,
      dueNowCents: 1500,
      balanceCents: 0,
    });
    expect(changePlanAt(has(19900), { cents: 4900, coupons: [] }, half)).toMatchObject({
      dueNowCents: 0,
      balanceCents: 7500,
    });
  });
  test('discounts the rest of the term too', () => {
    expect(changePlanAt(has(4900), { cents: 19900, coupons: [off({ cents: 3000 })] }, half)).toMatchObject({
      grossCents: 9950,
      discounts: [{ code: 'X', cents: 1500 }],
      chargeCents: 8450,
      dueNowCents: 6000,
    });
  });

  test('credits never more than was paid, charges never more than a month, and what was used and unused adds up', () => {
    fc.assert(
      fc.property(
        cents,
        start,
        fc.nat(40 * 86_400),
        fc.integer({ min: 1, max: 32 * 86_400 }),
        (paid, from, later, length) => {
          const span = { start: from, end: new Date(from.getTime() + length * 1000), cents: paid };
          const now = new Date(from.getTime() + later * 1000);
          const unused = unusedCents(span, now);
          expect(unused).toBeGreaterThanOrEqual(0);
          expect(unused).toBeLessThanOrEqual(paid);
          expect(later === 0 ? unused : paid).toBe(paid);
          expect(later >= length ? unused : 0).toBe(0);
          expect(restCents(paid, span, now)).toBe(unused);
        },
      ),
    );
  });

  test('loses and makes no cent over any number of changes: paid equals used, unused and kept', () => {
    const change = fc.record({
      after: fc.nat(86_400 * 10),
      cents,
      coupons: fc.array(coupon, { maxLength: 2 }),
    });
    fc.assert(
      fc.property(cents, fc.array(change, { maxLength: 6 }), (first, changes) => {
        let [at, span, balance, paid, used] = [
          termStart,
          { start: termStart, end, cents: first },
          0,
          first,
          0,
        ];
        for (const next of changes) {
          at = new Date(Math.min(end.getTime(), at.getTime() + next.after * 1000));
          const made = changePlanAt({ span, term: 0, termStart, balanceCents: balance }, next, at);
          expect(made.grossCents - made.discounts.reduce((sum, each) => sum + each.cents, 0)).toBe(
            made.chargeCents,
          );
          expect(made.discounts.every((each) => each.cents >= 0)).toBe(true);
          used += span.cents - made.creditCents;
          paid += made.dueNowCents;
          balance = made.balanceCents;
          span = { start: at, end, cents: made.chargeCents };
          expect(balance).toBeGreaterThanOrEqual(0);
          expect(paid).toBe(used + span.cents + balance);
        }
      }),
    );
  });
});

test('settling takes credit first and never both charges and credits', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.nat(1_000_000), (amount, balance) => {
      const made = settle(amount, balance);
      expect(made.dueNowCents - made.balanceCents).toBe(amount - balance);
      expect(made.dueNowCents === 0 || made.balanceCents === 0).toBe(true);
    }),
  );
});

test('a failed payment is tried again after 1, 3 and 5 days, then never', () => {
  const failed = new Date('2026-04-01T10:00:00Z');
  expect([0, 1, 2, 3].map((tries) => nextTry(failed, tries)?.toISOString() ?? null)).toEqual([
    '2026-04-02T10:00:00.000Z',
    '2026-04-04T10:00:00.000Z',
    '2026-04-06T10:00:00.000Z',
    null,
  ]);
});
