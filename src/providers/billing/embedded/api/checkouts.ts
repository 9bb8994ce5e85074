import { unix, wholeSecond } from '../arithmetic.ts';
import { acknowledge, besides, checkoutPath, openPage } from '../checkout.ts';
import { insertPortalSession, readPage, type Page } from '../pages.store.ts';
import type { SandboxParts } from '../parts.ts';
import { notFound, SandboxRefusal } from '../refusal.ts';
import {
  findCustomer,
  insertCustomer,
  newId,
  readSubscription,
  subscriptionOfCustomer,
  type GivenCustomer,
} from '../subscriptions.store.ts';
import { randomToken } from '#platform/server/secrets/secrets.ts';
import { readBrandHeader } from './brandHeader.ts';
import { call, type Asked, type Call } from './call.ts';
import type { Form, Parameters } from './form.ts';
import { writeContent, writeCustomer } from './resources.ts';

const portalLifeSeconds = 3600;

export const portalPath = (id: string): string => `/billing-sandbox/portal/${id}`;

const organizationField = 'cf_organization_id';
const person: Parameters = {
  id: 50,
  email: 70,
  first_name: 150,
  last_name: 150,
  company: 250,
  [organizationField]: 250,
};

/** @param name the name of a field on the wire */
function readCustomer(form: Form, name: (field: string) => string): GivenCustomer {
  const id = form.need(name('id'));
  const text = (field: string) => form.get(name(field)) ?? '';
  return {
    id,
    // a site without the custom field knows its customers by their ids alone
    orgId: text(organizationField) || form.get(`subscription[${organizationField}]`) || id,
    email: text('email'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    company: text('company'),
  };
}

const knownFields = () => ({
  list: ['customer', 'subscription'].map((entity_type) => ({
    custom_field_config: {
      object: 'custom_field_config',
      entity_type,
      api_name: organizationField,
      field_datatype: 'text',
      status: 'active',
    },
  })),
});

async function newCustomer(parts: SandboxParts, { form }: Asked) {
  const given = readCustomer(form, (field) => field);
  const customer = await insertCustomer(parts.db, given, wholeSecond(parts.now()));
  if (customer) return { customer: writeCustomer(customer) };
  throw new SandboxRefusal(400, 'duplicate_entry', `The value ${given.id} is already present`, {
    param: 'id',
  });
}

async function pageAnswer(parts: SandboxParts, id: string, page: Page | null) {
  if (!page) throw notFound('page', 'hosted_page_id');
  const subscription = page.subscriptionId && (await readSubscription(parts.db, page.subscriptionId));
  return {
    hosted_page: {
      object: 'hosted_page',
      id,
      type: 'checkout_new',
      url: besides(parts, page.returnUrl, checkoutPath(id)),
      state: page.state === 'open' ? 'created' : page.state,
      embed: true,
      pass_thru_content: page.passThruContent,
      created_at: unix(page.createdAt),
      expires_at: unix(page.expiresAt),
      content: writeContent(subscription ? { subscription } : {}),
    },
  };
}

async function newPage(parts: SandboxParts, { form, headers }: Asked) {
  const given = readCustomer(form, (field) => `customer[${field}]`);
  // an unknown customer gets an id of the site's own
  const isKnown = (await findCustomer(parts.db, given.id)) !== null;
  const customer = isKnown ? given : { ...given, id: newId('cus') };
  const { id, page } = await openPage(parts, {
    customer,
    cfOrganizationId: customer.orgId,
    priceId: form.need('subscription_items[item_price_id][0]'),
    couponCodes: form.all('coupon_ids'),
    passThruContent: form.get('pass_thru_content') ?? '',
    brand: readBrandHeader(headers),
    returnUrl: form.get('redirect_url') ?? '',
  });
  return pageAnswer(parts, id, page);
}

/** Portal pages of a customer's current subscription. */
async function newPortalSession(parts: SandboxParts, { form, headers }: Asked) {
  const customerId = form.need('customer[id]');
  const subscriptionId = await subscriptionOfCustomer(parts.db, customerId);
  if (!subscriptionId) throw notFound('customer', 'customer[id]');
  const [id, now] = [randomToken(), wholeSecond(parts.now())];
  const returnUrl = form.get('redirect_url') ?? '';
  const expiresAt = new Date(now.getTime() + portalLifeSeconds * 1000);
  await insertPortalSession(
    parts.db,
    id,
    { subscriptionId, brand: readBrandHeader(headers), returnUrl },
    expiresAt,
  );
  return {
    portal_session: {
      object: 'portal_session',
      id,
      token: id,
      access_url: besides(parts, returnUrl, portalPath(id)),
      redirect_url: returnUrl,
      status: 'created',
      created_at: unix(now),
      expires_at: unix(expiresAt),
      customer_id: customerId,
    },
  };
}

/** Customers, the pages on which they pay, and those on which they see their bills. */
export function checkoutCalls(parts: SandboxParts): Call[] {
  const page = async (id: string) => pageAnswer(parts, id, await readPage(parts.db, id));
  const customer = Object.entries(person).map(([field, kind]) => [`customer[${field}]`, kind] as const);
  return [
    call('GET', '/custom_field_configs', { limit: 'whole', offset: 100 }, knownFields),
    call('POST', '/customers', { ...person, meta_data: 'json' }, (asked) => newCustomer(parts, asked)),
    call(
      'POST',
      '/hosted_pages/checkout_new_for_items',
      {
        'subscription_items[item_price_id][#]': 100,
        'coupon_ids[#]': 100,
        'subscription[auto_collection]': ['on', 'off'],
        [`subscription[${organizationField}]`]: 250,
        ...Object.fromEntries(customer),
        redirect_url: 250,
        cancel_url: 250,
        pass_thru_content: 2048,
      },
      (asked) => newPage(parts, asked),
    ),
    call('GET', '/hosted_pages/:id', {}, ({ id }) => page(id)),
    call('POST', '/hosted_pages/:id/acknowledge', {}, async ({ id }) => {
      await acknowledge(parts, id);
      return page(id);
    }),
    call('POST', '/portal_sessions', { 'customer[id]': 50, redirect_url: 250 }, (asked) =>
      newPortalSession(parts, asked),
    ),
  ];
}
