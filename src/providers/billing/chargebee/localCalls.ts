import { randomUUID } from 'node:crypto';
import { settle, termPrice } from '../embedded/arithmetic.ts';
import { LocalRefusal, unknown, wrong, type Form, type Parameters } from './localForms.ts';
import {
  unix,
  writeInvoice,
  writePage,
  type LocalCustomer,
  type LocalPage,
  type LocalSubscription,
} from './localResources.ts';
import type { LocalSite } from './localSite.ts';

export type LocalAnswer = object;
type Call = {
  method: 'GET' | 'POST';
  path: RegExp;
  parameters: Parameters;
  run: (form: Form, id: string) => LocalAnswer;
};
type Parts = {
  site: LocalSite;
  fields: readonly string[];
  address: () => string;
  keepPdf: (invoiceId: string) => string;
};

const token = (): string => randomUUID().replaceAll('-', '');
const notInThisState = () =>
  new LocalRefusal(
    409,
    'invalid_state_for_request',
    'The subscription is not in a state that allows this operation',
  );

const changes: Parameters = {
  'subscription_items[item_price_id][#]': 100,
  replace_items_list: 'flag',
  'coupon_ids[#]': 100,
  replace_coupon_list: 'flag',
  change_option: ['immediately'],
  prorate: 'flag',
  invoice_immediately: 'flag',
};
const person: Parameters = { id: 50, email: 70, first_name: 150, last_name: 150, company: 250 };

/** The calls of Chargebee that the portal makes. */
export function localCalls({ site, fields, address, keepPdf }: Parts): Call[] {
  const noteFor = (entity: string): Parameters =>
    fields.includes(entity) ? { cf_organization_id: 250 } : {};
  const within = (name: string, parameters: Parameters): Parameters =>
    Object.fromEntries(Object.entries(parameters).map(([key, kind]) => [`${name}[${key}]`, kind]));
  const readCustomer = (form: Form, name: (key: string) => string): LocalCustomer => ({
    id: form.need(name('id')),
    email: form.need(name('email')),
    first_name: form.need(name('first_name')),
    last_name: form.need(name('last_name')),
    company: form.need(name('company')),
    ...(form.get(name('cf_organization_id'))
      ? { cf_organization_id: form.get(name('cf_organization_id'))! }
      : {}),
  });

  const describe = (page: LocalPage) => {
    const bought = page.subscriptionId ? site.contentOf(site.need(page.subscriptionId)) : {};
    return writePage(page, address(), bought);
  };
  const pageOf = (id: string) => {
    const page = site.pages.get(id);
    if (!page) throw unknown('hosted_page_id', id);
    return page;
  };
  const newPage = (form: Form) => {
    const couponIds = form.all('coupon_ids');
    const [priceId] = form.all('subscription_items[item_price_id]');
    if (!priceId) throw wrong('subscription_items[item_price_id][0]', 'cannot be blank');
    site.priceOf(priceId);
    site.couponsOf(couponIds, 0);
    const given = readCustomer(form, (key) => `customer[${key}]`);
    // one that Chargebee does not know gets an id of Chargebee's own
    const customer = site.customers.has(given.id) ? given : { ...given, id: token().slice(0, 16) };
    const page: LocalPage = {
      id: token(),
      state: 'created',
      customer,
      priceId,
      couponIds,
      note: form.get('subscription[cf_organization_id]'),
      passThru: form.get('pass_thru_content'),
      createdAt: site.now(),
      subscriptionId: null,
    };
    site.pages.set(page.id, page);
    return { hosted_page: describe(page) };
  };

  const planned = (form: Form, it: LocalSubscription) => {
    if (it.status === 'cancelled') throw notInThisState();
    const [priceId] = form.all('subscription_items[item_price_id]');
    if (!priceId) throw wrong('subscription_items[item_price_id][0]', 'cannot be blank');
    if (!form.is('prorate') || !form.is('invoice_immediately'))
      throw new LocalRefusal(400, 'invalid_request', 'Only changes at once and in proportion are known here');
    return site.planChange(it, priceId, form.all('coupon_ids'), form.is('replace_coupon_list'));
  };
  const amounts = (total: number, credits: number) => ({
    price_type: 'tax_exclusive',
    currency_code: 'USD',
    recurring: true,
    total,
    sub_total: total,
    credits_applied: credits,
    amount_paid: 0,
    amount_due: total - credits,
    line_items: [],
  });
  const estimate = (form: Form) => {
    const it = site.need(form.need('subscription[id]'));
    const { price, coupons, sum } = planned(form, it);
    const next = termPrice(price.cents, coupons, it.term + 1).netCents;
    return {
      estimate: {
        created_at: unix(site.now()),
        subscription_estimate: {
          id: it.id,
          currency_code: 'USD',
          status: 'active',
          next_billing_at: unix(it.span.end),
        },
        invoice_estimate: amounts(sum.chargeCents, sum.chargeCents - sum.dueNowCents),
        next_invoice_estimate: amounts(next, next - settle(next, sum.balanceCents).dueNowCents),
        credit_note_estimates: [
          { reference_invoice_id: 'inv_1', type: 'refundable', total: sum.creditCents },
        ],
      },
    };
  };
  const renewal = (form: Form, id: string) => {
    const it = site.need(id);
    if (it.status !== 'active') throw notInThisState();
    const { netCents } = termPrice(site.priceOf(it.priceId).cents, it.coupons, it.term + 1);
    const credits = form.is('use_existing_balances')
      ? netCents - settle(netCents, it.balanceCents).dueNowCents
      : 0;
    return { estimate: { created_at: unix(site.now()), invoice_estimate: amounts(netCents, credits) } };
  };
  const update = (form: Form, id: string) => {
    const it = site.need(id);
    const invoice = site.changePlan(it, planned(form, it));
    const metaData = form.get('meta_data');
    if (metaData !== undefined) it.metaData = JSON.parse(metaData) as Record<string, unknown>;
    return { ...site.contentOf(it, invoice), credit_notes: [] };
  };
  const cancel = (form: Form, id: string) => {
    const it = site.need(id);
    if (it.status !== 'active') throw notInThisState();
    if (form.get('cancel_option') === 'immediately') site.end(it, site.now(), 'voided');
    else {
      Object.assign(it, { status: 'non_renewing', cancelledAt: it.span.end });
      site.touch(it);
      site.tell('subscription_cancellation_scheduled', it);
    }
    return site.contentOf(it);
  };
  const keep = (id: string) => {
    const it = site.need(id);
    if (it.status !== 'non_renewing') throw notInThisState();
    Object.assign(it, { status: 'active', cancelledAt: null });
    site.touch(it);
    site.tell('subscription_scheduled_cancellation_removed', it);
    return site.contentOf(it);
  };

  const listed = (form: Form) => {
    const wanted = form.get('status[in]');
    const statuses = wanted === undefined ? null : (JSON.parse(wanted) as string[]);
    const all = site.invoices
      .filter(
        (one) =>
          one.subscriptionId === form.need('subscription_id[is]') && (statuses?.includes(one.status) ?? true),
      )
      .toSorted(
        (a, b) => b.date.getTime() - a.date.getTime() || site.invoices.indexOf(b) - site.invoices.indexOf(a),
      );
    const limit = Number(form.get('limit') ?? 10);
    if (limit < 1 || limit > 100) throw wrong('limit', 'should be between 1 and 100');
    // an offset is not for reading: whoever counts by themselves is refused
    const opaque = /^\["(\d+)"\]$/.exec(form.get('offset') ?? '["0"]');
    if (!opaque) throw wrong('offset', 'is not an offset of this list');
    const from = Number(opaque[1]);
    return {
      list: all.slice(from, from + limit).map((invoice) => ({ invoice: writeInvoice(invoice) })),
      ...(all.length > from + limit ? { next_offset: `["${from + limit}"]` } : {}),
    };
  };
  const invoiceOf = (id: string) => {
    const invoice = site.invoices.find((one) => one.id === id);
    if (!invoice) throw unknown('invoice_id', id);
    return invoice;
  };
  const acknowledged = (page: LocalPage) => {
    if (page.state !== 'succeeded') throw notInThisState();
    page.state = 'acknowledged';
    return { hosted_page: describe(page) };
  };
  const newCustomer = (form: Form) => {
    const customer = readCustomer(form, (key) => key);
    if (site.customers.has(customer.id))
      throw new LocalRefusal(400, 'duplicate_entry', `id : The value ${customer.id} is already present`, {
        param: 'id',
      });
    site.customers.set(customer.id, customer);
    return { customer: { ...customer, object: 'customer' } };
  };
  const newSession = (form: Form) => {
    const id = form.need('customer[id]');
    if (!site.customers.has(id)) throw unknown('customer[id]', id);
    const at = unix(site.now());
    const secret = token();
    return {
      portal_session: {
        object: 'portal_session',
        id: `ps_${token()}`,
        token: secret,
        access_url: `${address()}/portal/v2/authenticate?token=${secret}`,
        redirect_url: form.get('redirect_url'),
        status: 'created',
        created_at: at,
        expires_at: at + 3600,
        customer_id: id,
      },
    };
  };
  const knownFields = () => ({
    list: fields.map((entity_type) => ({
      custom_field_config: {
        object: 'custom_field_config',
        entity_type,
        api_name: 'cf_organization_id',
        field_datatype: 'text',
        status: 'active',
      },
    })),
  });

  const call = (method: Call['method'], path: string, parameters: Parameters, run: Call['run']): Call => ({
    method,
    path: new RegExp(`^${path.replace(':id', '([^/]+)')}$`),
    parameters,
    run,
  });
  return [
    call('GET', '/custom_field_configs', { limit: 'whole', offset: 100 }, knownFields),
    call('POST', '/customers', { ...person, ...noteFor('customer'), meta_data: 'json' }, newCustomer),
    call(
      'POST',
      '/hosted_pages/checkout_new_for_items',
      {
        'subscription_items[item_price_id][#]': 100,
        'coupon_ids[#]': 100,
        'subscription[auto_collection]': ['on', 'off'],
        ...within('subscription', noteFor('subscription')),
        ...within('customer', { ...person, ...noteFor('customer') }),
        redirect_url: 250,
        cancel_url: 250,
        pass_thru_content: 2048,
      },
      newPage,
    ),
    call('GET', '/hosted_pages/:id', {}, (_form, id) => ({ hosted_page: describe(pageOf(id)) })),
    call('POST', '/hosted_pages/:id/acknowledge', {}, (_form, id) => acknowledged(pageOf(id))),
    call('GET', '/subscriptions/:id', {}, (_form, id) => site.contentOf(site.need(id))),
    call('GET', '/subscriptions/:id/renewal_estimate', { use_existing_balances: 'flag' }, renewal),
    call(
      'POST',
      '/estimates/update_subscription_for_items',
      { ...changes, 'subscription[id]': 50, use_existing_balances: 'flag' },
      estimate,
    ),
    call('POST', '/subscriptions/:id/update_for_items', { ...changes, meta_data: 'json' }, update),
    call(
      'POST',
      '/subscriptions/:id/cancel_for_items',
      {
        cancel_option: ['immediately', 'end_of_term'],
        credit_option_for_current_term_charges: ['none', 'prorate', 'full'],
      },
      cancel,
    ),
    call('POST', '/subscriptions/:id/remove_scheduled_cancellation', {}, (_form, id) => keep(id)),
    call(
      'GET',
      '/invoices',
      {
        limit: 'whole',
        offset: 100,
        'subscription_id[is]': 50,
        'status[in]': 'json',
        'sort_by[desc]': ['date'],
      },
      listed,
    ),
    call('GET', '/invoices/:id', {}, (_form, id) => ({ invoice: writeInvoice(invoiceOf(id)) })),
    call('POST', '/invoices/:id/pdf', {}, (_form, id) => {
      invoiceOf(id);
      return {
        download: { object: 'download', download_url: keepPdf(id), valid_till: unix(site.now()) + 3600 },
      };
    }),
    call('POST', '/portal_sessions', { 'customer[id]': 50, redirect_url: 250 }, newSession),
  ];
}
