import type { BillingBrand } from '../../port.ts';

const name = 'sandbox-brand';

/** The brand that the sandbox's pages and documents show. At Chargebee it is a setting of the site. */
export const brandHeader = (brand: BillingBrand): Record<string, string> => ({
  [name]: encodeURIComponent(JSON.stringify(brand)),
});

export function readBrandHeader(headers: Headers): BillingBrand {
  const given = headers.get(name);
  return given
    ? (JSON.parse(decodeURIComponent(given)) as BillingBrand)
    : { name: 'Billing sandbox', accent: '#475569', logo: '', supportAddress: '' };
}
