/** What acts of staff outside organisations are about, as the desk log calls them. A new kind is named here first. */
export const actKinds = {
  brand: 'Brands',
  channel: 'Channels',
  'subscription-id': 'Subscription ids',
  message: 'Messages',
  weakness: 'Weaknesses',
  conversation: 'Conversations',
  job: 'Jobs',
  log: 'Desk log',
} as const;
export type ActKind = keyof typeof actKinds;

const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What differs of two values, name by name below the first level too: `colours.accent`. */
export function differences(before: object | undefined, after: object | undefined): { before: object; after: object } {
  const flat = (value: unknown, name = ''): [string, unknown][] =>
    isPlain(value) ? Object.entries(value).flatMap(([key, inner]) => flat(inner, name ? `${name}.${key}` : key)) : [[name, value]];
  const [old, now] = [new Map(flat(before ?? {})), new Map(flat(after ?? {}))];
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter(
    (key) => JSON.stringify(old.get(key)) !== JSON.stringify(now.get(key)),
  );
  const only = (all: Map<string, unknown>) => Object.fromEntries(changed.filter((key) => all.has(key)).map((key) => [key, all.get(key)]));
  return { before: only(old), after: only(now) };
}
