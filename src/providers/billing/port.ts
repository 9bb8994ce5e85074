import type { PdfVectorLogo } from '#platform/server/pdf/brand/brand.ts';
import type { PageOrigins } from '#platform/server/http/securityHeaders.ts';

// Money is whole US cents everywhere; times are Dates of whole seconds.

/** Who pays. `orgId` is stored at the provider with everything made for the organisation. */
export type BillingCustomer = {
  orgId: string;
  email: string;
  firstName: string;
  lastName: string;
  company: string;
};

/** How the provider's own pages should look and speak. */
export type BillingBrand = {
  name: string;
  accent: string;
  logo: string;
  supportAddress: string;
  /** The logo for dark ground; without it the first one stands on a light plate there. */
  logoDark?: string;
  /** The logo as drawing, for documents; without it the name stands in its place. */
  drawing?: PdfVectorLogo;
};

export type CheckoutRequest = {
  customer: BillingCustomer;
  /** The provider's id of plan and price: `chargebeePlanId` of config/plans.yaml. */
  priceId: string;
  /** Our plan, kept with the page so that its completion can be believed. */
  planId: string;
  couponCodes: string[];
  brand: BillingBrand;
  /**
   * Where the page leads when it is not shown inside ours; `checkout` (`done` or `cancelled`) and `page`, its id, are added
   * to the query.
   */
  returnUrl: string;
};

/** A page of the provider on which somebody pays, and what came of it. */
export type HostedPage = {
  id: string;
  url: string;
  state: 'open' | 'succeeded' | 'cancelled' | 'expired';
  expiresAt: Date;
  orgId: string;
  planId: string;
  /** Once it succeeded. */
  subscription: BillingSubscription | null;
  /** The provider's own object, for its script in the browser. */
  raw: Record<string, unknown>;
};

export type BillingSubscription = {
  id: string;
  customerId: string;
  orgId: string;
  priceId: string;
  /** `past-due`: active, but the last payment failed; `ending`: active until the end of the term, then cancelled. */
  status: 'active' | 'past-due' | 'ending' | 'cancelled';
  startedAt: Date;
  termStart: Date;
  termEnd: Date;
  /** Null where nothing further is charged. */
  nextBillingAt: Date | null;
  cancelledAt: Date | null;
  couponCodes: string[];
  /** What the next invoice will ask for, before taxes; null where nothing is. */
  nextAmountCents: number | null;
  card: { brand: string; last4: string; expires: string } | null;
  /** Grows with every change: a notice with a smaller one is old news. */
  version: number;
};

export type BillingInvoice = {
  id: string;
  date: Date;
  status: 'paid' | 'due' | 'failed' | 'voided';
  totalCents: number;
  paidCents: number;
  lines: { description: string; amountCents: number }[];
};

/** What a change of plan costs now and later, before it is made. */
export type ChangePreview = {
  creditCents: number;
  chargeCents: number;
  dueNowCents: number;
  nextAmountCents: number;
  nextBillingAt: Date;
};

/** A notice of the provider. */
export type BillingEvent = {
  id: string;
  at: Date;
  /** The provider's word, such as `subscription_cancelled`. */
  type: string;
  /** The subscription that it is about, as it was then; `version` tells which of two is newer. */
  subscription: BillingSubscription | null;
};

/**
 * The provider refuses, for a reason that the customer can do something about. `message` may be shown to them.
 * `unavailable`: it cannot be reached or is overloaded; the same may succeed later.
 */
export class BillingError extends Error {
  readonly code:
    | 'payment-failed'
    | 'authentication-needed'
    | 'no-card'
    | 'coupon-unusable'
    | 'not-found'
    | 'conflict'
    | 'unavailable'
    | 'misconfigured';
  constructor(code: BillingError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The billing provider. Every function throws `BillingError` where the provider refuses. */
export type Billing = {
  /** `sandbox` charges nobody and says so on every page of its own. */
  kind: 'sandbox' | 'chargebee';
  /** What the browser needs for the provider's checkout in a window of ours. */
  browser: { origins: PageOrigins; scriptUrl: string | null; site: string; publishableKey: string };
  /** Makes a page for buying a plan; nothing is subscribed before it succeeds. Safe to repeat. */
  openCheckout: (request: CheckoutRequest) => Promise<HostedPage>;
  /** Null for a page that the provider does not know. */
  findPage: (id: string) => Promise<HostedPage | null>;
  /** Null where there is none. */
  findSubscription: (id: string) => Promise<BillingSubscription | null>;
  previewChange: (change: {
    billingSubscriptionId: string;
    priceId: string;
    couponCodes: string[];
  }) => Promise<ChangePreview>;
  /**
   * Moves a subscription to another plan now, with the unused part of the old one credited and the card charged for the
   * rest of the term. Repeating it with the same `requestId` does nothing further. `couponCodes` take the place of the
   * coupons that run; where there are none, those go on.
   */
  changePlan: (change: {
    billingSubscriptionId: string;
    priceId: string;
    couponCodes: string[];
    requestId: string;
  }) => Promise<BillingSubscription>;
  /** Cancels at the end of the paid term; at once where that has ended without a payment for the next. */
  cancel: (billingSubscriptionId: string) => Promise<BillingSubscription>;
  /** Takes a cancellation back while the term still runs. */
  resume: (billingSubscriptionId: string) => Promise<BillingSubscription>;
  /** Newest first, at most `limit`. */
  invoices: (billingSubscriptionId: string, limit: number) => Promise<BillingInvoice[]>;
  /** The invoice as PDF; null where the subscription has no such invoice. */
  invoicePdf: (
    billingSubscriptionId: string,
    invoiceId: string,
    brand: BillingBrand,
  ) => Promise<Buffer | null>;
  /** The provider's pages where a customer sees invoices, changes the card and cancels alone. */
  openCustomerPortal: (request: {
    billingSubscriptionId: string;
    brand: BillingBrand;
    returnUrl: string;
  }) => Promise<{ url: string; raw: Record<string, unknown> }>;
  /**
   * Reads a notice that came to our webhook.
   * @param authorization the header of that name
   * @returns null where it does not come from the provider
   */
  readEvent: (request: { authorization: string; body: unknown }) => Promise<BillingEvent | null>;
  /** Where notices are queued inside the program instead of posted: the header that `readEvent` takes them with. */
  noticeAuthorization?: string;
  /** Renews, retries and ends what is due, where no outside provider does; called every few minutes, safe to overlap. */
  runDue?: () => Promise<void>;
};
