import { expect, test } from 'vitest';
import { isCompanyWebsite } from '#modules/organization/rules.ts';
import { guessFromAddress } from './addressGuess.ts';

test.each([
  ['Ada.Marsh@Harbor-Lamps.com', 'Harbor Lamps', 'harbor-lamps.com', 'Ada', 'Marsh'],
  ['anne-marie.vance@acme.co.uk', 'Acme', 'acme.co.uk', 'Anne-Marie', 'Vance'],
  ['ada_marsh+portal@mail.acme.io', 'Acme', 'acme.io', 'Ada', 'Marsh'],
  // a mailbox of many, an initial, one word and three are nobody's name
  ['info@acme.com', 'Acme', 'acme.com', '', ''],
  ['a.marsh@acme.com', 'Acme', 'acme.com', '', ''],
  ['front.desk2@acme.com', 'Acme', 'acme.com', '', ''],
  ['ada.b.marsh@acme.com', 'Acme', 'acme.com', '', ''],
  // an address that everybody can have says nothing about a company
  ['ada.marsh@gmail.com', '', '', 'Ada', 'Marsh'],
  ['ada.marsh@yahoo.co.uk', '', '', 'Ada', 'Marsh'],
  ['ada@shop.acme.com', 'Acme', 'shop.acme.com', '', ''],
  ['ada@xn--mnchen-3ya.de', '', 'xn--mnchen-3ya.de', '', ''],
  ['ada@[127.0.0.1]', '', '', '', ''],
  ['nobody', '', '', '', ''],
])('%s', (email, companyName, companyUrl, firstName, lastName) => {
  expect(guessFromAddress(email)).toEqual({ companyName, companyUrl, firstName, lastName });
  expect(isCompanyWebsite(companyUrl)).toBe(true);
});
