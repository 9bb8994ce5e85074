import { createHmac, randomInt } from 'node:crypto';

/** Contacts that the scanned server makes to us because of a text that we sent: the proof of what answers do not show. */

export type Contact = {
  protocol: 'http' | 'dns' | 'ldap' | 'rmi' | 'tls';
  at: Date;
  from: string;
  /** What was asked, one line: `GET /zq…`, `A zq….cb.example`, `search zq…`. Text of a stranger. */
  asked: string;
  /** The browser of a person, or one without a screen, says that it is one. */
  byBrowser?: true;
};

export type Callback = {
  token: string;
  http: string;
  ldap: string;
  /** A name that leads to us when it is looked up; null where no zone is ours. */
  dns: string | null;
  /** The text that whoever asks for `http` gets. It stands nowhere in the address: a page that shows it has read it from us. */
  content: string;
};

export type Callbacks = {
  /**
   * A token for one injection. `onContact` is called once, at the first contact that `counts` (all by default), even if
   * that comes late; `settle` waits for what it returns.
   */
  issue: (onContact: (contact: Contact) => unknown, counts?: (contact: Contact) => boolean) => Callback;
  /** Waits until no contact came for `quietMs` (2.5 seconds by default), and at most `atMostMs`. */
  settle: (atMostMs: number, quietMs?: number) => Promise<void>;
};

/** Tokens: the part of the scan, by which a contact finds its way, and a part of the injection. */

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
const scanLength = 9;
// 13 of 36 signs: 67 bits that nobody but the scan and the scanned server knows.
const ownLength = 13;
const tokenLength = scanLength + ownLength;

const chance = (length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

/** Begins with a letter, so that a token is a good label of a name. */
export const newScanPart = (): string => letters[randomInt(26)] + chance(scanLength - 1);
export const newToken = (scanPart: string): string => scanPart + chance(ownLength);

/** What the token's address answers: follows from the token, but for nobody without the key. */
export function contentOf(key: string, token: string): string {
  const digest = createHmac('sha256', key).update(token).digest();
  return `zq${[...digest.subarray(0, 20)].map((byte) => letters[byte % 36]).join('')}`;
}

const mostSearched = 4096;

/** The first token in a text that belongs to one of the scans; null when there is none. Case does not count: resolvers play with it. */
export function findToken(text: string, isScan: (scanPart: string) => boolean): string | null {
  for (const [run] of text
    .slice(0, mostSearched)
    .toLowerCase()
    .matchAll(/[a-z0-9]{22,}/g))
    for (let at = 0; at + tokenLength <= run.length; at++)
      if (isScan(run.slice(at, at + scanLength))) return run.slice(at, at + tokenLength);
  return null;
}

export const scanPartOf = (token: string): string => token.slice(0, scanLength);
