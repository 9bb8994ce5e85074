import { expect, test } from 'vitest';
import { registrableDomain } from './domain.ts';

test.each([
  ['https://www.Shop.co.uk/about?x#y', 'shop.co.uk'],
  ['shop.com:8443', 'shop.com'],
  ['münchen-shop.de', 'xn--mnchen-shop-thb.de'],
  ['acme.github.io', 'acme.github.io'],
  ['github.io', null],
  ['192.0.2.1', null],
  ['[2001:db8::1]', null],
  ['localhost', null],
  ['co.uk', null],
  ['', null],
  ['shop.com@evil.com', null],
  ['shop.com\\@evil.com', null],
  ['shop.com evil.com', null],
])('%s belongs to %s', (address, domain) => {
  expect(registrableDomain(address)).toBe(domain);
});
