import { z } from 'zod';
import type { Logger } from '#platform/server/log/log.ts';
import { BillingError, type Billing } from '../port.ts';
import type { Client } from './client.ts';
import { orBillingError, toBillingError } from './errors.ts';
import {
  customerIdOf,
  orgIdOf,
  pageExpiry,
  pageNotes,
  pageSchema,
  pageState,
  readPageNotes,
  type PageResource,
} from './resources.ts';
import { organizationField, type KnownFields } from './site.ts';
import { isPlainId, nullIfUnknown, type Subscriptions } from './subscriptions.ts';

/** Chargebee takes addresses of so many characters at most, and does without one. */
export const shortAddress = (url: string): string | undefined => (url.length <= 250 ? url : undefined);

export type CheckoutParts = {
  subscriptions: Subscriptions;
  knownFields: () => Promise<KnownFields>;
  now: () => Date;
  log: Logger;
};

/** The calls about pages on which somebody pays. */
export function openPages(
  { client, headersFor }: Client,
  { subscriptions, knownFields, now, log }: CheckoutParts,
) {
  type Customer = { id: string; email: string; first_name: string; last_name: string; company: string };

  /** Makes the organisation's customer where there is none: a page alone would make one under another id. */
  const ensureCustomer = async (customer: Customer, orgId: string): Promise<void> => {
    try {
      const made = await client.customer.create({ ...customer, meta_data: { organization_id: orgId } });
      z.object({ id: z.literal(customer.id) }).parse(made.customer);
    } catch (error) {
      if (toBillingError(error).code !== 'conflict') throw error;
    }
  };

  const toPage = (page: PageResource, raw: unknown) => {
    const notes = readPageNotes(page.pass_thru_content);
    if (!notes) return null;
    const { organizationId: orgId, planId } = notes;
    const state = pageState(page, now());
    return {
      id: page.id,
      url: page.url,
      state,
      expiresAt: pageExpiry(page, now()),
      orgId,
      planId,
      raw: raw as Record<string, unknown>,
    };
  };

  const openCheckout: Billing['openCheckout'] = ({
    customer,
    priceId,
    planId,
    couponCodes,
    brand,
    returnUrl,
  }) =>
    orBillingError(async () => {
      const { orgId, email, firstName: first_name, lastName: last_name, company } = customer;
      // the customer's id says whose it is too, so that selling does not wait for the field
      const known = await knownFields().catch((): KnownFields => ({ customer: false, subscription: false }));
      const note = (entity: keyof KnownFields) => (known[entity] ? { [organizationField]: orgId } : {});
      const who = { id: customerIdOf(orgId), email, first_name, last_name, company, ...note('customer') };
      await ensureCustomer(who, orgId);
      const asked = {
        subscription_items: [{ item_price_id: priceId }],
        coupon_ids: couponCodes,
        subscription: { auto_collection: 'on' as const, ...note('subscription') },
        customer: who,
        redirect_url: shortAddress(returnUrl),
        cancel_url: shortAddress(returnUrl),
        pass_thru_content: pageNotes(orgId, planId),
      };
      const { hosted_page: raw } = await client.hostedPage.checkoutNewForItems(asked, headersFor(brand));
      return { ...toPage(pageSchema.parse(raw), raw)!, subscription: null };
    });

  const acknowledge = async (id: string): Promise<void> => {
    try {
      await client.hostedPage.acknowledge(id);
    } catch (error) {
      // a page that is not ticked off there stays good here
      log.warn({ err: toBillingError(error) }, 'A hosted page could not be acknowledged.');
    }
  };

  const findPage: Billing['findPage'] = (id) =>
    orBillingError(async () => {
      const answer = isPlainId(id) ? await nullIfUnknown(client.hostedPage.retrieve(id)) : null;
      const resource = answer && pageSchema.parse(answer.hosted_page);
      const page = resource && toPage(resource, answer.hosted_page);
      if (!page || page.state !== 'succeeded') return page && { ...page, subscription: null };
      const bought = resource.content.subscription;
      if (!bought) throw new BillingError('unavailable', 'The purchase is not written down yet.');
      // the page shows what was bought as it was then
      const found = await subscriptions.retrieve(bought.id);
      const owner = orgIdOf(found.it) || page.orgId;
      if (owner !== page.orgId)
        throw new BillingError('conflict', 'This was bought for somebody else.', {
          cause: new Error(`The hosted page ${id} and its subscription name two organizations.`),
        });
      if (resource.state === 'succeeded') await acknowledge(id);
      return { ...page, subscription: { ...(await subscriptions.inOurWords(found)), orgId: owner } };
    });

  return { openCheckout, findPage };
}
