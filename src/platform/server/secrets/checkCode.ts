import { randomBytes } from 'node:crypto';

/** Nothing in it is taken for something else when it is read aloud or copied by hand. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const grouped = (symbols: string): string => symbols.replace(/(.{4})(?=.)/g, '$1-');

/** A code printed on a document, by which anyone can check it: 80 random bits, as four groups of four. */
export const newCode = (): string =>
  grouped(Array.from(randomBytes(16), (byte) => alphabet[byte % alphabet.length]).join(''));

/** A code as it is kept, of one that a person typed; null for what can be none. */
export function codeOf(typed: string): string | null {
  const symbols = typed.toUpperCase().replace(/[\s\u2010-\u2015-]/g, '');
  return symbols.length === 16 && [...symbols].every((one) => alphabet.includes(one))
    ? grouped(symbols)
    : null;
}
