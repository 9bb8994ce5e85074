import { settle, termPrice, unix, wholeSecond } from '../arithmetic.ts';
import type { SandboxParts } from '../parts.ts';
import { notInThisState, SandboxRefusal } from '../refusal.ts';
import {
  cancelAt,
  changePlan,
  isOver,
  keep,
  locked,
  needSubscription,
  planned,
  type Change,
} from '../subscriptions.ts';
import { nextInvoice } from '../summary.ts';
import { call, type Asked, type Call } from './call.ts';
import type { Form, Parameters } from './form.ts';
import { writeContent, writeEstimate } from './resources.ts';

const changeParameters: Parameters = {
  'subscription_items[item_price_id][#]': 100,
  replace_items_list: 'flag',
  'coupon_ids[#]': 100,
  replace_coupon_list: 'flag',
  change_option: ['immediately'],
  prorate: 'flag',
  invoice_immediately: 'flag',
};

function readChange(form: Form): Change {
  const couponCodes = form.all('coupon_ids');
  const isReplaced = couponCodes.length === 0 || form.is('replace_coupon_list');
  if (!form.is('prorate') || !form.is('invoice_immediately') || !isReplaced)
    throw new SandboxRefusal(
      400,
      'invalid_request',
      'The sandbox changes plans at once, in proportion, and with coupons in place of the ones before.',
    );
  return { priceId: form.need('subscription_items[item_price_id][0]'), couponCodes };
}

async function estimateChange(parts: SandboxParts, { form }: Asked) {
  const subscription = await needSubscription(parts, form.need('subscription[id]'));
  const now = wholeSecond(parts.now());
  const { price, coupons, sum } = planned(parts, subscription, readChange(form), now);
  const nextCents = termPrice(price.cents, coupons, subscription.term + 1).netCents;
  return {
    estimate: {
      created_at: unix(now),
      subscription_estimate: { id: subscription.id, next_billing_at: unix(subscription.termEnd) },
      invoice_estimate: writeEstimate(sum.chargeCents, sum.dueNowCents),
      next_invoice_estimate: writeEstimate(nextCents, settle(nextCents, sum.balanceCents).dueNowCents),
      credit_note_estimates: [{ type: 'refundable', total: sum.creditCents }],
    },
  };
}

async function estimateRenewal(parts: SandboxParts, { form, id }: Asked) {
  const subscription = await needSubscription(parts, id);
  if (isOver(subscription)) throw notInThisState('This subscription is not renewed.');
  const { netCents, dueCents } = nextInvoice(subscription);
  const amount = writeEstimate(netCents, form.is('use_existing_balances') ? dueCents : netCents);
  return { estimate: { created_at: unix(parts.now()), invoice_estimate: amount } };
}

async function update(parts: SandboxParts, { form, id, headers }: Asked) {
  const metaData = form.get('meta_data');
  const change = {
    ...readChange(form),
    metaData: metaData === undefined ? null : (JSON.parse(metaData) as object),
  };
  const { subscription, isRepeated } = await changePlan(
    parts,
    id,
    change,
    headers.get('chargebee-idempotency-key'),
  );
  const replayed = { 'chargebee-idempotency-replayed': 'true' };
  return Response.json(writeContent({ subscription }), { headers: isRepeated ? replayed : {} });
}

/** The calls that read and change subscriptions. */
export function subscriptionCalls(parts: SandboxParts): Call[] {
  const estimated = { 'subscription[id]': 50, use_existing_balances: 'flag' } as const;
  return [
    call('GET', '/subscriptions/:id', {}, async ({ id }) =>
      writeContent({ subscription: await needSubscription(parts, id) }),
    ),
    call('GET', '/subscriptions/:id/renewal_estimate', { use_existing_balances: 'flag' }, (asked) =>
      estimateRenewal(parts, asked),
    ),
    call('POST', '/estimates/update_subscription_for_items', { ...changeParameters, ...estimated }, (asked) =>
      estimateChange(parts, asked),
    ),
    call('POST', '/subscriptions/:id/update_for_items', { ...changeParameters, meta_data: 'json' }, (asked) =>
      update(parts, asked),
    ),
    call(
      'POST',
      '/subscriptions/:id/cancel_for_items',
      {
        cancel_option: ['immediately', 'end_of_term'],
        credit_option_for_current_term_charges: ['none', 'prorate', 'full'],
      },
      ({ form, id }) =>
        locked(parts, id, async (db, subscription) => {
          if (isOver(subscription)) throw notInThisState('This subscription is cancelled already.');
          const when = form.get('cancel_option') === 'immediately' ? 'immediately' : 'end_of_term';
          return writeContent({ subscription: await cancelAt(parts, db, subscription, when) });
        }),
    ),
    call('POST', '/subscriptions/:id/remove_scheduled_cancellation', {}, ({ id }) =>
      locked(parts, id, async (db, subscription) => {
        if (!isOver(subscription)) throw notInThisState('This subscription is not cancelled.');
        return writeContent({ subscription: await keep(parts, db, subscription) });
      }),
    ),
  ];
}
