/** What acts of staff outside organisations are about, as the desk log calls them. A new kind is named here first. */
export const actKinds = {
  brand: 'Brands',
  channel: 'Channels',
  'subscription-id': 'Subscription ids',
  message: 'Messages',
  weakness: 'Weaknesses',
  conversation: 'Conversations',
  sender: 'Email senders',
  closing: 'Closed accounts',
  job: 'Jobs',
  log: 'Desk log',
} as const;
export type ActKind = keyof typeof actKinds;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What differs of two values, name by name below the first level too: `colours.accent`. */
export function differences(
  before: object | undefined,
  after: object | undefined,
): { before: object; after: object } {
  const flat = (value: unknown, name = ''): [string, unknown][] =>
    isPlain(value)
      ? Object.entries(value).flatMap(([key, inner]) => flat(inner, name ? `${name}.${key}` : key))
      : [[name, value]];
  const [old, now] = [new Map(flat(before ?? {})), new Map(flat(after ?? {}))];
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter(
    (key) => JSON.stringify(old.get(key)) !== JSON.stringify(now.get(key)),
  );
  const only = (all: Map<string, unknown>) =>
    Object.fromEntries(changed.filter((key) => all.has(key)).map((key) => [key, all.get(key)]));
  return { before: only(old), after: only(now) };
}

const labels: Record<string, string> = {
  brandId: 'Brand',
  brandNameLong: 'Name',
  brandNameShort: 'Short name',
  brandLogo: 'Logo',
  brandLogoDark: 'Logo for dark ground',
  brandMark: 'Mark',
  webDomain: 'Web domain',
  hosts: 'Further hosts',
  emailDomain: 'Domain of the support address',
  mailFrom: 'Mails come from',
  conciergeEmail: "Concierge's email address",
  conciergeSchedulingLink: 'Scheduling link',
  helpCenter: 'Help center',
  marketingCollateral: 'Resources',
  'colours.accent': 'Accent color',
  radius: 'Corners',
  'links.website': 'Website',
  'links.terms': 'Terms',
  'links.privacy': 'Privacy',
  channelId: 'Channel',
  defaultForBrand: 'Default of its brand',
  'trial.enabled': 'Begins with a trial',
  'trial.days': 'Days of trial',
  defaultPlan: 'Plan to begin with',
  eligiblePlans: 'Plans',
  validUntil: 'Valid until',
  'uiRules.channelDiscountTitle': 'Title about discounts',
  'uiRules.channelDiscountDescription': 'Description of discounts',
  'uiRules.logos': 'Pictures of the channel',
  promotions: 'Promotions',
  id: 'Subscription id',
  plan: 'Plan to begin with',
  stopped: 'Stopped',
  erasedFrom: 'Erased from',
  queue: 'Queue',
  failure: 'What went wrong',
  kind: 'About',
  person: 'Person',
  search: 'Search',
};
/** What people call a value of the log; one without words of its own keeps its name. */
export const labelOf = (name: string): string => (Object.hasOwn(labels, name) ? labels[name]! : name);

/** One thing of a list: `plus (Members save 20%; MEMBER20)`. */
function itemText(item: unknown): string {
  if (!isPlain(item)) return String(item);
  const [first, ...rest] = Object.values(item).filter(
    (value) => value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return rest.length === 0
    ? String(first)
    : `${String(first)} (${rest.map((value) => (Array.isArray(value) ? value.join(', ') : String(value))).join('; ')})`;
}

/** A value of the log as people read it; null where there is none. */
export function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.map(itemText).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
