import { createElement as h, type ReactNode } from 'react';
import {
  countries,
  isForeignNumber,
  testCards,
  type CardErrors,
  type CardField,
  type CardInput,
} from '../cards.ts';
import { icon } from './layout.ts';

export const emptyCard = (name = ''): CardInput => ({
  name,
  number: '',
  expiry: '',
  cvc: '',
  country: 'US',
  postcode: '',
});

/** What of a typed card is shown again: a number that could be somebody's own is not, nor the code that belongs to it. */
export const shownAgain = (input: CardInput): CardInput =>
  isForeignNumber(input.number) ? { ...input, number: '', cvc: '' } : input;

type FieldProps = {
  field: CardField;
  label: string;
  value: string;
  error: string | undefined;
  focus: boolean;
  attributes?: object;
};

const frame = (field: CardField, label: string, error: string | undefined, control: ReactNode): ReactNode =>
  h(
    'div',
    { className: `field ${field}` },
    h('label', { htmlFor: field }, label),
    control,
    error && h('p', { className: 'error', id: `${field}-error` }, icon('alert', 16), h('span', null, error)),
  );

const binding = (field: CardField, error: string | undefined, focus: boolean) => ({
  id: field,
  name: field,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': error ? `${field}-error` : undefined,
  autoFocus: focus || undefined,
});

const textField = ({ field, label, value, error, focus, attributes }: FieldProps): ReactNode =>
  frame(
    field,
    label,
    error,
    h('input', { ...binding(field, error, focus), defaultValue: value, ...attributes }),
  );

const countryField = ({ field, label, value, error, focus }: FieldProps): ReactNode =>
  frame(
    field,
    label,
    error,
    h(
      'select',
      { ...binding(field, error, focus), defaultValue: value, autoComplete: 'billing country' },
      ...countries.map(({ code, name }) => h('option', { key: code, value: code }, name)),
    ),
  );

const order: CardField[] = ['name', 'number', 'expiry', 'cvc', 'country', 'postcode'];

/** The fields of a card; the first that is wrong has the focus. */
export function cardFields(input: CardInput, errors: CardErrors): ReactNode {
  const first = order.find((field) => errors[field]);
  const props = (field: CardField, label: string, attributes?: object): FieldProps => ({
    field,
    label,
    value: input[field],
    error: errors[field],
    focus: field === first,
    ...(attributes ? { attributes } : {}),
  });
  return h(
    'div',
    { className: 'fields' },
    textField(props('name', 'Name on card', { autoComplete: 'cc-name', maxLength: 100 })),
    textField(
      props('number', 'Card number', {
        autoComplete: 'cc-number',
        inputMode: 'numeric',
        maxLength: 30,
        placeholder: '4242 4242 4242 4242',
      }),
    ),
    textField(
      props('expiry', 'Expiry date', {
        autoComplete: 'cc-exp',
        inputMode: 'numeric',
        maxLength: 9,
        placeholder: 'MM / YY',
      }),
    ),
    textField(
      props('cvc', 'Security code', {
        autoComplete: 'cc-csc',
        inputMode: 'numeric',
        maxLength: 4,
        placeholder: '123',
      }),
    ),
    countryField(props('country', 'Country')),
    textField(
      props('postcode', 'ZIP or postal code', { autoComplete: 'billing postal-code', maxLength: 12 }),
    ),
  );
}

const grouped = (number: string) =>
  number.length === 15
    ? number.replace(/(.{4})(.{6})(.{5})/, '$1 $2 $3')
    : number.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** The numbers that are taken here, and what becomes of them. */
export const testCardList = (errors: CardErrors): ReactNode =>
  h(
    'details',
    { className: 'tests', open: errors.number !== undefined || undefined },
    h('summary', null, 'Test cards'),
    h('p', null, 'Any expiry date ahead and any security code will do.'),
    h(
      'ul',
      null,
      ...testCards.map(({ number, brand, says }) =>
        h(
          'li',
          { key: number },
          h('span', { className: 'tests-number' }, grouped(number)),
          h('span', { className: 'tests-says' }, `${brand} · ${says}`),
          h(
            'button',
            {
              type: 'button',
              className: 'quiet',
              hidden: true,
              'data-fill': grouped(number),
              'data-cvc': number.length === 15 ? '1234' : '123',
              'aria-label': `Use card ${grouped(number)}`,
            },
            'Use',
          ),
        ),
      ),
    ),
  );

/** The bank's question whether the card is its owner's; what was typed goes along in case the answer is no. */
export const challengeForm = (parts: {
  action: string;
  token: string;
  typed: CardInput | null;
  card: { brand: string; last4: string };
  amount: string | null;
}): ReactNode =>
  h(
    'form',
    { method: 'post', action: parts.action, className: 'card statement tone-quiet' },
    h('input', { type: 'hidden', name: 'token', value: parts.token }),
    ...Object.entries(parts.typed ?? {}).map(([name, value]) =>
      h('input', { key: name, type: 'hidden', name, value }),
    ),
    h('span', { className: 'badge' }, icon('lock', 28)),
    h('h1', { tabIndex: -1, autoFocus: true }, 'Your bank wants to be sure'),
    h(
      'p',
      null,
      parts.amount
        ? `Confirm the payment of ${parts.amount} with ${parts.card.brand} ending in ${parts.card.last4}.`
        : `Confirm that ${parts.card.brand} ending in ${parts.card.last4} is your card.`,
    ),
    h(
      'p',
      { className: 'soft' },
      'A real bank would ask for a code or a tap in its app. In the sandbox you choose what it answers.',
    ),
    h('button', { type: 'submit', name: 'do', value: 'complete' }, 'Complete authentication'),
    h('button', { type: 'submit', name: 'do', value: 'fail', className: 'plain' }, 'Fail authentication'),
  );
