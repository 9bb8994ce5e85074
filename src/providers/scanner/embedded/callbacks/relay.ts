import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Contact } from './callbacks.ts';
import type { Reachable } from './desk.ts';
import type { FindOwner, Listener } from './listener.ts';
import { listen } from './listener.ts';
import { listenForNames } from './names.ts';
import type { ScanTokens } from './tokens.ts';
import { markerOf, prefixOf, scanTokens } from './tokens.ts';

/** One listener for all scans of a worker: it stays open while scans, each in a process of its own, come and go. */

export type CallbackSettings = {
  /** Name or address under which scanned servers reach us. */
  host: string;
  port: number;
  /** Zone whose name server we are. */
  domain?: string | undefined;
  dnsPort?: number | undefined;
};

/** What a scan needs to hand out tokens of a listener that somebody else keeps. */
export type RelayedPlace = { tokens: ScanTokens; at: Reachable };

export type Relay = {
  /** Takes a scan in; `leave` ends it. */
  join: (onContact: (token: string, contact: Contact) => void) => RelayedPlace & { leave: () => void };
  close: () => Promise<void>;
};

// What one scan is told of at most: its website knows the tokens and may call with made-up ones of the same scan.
const mostPerScan = 5000;

type Member = { tokens: ScanTokens; told: number; onContact: (token: string, contact: Contact) => void };

async function addressOf(host: string): Promise<string | null> {
  if (isIP(host)) return host;
  return lookup(host, { verbatim: false }).then(
    ({ address }) => address,
    () => null,
  );
}

/** Listens on all addresses of this machine. `listenOn` is for machines where only one may. Rejects where a port is taken. */
export async function openRelay(settings: CallbackSettings, listenOn = '::'): Promise<Relay> {
  const members = new Map<string, Member>();
  const find: FindOwner = (token) => {
    const member = members.get(prefixOf(token));
    if (!member) return null;
    return {
      marker: markerOf(member.tokens, token),
      tell: (contact) => {
        if (member.told >= mostPerScan) return;
        member.told += 1;
        member.onContact(token, contact);
      },
    };
  };
  const host = settings.host.replace(/^\[|\]$/g, '');
  const domain = settings.domain?.replace(/^\.|\.$/g, '').toLowerCase() ?? null;
  const opened: Listener[] = [];
  try {
    const main = await listen({ address: listenOn, port: settings.port, find }).catch((error: NodeJS.ErrnoException) => {
      // A machine without IPv6.
      if (listenOn === '::' && error.code === 'EAFNOSUPPORT') return listen({ address: '0.0.0.0', port: settings.port, find });
      throw error;
    });
    opened.push(main);
    if (domain !== null)
      opened.push(
        await listenForNames({
          address: listenOn === '::' ? '0.0.0.0' : listenOn,
          port: settings.dnsPort ?? 53,
          domain,
          leadTo: await addressOf(host),
          find,
        }),
      );
    for (const listener of opened) listener.unref();
    return {
      join: (onContact) => {
        const tokens = scanTokens();
        members.set(tokens.prefix, { tokens, told: 0, onContact });
        return { tokens, at: { host, port: main.port, domain }, leave: () => void members.delete(tokens.prefix) };
      },
      close: async () => void (await Promise.all(opened.map((listener) => listener.close()))),
    };
  } catch (error) {
    await Promise.all(opened.map((listener) => listener.close()));
    throw error;
  }
}
