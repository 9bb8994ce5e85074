import { createElement as h, type ReactNode } from 'react';
import { shownDay } from '#platform/dates.ts';
import type { CardErrors, CardInput, KeptCard } from '../cards.ts';
import { invoiceId, type Invoice } from '../invoices.store.ts';
import type { Summary } from '../summary.ts';
import { moneyOf, priceOf } from '../wording.ts';
import { cardFields, challengeForm, testCardList } from './cardFields.ts';
import { icon, pageOf, statement, type PageFrame } from './layout.ts';

type Frame = Omit<PageFrame, 'title' | 'tells' | 'wide'> & { pageId: string };
type Message = { tone: 'good' | 'bad'; text: string } | null;
export type PortalView = {
  /** Address of the first page; the others lie below it. */
  home: string;
  token: string;
  planName: string;
  priceCents: number;
  subscription: Summary;
  invoices: Invoice[];
  returnUrl: string;
  message: Message;
};

const tells = (frame: Frame, step: string): PageFrame['tells'] => ({
  pageId: frame.pageId,
  step,
  type: 'step',
});
const pill = (tone: 'good' | 'bad' | 'warn' | 'quiet', word: string): ReactNode =>
  h('span', { className: `pill ${tone}` }, word);

const statusPill = {
  active: () => pill('good', 'Active'),
  ending: () => pill('warn', 'Ending'),
  'past-due': () => pill('bad', 'Payment failed'),
  cancelled: () => pill('quiet', 'Ended'),
};
const invoicePill = {
  paid: () => pill('good', 'Paid'),
  due: () => pill('warn', 'Due'),
  failed: () => pill('bad', 'Not paid'),
  voided: () => pill('quiet', 'Voided'),
};

/** What happens next, in one sentence. */
function standingOf({ status, termEnd, nextBillingAt, nextAmountCents, cancelledAt }: Summary): string {
  if (status === 'cancelled')
    return `This subscription ended on ${shownDay(cancelledAt ?? termEnd)}. Nothing further is charged.`;
  if (status === 'ending')
    return `Your subscription stays active until ${shownDay(termEnd)}. After that it ends, and nothing further is charged.`;
  if (status === 'past-due')
    return `The last payment failed. We try again on ${shownDay(nextBillingAt ?? termEnd)}; change the card to pay ${moneyOf(nextAmountCents ?? 0)} now.`;
  return `Renews on ${shownDay(nextBillingAt ?? termEnd)} for ${moneyOf(nextAmountCents ?? 0)} plus taxes.`;
}

const messageBox = (message: Message): ReactNode =>
  message &&
  h(
    'p',
    { className: `message ${message.tone}`, role: message.tone === 'bad' ? 'alert' : 'status' },
    icon(message.tone === 'bad' ? 'alert' : 'check', 18),
    h('span', null, message.text),
  );

const postButton = (action: string, token: string, label: string, className: string): ReactNode =>
  h(
    'form',
    { method: 'post', action },
    h('input', { type: 'hidden', name: 'token', value: token }),
    h('button', { type: 'submit', className }, label),
  );

const back = (href: string, label: string, leaves: boolean): ReactNode =>
  h(
    'a',
    { className: 'back', href, ...(leaves ? { target: '_top', 'data-leave': '' } : {}) },
    icon('back', 18),
    label,
  );

const subscriptionCard = (view: PortalView): ReactNode => {
  const { subscription: has, planName, priceCents, home, token } = view;
  return h(
    'section',
    { className: 'card', 'aria-labelledby': 'plan' },
    h('div', { className: 'head' }, h('h2', { id: 'plan' }, planName), statusPill[has.status]()),
    h(
      'p',
      { className: 'price' },
      h('span', { className: 'amount' }, priceOf(priceCents)),
      ' per month plus taxes',
    ),
    h('p', null, standingOf(has)),
    has.couponCodes.length > 0 &&
      has.status !== 'cancelled' &&
      h('p', { className: 'soft' }, `Coupon: ${has.couponCodes.join(', ')}`),
    h(
      'div',
      { className: 'actions' },
      has.status === 'ending' && postButton(`${home}/resume`, token, 'Keep my subscription', ''),
      (has.status === 'active' || has.status === 'past-due') &&
        h('a', { className: 'button plain', href: `${home}/cancel` }, 'Cancel subscription'),
    ),
  );
};

const cardCard = ({ subscription: { card, status }, home }: PortalView): ReactNode =>
  h(
    'section',
    { className: 'card', 'aria-labelledby': 'payment-card' },
    h('div', { className: 'head' }, h('h2', { id: 'payment-card' }, 'Card')),
    card
      ? h(
          'p',
          { className: 'kept-card' },
          icon('card', 28),
          h(
            'span',
            null,
            h('strong', null, `${card.brand} •••• ${card.last4}`),
            h('span', { className: 'soft' }, `Expires ${card.expires}`),
          ),
        )
      : h('p', null, 'No card is on file.'),
    status !== 'cancelled' &&
      h(
        'div',
        { className: 'actions' },
        h(
          'a',
          { className: status === 'past-due' ? 'button' : 'button plain', href: `${home}/card` },
          'Change card',
        ),
      ),
  );

const invoiceCard = ({ invoices, home }: PortalView): ReactNode =>
  h(
    'section',
    { className: 'card invoices', 'aria-labelledby': 'invoices' },
    h('div', { className: 'head' }, h('h2', { id: 'invoices' }, 'Invoices')),
    h(
      'table',
      null,
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          ...['Invoice', 'Date', 'Status', 'Total'].map((name) => h('th', { key: name, scope: 'col' }, name)),
          h('th', { scope: 'col' }, h('span', { className: 'unseen' }, 'Document')),
        ),
      ),
      h(
        'tbody',
        null,
        ...invoices.map(({ number, date, status, totalCents }) => {
          const id = invoiceId(number);
          return h(
            'tr',
            { key: id },
            h('th', { scope: 'row' }, id),
            h('td', { 'data-label': 'Date' }, shownDay(date)),
            h('td', { 'data-label': 'Status' }, invoicePill[status]()),
            h('td', { 'data-label': 'Total', className: 'number' }, moneyOf(totalCents)),
            h(
              'td',
              { className: 'document' },
              h(
                'a',
                { href: `${home}/invoices/${id}.pdf`, download: `invoice-${id}.pdf` },
                icon('file', 18),
                'PDF',
                h('span', { className: 'unseen' }, ` of invoice ${id}`),
              ),
            ),
          );
        }),
      ),
    ),
  );

/** Subscription, card and invoices. */
export const homePage = (frame: Frame, view: PortalView): string =>
  pageOf(
    { ...frame, wide: true, title: 'Billing', tells: { ...tells(frame, 'home'), type: 'loaded' } },
    h(
      'div',
      { className: 'portal' },
      back(view.returnUrl, `Back to ${frame.brand.name}`, true),
      h('h1', null, 'Billing'),
      h('p', { className: 'purpose' }, 'Your subscription, your card and your invoices.'),
      messageBox(view.message),
      h('div', { className: 'pair' }, subscriptionCard(view), cardCard(view)),
      invoiceCard(view),
    ),
  );

/** Asks before cancelling, and says what follows. */
export const cancelPage = (frame: Frame, { home, token, planName, subscription }: PortalView): string =>
  pageOf(
    { ...frame, title: 'Cancel subscription', tells: tells(frame, 'cancel') },
    h(
      'form',
      { method: 'post', action: `${home}/cancel`, className: 'card statement tone-quiet' },
      h('input', { type: 'hidden', name: 'token', value: token }),
      h('h1', { tabIndex: -1, autoFocus: true }, `Cancel ${planName}?`),
      subscription.status === 'past-due'
        ? h(
            'p',
            null,
            'The last payment failed, so your subscription ends at once. The open invoice is voided, and nothing further is charged.',
          )
        : h(
            'p',
            null,
            `Your subscription stays active until ${shownDay(subscription.termEnd)}. After that it ends, and nothing further is charged.`,
          ),
      subscription.status !== 'past-due' &&
        h('p', { className: 'soft' }, 'Until then you can change your mind here at any time.'),
      h('button', { type: 'submit', className: 'danger' }, 'Cancel subscription'),
      h('a', { className: 'button plain', href: home }, 'Keep subscription'),
    ),
  );

export const cardPage = (
  frame: Frame,
  { home, token, message }: Pick<PortalView, 'home' | 'token' | 'message'>,
  input: CardInput,
  errors: CardErrors,
): string =>
  pageOf(
    {
      ...frame,
      title: Object.keys(errors).length > 0 ? 'Error: Change card' : 'Change card',
      tells: tells(frame, 'card'),
    },
    h(
      'div',
      { className: 'portal' },
      back(home, 'Billing', false),
      h('h1', null, 'Change card'),
      h(
        'form',
        { method: 'post', action: `${home}/card`, noValidate: true, className: 'card payment' },
        h('input', { type: 'hidden', name: 'token', value: token }),
        messageBox(message),
        cardFields(input, errors),
        testCardList(errors),
        h('button', { type: 'submit', name: 'do', value: 'save' }, 'Save card'),
        h('a', { className: 'button plain', href: home }, 'Keep the old card'),
      ),
    ),
  );

export const cardChallengePage = (
  frame: Frame,
  parts: { home: string; token: string; typed: CardInput | null; card: KeptCard },
): string =>
  pageOf(
    { ...frame, title: 'Confirm your card', tells: tells(frame, 'authentication') },
    challengeForm({
      action: `${parts.home}/card`,
      token: parts.token,
      typed: parts.typed,
      card: parts.card,
      amount: null,
    }),
  );

export const notNow = (frame: Frame, title: string, line: string, home: string): string =>
  pageOf(
    { ...frame, title, tells: tells(frame, 'refused') },
    h(
      'div',
      { className: 'portal' },
      back(home, 'Billing', false),
      statement({ drawing: 'alert', tone: 'quiet', title, lines: [line] }),
    ),
  );
