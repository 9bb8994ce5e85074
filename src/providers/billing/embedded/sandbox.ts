import type { FastifyInstance } from 'fastify';
import type { GlobalDb } from '#platform/server/database.ts';
import type { Logger } from '#platform/server/log.ts';
import type { Secrets } from '#platform/server/secrets.ts';
import { BillingError, type Billing } from '../port.ts';

export type SandboxParts = {
  db: GlobalDb;
  secrets: Secrets;
  now: () => Date;
  log: Logger;
  publicUrl: string;
  /** Prices and discounts that can be bought here. */
  catalog: () => { prices: { priceId: string; name: string; cents: number }[]; coupons: SandboxCoupon[] };
  /** Queues a notice for the portal as part of a transaction; it arrives like one of an outside provider. */
  deliverEvent: (db: GlobalDb, body: object) => Promise<void>;
};
export type SandboxCoupon = { code: string; percent: number | null; cents: number | null; months: number | null };

const later = (): never => {
  throw new BillingError('unavailable', 'The sandbox has no counter yet.');
};

/** Billing without a provider: real arithmetic and real pages, test cards only, nobody is charged. */
export function openSandbox(_parts: SandboxParts): Billing & { register: (app: FastifyInstance) => Promise<void> } {
  return {
    kind: 'sandbox',
    browser: { origins: {}, scriptUrl: null, site: '', publishableKey: '' },
    openCheckout: later,
    findPage: later,
    findSubscription: later,
    previewChange: later,
    changePlan: later,
    cancel: later,
    resume: later,
    invoices: later,
    invoicePdf: later,
    openCustomerPortal: later,
    readEvent: async () => null,
    register: async () => {},
  };
}
