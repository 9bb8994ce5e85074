import { setTimeout as sleep } from 'node:timers/promises';
import { isIP } from 'node:net';
import { contentOf, newToken, type Callback, type Callbacks, type Contact } from './callbacks.ts';
import type { Door, Hear } from './listener.ts';

/** The side of the scan: tokens given out, and what happens when one of them is heard of. */

type Waiting = { onContact: (contact: Contact) => unknown; counts: (contact: Contact) => boolean };

// The oldest are forgotten: a scan does not grow with what it sends.
const mostWaiting = 50_000;
const quietMs = 2500;

export const urlHost = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);

export function makeCallbacks(
  door: Door,
  options: { signal: AbortSignal; quietMs?: number },
): { callbacks: Callbacks; hear: Hear } {
  const waiting = new Map<string, Waiting>();
  /** What contacts have set off and is not over yet: second sendings, for the most part. */
  const underWay = new Set<Promise<unknown>>();
  let last = 0;

  const hear: Hear = (token, contact) => {
    const one = waiting.get(token);
    if (!one?.counts(contact)) return;
    waiting.delete(token);
    last = performance.now();
    const work = one.onContact(contact);
    if (!(work instanceof Promise)) return;
    const ended = work
      .catch(() => undefined)
      .finally(() => {
        underWay.delete(ended);
        last = performance.now();
      });
    underWay.add(ended);
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

  const rest = (ms: number) =>
    sleep(ms, undefined, { signal: options.signal }).catch(() => options.signal.throwIfAborted());

  async function settle(atMostMs: number, quietFor = options.quietMs ?? quietMs): Promise<void> {
    const until = performance.now() + atMostMs;
    while (waiting.size > 0 || underWay.size > 0) {
      const now = performance.now();
      if (now >= until) return;
      if (underWay.size > 0) {
        await Promise.race([Promise.all(underWay), rest(until - now)]);
        continue;
      }
      const pause = Math.min(until, last + quietFor) - now;
      if (pause <= 0) return;
      await rest(pause);
    }
  }

  return { callbacks: { issue, settle }, hear };
}
