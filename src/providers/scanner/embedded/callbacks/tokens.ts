import { createHmac, randomBytes, randomInt } from 'node:crypto';

/** What ties contacts to scans: each token begins with the name of its scan, so a listener can serve several. */
export type ScanTokens = {
  /** Begins every token of the scan. */
  prefix: string;
  /** Makes the markers; never sent to anybody. */
  secret: string;
};

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';
const letters = (length: number) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

const prefixLength = 10;
// 14 characters of 36 are 72 bits of chance.
const chanceLength = 14;
const shape = new RegExp(`zq[a-z0-9]{${prefixLength - 2 + chanceLength}}`, 'gi');

export const scanTokens = (): ScanTokens => ({ prefix: `zq${letters(prefixLength - 2)}`, secret: randomBytes(24).toString('hex') });

export const freshToken = ({ prefix }: ScanTokens): string => `${prefix}${letters(chanceLength)}`;

export const prefixOf = (token: string): string => token.slice(0, prefixLength);

/** Known to both sides without a word between them, and not to be guessed from the token that the website sees. */
export const markerOf = ({ secret }: ScanTokens, token: string): string =>
  `seen${createHmac('sha256', secret).update(token).digest('hex').slice(0, 20)}`;

const mostInOneText = 4;

/** Everything in a text that looks like a token; names may come back in other letters. */
export function tokensIn(text: string): string[] {
  const found = new Set<string>();
  for (const [token] of text.matchAll(shape)) {
    found.add(token.toLowerCase());
    if (found.size >= mostInOneText) break;
  }
  return [...found];
}
