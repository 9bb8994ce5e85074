import { createElement as h, type ReactNode } from 'react';
import { shownDay } from '#platform/dates.ts';
import type { BillingCustomer } from '../../port.ts';
import { termPrice } from '../arithmetic.ts';
import type { CardErrors, CardInput, KeptCard } from '../cards.ts';
import type { Order } from '../checkout.ts';
import { couponTerms, moneyOf, priceOf } from '../wording.ts';
import { cardFields, challengeForm, testCardList } from './cardFields.ts';
import { icon, pageOf, statement, type PageFrame } from './layout.ts';

type Frame = Omit<PageFrame, 'title' | 'tells' | 'wide'> & { pageId: string };
export type CheckoutForm = {
  action: string;
  token: string;
  customer: BillingCustomer;
  order: Order;
  input: CardInput;
  errors: CardErrors;
  coupon: { typed: string; error: string | null };
  /** Said above the form. */
  message: { tone: 'bad' | 'good'; text: string } | null;
  /** The first time it is shown. */
  fresh: boolean;
};

const row = (label: ReactNode, value: ReactNode, kind = ''): ReactNode =>
  h(
    'div',
    { className: `sum ${kind}`.trim(), key: String(label) },
    h('dt', null, label),
    h('dd', null, value),
  );

const coupons = ({ order, coupon }: CheckoutForm): ReactNode =>
  order.coupons.length > 0
    ? h(
        'div',
        { className: 'coupon applied' },
        h(
          'span',
          { id: 'coupons' },
          ...order.coupons.map((each) =>
            h(
              'span',
              { key: each.code, className: 'coupon-name' },
              h('strong', null, each.code),
              h('span', { className: 'soft' }, couponTerms({ ...each, months: each.until })),
            ),
          ),
        ),
        h(
          'button',
          {
            type: 'submit',
            form: 'pay',
            name: 'do',
            value: 'remove-coupon',
            className: 'quiet',
            formNoValidate: true,
            'aria-describedby': 'coupons',
          },
          'Remove',
        ),
      )
    : h(
        'div',
        { className: 'coupon' },
        h('label', { htmlFor: 'coupon' }, 'Coupon'),
        h(
          'div',
          { className: 'coupon-row' },
          h('input', {
            id: 'coupon',
            name: 'coupon',
            form: 'pay',
            defaultValue: coupon.typed,
            maxLength: 50,
            autoComplete: 'off',
            autoCapitalize: 'characters',
            spellCheck: false,
            'aria-invalid': coupon.error ? true : undefined,
            'aria-describedby': coupon.error ? 'coupon-error' : undefined,
            autoFocus: coupon.error ? true : undefined,
          }),
          h(
            'button',
            {
              type: 'submit',
              form: 'pay',
              name: 'do',
              value: 'coupon',
              className: 'plain',
              formNoValidate: true,
            },
            'Apply',
          ),
        ),
        coupon.error &&
          h(
            'p',
            { className: 'error', id: 'coupon-error' },
            icon('alert', 16),
            h('span', null, coupon.error),
          ),
      );

/** What is charged after today, and when that changes for good. */
function laterRows({ thenCents, price, coupons: running }: Order): ReactNode[] {
  const ends = running.flatMap(({ until }) => (until !== null && until > 1 ? [until] : []));
  const forGood = termPrice(price.cents, running, Math.max(0, ...ends)).netCents;
  return [
    row('Then each month', moneyOf(thenCents)),
    ends.length > 0 &&
      forGood !== thenCents &&
      row(`From month ${Math.max(...ends) + 1} on`, moneyOf(forGood)),
  ];
}

const summary = (form: CheckoutForm): ReactNode => {
  const { order } = form;
  const off = order.price.cents - order.dueCents;
  return h(
    'section',
    { className: 'summary', 'aria-labelledby': 'summary-title' },
    h('h2', { id: 'summary-title' }, order.price.name),
    h(
      'p',
      { className: 'price' },
      h('span', { className: 'amount' }, priceOf(order.price.cents)),
      ' per month plus taxes',
    ),
    coupons(form),
    h(
      'dl',
      null,
      row('Subtotal', moneyOf(order.price.cents)),
      off > 0 && row('Discount', `−${moneyOf(off)}`),
      row('Due today', moneyOf(order.dueCents), 'total'),
      ...laterRows(order),
    ),
    h(
      'p',
      { className: 'soft' },
      'Renews every month until you cancel. Cancel any time; the plan then stays active to the end of the month that is paid.',
    ),
  );
};

const buyer = ({ firstName, lastName, company, email }: BillingCustomer): ReactNode =>
  h(
    'dl',
    { className: 'buyer' },
    ...[
      ['Company', company],
      ['Name', `${firstName} ${lastName}`.trim()],
      ['Email', email],
    ].map(([label, value]) => value && h('div', { key: label }, h('dt', null, label), h('dd', null, value))),
  );

/** The form on which somebody pays. */
export function formPage(frame: Frame, form: CheckoutForm): string {
  const { order, message } = form;
  const failed = Object.keys(form.errors).length > 0 || form.coupon.error !== null;
  const title = `Subscribe to ${order.price.name}`;
  return pageOf(
    {
      ...frame,
      wide: true,
      title: failed ? `Error: ${title}` : title,
      tells: { pageId: frame.pageId, step: 'card', type: form.fresh ? 'loaded' : 'step' },
    },
    h(
      'div',
      { className: 'card checkout' },
      h('h1', null, title),
      // Enter in a field presses the first button of a form
      h('button', { type: 'submit', form: 'pay', name: 'do', value: 'pay', hidden: true, tabIndex: -1 }),
      summary(form),
      h(
        'form',
        { id: 'pay', method: 'post', action: form.action, noValidate: true, className: 'payment' },
        h('input', { type: 'hidden', name: 'token', value: form.token }),
        message &&
          h(
            'p',
            { className: `message ${message.tone}`, role: message.tone === 'bad' ? 'alert' : 'status' },
            icon(message.tone === 'bad' ? 'alert' : 'check', 18),
            h('span', null, message.text),
          ),
        h('h2', null, 'Billed to'),
        buyer(form.customer),
        h('h2', null, 'Card'),
        cardFields(form.input, form.errors),
        testCardList(form.errors),
        h(
          'button',
          { type: 'submit', name: 'do', value: 'pay' },
          order.dueCents > 0 ? `Subscribe and pay ${moneyOf(order.dueCents)}` : 'Subscribe',
        ),
        h('button', { type: 'submit', name: 'do', value: 'cancel', className: 'link' }, 'Cancel'),
      ),
    ),
  );
}

export const challengePage = (
  frame: Frame,
  parts: { action: string; token: string; typed: CardInput | null; card: KeptCard; dueCents: number },
): string =>
  pageOf(
    {
      ...frame,
      title: 'Confirm your card',
      tells: { pageId: frame.pageId, step: 'authentication', type: 'step' },
    },
    challengeForm({ ...parts, amount: parts.dueCents > 0 ? moneyOf(parts.dueCents) : null }),
  );

export const succeededPage = (
  frame: Frame,
  paid: {
    planName: string;
    card: string | null;
    paidCents: number;
    nextAt: Date | null;
    nextCents: number | null;
    invoice: string | null;
    returnUrl: string;
  },
): string =>
  pageOf(
    {
      ...frame,
      title: 'You are subscribed',
      tells: { pageId: frame.pageId, step: 'succeeded', type: 'success' },
    },
    statement(
      {
        drawing: 'check',
        tone: 'good',
        title: `You are subscribed to ${paid.planName}`,
        lines: [
          paid.paidCents > 0 && paid.card
            ? `The sandbox noted a payment of ${moneyOf(paid.paidCents)} with ${paid.card}. No card was charged.`
            : 'Nothing was due today.',
        ],
        more: h(
          'dl',
          null,
          paid.invoice && row('Invoice', paid.invoice),
          paid.nextAt &&
            paid.nextCents !== null &&
            row('Next charge', `${moneyOf(paid.nextCents)} on ${shownDay(paid.nextAt)}`),
        ),
      },
      { href: paid.returnUrl, label: `Continue to ${frame.brand.name}` },
    ),
  );

const over = {
  cancelled: {
    title: 'Checkout cancelled',
    line: 'Nothing was bought and no card was kept. You can start again whenever you like.',
    drawing: 'cross',
    type: 'close',
  },
  expired: {
    title: 'This page has expired',
    line: 'A checkout page is good for three hours. Nothing was bought; start again from your plan page.',
    drawing: 'clock',
    type: 'error',
  },
} as const;

export const overPage = (frame: Frame, how: keyof typeof over, returnUrl: string): string =>
  pageOf(
    { ...frame, title: over[how].title, tells: { pageId: frame.pageId, step: how, type: over[how].type } },
    statement(
      { drawing: over[how].drawing, tone: 'quiet', title: over[how].title, lines: [over[how].line] },
      { href: returnUrl, label: `Back to ${frame.brand.name}` },
    ),
  );
