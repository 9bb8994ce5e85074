import {
  isHandler,
  opensAddress,
  plainAddress,
  readMarkup,
  runsAsScript,
  type Attribute,
  type Piece,
} from './markup.ts';
import { placeAt, readScript, type CodePlace } from './script.ts';

/** Where a text that was sent came back, and what became of its signs there. */

export type Quote = '"' | "'" | '';

export type Context =
  | { at: 'text' }
  /** In an element whose content is no markup. */
  | { at: 'raw'; element: string }
  | { at: 'comment' }
  | { at: 'attribute'; quote: Quote; tag: string; name: string }
  /** The value of an address that a browser opens in the name of the page, from its beginning on. */
  | { at: 'address'; quote: Quote; tag: string; name: string }
  /** A whole document in an attribute. */
  | { at: 'document'; quote: Quote; inner: Context }
  | { at: 'name'; of: 'element' | 'attribute' }
  /** In a script: of the page, of an attribute that is one, or behind `javascript:`. */
  | { at: 'script'; in: CodePlace; of: 'element' | 'handler' | 'address'; quote: Quote }
  | { at: 'xml'; in: 'text' | 'attribute' | 'section' };

export type Encoding = 'raw' | 'entity' | 'entity-twice' | 'escaped' | 'doubled' | 'percent' | 'gone' | 'cut';

export type Encodings = Record<'single' | 'double' | 'greater' | 'less' | 'slash' | 'dash', Encoding>;

export type Reflection = {
  context: Context;
  encodings: Encodings;
  /** The element in which browsers run nothing and which has to be closed first: `template`, `select`. */
  inert: string;
  /** Letters came back as they were sent. */
  sameCase: boolean;
  offset: number;
};

const most = 40;

const forms: Record<string, readonly [Encoding, RegExp][]> = Object.fromEntries(
  ["'", '"', '<', '>', '/', '-'].map((char) => {
    const code = char.charCodeAt(0);
    const hex = code.toString(16);
    const named = { "'": 'apos', '"': 'quot', '<': 'lt', '>': 'gt', '/': 'sol', '-': 'hyphen' }[char]!;
    const entity = `(#0{0,6}${code};?|#x0{0,6}${hex};?|${named};)`;
    const list: [Encoding, RegExp][] = [
      ['entity', new RegExp(`^&${entity}`, 'i')],
      ['entity-twice', new RegExp(`^&amp;${entity}`, 'i')],
      ['escaped', new RegExp(`^\\\\+(u00${hex}|x${hex}|u\\{0*${hex}\\}|\\${char}|&${entity})`, 'i')],
      ['percent', new RegExp(`^%(25)*${hex}`, 'i')],
    ];
    if (char === "'" || char === '"') list.unshift(['doubled', new RegExp(`^${char}${char}`)]);
    return [char, list];
  }),
);

// What `breakout` writes behind its mark, sign by sign.
const signs: readonly [string, keyof Encodings][] = [
  ["'", 'single'],
  ['"', 'double'],
  ['>', 'greater'],
  ['-', 'dash'],
  ['-', 'dash'],
  ['>', 'greater'],
  ['<', 'less'],
  ['/', 'slash'],
];

function encodingsAt(source: string, from: number): Encodings {
  const encodings: Encodings = {
    single: 'gone',
    double: 'gone',
    greater: 'gone',
    less: 'gone',
    slash: 'gone',
    dash: 'gone',
  };
  let tail = source.slice(from, from + 400);
  let known = 0;
  for (const [char, name] of signs) {
    if (tail.startsWith(char) && !(forms[char]![0]![0] === 'doubled' && forms[char]![0]![1].test(tail))) {
      encodings[name] = 'raw';
      tail = tail.slice(1);
      known += 1;
      continue;
    }
    const form = forms[char]!.find(([, pattern]) => pattern.test(tail));
    if (!form) continue;
    encodings[name] = form[0];
    tail = tail.slice(form[1].exec(tail)![0].length);
    known += 1;
  }
  // A text that is cut off says nothing about the signs behind the cut; the letters of `title` follow where it is not.
  if (encodings.less === 'gone' && !/^[^"']{0,40}title/i.test(tail) && known > 0)
    for (const name of ['less', 'slash'] as const) if (encodings[name] === 'gone') encodings[name] = 'cut';
  return encodings;
}

const quoteOf = (source: string, attribute: Attribute): Quote => {
  const [, quote = ''] = /^[^=]*=\s*(["'])?/.exec(source.slice(attribute.start, attribute.end)) ?? [];
  return quote as Quote;
};

/** The same text is looked at for each mark in it: read once. */
function once<T>(read: (text: string) => T): (text: string) => T {
  let last: { text: string; made: T } | null = null;
  return (text) => (last?.text === text ? last : (last = { text, made: read(text) })).made;
}

const makeReader = (mark: string) => ({
  mark,
  script: once(readScript),
  markup: once((text) => readMarkup(text)),
  lower: once((text) => text.toLowerCase()),
});
type Reader = ReturnType<typeof makeReader>;

function scriptContext(
  reader: Reader,
  code: string,
  position: number,
  of: 'element' | 'handler' | 'address',
  quote: Quote,
): Context {
  return { at: 'script', in: placeAt(reader.script(code), position), of, quote };
}

function attributeContext(
  source: string,
  tag: string,
  attribute: Attribute,
  offset: number,
  reader: Reader,
): Context {
  const { name, value } = attribute;
  const { mark } = reader;
  if (offset < attribute.start + name.length) return { at: 'name', of: 'attribute' };
  const quote = quoteOf(source, attribute);
  const position = reader.lower(value).indexOf(mark);
  if (isHandler(name)) return scriptContext(reader, value, Math.max(0, position), 'handler', quote);
  if (name === 'srcdoc' && tag === 'iframe') {
    const inner =
      position < 0 ? undefined : contextAt(value, reader.markup(value), position, makeReader(mark));
    return inner ? { at: 'document', quote, inner: inner.context } : { at: 'attribute', quote, tag, name };
  }
  if (opensAddress(tag, name) || (tag === 'script' && (name === 'src' || name === 'href'))) {
    const address = reader.lower(plainAddress(value));
    if (address.startsWith('javascript:'))
      return scriptContext(
        reader,
        address.slice(11),
        Math.max(0, address.indexOf(mark) - 11),
        'address',
        quote,
      );
    if (address.startsWith(mark)) return { at: 'address', quote, tag, name };
  }
  return { at: 'attribute', quote, tag, name };
}

function contextAt(
  source: string,
  pieces: readonly Piece[],
  offset: number,
  reader: Reader,
): { context: Context; inert: string } | null {
  let low = 0;
  let high = pieces.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const piece = pieces[middle]!;
    if (offset < piece.start) high = middle - 1;
    else if (offset >= piece.end) low = middle + 1;
    else {
      const { inert } = piece;
      if (piece.kind === 'comment') return { context: { at: 'comment' }, inert };
      if (piece.kind === 'tag') {
        const attribute = piece.attributes.find(
          (one) => offset >= one.start && offset < one.end && one.end < piece.end,
        );
        if (!attribute)
          return {
            context: {
              at: 'name',
              of: offset <= piece.start + 2 + piece.name.length ? 'element' : 'attribute',
            },
            inert,
          };
        return { context: attributeContext(source, piece.name, attribute, offset, reader), inert };
      }
      if (piece.within === 'script' && runsAsScript(piece.attributes))
        return {
          context: scriptContext(
            reader,
            source.slice(piece.start, piece.end),
            offset - piece.start,
            'element',
            '',
          ),
          inert,
        };
      return { context: piece.within === '' ? { at: 'text' } : { at: 'raw', element: piece.within }, inert };
    }
  }
  return null;
}

function xmlContext(source: string, offset: number): Context {
  const before = source.slice(Math.max(0, offset - 20_000), offset);
  if (before.lastIndexOf('<![CDATA[') > before.lastIndexOf(']]>')) return { at: 'xml', in: 'section' };
  return { at: 'xml', in: before.lastIndexOf('<') > before.lastIndexOf('>') ? 'attribute' : 'text' };
}

export function findReflections(source: string, mark: string, { xml = false } = {}): Reflection[] {
  const lower = source.toLowerCase();
  const offsets: number[] = [];
  for (let at = lower.indexOf(mark); at >= 0 && offsets.length < most; at = lower.indexOf(mark, at + 1))
    // The element and the attribute at the end of the text carry the mark too.
    if (!/^[xy][\s=&%\\/>]/.test(lower.slice(at + mark.length, at + mark.length + 2))) offsets.push(at);
  if (offsets.length === 0) return [];
  const reader = makeReader(mark);
  const pieces = xml ? [] : readMarkup(source);
  const found = new Map<string, Reflection>();
  for (const offset of offsets) {
    const place = xml
      ? { context: xmlContext(source, offset), inert: '' }
      : contextAt(source, pieces, offset, reader);
    if (!place) continue;
    const encodings = encodingsAt(source, offset + mark.length);
    const reflection = { ...place, encodings, sameCase: source.startsWith(mark, offset), offset };
    const key = JSON.stringify([place, encodings, reflection.sameCase]);
    if (!found.has(key)) found.set(key, reflection);
  }
  return [...found.values()];
}
