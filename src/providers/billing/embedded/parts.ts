import type { GlobalDb } from '#platform/server/database/database.ts';
import type { Logger } from '#platform/server/log/log.ts';
import type { Secrets } from '#platform/server/secrets/secrets.ts';
import type { RunningCoupon } from './arithmetic.ts';
import { wrongValue } from './refusal.ts';

export type SandboxCoupon = {
  code: string;
  percent: number | null;
  cents: number | null;
  months: number | null;
};
export type SandboxPrice = { priceId: string; name: string; cents: number };

/** What the sandbox works with. */
export type SandboxParts = {
  db: GlobalDb;
  secrets: Secrets;
  now: () => Date;
  log: Logger;
  publicUrl: string;
  /** Prices and discounts that can be bought here. */
  catalog: () => { prices: SandboxPrice[]; coupons: SandboxCoupon[] };
  /** Whether an organization may enter a coupon for a price; without it, any coupon of the catalog. */
  mayUseCoupon?: (orgId: string, priceId: string, code: string) => Promise<boolean>;
  /** Queues an event for the portal as part of a transaction; it arrives like one of an outside provider. */
  deliverEvent: (db: GlobalDb, body: object) => Promise<void>;
};

/** @throws SandboxRefusal for a price that is not sold here */
export function priceOfId(parts: SandboxParts, priceId: string): SandboxPrice {
  const price = parts.catalog().prices.find((each) => each.priceId === priceId);
  if (!price)
    throw wrongValue('subscription_items[item_price_id][0]', `The sandbox sells no price “${priceId}”.`);
  return price;
}

/** Null where there is no such coupon. Codes are typed in any case. */
export const findCoupon = (parts: SandboxParts, typed: string): SandboxCoupon | null => {
  const code = typed.trim().toUpperCase();
  return parts.catalog().coupons.find((coupon) => coupon.code.toUpperCase() === code) ?? null;
};

/** Each coupon once, as codes are written in the catalog. @throws SandboxRefusal for an unknown one */
export function couponsOf(parts: SandboxParts, codes: readonly string[]): SandboxCoupon[] {
  const found = codes.map((code, index) => {
    const coupon = findCoupon(parts, code);
    if (!coupon)
      throw wrongValue(`coupon_ids[${index}]`, `The coupon “${code.trim().slice(0, 50)}” is not valid.`);
    return coupon;
  });
  return [...new Set(found)];
}

/** A coupon that begins in a term; one that runs already goes on as it is. */
export const startCoupon = (
  coupon: SandboxCoupon,
  term: number,
  running: readonly RunningCoupon[] = [],
): RunningCoupon =>
  running.find(({ code }) => code === coupon.code) ?? {
    code: coupon.code,
    percent: coupon.percent,
    cents: coupon.cents,
    from: term,
    until: coupon.months === null ? null : term + coupon.months,
  };
