import type { BillingBrand, CheckoutRequest } from '../port.ts';

/** What the suite buys: every implementation opens with exactly these goods. */
export const prices = [
  { priceId: 'essential-USD-monthly', name: 'Essential', cents: 4900 },
  { priceId: 'plus-USD-monthly', name: 'Plus', cents: 9900 },
  { priceId: 'premium-USD-monthly', name: 'Premium', cents: 19900 },
];
export const coupons = [
  { code: 'CYBER20', percent: 20, cents: null, months: 6 },
  { code: 'CHAMBER30', percent: null, cents: 3000, months: null },
  { code: 'ONCE', percent: 50, cents: null, months: 1 },
];

export const brand: BillingBrand = {
  name: 'Harbor Cyber Safety',
  accent: '#0f766e',
  logo: '/api/brand/logo/cyber-safety/logo.svg',
  supportAddress: 'support@harbor.example',
};

export const orgId = '7d9f2c1e-3a54-4b1b-9d6e-0a3c5b7e9f10';
export const otherOrgId = '1b2c3d4e-5f60-4a71-8b92-a3b4c5d6e7f8';

/** A request for a page on which Essential is bought, but for what a test changes. */
export const checkoutFor = (changes: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  customer: {
    orgId,
    email: 'ada@acme-widgets.com',
    firstName: 'Ada',
    lastName: 'Vance',
    company: 'Acme Widgets Inc.',
  },
  priceId: 'essential-USD-monthly',
  planId: 'essential',
  couponCodes: [],
  brand,
  returnUrl: 'http://localhost:4000/plan',
  ...changes,
});
