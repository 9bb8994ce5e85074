/** platform.md 3: label, code and group of every industry, in the order of the pick list. */
export const industries = [
  { label: 'Banking or Investment Management', value: 'BANKING_INVESTMENT', group: 'Finance' },
  { label: 'Business and Professional Services', value: 'BUSINESS_PROFESSIONAL_SERVICES' },
  { label: 'Construction', value: 'CONSTRUCTION' },
  { label: 'Education', value: 'EDUCATION' },
  { label: 'Energy', value: 'ENERGY' },
  { label: 'Entertainment and Media', value: 'ENTERTAINMENT_MEDIA' },
  { label: 'Food and Agriculture', value: 'FOOD_AGRICULTURE' },
  { label: 'Hospitals or Nursing Homes', value: 'HOSPITALS_NURSING_HOMES', group: 'Healthcare' },
  { label: 'Insurance', value: 'INSURANCE', group: 'Finance' },
  { label: 'IT - Hardware, Software, or Services', value: 'IT' },
  { label: 'Manufacturing', value: 'MANUFACTURING' },
  { label: 'Mining and Primary Industries', value: 'MINING_PRIMARY_INDUSTRIES' },
  { label: 'Municipalities', value: 'MUNICIPALITIES' },
  { label: 'Non-Profit', value: 'NON_PROFIT' },
  { label: 'Other Healthcare', value: 'OTHER_HEALTH_CARE', group: 'Healthcare' },
  { label: 'Pharmaceuticals', value: 'PHARMACEUTICALS' },
  { label: 'Real Estate', value: 'REAL_ESTATE' },
  { label: 'Retail', value: 'RETAIL' },
  { label: 'Telecommunications', value: 'TELECOMMUNICATIONS' },
  { label: 'Tourism and Hospitality', value: 'TOURISM_HOSPITALITY' },
  { label: 'Transportation', value: 'TRANSPORTATION' },
  { label: 'Utilities', value: 'UTILITIES' },
  { label: 'Adult Business, Gambling, or Cannabis related industries', value: 'ADULT_GAMBLING_CANNABIS' },
  { label: 'Other', value: 'OTHER' },
] as const satisfies readonly { label: string; value: string; group?: string }[];

export const industryCodes = industries.map((industry) => industry.value);
export const industryLabel = (code: string): string =>
  industries.find((industry) => industry.value === code)?.label ?? code;

/** platform.md 3 */
export const teamSizes = ['0-10', '11-20', '21-30', '31-40', '41-50', '51-100', 'More than 100'] as const;

/** Longest texts that are kept; the database holds no less. */
export const limits = {
  companyName: 200,
  companyUrl: 262,
  personName: 100,
  jobTitle: 100,
  otherGoals: 1000,
} as const;

/** platform.md 5: a leading http:// or https:// is stripped. */
export const stripProtocol = (address: string): string => address.trim().replace(/^https?:\/\//i, '');

const label = '[a-z0-9\\u00a1-\\uffff](?:[a-z0-9\\u00a1-\\uffff-]{0,61}[a-z0-9\\u00a1-\\uffff])?';
const websitePattern = new RegExp(
  `^(?:${label}\\.)+(?:[a-z\\u00a1-\\uffff]{2,63}|xn--[a-z0-9-]{2,59})(?::\\d{1,5})?(?:[/?#]\\S*)?$`,
  'i',
);

/** platform.md 5: empty is allowed; otherwise it must be a web address, with or without its protocol. */
export const isCompanyWebsite = (address: string): boolean => {
  const bare = stripProtocol(address);
  return bare === '' || (bare.length <= 255 && websitePattern.test(bare));
};
