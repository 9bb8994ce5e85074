import { oneLine } from '#platform/text.ts';

/** What an address may bring when the portal is opened (platform.md 7), each with what may stand there. */
const shapes = {
  Channel: /^[\x21-\x7e]{1,100}$/,
  OrgName: /^.{1,120}$/u,
  OrgID: /^[\w-]{1,100}$/,
  ZipCode: /^\d{5}(-\d{4})?$/,
  userName: /^[^\s@]{1,64}@[^\s@]{1,189}$/,
  firstName: /^.{1,100}$/u,
  lastName: /^.{1,100}$/u,
  view: /^[\w/.-]{1,200}$/,
} as const;
export type StartQuery = Partial<Record<keyof typeof shapes, string>>;
const names = Object.keys(shapes) as (keyof typeof shapes)[];

/** Never used: whoever has an address must not be somebody because of it. */
const tokens = ['id_token', 'access_token', 'refresh_token'];

const storageKey = 'start-query';
let given: StartQuery | null = null;

/** The values of a query that are what they should be; all others are dropped. */
export function readStartQuery(query: URLSearchParams): StartQuery {
  const values = names.map((name) => [name, oneLine((query.get(name) ?? '').slice(0, 1000))] as const);
  return Object.fromEntries(values.filter(([name, value]) => shapes[name].test(value)));
}

/** An address without what was read from it, and without tokens in its query or fragment. */
export function withoutStartQuery(address: URL): string {
  const rest = new URLSearchParams(address.search);
  for (const name of [...names, ...tokens]) rest.delete(name);
  const fragment = new URLSearchParams(address.hash.slice(1));
  const hash = tokens.some((name) => fragment.has(name)) ? '' : address.hash;
  const query = rest.toString();
  return `${address.pathname}${query ? `?${query}` : ''}${hash}`;
}

/** Reads what the page was opened with, keeps it for this tab, and takes it out of the address bar. */
export function takeStartQuery(): StartQuery {
  const address = new URL(location.href);
  given = readStartQuery(address.searchParams);
  history.replaceState(history.state, '', withoutStartQuery(address));
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(given));
  } catch {
    // a browser without storage keeps it for as long as the page lives
  }
  return given;
}

function kept(): StartQuery {
  try {
    const values = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, string>;
    return readStartQuery(new URLSearchParams(values));
  } catch {
    return {};
  }
}

/** What this tab was opened with, to begin forms with. */
export const givenAtStart = (): StartQuery => (given ??= kept());

/** What was given has served its purpose; the next person at this tab begins with nothing. */
export function forgetStartQuery(): void {
  given = {};
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // nothing was kept
  }
}
