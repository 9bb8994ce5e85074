import { covers } from './fonts.ts';
import type { Face } from './fonts.ts';

/** Stands for a character that no embedded font can draw. */
const missing = '\u25a1';

/** Joiners, soft hyphens, byte order marks and variation selectors: their absence changes nothing in prose. */
const idle = /\u00ad|[\u200b-\u200d]|\u2060|\ufeff|\p{Variation_Selector}/u;
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/u;
const space = /\p{Zs}/u;

const marks = /\p{M}/u;

const escapeOf = (codePoint: number): string =>
  codePoint <= 0xff
    ? `\\x${codePoint.toString(16).padStart(2, '0')}`
    : `\\u{${codePoint.toString(16).toUpperCase()}}`;

type PrintableOptions = {
  /** Shows control, invisible and direction-changing characters as escapes, for evidence; prose shows a box. */
  escape?: boolean;
  /** Keeps line feeds; otherwise they become spaces. */
  lines?: boolean;
  /** Longest result in UTF-16 units; the rest is cut with an ellipsis. */
  limit?: number;
};

/**
 * Text of any origin made harmless for paper: no control or direction-changing characters, no piled-up marks, and a
 * box for each character that cannot be drawn. Pure; same input, same output.
 */
export function printable(text: string, face: Face, options: PrintableOptions = {}): string {
  const limit = options.limit ?? 20_000;
  // Cut before normalising: both are linear, but a hostile text may be very long.
  const cut = text.length > limit ? `${text.slice(0, limit)}\u2026` : text;
  if (isPlain(cut)) return cut;
  let out = '';
  let afterMark = false;
  for (const char of cut.normalize('NFC').replaceAll(/\r\n?/gu, '\n')) {
    if (!options.escape && idle.test(char)) continue;
    const mark = marks.test(char);
    if (mark && afterMark) continue;
    afterMark = mark;
    out += drawn(char, face, options);
  }
  return out;
}

/** One character as it is drawn. */
function drawn(char: string, face: Face, { escape, lines }: PrintableOptions): string {
  const codePoint = char.codePointAt(0) ?? 0;
  if (codePoint === 0x0a) return lines ? '\n' : ' ';
  if (codePoint === 0x09) return lines ? '  ' : ' ';
  if (space.test(char)) return codePoint === 0xa0 ? char : ' ';
  if (invisible.test(char) || idle.test(char)) return escape ? escapeOf(codePoint) : missing;
  return covers(face, codePoint) ? char : missing;
}

/** Printable ASCII on one line needs no work; nearly every text is that. */
function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit > 0x7e) return false;
  }
  return true;
}

/** An address that may become a link: http, https or mailto and nothing else; otherwise null. */
export function safeLink(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null;
}
