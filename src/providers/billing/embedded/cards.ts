import { monthsAfter } from './arithmetic.ts';

/** How the sandbox's bank answers for a card. */
export type CardOutcome =
  | 'succeeds'
  | 'declined'
  | 'insufficient-funds'
  | 'expired'
  | 'incorrect-cvc'
  | 'processing-error'
  | 'needs-authentication'
  | 'authenticates-always'
  | 'fails-later';

export type TestCard = {
  number: string;
  brand: 'Visa' | 'Mastercard' | 'American Express';
  outcome: CardOutcome;
  says: string;
};

/** The field's standard numbers; no others are taken. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'Visa', outcome: 'succeeds', says: 'Succeeds' },
  { number: '5555555555554444', brand: 'Mastercard', outcome: 'succeeds', says: 'Succeeds' },
  {
    number: '378282246310005',
    brand: 'American Express',
    outcome: 'succeeds',
    says: 'Succeeds; its CVC has 4 digits',
  },
  {
    number: '4000002500003155',
    brand: 'Visa',
    outcome: 'needs-authentication',
    says: 'Asks for authentication once',
  },
  {
    number: '4000002760003184',
    brand: 'Visa',
    outcome: 'authenticates-always',
    says: 'Asks for authentication each time, so renewals fail',
  },
  {
    number: '4000000000000341',
    brand: 'Visa',
    outcome: 'fails-later',
    says: 'Succeeds now, fails at renewals and changes',
  },
  { number: '4000000000000002', brand: 'Visa', outcome: 'declined', says: 'Is declined' },
  {
    number: '4000000000009995',
    brand: 'Visa',
    outcome: 'insufficient-funds',
    says: 'Has insufficient funds',
  },
  { number: '4000000000000069', brand: 'Visa', outcome: 'expired', says: 'Has expired' },
  { number: '4000000000000127', brand: 'Visa', outcome: 'incorrect-cvc', says: 'Incorrect CVC' },
  {
    number: '4000000000000119',
    brand: 'Visa',
    outcome: 'processing-error',
    says: 'Fails with a processing error',
  },
];

/** All that is kept of a card. */
export type KeptCard = { brand: string; last4: string; expires: string; outcome: CardOutcome };

export type CardField = 'name' | 'number' | 'expiry' | 'cvc' | 'country' | 'postcode';
export type CardInput = Record<CardField, string>;
export type CardErrors = Partial<Record<CardField, string>>;

/** The check digit of a card number (ISO/IEC 7812). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

const digitsOf = (typed: string): string => typed.replaceAll(/[\s-]/g, '');
export const testCardOf = (typed: string): TestCard | undefined =>
  testCards.find(({ number }) => number === digitsOf(typed));

/** A number that could be somebody's: it is refused, and not even shown again. */
export const isForeignNumber = (typed: string): boolean => {
  const digits = digitsOf(typed);
  return /^\d{12,19}$/.test(digits) && passesLuhn(digits) && !testCardOf(typed);
};

function numberError(typed: string): string | undefined {
  const digits = digitsOf(typed);
  if (digits === '') return 'Enter the card number.';
  if (!/^\d{12,19}$/.test(digits)) return 'A card number has 12 to 19 digits.';
  if (!passesLuhn(digits)) return 'This is no card number. Check the digits.';
  return testCardOf(typed)
    ? undefined
    : 'This sandbox takes test cards only. Choose one from the list on this page.';
}

const expiryShape = /^(\d{1,2})\s{0,5}[/\- ]\s{0,5}(\d{2}|\d{4})$|^(\d{2})(\d{2}|\d{4})$/;

function readExpiry(typed: string, now: Date): { expires: string } | { error: string } {
  const match = expiryShape.exec(typed.trim());
  if (typed.trim() === '') return { error: 'Enter the expiry date.' };
  if (!match) return { error: 'Enter month and year, such as 09/30.' };
  const month = Number(match[1] ?? match[3]);
  const yearText = (match[2] ?? match[4])!;
  const year = yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText);
  if (month < 1 || month > 12) return { error: 'The month is a number from 01 to 12.' };
  const expires = `${String(month).padStart(2, '0')}/${year}`;
  if (hasExpired(expires, now)) return { error: 'This card has expired.' };
  return year > now.getUTCFullYear() + 30 ? { error: 'Check the year.' } : { expires };
}

/** True once the month on a card (`MM/YYYY`) is over everywhere in the Americas. */
export function hasExpired(expires: string, now: Date): boolean {
  const [month, year] = expires.split('/').map(Number);
  // a card is good to the last day of its month
  return now >= monthsAfter(new Date(Date.UTC(year!, month! - 1, 1, 12)), 1);
}

const countryCodes =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RW SA SB SC SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  );
const names = new Intl.DisplayNames(['en'], { type: 'region' });
/** Where a card can be from, by name. */
export const countries = countryCodes
  .map((code) => ({ code, name: names.of(code) ?? code }))
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));

function postcodeError(country: string, typed: string): string | undefined {
  const postcode = typed.trim();
  if (country === 'US')
    return /^\d{5}(-\d{4})?$/.test(postcode) ? undefined : 'Enter a ZIP code, such as 94105.';
  return /^[\p{L}\d -]{0,12}$/u.test(postcode)
    ? undefined
    : 'A postal code has at most 12 letters and digits.';
}

/**
 * Reads what somebody typed about a card.
 * @returns the card as it is kept, or what is wrong with each field
 */
export function readCard(input: CardInput, now: Date): { card: KeptCard } | { errors: CardErrors } {
  const known = testCardOf(input.number);
  const expiry = readExpiry(input.expiry, now);
  const cvcLength = known?.brand === 'American Express' ? 4 : 3;
  const cvcIsRight = known
    ? new RegExp(`^\\d{${cvcLength}}$`).test(input.cvc.trim())
    : /^\d{3,4}$/.test(input.cvc.trim());
  const errors: CardErrors = {
    name:
      input.name.trim() === ''
        ? 'Enter the name on the card.'
        : input.name.length > 100
          ? 'Use at most 100 characters.'
          : undefined,
    number: numberError(input.number),
    expiry: 'error' in expiry ? expiry.error : undefined,
    cvc: cvcIsRight
      ? undefined
      : cvcLength === 4
        ? 'Enter the 4 digits on the front of the card.'
        : 'Enter the 3 digits on the back of the card.',
    country: countryCodes.includes(input.country) ? undefined : 'Choose a country.',
    postcode: postcodeError(input.country, input.postcode),
  };
  for (const field of Object.keys(errors) as CardField[])
    if (errors[field] === undefined) delete errors[field];
  if (Object.keys(errors).length > 0 || !known || 'error' in expiry) return { errors };
  return {
    card: {
      brand: known.brand,
      last4: known.number.slice(-4),
      expires: expiry.expires,
      outcome: known.outcome,
    },
  };
}

export type CardRefusal = {
  code: 'payment-failed' | 'authentication-needed';
  message: string;
  field: CardField;
};

/**
 * Asks the sandbox's bank.
 * @param present whether the customer is there to authenticate; renewals and changes of plan go without them
 */
export function askBank(card: KeptCard, present: boolean, now: Date): CardRefusal | null {
  const refused = (message: string, field: CardField = 'number'): CardRefusal => ({
    code: 'payment-failed',
    message,
    field,
  });
  if (hasExpired(card.expires, now)) return refused('The card has expired. Use another card.', 'expiry');
  switch (card.outcome) {
    case 'succeeds':
    case 'needs-authentication':
      return null;
    case 'authenticates-always':
      return present
        ? null
        : {
            code: 'authentication-needed',
            message: 'The bank asks for authentication. Enter the card again, or use another one.',
            field: 'number',
          };
    case 'fails-later':
      return present ? null : refused('The card was declined. Use another card, or ask the bank.');
    case 'declined':
      return refused('The card was declined. Use another card, or ask the bank.');
    case 'insufficient-funds':
      return refused('The card has insufficient funds. Use another card.');
    case 'expired':
      return refused('The card has expired. Use another card.', 'expiry');
    case 'incorrect-cvc':
      return refused('The security code is incorrect. Check it and try again.', 'cvc');
    case 'processing-error':
      return refused('The payment could not be processed. Try again in a moment.');
  }
}

/** Whether the customer must prove to the bank that the card is theirs before it is charged. */
export const needsAuthentication = (card: KeptCard): boolean =>
  card.outcome === 'needs-authentication' || card.outcome === 'authenticates-always';
