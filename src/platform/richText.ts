import { z } from 'zod';
import { visible } from './text.ts';

/**
 * Formatted text that people write for one another, as a tree: no markup is stored or sent, so typed text can only
 * ever be text. `readRichText` is the one way in, at the server and again before anything is drawn or printed.
 */
export type RichSpan = {
  /** A line end in it is a break within the paragraph. */
  text: string;
  bold?: true;
  italic?: true;
  code?: true;
  /** As `safeLink` spells it. */
  link?: string;
};
export type RichBlock =
  | { kind: 'paragraph'; spans: RichSpan[] }
  | { kind: 'heading'; level: 2 | 3; spans: RichSpan[] }
  | { kind: 'list'; ordered: boolean; items: RichBlock[][] }
  | { kind: 'quote'; blocks: RichBlock[] }
  | { kind: 'code'; text: string };
export type RichText = RichBlock[];

/** What one text may hold; `letters` are UTF-16 units of all its text. */
export const richTextLimits = { depth: 4, blocks: 500, spans: 3000, letters: 40_000, link: 1000 } as const;

/** What goes beyond the limits is left out; `whole` is false then. */
type Reading = { blocks: number; spans: number; letters: number; whole: boolean };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Lines without anything invisible; those of code keep their spaces. */
const lines = (text: string): string =>
  text
    .split(/\r\n|\r|\n/u)
    .map(visible)
    .join('\n');

/**
 * Where a link may lead, as the browser's own reading spells it: https and mailto addresses, and places of the portal
 * itself. Null for anything else.
 */
export function safeLink(href: unknown): string | null {
  if (
    typeof href !== 'string' ||
    href === '' ||
    href.length > richTextLimits.link ||
    visible(href) !== href ||
    /[\s\\]/u.test(href)
  )
    return null;
  if (href.startsWith('/')) {
    const own = 'https://own.invalid';
    // two slashes name another host, and so may what a browser makes of dots
    if (href.startsWith('//') || !URL.canParse(href, own)) return null;
    const url = new URL(href, own);
    const place = url.pathname + url.search + url.hash;
    return url.origin === own && !place.startsWith('//') ? place : null;
  }
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  if (!['https:', 'mailto:'].includes(url.protocol) || url.username || url.password) return null;
  return url.href.length <= richTextLimits.link ? url.href : null;
}

/** True for a place of the portal itself. */
export const isOwnPlace = (link: string): boolean => link.startsWith('/');

function readSpans(value: unknown, reading: Reading): RichSpan[] {
  const spans: RichSpan[] = [];
  for (const one of listOf(value)) {
    if (!isRecord(one) || typeof one.text !== 'string') continue;
    const text = lines(one.text);
    if (text === '') continue;
    if (reading.spans >= richTextLimits.spans || reading.letters + text.length > richTextLimits.letters) {
      reading.whole = false;
      break;
    }
    reading.spans++;
    reading.letters += text.length;
    const link = safeLink(one.link);
    spans.push({
      text,
      ...(one.bold === true && { bold: true }),
      ...(one.italic === true && { italic: true }),
      ...(one.code === true && { code: true }),
      ...(link !== null && { link }),
    });
  }
  return spans.some(({ text }) => text.trim() !== '') ? spans : [];
}

function readBlock(value: unknown, depth: number, reading: Reading): RichBlock | null {
  if (!isRecord(value)) return null;
  if (value.kind === 'paragraph' || value.kind === 'heading') {
    const spans = readSpans(value.spans, reading);
    if (spans.length === 0) return null;
    return value.kind === 'paragraph'
      ? { kind: 'paragraph', spans }
      : { kind: 'heading', level: value.level === 3 ? 3 : 2, spans };
  }
  if (value.kind === 'code' && typeof value.text === 'string') {
    const text = lines(value.text).trimEnd();
    if (text.trim() === '') return null;
    if (reading.letters + text.length > richTextLimits.letters) {
      reading.whole = false;
      return null;
    }
    reading.letters += text.length;
    return { kind: 'code', text };
  }
  if (value.kind === 'list') {
    const items = listOf(value.items)
      .map((item) => readBlocks(item, depth + 1, reading))
      .filter((item) => item.length > 0);
    return items.length > 0 ? { kind: 'list', ordered: value.ordered === true, items } : null;
  }
  if (value.kind === 'quote') {
    const blocks = readBlocks(value.blocks, depth + 1, reading);
    return blocks.length > 0 ? { kind: 'quote', blocks } : null;
  }
  return null;
}

function readBlocks(value: unknown, depth: number, reading: Reading): RichBlock[] {
  const blocks: RichBlock[] = [];
  for (const one of listOf(value)) {
    if (depth > richTextLimits.depth || reading.blocks >= richTextLimits.blocks) {
      reading.whole = false;
      break;
    }
    reading.blocks++;
    const block = readBlock(one, depth, reading);
    if (block) blocks.push(block);
  }
  return blocks;
}

function read(value: unknown): { text: RichText; whole: boolean } {
  const reading: Reading = { blocks: 0, spans: 0, letters: 0, whole: true };
  return { text: readBlocks(value, 1, reading), whole: reading.whole };
}

/** Whatever it is given as formatted text: what is not known, not safe or too much is left out. */
export const readRichText = (value: unknown): RichText => read(value).text;

/** Formatted text in a reply. */
export const richText = z.unknown().transform(readRichText);

/** Formatted text of a call: refused instead of cut where it is too long, or empty. */
export const richTextInput = z.unknown().transform((value, context): RichText => {
  const { text, whole } = read(value);
  if (!whole) context.addIssue({ code: 'custom', message: 'This text is too long. Please shorten it.' });
  else if (text.length === 0) context.addIssue({ code: 'custom', message: 'Please write something.' });
  return text;
});

/** Typed text without formatting: its paragraphs. */
export const plainToRich = (text: string): RichText =>
  readRichText(
    text
      .split(/\n{2,}/u)
      .filter((part) => part.trim() !== '')
      .map((part) => ({ kind: 'paragraph', spans: [{ text: part.trim() }] })),
  );

const spansText = (spans: readonly RichSpan[]): string => spans.map(({ text }) => text).join('');

const indented = (text: string, first: string): string =>
  text
    .split('\n')
    .map((line, i) => (i === 0 ? first : ' '.repeat(first.length)) + line)
    .join('\n');

function blockText(block: RichBlock): string {
  if (block.kind === 'paragraph' || block.kind === 'heading') return spansText(block.spans);
  if (block.kind === 'code') return block.text;
  if (block.kind === 'quote') return indented(richToPlain(block.blocks), '> ');
  return block.items
    .map((item, i) => indented(richToPlain(item), block.ordered ? `${i + 1}. ` : '- '))
    .join('\n');
}

/** The same as plain text, for mails, searches and excerpts. */
export const richToPlain = (text: RichText): string => text.map(blockText).join('\n\n');

/** The beginning of it as one line of at most `max` letters. */
export function excerptOf(text: RichText, max: number): string {
  const letters = [...richToPlain(text).replace(/\s+/gu, ' ').trim()];
  return letters.length > max
    ? `${letters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
    : letters.join('');
}
