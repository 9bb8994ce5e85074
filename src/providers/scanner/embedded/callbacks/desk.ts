import type { Callbacks, Contact } from './callbacks.ts';
import type { FindOwner } from './listener.ts';
import type { ScanTokens } from './tokens.ts';
import { freshToken, markerOf } from './tokens.ts';

/** Where a contact finds us, as the scanned server sees it. */
export type Reachable = {
  /** Without brackets. */
  host: string;
  port: number;
  /** Zone that is ours. */
  domain: string | null;
};

// Tokens that are remembered; the oldest are let go of first.
const mostTokens = 20_000;
const lookEveryMs = 100;

type Issued = { onContact: (contact: Contact) => void | Promise<void>; seen: Set<Contact['protocol']> };

export type Desk = Callbacks & { find: FindOwner; arrive: (token: string, contact: Contact) => void };

/** Hands out tokens and passes contacts on to those who asked for them. */
export function makeDesk(tokens: ScanTokens, at: Reachable, { signal, quietMs }: { signal: AbortSignal; quietMs: number }): Desk {
  const issued = new Map<string, Issued>();
  const busy = new Set<Promise<void>>();
  let last = 0;
  const inUrl = at.host.includes(':') ? `[${at.host}]` : at.host;

  const arrive: Desk['arrive'] = (token, contact) => {
    const owner = issued.get(token);
    if (!owner || owner.seen.has(contact.protocol) || signal.aborted) return;
    owner.seen.add(contact.protocol);
    last = Date.now();
    const work = Promise.resolve()
      .then(() => owner.onContact(contact))
      // What fails here is a request to a website that no longer answers, or a scan that ends.
      .catch(() => undefined)
      .finally(() => {
        last = Date.now();
        busy.delete(work);
      });
    busy.add(work);
  };

  return {
    issue: (onContact) => {
      const token = freshToken(tokens);
      if (issued.size >= mostTokens) issued.delete(issued.keys().next().value!);
      issued.set(token, { onContact, seen: new Set() });
      last = Date.now();
      const dns = at.domain === null ? null : `${token}.${at.domain}`;
      return {
        token,
        marker: markerOf(tokens, token),
        http: `http://${inUrl}:${at.port}/${token}`,
        ldap: `${dns ?? inUrl}:${at.port}/${token}`,
        dns,
      };
    },
    settle: async (atMostMs) => {
      if (issued.size === 0) return;
      const until = Date.now() + atMostMs;
      while (!signal.aborted && Date.now() < until && (busy.size > 0 || Date.now() - last < quietMs))
        await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    },
    find: (token) => (issued.has(token) ? { marker: markerOf(tokens, token), tell: (contact) => arrive(token, contact) } : null),
    arrive,
  };
}
