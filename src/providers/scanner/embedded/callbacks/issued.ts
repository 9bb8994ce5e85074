import { setTimeout as sleep } from 'node:timers/promises';
import { isIP } from 'node:net';
import type { Callback, Callbacks, Contact } from './callbacks.ts';
import type { Door, Hear } from './listener.ts';
import { contentOf, newToken } from './tokens.ts';

/** The side of the scan: tokens given out, and what happens when one of them is heard of. */

type Waiting = { onContact: (contact: Contact) => void; counts: (contact: Contact) => boolean };

// The oldest are forgotten: a scan does not grow with what it sends.
const mostWaiting = 50_000;
const quietMs = 2500;

export const urlHost = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);

export function makeCallbacks(door: Door, options: { signal: AbortSignal; quietMs?: number }): { callbacks: Callbacks; hear: Hear } {
  const waiting = new Map<string, Waiting>();
  let last = 0;

  const hear: Hear = (token, contact) => {
    const one = waiting.get(token);
    if (!one?.counts(contact)) return;
    waiting.delete(token);
    last = performance.now();
    one.onContact(contact);
  };

  const issue: Callbacks['issue'] = (onContact, counts = () => true): Callback => {
    const token = newToken(door.scanPart);
    waiting.set(token, { onContact, counts });
    if (waiting.size > mostWaiting) waiting.delete(waiting.keys().next().value!);
    last = performance.now();
    const place = `${urlHost(door.host)}:${door.port}/${token}`;
    return {
      token,
      http: `http://${place}`,
      ldap: place,
      dns: door.zone === null ? null : `${token}.${door.zone}`,
      content: contentOf(door.key, token),
    };
  };

  async function settle(atMostMs: number): Promise<void> {
    const until = performance.now() + atMostMs;
    const quiet = Math.min(options.quietMs ?? quietMs, atMostMs);
    while (waiting.size > 0) {
      const now = performance.now();
      const pause = Math.min(until, last + quiet) - now;
      if (pause <= 0) return;
      await sleep(pause, undefined, { signal: options.signal }).catch(() => options.signal.throwIfAborted());
    }
  }

  return { callbacks: { issue, settle }, hear };
}
