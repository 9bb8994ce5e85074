import { shownDay } from '#platform/dates.ts';
import type { RunningCoupon } from './arithmetic.ts';

const moneyFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const shortMoney = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});

export const periodOf = (start: Date, end: Date): string => `${shownDay(start)} – ${shownDay(end)}`;
/** US cents as money: `$49.00`. */
export const moneyOf = (cents: number): string => moneyFormat.format(cents / 100).replace('-', '−');
/** US cents as money in running text: `$49`. */
export const priceOf = (cents: number): string => shortMoney.format(cents / 100);

type CouponTerms = Pick<RunningCoupon, 'percent' | 'cents'> & { months: number | null };
/** `20% off for 6 months` */
export const couponTerms = ({ percent, cents, months }: CouponTerms): string => {
  const off = percent === null ? `${priceOf(cents ?? 0)} off` : `${percent}% off`;
  return months === null
    ? `${off} every month`
    : months === 1
      ? `${off} the first month`
      : `${off} for ${months} months`;
};

/** What every page and document of the sandbox says. */
export const sandboxNotice = 'No card is charged and no real money moves.';
