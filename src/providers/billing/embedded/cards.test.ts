import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { askBank, countries, hasExpired, isForeignNumber, passesLuhn, readCard, testCards } from './cards.ts';
import { typedCard } from '../testing/sandbox.ts';

const now = new Date('2026-03-02T17:00:00Z');
const errorsOf = (changes: Record<string, string>, number = '4242424242424242') => {
  const read = readCard(typedCard(number, changes), now);
  return 'errors' in read ? read.errors : {};
};

test.each(testCards.map((card) => [card.number, card] as const))(
  '%s is a number that passes the check digit, and is kept by four digits',
  (number, card) => {
    expect(passesLuhn(number)).toBe(true);
    const read = readCard(
      typedCard(number, { cvc: card.brand === 'American Express' ? '1234' : '123' }),
      now,
    );
    expect(read).toEqual({
      card: { brand: card.brand, last4: number.slice(-4), expires: '12/2034', outcome: card.outcome },
    });
  },
);

describe('what somebody typed', () => {
  test.each([
    ['no number', { number: '' }, { number: 'Enter the card number.' }],
    ['letters', { number: '4242 abcd' }, { number: 'A card number has 12 to 19 digits.' }],
    [
      'a wrong digit',
      { number: '4242424242424241' },
      { number: 'This is no card number. Check the digits.' },
    ],
    [
      "somebody's own card",
      { number: '4111 1111 1111 1111' },
      { number: 'This sandbox takes test cards only. Choose one from the list on this page.' },
    ],
    ['no expiry', { expiry: '' }, { expiry: 'Enter the expiry date.' }],
    ['an expiry that is none', { expiry: 'soon' }, { expiry: 'Enter month and year, such as 09/30.' }],
    ['month 13', { expiry: '13/30' }, { expiry: 'The month is a number from 01 to 12.' }],
    ['last month', { expiry: '02/26' }, { expiry: 'This card has expired.' }],
    ['a far year', { expiry: '01/2099' }, { expiry: 'Check the year.' }],
    ['a short code', { cvc: '12' }, { cvc: 'Enter the 3 digits on the back of the card.' }],
    ['a code of letters', { cvc: 'abc' }, { cvc: 'Enter the 3 digits on the back of the card.' }],
    [
      'three digits for American Express',
      { number: '378282246310005' },
      { cvc: 'Enter the 4 digits on the front of the card.' },
    ],
    ['no name', { name: '  ' }, { name: 'Enter the name on the card.' }],
    ['a long name', { name: 'x'.repeat(101) }, { name: 'Use at most 100 characters.' }],
    ['no country', { country: '' }, { country: 'Choose a country.' }],
    ['a country that is none', { country: 'XX' }, { country: 'Choose a country.' }],
    ['no ZIP code', { postcode: '' }, { postcode: 'Enter a ZIP code, such as 94105.' }],
    [
      'markup for a postal code',
      { country: 'DE', postcode: '<b>1</b>' },
      { postcode: 'A postal code has at most 12 letters and digits.' },
    ],
  ])('%s is told beside its field', (_name, changes: Record<string, string>, errors) => {
    expect(errorsOf(changes)).toEqual(errors);
  });

  test.each(['03/26', '3/26', '03 / 26', '03-26', '0326', '03/2026', ' 03/26 '])(
    'the month of today is still good: “%s”',
    (expiry) => expect(errorsOf({ expiry })).toEqual({}),
  );

  test('every kind of mistake is told at once', () => {
    expect(
      Object.keys(errorsOf({ name: '', number: '', expiry: '', cvc: '', country: '', postcode: '&' })),
    ).toEqual(
      ['name', 'number', 'expiry', 'cvc', 'country', 'postcode'].filter(
        (field) => field !== 'postcode' || errorsOf({ country: '', postcode: '&' }).postcode,
      ),
    );
  });

  test('no other number that passes the check digit is ever kept', () => {
    const digits = fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: 11, maxLength: 18 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(digits, (start) => {
        const number = [...'0123456789'].map((last) => start + last).find(passesLuhn)!;
        fc.pre(!testCards.some((card) => card.number === number));
        expect(isForeignNumber(number)).toBe(true);
        expect(readCard(typedCard(number), now)).toHaveProperty('errors.number');
      }),
    );
  });
});

test('a card is good to the end of its month', () => {
  expect(hasExpired('03/2026', new Date('2026-04-01T02:00:00Z'))).toBe(false);
  expect(hasExpired('03/2026', new Date('2026-04-02T00:00:00Z'))).toBe(true);
  const kept = { brand: 'Visa', last4: '4242', expires: '03/2026', outcome: 'succeeds' } as const;
  expect(askBank(kept, false, new Date('2026-04-02T00:00:00Z'))).toMatchObject({
    code: 'payment-failed',
    field: 'expiry',
  });
});

test('countries are named, each once, the United States among them', () => {
  expect(countries.find(({ code }) => code === 'US')?.name).toBe('United States');
  expect(new Set(countries.map(({ name }) => name)).size).toBe(countries.length);
  expect(countries.every(({ code, name }) => code !== name)).toBe(true);
});
