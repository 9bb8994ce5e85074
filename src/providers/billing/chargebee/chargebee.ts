import type { Logger } from '#platform/server/log/log.ts';
import type { Billing } from '../port.ts';
import { openPages, shortAddress } from './checkout.ts';
import { openClient, type ClientOptions } from './client.ts';
import { openInvoices } from './documents.ts';
import { orBillingError } from './errors.ts';
import { isAuthorized, parseEvent } from './events.ts';
import { orgIdOf } from './resources.ts';
import { openSiteCheck } from './site.ts';
import { openChanges, openSubscriptions } from './subscriptions.ts';

export type ChargebeeOptions = ClientOptions & {
  publishableKey?: string | undefined;
  /** What the webhook at Chargebee is set to send. */
  webhookUser: string;
  webhookPassword: string;
  now: () => Date;
  log: Logger;
};

/** What the browser may load, for Chargebee's script and the frames that it opens. */
function browserOf(site: string, publishableKey: string): Billing['browser'] {
  const script = 'https://js.chargebee.com';
  const hosts = [script, `https://${site}.chargebee.com`];
  return {
    scriptUrl: `${script}/v2/chargebee.js`,
    site,
    publishableKey,
    origins: { script: [script], style: hosts, frame: hosts, connect: hosts, img: hosts },
  };
}

/**
 * Chargebee (API v2, Product Catalog 2.0) behind the port. An organisation is one customer there, with `org-` and its id
 * as customer id; for people the id stands in the custom field `cf_organization_id` too. Whether the site knows that
 * field is asked without waiting, and said in the log.
 */
export function openChargebee({
  site,
  publishableKey = '',
  webhookUser,
  webhookPassword,
  now,
  log,
  ...address
}: ChargebeeOptions): Billing {
  const connection = openClient({ site, ...address });
  const check = openSiteCheck(connection, site, log);
  check.begin();
  const subscriptions = openSubscriptions(connection, log);
  return {
    kind: 'chargebee',
    browser: browserOf(site, publishableKey),
    ...openPages(connection, { subscriptions, knownFields: check.known, now, log }),
    findSubscription: subscriptions.find,
    ...openChanges(connection, subscriptions),
    ...openInvoices(connection),
    openCustomerPortal: ({ billingSubscriptionId, brand, returnUrl }) =>
      orBillingError(async () => {
        const { it } = await subscriptions.retrieve(billingSubscriptionId);
        const { portal_session: session } = await connection.client.portalSession.create(
          { customer: { id: it.customer_id }, redirect_url: shortAddress(returnUrl) },
          connection.headersFor(brand),
        );
        return { url: session.access_url, raw: { ...session } };
      }),
    readEvent: async ({ authorization, body }) => {
      const event = isAuthorized(authorization, webhookUser, webhookPassword) ? parseEvent(body, log) : null;
      if (!event) return null;
      const { subscription: it, card = null } = event.content;
      // a site may sell other things too
      const subscription = it && orgIdOf(it) ? await subscriptions.inOurWords({ it, card }) : null;
      return { id: event.id, at: new Date(event.occurred_at * 1000), type: event.event_type, subscription };
    },
  };
}
