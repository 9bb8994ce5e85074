import type { Scan } from '../../rule.ts';
import type { Context, Encoding, Encodings, Quote, Reflection } from './reflections.ts';
import {
  addresses,
  after,
  as,
  attributes,
  callsOf,
  elements,
  inScript,
  type Calls,
  type Payload,
} from './calls.ts';

/** Makes the texts that would run a harmless call of ours, for the place where a text comes back. */

type Depth = Scan['depth'];

const limits: Record<Depth, { context: number; total: number }> = {
  few: { context: 3, total: 4 },
  usual: { context: 7, total: 12 },
  many: { context: 18, total: 45 },
};

/** Open to be tried: as it is, or taken away by a filter that may be got around, or not known. */
const may = (encoding: Encoding, depth: Depth): boolean =>
  encoding === 'raw' ||
  encoding === 'cut' ||
  (depth !== 'few' && (encoding === 'gone' || encoding === 'doubled'));

/** In attributes that are read as program, entities are signs again. */
const decoded = (encodings: Encodings): Encodings =>
  Object.fromEntries(
    Object.entries(encodings).map(([name, encoding]) => [
      name,
      encoding === 'entity' ? 'raw' : encoding === 'entity-twice' ? 'entity' : encoding,
    ]),
  ) as Encodings;

const encodingOf = (encodings: Encodings, quote: Quote): Encoding =>
  quote === '' ? 'raw' : encodings[quote === '"' ? 'double' : 'single'];

/** The likeliest of each list first, so that a small depth has some of both. */
const mixed = (
  one: readonly Payload[],
  other: readonly Payload[],
  first: number,
  second: number,
): Payload[] => [
  ...one.slice(0, first),
  ...other.slice(0, second),
  ...one.slice(first),
  ...other.slice(second),
];

type Rest = Omit<Reflection, 'context' | 'offset'>;
type In<At extends Context['at']> = Extract<Context, { at: At }>;

/** The ways out of a place: what ends it, and markup or attributes behind. */
function waysOut({ encodings, sameCase, inert }: Rest, calls: Calls, depth: Depth) {
  const markup = (prefix: string) =>
    may(encodings.less, depth)
      ? after(prefix + (inert === '' ? '' : `</${inert}>`), elements(calls, encodings, sameCase))
      : [];
  return {
    markup,
    outOfAttribute: (quote: Quote, tag: string) => {
      if (!may(encodingOf(encodings, quote), depth)) return [];
      const inside = inert === '' ? attributes(calls, quote, tag, sameCase) : [];
      return mixed(
        encodings.greater === 'raw' ? markup(quote === '' ? 'x>' : `${quote}>`) : [],
        inside,
        2,
        3,
      );
    },
  };
}

type Ways = ReturnType<typeof waysOut>;

function inDocument(context: In<'document'>, rest: Rest, calls: Calls, depth: Depth, ways: Ways): Payload[] {
  const inner = forContext(context.inner, { ...rest, encodings: decoded(rest.encodings) }, calls, depth);
  // Its quotation marks would end the attribute where they come back as they are.
  const fitting = inner.filter(({ text }) => context.quote === '' || !text.includes(context.quote));
  return mixed(fitting, ways.outOfAttribute(context.quote, 'iframe'), 3, 2);
}

function inProgram(
  context: In<'script'>,
  { encodings, sameCase }: Rest,
  calls: Calls,
  depth: Depth,
  { markup, outOfAttribute }: Ways,
): Payload[] {
  const quote = context.in === 'double' ? '"' : context.in === 'single' ? "'" : '';
  const encoding = encodingOf(context.of === 'element' ? encodings : decoded(encodings), quote);
  const open = encoding === 'escaped' ? depth !== 'few' : may(encoding, depth);
  const inside = open ? inScript(calls, context.in, encoding, sameCase) : [];
  if (context.of !== 'element') return mixed(inside, outOfAttribute(context.quote, ''), 4, 2);
  const behind = encodings.slash === 'raw' || encodings.slash === 'cut' ? markup('</script>') : [];
  return encodings.less === 'raw' ? mixed(behind, inside, 1, 3) : [...inside, ...behind];
}

function inXml(context: In<'xml'>, { encodings }: Rest, calls: Calls, depth: Depth): Payload[] {
  if (!may(encodings.less, depth)) return [];
  const prefix = { text: '', attribute: '"/>', section: ']]>' }[context.in];
  const script = (space: string) =>
    `${prefix}<zq:script xmlns:zq="http://www.w3.org/${space}">${calls.plain}</zq:script>`;
  return as(calls.plain, script('1999/xhtml'), script('2000/svg'));
}

function forContext(context: Context, rest: Rest, calls: Calls, depth: Depth): Payload[] {
  const ways = waysOut(rest, calls, depth);
  const { markup, outOfAttribute } = ways;
  switch (context.at) {
    case 'text':
      return markup('');
    case 'raw':
      return context.element === 'plaintext' ? [] : markup(`</${context.element}>`);
    case 'comment':
      return [...markup('-->'), ...(depth === 'many' ? markup('--!>') : [])];
    case 'attribute':
      return outOfAttribute(context.quote, context.tag);
    case 'address':
      return mixed(
        rest.sameCase ? addresses(calls, context.tag) : [],
        outOfAttribute(context.quote, context.tag),
        2,
        2,
      );
    case 'document':
      return inDocument(context, rest, calls, depth, ways);
    case 'name':
      return context.of === 'element'
        ? [...as(calls.plain, `svg onload=${calls.plain} x`), ...markup('x>')]
        : mixed(attributes(calls, '', '', rest.sameCase), markup('x>'), 2, 2);
    case 'script':
      return inProgram(context, rest, calls, depth, ways);
    case 'xml':
      return inXml(context, rest, calls, depth);
  }
}

/** Payloads for one place, the likeliest first. Empty where the signs that are needed come back harmless. */
export function payloadsFor(reflection: Reflection, mark: string, id: number, depth: Depth): Payload[] {
  return forContext(reflection.context, reflection, callsOf(mark, id), depth).slice(0, limits[depth].context);
}

/** For programs that decode once more after they have made the text harmless. */
export function twiceEncoded(reflection: Reflection, mark: string, id: number, depth: Depth): Payload[] {
  const raw = Object.fromEntries(Object.keys(reflection.encodings).map((name) => [name, 'raw'])) as Encodings;
  const [first] = forContext(reflection.context, { ...reflection, encodings: raw }, callsOf(mark, id), depth);
  return first ? [{ ...first, text: encodeURIComponent(encodeURIComponent(first.text)), raw: true }] : [];
}

export const mostTried = (depth: Depth): number => limits[depth].total;
