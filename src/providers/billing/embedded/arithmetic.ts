// What things cost and when, without anything else: money in whole US cents, times cut to the second.

/** A discount as it runs on a subscription. `until` is the term, counted from 0 at the start, from which on it ends. */
export type RunningCoupon = {
  code: string;
  percent: number | null;
  cents: number | null;
  from: number;
  until: number | null;
};
export type Discount = { code: string; cents: number };

/** The instant without its fraction of a second. */
export const wholeSecond = (at: Date): Date => new Date(unix(at) * 1000);

/** Seconds since 1970, as Chargebee writes times. */
export const unix = (at: Date): number => Math.floor(at.getTime() / 1000);

/** `part` of `whole` of an amount, rounded half up; exact, whatever the size. */
const share = (cents: number, part: number, whole: number): number =>
  Number((2n * BigInt(cents) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));

/** A price after one coupon: rounded, never below 0 (platform.md 9). Percentages count to the hundredth. */
export function priceAfter(cents: number, coupon: Pick<RunningCoupon, 'percent' | 'cents'>): number {
  const left =
    coupon.percent === null
      ? cents - (coupon.cents ?? 0)
      : share(cents, Math.max(0, 10_000 - Math.round((coupon.percent / 100) * 10_000)), 10_000);
  return Math.min(cents, Math.max(0, left));
}

/**
 * What a term costs after the coupons that run in it, one upon what the other left.
 * @param term number of the term, 0 being the first
 */
export function termPrice(
  cents: number,
  coupons: readonly RunningCoupon[],
  term: number,
): { netCents: number; discounts: Discount[] } {
  const discounts: Discount[] = [];
  let netCents = cents;
  for (const coupon of coupons) {
    if (term < coupon.from || (coupon.until !== null && term >= coupon.until)) continue;
    const after = priceAfter(netCents, coupon);
    discounts.push({ code: coupon.code, cents: netCents - after });
    netCents = after;
  }
  return { netCents, discounts };
}

const zone = 'America/Los_Angeles';
const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: zone,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** What a wall clock in Pacific time shows, as if it were UTC. */
function wallClock(at: Date): number {
  const read: Record<string, number> = {};
  for (const { type, value } of clock.formatToParts(at)) read[type] = Number(value);
  return Date.UTC(
    read['year']!,
    read['month']! - 1,
    read['day']!,
    read['hour']!,
    read['minute']!,
    read['second']!,
  );
}

/** The instant at which a wall clock in Pacific time shows this: the first of two, or an hour on where it shows it never. */
function instantOf(wall: number): Date {
  // an hour's shift lies between the offsets of the day before and the day after
  const guesses = [-86_400_000, 86_400_000].map(
    (days) => wall - (wallClock(new Date(wall + days)) - (wall + days)),
  );
  const exact = guesses.filter((guess) => wallClock(new Date(guess)) === wall);
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...guesses));
}

/**
 * The same day and hour so many months after a start, in Pacific time, as customers read their dates; the last day of the
 * month where that is shorter. Counted from the start each time: Jan 31, Feb 28, Mar 31.
 */
export function monthsAfter(start: Date, months: number): Date {
  const wall = new Date(wallClock(start));
  const target = Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + months, 1);
  const days = new Date(
    Date.UTC(new Date(target).getUTCFullYear(), new Date(target).getUTCMonth() + 1, 0),
  ).getUTCDate();
  const day = Math.min(wall.getUTCDate(), days);
  const ofDay = wallClock(start) - Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate());
  return instantOf(target + (day - 1) * 86_400_000 + ofDay);
}

/** The part of a time span that still lies ahead, in seconds. */
const secondsBetween = (from: Date, to: Date): number => Math.max(0, unix(to) - unix(from));

export type Span = { start: Date; end: Date; cents: number };

/** What of a paid span is not used yet: never more than was paid for it. What was used is the rest, to the cent. */
export function unusedCents({ start, end, cents }: Span, now: Date): number {
  const whole = secondsBetween(start, end);
  return whole === 0 ? 0 : share(cents, Math.min(whole, secondsBetween(now, end)), whole);
}

/** What a monthly price comes to for the rest of a term. */
export const restCents = (monthlyCents: number, term: { start: Date; end: Date }, now: Date): number =>
  unusedCents({ ...term, cents: monthlyCents }, now);

export type PlanChange = {
  /** For the unused part of the old plan. */
  creditCents: number;
  /** For the rest of the term on the new plan, after discounts. */
  chargeCents: number;
  /** The same before discounts. */
  grossCents: number;
  discounts: Discount[];
  /** Earlier credit that is used up. */
  balanceUsedCents: number;
  dueNowCents: number;
  /** Credit that is left for later invoices. */
  balanceCents: number;
};

/**
 * A change of plan in the middle of a term.
 * @param has what is paid and until when; `balanceCents` is credit from before
 * @param next the new plan's price and coupons
 */
export function changePlanAt(
  has: { span: Span; term: number; termStart: Date; balanceCents: number },
  next: { cents: number; coupons: readonly RunningCoupon[] },
  now: Date,
): PlanChange {
  const term = { start: has.termStart, end: has.span.end };
  const full = termPrice(next.cents, next.coupons, has.term);
  const creditCents = unusedCents(has.span, now);
  const grossCents = restCents(next.cents, term, now);
  const chargeCents = restCents(full.netCents, term, now);
  // discounts are what lies between the two, spread so that they add up
  const discounts: Discount[] = [];
  let left = next.cents;
  let shown = grossCents;
  for (const { code, cents } of full.discounts) {
    left -= cents;
    const after = restCents(left, term, now);
    discounts.push({ code, cents: shown - after });
    shown = after;
  }
  return {
    creditCents,
    chargeCents,
    grossCents,
    discounts,
    ...settle(chargeCents - creditCents, has.balanceCents),
  };
}

/** Takes an amount from credit first; a negative amount becomes credit. */
export function settle(
  cents: number,
  balanceCents: number,
): { balanceUsedCents: number; dueNowCents: number; balanceCents: number } {
  const balanceUsedCents = Math.max(0, Math.min(cents, balanceCents));
  return {
    balanceUsedCents,
    dueNowCents: Math.max(0, cents - balanceUsedCents),
    balanceCents: balanceCents - balanceUsedCents + Math.max(0, -cents),
  };
}

/** Days after a failed payment on which it is tried again; after the last one the subscription ends. */
export const retryDays = [1, 3, 5] as const;

/** When a payment that failed is tried again, or null after the last time. */
export const nextTry = (failedAt: Date, triesBefore: number): Date | null => {
  const days = retryDays[triesBefore];
  return days === undefined ? null : new Date(failedAt.getTime() + days * 86_400_000);
};
