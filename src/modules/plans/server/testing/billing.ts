import {
  BillingError,
  type Billing,
  type BillingEvent,
  type BillingInvoice,
  type BillingSubscription,
  type CheckoutRequest,
  type HostedPage,
} from '#providers/billing/port.ts';

export const webhookPassword = 'Basic c2NyaXB0ZWQ6c2VjcmV0';
const prices: Record<string, number> = {
  'essential-USD-monthly': 4900,
  'plus-USD-monthly': 9900,
  'premium-USD-monthly': 19900,
};
const monthMs = 30 * 86_400_000;

export type ScriptedBilling = Billing & {
  requests: CheckoutRequest[];
  /** Ids of changes that were carried out, each once. */
  charged: string[];
  /** Until it is null again, every question is answered with this. */
  failing: BillingError | null;
  subscriptions: Map<string, BillingSubscription>;
  /** Somebody pays on a page. */
  pay: (pageId: string, changes?: Partial<BillingSubscription>) => BillingSubscription;
  /** Something happens at the provider. */
  change: (id: string, changes: Partial<BillingSubscription>) => BillingSubscription;
  /** The notice about a subscription as it is now, or was. */
  notice: (subscription: BillingSubscription | null, id?: string) => Record<string, unknown>;
};

const amountOf = (priceId: string) => prices[priceId] ?? null;

/** The subscription that a paid page becomes. */
const bought = (id: string, request: CheckoutRequest, at: Date): BillingSubscription => ({
  id,
  customerId: `customer-of-${request.customer.orgId}`,
  orgId: request.customer.orgId,
  priceId: request.priceId,
  status: 'active',
  startedAt: at,
  termStart: at,
  termEnd: new Date(at.getTime() + monthMs),
  nextBillingAt: new Date(at.getTime() + monthMs),
  cancelledAt: null,
  couponCodes: request.couponCodes,
  nextAmountCents: amountOf(request.priceId),
  card: { brand: 'Visa', last4: '4242', expires: '04/2029' },
  version: 1,
});

const pageOf = (id: string, request: CheckoutRequest, at: Date) => ({
  id,
  url: `https://billing.example/pages/${id}`,
  state: 'open' as const,
  expiresAt: new Date(at.getTime() + 3_600_000),
  orgId: request.customer.orgId,
  planId: request.planId,
  subscription: null,
  raw: { id },
  request,
});

const invoiceOf = ({ id, startedAt, priceId }: BillingSubscription): BillingInvoice => {
  const totalCents = amountOf(priceId)!;
  const paid = { status: 'paid', totalCents, paidCents: totalCents } as const;
  return { id: `invoice-of-${id}`, date: startedAt, ...paid, lines: [] };
};

const previewOf = ({ priceId: old, termEnd }: BillingSubscription, priceId: string) => {
  const [creditCents, chargeCents] = [amountOf(old)!, amountOf(priceId)!];
  return {
    creditCents,
    chargeCents,
    dueNowCents: chargeCents - creditCents,
    nextAmountCents: chargeCents,
    nextBillingAt: termEnd,
  };
};

/** A provider that remembers, and does at once what a test says. */
export function scriptedBilling(now: () => Date): ScriptedBilling {
  const pages = new Map<string, HostedPage & { request: CheckoutRequest }>();
  const subscriptions = new Map<string, BillingSubscription>();
  const events = new Map<string, BillingEvent>();
  const carriedOut = new Map<string, BillingSubscription>();
  let count = 0;
  const next = (what: string) => `${what}-${++count}`;
  const known = (id: string): BillingSubscription => {
    if (billing.failing) throw billing.failing;
    const found = subscriptions.get(id);
    if (!found) throw new BillingError('not-found', 'No such subscription.');
    return found;
  };
  const change: ScriptedBilling['change'] = (id, changes) => {
    const before = subscriptions.get(id)!;
    const changed = { ...before, ...changes, version: changes.version ?? before.version + 1 };
    subscriptions.set(id, changed);
    return changed;
  };
  const billing: ScriptedBilling = {
    kind: 'sandbox',
    browser: { origins: {}, scriptUrl: null, site: '', publishableKey: '' },
    requests: [],
    charged: [],
    failing: null,
    subscriptions,
    pay: (pageId, changes = {}) => {
      const page = pages.get(pageId)!;
      const made = { ...bought(next('sub'), page.request, now()), ...changes };
      subscriptions.set(made.id, made);
      pages.set(pageId, { ...page, state: 'succeeded', subscription: made });
      return made;
    },
    change,
    notice: (subscription, id = next('ev')) => {
      events.set(id, { id, at: now(), type: 'subscription_changed', subscription });
      return { id };
    },
    openCheckout: async (request) => {
      if (billing.failing) throw billing.failing;
      billing.requests.push(request);
      const id = next('page');
      const page = pageOf(id, request, now());
      pages.set(id, page);
      return page;
    },
    findPage: async (id) => {
      if (billing.failing) throw billing.failing;
      const page = pages.get(id);
      // what was bought is told as it is now, not as it was then
      return page
        ? { ...page, subscription: page.subscription && subscriptions.get(page.subscription.id)! }
        : null;
    },
    findSubscription: async (id) => {
      if (billing.failing) throw billing.failing;
      return subscriptions.get(id) ?? null;
    },
    previewChange: async ({ billingSubscriptionId, priceId }) =>
      previewOf(known(billingSubscriptionId), priceId),
    changePlan: async ({ billingSubscriptionId, priceId, couponCodes, requestId }) => {
      const before = known(billingSubscriptionId);
      const done = carriedOut.get(requestId);
      if (done) return done;
      billing.charged.push(requestId);
      const changed = change(billingSubscriptionId, {
        priceId,
        nextAmountCents: amountOf(priceId),
        couponCodes: couponCodes.length > 0 ? couponCodes : before.couponCodes,
      });
      carriedOut.set(requestId, changed);
      return changed;
    },
    cancel: async (id) =>
      change(known(id).id, { status: 'ending', nextBillingAt: null, nextAmountCents: null }),
    resume: async (id) => {
      const { termEnd, priceId } = known(id);
      return change(id, { status: 'active', nextBillingAt: termEnd, nextAmountCents: amountOf(priceId) });
    },
    invoices: async (id) => [invoiceOf(known(id))],
    invoicePdf: async (id, invoiceId) => {
      known(id);
      return invoiceId === `invoice-of-${id}` ? Buffer.from('%PDF-1.7') : null;
    },
    openCustomerPortal: async ({ billingSubscriptionId }) => ({
      url: `https://billing.example/portal/${known(billingSubscriptionId).id}`,
      raw: {},
    }),
    readEvent: async ({ authorization, body }) => {
      if (billing.failing) throw billing.failing;
      if (authorization !== webhookPassword) return null;
      return events.get(String((body as { id?: unknown }).id)) ?? null;
    },
    noticeAuthorization: webhookPassword,
  };
  return billing;
}
