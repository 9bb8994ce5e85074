import { createHmac, randomInt } from 'node:crypto';

/** Tokens: the part of the scan, by which a contact finds its way, and a part of the injection. */

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
const scanLength = 9;
// 13 of 36 signs: 67 bits that nobody but the scan and the scanned server knows.
const ownLength = 13;
export const tokenLength = scanLength + ownLength;

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
