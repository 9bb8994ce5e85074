import type { FastifyInstance } from 'fastify';
import { randomToken } from '#platform/server/secrets.ts';
import { BillingError, type Billing } from '../port.ts';
import { besides, findPage, openCheckout } from './checkout.ts';
import { describeInvoice, describeSubscription } from './describe.ts';
import { writeInvoicePdf } from './invoicePdf.ts';
import { findInvoice, listInvoices } from './invoices.store.ts';
import { authorizationOf, readNotice } from './notices.ts';
import { addCheckoutRoutes } from './pages/checkoutRoutes.ts';
import { addPortalRoutes, portalPath } from './pages/portalRoutes.ts';
import { servePages } from './pages/serving.ts';
import { insertPortalSession } from './pages.store.ts';
import type { SandboxParts } from './parts.ts';
import { runDue } from './renewals.ts';
import { cancel, changePlan, previewChange, resume } from './subscriptions.ts';
import { readSubscription } from './subscriptions.store.ts';

export type { SandboxParts } from './parts.ts';

const portalLifeMs = 3_600_000;

async function openPortal(parts: SandboxParts, request: Parameters<Billing['openCustomerPortal']>[0]) {
  if (!(await readSubscription(parts.db, request.subscriptionId)))
    throw new BillingError('not-found', 'There is no such subscription.');
  const id = randomToken();
  await insertPortalSession(parts.db, id, request, new Date(parts.now().getTime() + portalLifeMs));
  const url = besides(parts, request.returnUrl, portalPath(id));
  return { url, raw: { object: 'portal_session', id, access_url: url } };
}

/** Billing without a provider: real arithmetic and real pages, test cards only, nobody is charged. */
export function openSandbox(
  parts: SandboxParts,
): Billing & { register: (app: FastifyInstance) => Promise<void> } {
  return {
    kind: 'sandbox',
    browser: { origins: {}, scriptUrl: null, site: '', publishableKey: '' },
    openCheckout: (request) => openCheckout(parts, request),
    findPage: (id) => findPage(parts, id),
    findSubscription: async (id) => {
      const subscription = await readSubscription(parts.db, id);
      return subscription && describeSubscription(subscription);
    },
    previewChange: (change) => previewChange(parts, change),
    changePlan: (change) => changePlan(parts, change),
    cancel: (id) => cancel(parts, id),
    resume: (id) => resume(parts, id),
    invoices: async (id, limit) => (await listInvoices(parts.db, id, limit)).map(describeInvoice),
    invoicePdf: async (subscriptionId, id, brand) => {
      const invoice = await findInvoice(parts.db, subscriptionId, id);
      return invoice && writeInvoicePdf(invoice, brand);
    },
    openCustomerPortal: (request) => openPortal(parts, request),
    readEvent: async (request) => readNotice(parts.secrets, request),
    noticeAuthorization: authorizationOf(parts.secrets),
    runDue: () => runDue(parts),
    register: (app) =>
      servePages(app, parts, (scope) => {
        addCheckoutRoutes(scope, parts);
        addPortalRoutes(scope, parts);
      }),
  };
}
