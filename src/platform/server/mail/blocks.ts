import { oneLine } from '../../text.ts';

/** A piece of running text: plain, emphasised, or a link. */
export type Inline = string | { strong: string } | { link: string; address: string };

/** What a mail is made of; HTML and plain text are both rendered from the same blocks. */
export type MailBlock =
  | { kind: 'paragraph'; parts: readonly Inline[] }
  /** A code to type in: six digits, large. */
  | { kind: 'code'; code: string }
  | { kind: 'keyValues'; rows: readonly (readonly [key: string, value: string])[] }
  | { kind: 'bullets'; items: readonly (readonly Inline[])[] }
  /** Stands after the button, whatever its place in the list. */
  | { kind: 'smallPrint'; parts: readonly Inline[] };

export const paragraph = (...parts: Inline[]): MailBlock => ({ kind: 'paragraph', parts });
export const code = (digits: string): MailBlock => ({ kind: 'code', code: digits });
export const keyValues = (rows: Record<string, string>): MailBlock => ({
  kind: 'keyValues',
  rows: Object.entries(rows),
});
export const bullets = (...items: (Inline | readonly Inline[])[]): MailBlock => ({
  kind: 'bullets',
  items: items.map((item) => (Array.isArray(item) ? (item as readonly Inline[]) : [item as Inline])),
});
export const smallPrint = (...parts: Inline[]): MailBlock => ({ kind: 'smallPrint', parts });

/**
 * Text that a person outside typed (a name, a company) for use in a mail to somebody else: one line, bounded, and
 * broken up so that no mail program turns it into a link.
 */
export function typedBy(text: string, max = 80): string {
  const line = [...oneLine(text)];
  const cut =
    line.length > max
      ? `${line
          .slice(0, max - 1)
          .join('')
          .trimEnd()}…`
      : line.join('');
  return cut.replace(/([.:/@])(?=\S)/gu, '$1\u2060');
}

/** A web address that may stand in a mail; anything but http and https is a mistake of the program. */
export function webLink(address: string): string {
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:' && url.protocol !== 'mailto:')
    throw new Error(`A mail cannot link to ${url.protocol}`);
  return url.href;
}
